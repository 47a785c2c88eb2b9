import { sql } from 'kysely'

/** A column `passkeys`: how many the account of that row has. Counted, not stored, so that it can never be wrong. */
export const countPasskeys = (accountIdColumn: 'organisations.id' | 'students.id') =>
  sql<number>`(select count(*) from passkeys where passkeys.account_id = ${sql.ref(accountIdColumn)})`.as('passkeys')
