import { type RawBuilder, sql } from 'kysely'
import { wholeOf } from '../../domain/whole-group.ts'
import type { Handle } from '../handle.ts'
import { stands } from './ruled-marks.ts'

/**
 * The students who were expected in an attendance session: the members at its end, and those who left before it with a
 * mark that stands. `m` is the membership, `x` the session.
 */

/**
 * True when `m` had left before `end` and had not joined again. It does not check when `m` first joined. Without
 * `exists`: PostgreSQL would then read all gaps of all organisations at once.
 */
export const isAway = (end: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  (m.left_at is not null and m.left_at < ${end}) or (select 1 from membership_gaps g
    where g.organisation_id = m.organisation_id and g.student_id = m.student_id
      and g.left_at < ${end} and g.rejoined_at >= ${end} limit 1) is not null)`

/** How many students `x`, an ended session, expected. */
export const countExpected: RawBuilder<number> = sql`(
  (select count(*) from memberships m where m.organisation_id = x.organisation_id
    and m.joined_at < x.ends_at and (m.left_at is null or m.left_at >= x.ends_at))
  - (select count(*) from membership_gaps g where g.organisation_id = x.organisation_id
    and g.left_at < x.ends_at and g.rejoined_at >= x.ends_at)
  + (select count(*) from marks k inner join memberships m
      on m.organisation_id = k.organisation_id and m.student_id = k.student_id
    where k.attendance_session_id = x.id and ${isAway(sql`x.ends_at`)} and ${stands('k')}))`

/** Removes a student without marks, who is about to be deleted, from the settled numbers of an organisation. */
export async function uncountExpected({ db }: Handle, organisationId: string, studentId: string): Promise<void> {
  await sql`update attendance_sessions set expected = expected - 1
    where group_id = ${wholeOf(organisationId)} and expected is not null and exists (
      select 1 from memberships m where m.organisation_id = ${organisationId} and m.student_id = ${studentId}
        and m.joined_at < attendance_sessions.ends_at and not ${isAway(sql`attendance_sessions.ends_at`)})`.execute(db)
}
