import { type RawBuilder, sql } from 'kysely'
import type { ProfileChange } from '../../domain/profiles/stores.ts'

/** The arguments of one prepared query for all changes; null where a column keeps its value. */
export type ChangeArguments = readonly [email: string | null, phoneNumber: string | null, permissions: string | null]

/** The arguments for one change. */
export function changeArguments({ email, phoneNumber, permissions }: ProfileChange): ChangeArguments {
  return [email ?? null, phoneNumber ?? null, permissions ? JSON.stringify(permissions) : null]
}

/** The columns that a change writes, the same for both kinds of profile. */
export function changedColumns([email, phoneNumber, permissions]: ChangeArguments) {
  return {
    email: orUnchanged(email, 'email'),
    phone_number: orUnchanged(phoneNumber, 'phone_number'),
    permissions: orUnchanged(permissions, 'permissions'),
  }
}

const orUnchanged = (value: string | null, column: string): RawBuilder<string> =>
  sql`coalesce(${value}, ${sql.ref(column)})`
