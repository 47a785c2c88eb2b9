import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../domain/ports.ts'
import { statementsOf } from './ddl.ts'

const tables = `
-- The account that made the mark, where two people of the roster were one: then student_id is the account that is left.
alter table marks add column former_student_id text;
create index marks_by_former_student on marks (former_student_id) where former_student_id is not null;
-- Of whom it was said, where two people of the roster were one.
alter table rulings add column former_person_id text;
alter table rulings add column former_student_id text;
create index rulings_by_former_student on rulings (former_student_id) where former_student_id is not null;
-- Those of people without an account; the others are found by it.
create index rulings_by_person on rulings (person_id) where student_id is null;
-- The account that ended; null where one of the two had none.
alter table person_links add column former_student_id text;
`

/** What a ruling says is never changed; whose it is may be. */
const said = [
  ...['attendance_session_id', 'sequence', 'status', 'reason', 'note'],
  ...['decided_by', 'decided_at', 'cause', 'minutes', 'hand_check_in_id'],
]

const guards: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    'drop trigger rulings_no_update',
    `create trigger rulings_no_update before update on rulings
      when ${said.map((column) => `old.${column} is not new.${column}`).join(' or ')}
      begin select raise(abort, 'rulings is append-only'); end`,
  ],
  postgresql: [
    'drop trigger rulings_no_change on rulings',
    `create trigger rulings_no_change before delete on rulings for each row execute function refuse_ruling_change()`,
    `create trigger rulings_no_update before update on rulings for each row
      when (${said.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})
      execute function refuse_ruling_change()`,
  ],
}

/** Two people of the roster who both have an account become one; for a day that is taken back. */
export function joinedPeople(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of [...statementsOf(tables, engine), ...guards[engine]]) await sql.raw(statement).execute(db)
    },
  }
}
