import { type RawBuilder, sql } from 'kysely'
import type { EndReason } from '#contract/membership.ts'
import type { TimeAway } from '../../domain/reports/stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import type { Handle } from '../handle.ts'
import { stands } from './ruled-marks.ts'

/**
 * Who is, and who was, on the roster of an organisation: the only file that knows how that is stored. In its pieces of SQL
 * `m` is the membership, `x` the attendance session and `k` the mark. Times are epoch ms.
 */

type MemberKey = { readonly organisationId: string; readonly studentId: string }

/** How a statement names the memberships. */
type Name = 'm' | 'memberships'

const column = (table: Name, name: string) => sql.ref(`${table}.${name}`)

/** True while the student is a member; a membership that has ended stays, for the reports. */
export const isMember = (table: Name = 'memberships'): RawBuilder<boolean> => sql`${column(table, 'left_at')} is null`

export const hasLeft = (table: Name = 'memberships'): RawBuilder<boolean> =>
  sql`${column(table, 'left_at')} is not null`

/** When the student joined for the first time. */
export const joinedAt = (table: Name = 'memberships'): RawBuilder<number> => sql`${column(table, 'joined_at')}`

/** Null while the student is a member. */
export const leftAt = (table: Name = 'memberships'): RawBuilder<number | null> => sql`${column(table, 'left_at')}`

/**
 * True when `m` had left before `end` and had not joined again. It does not check when `m` first joined. Without
 * `exists`: PostgreSQL would then read all gaps of all organisations at once.
 */
export const isAway = (end: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  (m.left_at is not null and m.left_at < ${end}) or (select 1 from membership_gaps g
    where g.organisation_id = m.organisation_id and g.student_id = m.student_id
      and g.left_at < ${end} and g.rejoined_at >= ${end} limit 1) is not null)`

/** True when `m` was on the roster at `end`, the end of a session: only then can the student have been absent. */
export const wasOnRoster = (end: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${joinedAt('m')} < ${end} and not ${isAway(end)})`

/** True of a member who has never left. */
export const hasNeverLeft: RawBuilder<boolean> = sql`(m.left_at is null and (select 1 from membership_gaps g
  where g.organisation_id = m.organisation_id and g.student_id = m.student_id limit 1) is null)`

/**
 * How many students `x`, an ended session, expected: those on the roster at its end, and those who left before it with a
 * mark that stands.
 */
export const countExpected: RawBuilder<number> = sql`(
  (select count(*) from memberships m where m.organisation_id = x.organisation_id
    and m.joined_at < x.ends_at and (m.left_at is null or m.left_at >= x.ends_at))
  - (select count(*) from membership_gaps g where g.organisation_id = x.organisation_id
    and g.left_at < x.ends_at and g.rejoined_at >= x.ends_at)
  + (select count(*) from marks k inner join memberships m
      on m.organisation_id = k.organisation_id and m.student_id = k.student_id
    where k.attendance_session_id = x.id and ${isAway(sql`x.ends_at`)} and ${stands('k')}))`

/** Removes a student without marks, who is about to be deleted, from the settled numbers of an organisation. */
export async function uncountExpected({ db }: Handle, { organisationId, studentId }: MemberKey): Promise<void> {
  await sql`update attendance_sessions set expected = expected - 1
    where group_id = ${wholeOf(organisationId)} and expected is not null and exists (
      select 1 from memberships m where m.organisation_id = ${organisationId} and m.student_id = ${studentId}
        and ${wasOnRoster(sql`attendance_sessions.ends_at`)})`.execute(db)
}

/** The times in which students were no members; of those who have never left there is none. */
export async function listTimesAway(
  { db }: Pick<Handle, 'db'>,
  organisationId: string,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TimeAway[]>> {
  if (studentIds.length === 0) return new Map()
  const among = sql`organisation_id = ${organisationId} and student_id in (${sql.join(studentIds)})`
  const { rows } = await sql<{ student_id: string } & TimeAway>`
    select student_id, left_at as "leftAt", rejoined_at as "rejoinedAt" from membership_gaps where ${among}
    union all
    select student_id, left_at, null from memberships where ${among} and left_at is not null`.execute(db)
  return Map.groupBy(rows, ({ student_id }) => student_id)
}

const membershipOf = ({ db }: Handle, { organisationId, studentId }: MemberKey) =>
  db.updateTable('memberships').where('organisation_id', '=', organisationId).where('student_id', '=', studentId)

/** Begins a membership. False where the student is or was a member. */
export async function enter(
  { db }: Handle,
  { organisationId, studentId }: MemberKey,
  canonicalRollNumber: string,
  at: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('memberships')
    .values({
      organisation_id: organisationId,
      student_id: studentId,
      roll_number_canonical: canonicalRollNumber,
      total: 0,
      expiry_time: null,
      joined_at: at,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'student_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Continues a membership that had ended, under the student's own roll number. False where none had. */
export async function enterAgain(
  handle: Handle,
  key: MemberKey,
  canonicalRollNumber: string,
  at: number,
): Promise<boolean> {
  const { db } = handle
  const ended = await db
    .selectFrom('memberships')
    .select('left_at')
    .where('organisation_id', '=', key.organisationId)
    .where('student_id', '=', key.studentId)
    .where(hasLeft())
    .executeTakeFirst()
  if (!ended || ended.left_at === null) return false
  await db
    .insertInto('membership_gaps')
    .values({
      organisation_id: key.organisationId,
      student_id: key.studentId,
      left_at: ended.left_at,
      rejoined_at: at,
    })
    .execute()
  await membershipOf(handle, key)
    .set({ left_at: null, left_because: null, roll_number: null, roll_number_canonical: canonicalRollNumber })
    .execute()
  return true
}

/** Ends a membership. Answers the canonical roll number that it had; undefined where the student is no member. */
export async function leave(
  handle: Handle,
  key: MemberKey,
  because: EndReason,
  at: number,
): Promise<string | undefined> {
  const ended = await membershipOf(handle, key)
    .where(isMember())
    .set(({ selectFrom, fn, ref }) => ({
      left_at: at,
      left_because: because,
      // A later change of the student's number elsewhere does not change the number here.
      roll_number: fn.coalesce(
        ref('memberships.roll_number'),
        selectFrom('students').select('students.roll_number').where('students.id', '=', key.studentId),
      ),
    }))
    .returning('roll_number_canonical')
    .executeTakeFirst()
  return ended?.roll_number_canonical
}

/** Forgets all memberships of a student, who has no mark. */
export async function forgetStudent({ db }: Handle, studentId: string): Promise<void> {
  await db.deleteFrom('membership_gaps').where('student_id', '=', studentId).execute()
  await db.deleteFrom('memberships').where('student_id', '=', studentId).execute()
}

/** Forgets the former members of an organisation, which has held no session. */
export async function forgetFormerMembers({ db }: Handle, organisationId: string): Promise<void> {
  await db.deleteFrom('membership_gaps').where('organisation_id', '=', organisationId).execute()
  await db.deleteFrom('memberships').where('organisation_id', '=', organisationId).where(hasLeft()).execute()
}
