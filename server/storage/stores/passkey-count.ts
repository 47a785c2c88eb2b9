import { sql } from 'kysely'

/**
 * A column `passkeys`: the number of passkeys of the row's account. Counted, not stored, so that it can never be wrong.
 */
export const countPasskeys = (accountIdColumn: 'organisations.id' | 'students.id') =>
  sql<number>`(select count(*) from passkeys where passkeys.account_id = ${sql.ref(accountIdColumn)})`.as('passkeys')
