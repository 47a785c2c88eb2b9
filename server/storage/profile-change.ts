import type { ProfileChange } from '../domain/profiles/stores.ts'

/** The columns that a change writes, the same for both kinds of profile; undefined ones keep their value. */
export function toColumns({ email, phoneNumber, permissions }: ProfileChange) {
  return { email, phone_number: phoneNumber, permissions: permissions && JSON.stringify(permissions) }
}
