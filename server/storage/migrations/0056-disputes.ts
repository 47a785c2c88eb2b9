import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../domain/ports.ts'
import { statementsOf } from './ddl.ts'

const tables = `
-- What a student disputes of the own cell, with a mark or without.
create table disputes (
  attendance_session_id text not null references attendance_sessions (id),
  student_id text not null references students (id),
  organisation_id text not null references organisations (id),
  disputed_at $ms not null,
  reason text not null,
  -- What the student says to an absence.
  words text,
  -- Which ruling answered it; null while it is open.
  answer integer,
  constraint disputes_once primary key (attendance_session_id, student_id)
) $keyed;
create index disputes_open on disputes (organisation_id, disputed_at) where answer is null;
create index disputes_by_student on disputes (student_id);
insert into disputes (attendance_session_id, student_id, organisation_id, disputed_at, reason, words, answer)
  select attendance_session_id, student_id, organisation_id, flagged_at, flag_reason,
    case when flag_reason = 'was-there' then flag_words end, flag_ruling
  from marks where flagged_at is not null and flag_reason is not null;
drop index marks_disputed;
`

/** Disputes leave the marks: an absence can be disputed, too, and a mark is never changed. */
export function disputes(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statementsOf(tables, engine)) await sql.raw(statement).execute(db)
      for (const column of ['flagged_at', 'flag_reason', 'flag_ruling', 'flag_words'])
        await db.schema.alterTable('marks').dropColumn(column).execute()
    },
  }
}
