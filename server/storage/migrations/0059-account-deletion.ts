import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../domain/ports.ts'
import { statementsOf } from './ddl.ts'

const added = `
-- When a student's account goes, because the student has asked for it; null of all others.
alter table accounts add column delete_at $ms;
create index accounts_to_delete on accounts (delete_at) where delete_at is not null;
`

/** A student deletes the own account, and may take that back for some days. */
export function accountDeletion(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statementsOf(added, engine)) await sql.raw(statement).execute(db)
    },
  }
}
