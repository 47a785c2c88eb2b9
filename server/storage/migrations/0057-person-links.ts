import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../domain/ports.ts'
import { statementsOf } from './ddl.ts'

const tables = `
-- Two rows of the roster that were one person.
create table person_links (
  id text primary key,
  organisation_id text not null,
  -- The row that stays, and the one that went.
  person_id text not null,
  former_id text not null,
  -- Both rows as they were, as JSON. Null once the day of the undo is over.
  before text,
  -- Null: neither had an account. The number is the one that the student had.
  student_id text,
  former_number text,
  linked_by text not null,
  -- The account; null where the email did it.
  decided_by text,
  reason text,
  linked_at $ms not null,
  undone_at $ms
) $rows;
create index person_links_by_person on person_links (organisation_id, person_id);
create index person_links_by_student on person_links (student_id) where student_id is not null;
create index person_links_with_rows on person_links (linked_at) where before is not null;
create index people_by_email on people (organisation_id, email_canonical) where email_canonical is not null;
`

/** A registered student becomes the person whom the office expects; for a day that is taken back. */
export function personLinks(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statementsOf(tables, engine)) await sql.raw(statement).execute(db)
    },
  }
}
