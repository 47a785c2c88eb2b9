import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../domain/ports.ts'
import { statementsOf } from './ddl.ts'

const added = `
-- Of a link for a lost passkey: the account that sent it, and for which institute. Null in all others.
alter table tokens add column sent_by text;
alter table tokens add column sent_for text;
-- The former row whose courses the office is asked about; null where there is no question.
alter table staff add column former_id text;
-- Since when a passkey does not act for institutes any more: owners have confirmed another in its place.
alter table passkeys add column replaced_at $ms;
`

/** What is left of people of an institute who go, come back, or lose a passkey. */
export function peopleWhoGo(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statementsOf(added, engine)) await sql.raw(statement).execute(db)
    },
  }
}
