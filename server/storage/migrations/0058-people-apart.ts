import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../domain/ports.ts'
import { statementsOf } from './ddl.ts'

const tables = `
-- Two rows of the roster of which the office says that they are two people. Each pair stands here both ways.
create table people_apart (
  organisation_id text not null,
  person_id text not null,
  other_id text not null,
  primary key (organisation_id, person_id, other_id)
) $keyed;
`

/** Who only looks like another person of the roster is proposed no more. */
export function peopleApart(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statementsOf(tables, engine)) await sql.raw(statement).execute(db)
    },
  }
}
