import type { ProfileChange } from '../domain/profiles/stores.ts'

/** The columns that a change writes, the same of both kinds of profile: those that are undefined stay as they are. */
export function toColumns({ email, phoneNumber, permissions }: ProfileChange) {
  return { email, phone_number: phoneNumber, permissions: permissions && JSON.stringify(permissions) }
}
