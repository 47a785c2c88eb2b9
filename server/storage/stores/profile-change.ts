import { type RawBuilder, sql } from 'kysely'
import type { ProfileChange } from '../../domain/profiles/stores.ts'

/** The values of one prepared query for all changes; null where a column keeps its value. */
export type ChangeValues = {
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly permissions: string | null
}

/** The values for one change. */
export function changeValues({ email, phoneNumber, permissions }: ProfileChange): ChangeValues {
  return {
    email: email ?? null,
    phoneNumber: phoneNumber ?? null,
    permissions: permissions ? JSON.stringify(permissions) : null,
  }
}

/** The columns that a change writes, the same for both kinds of profile. */
export function changedColumns({ email, phoneNumber, permissions }: ChangeValues) {
  return {
    email: orUnchanged(email, 'email'),
    phone_number: orUnchanged(phoneNumber, 'phone_number'),
    permissions: orUnchanged(permissions, 'permissions'),
  }
}

const orUnchanged = (value: string | null, column: string): RawBuilder<string> =>
  sql`coalesce(${value}, ${sql.ref(column)})`
