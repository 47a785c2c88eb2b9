import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { EndReason } from '#contract/membership.ts'
import {
  keptText,
  type WrittenCourse,
  type WrittenEnrolment,
  type WrittenStaffGroup,
} from '../../domain/audit/written-rows.ts'
import type { TimeAway } from '../../domain/register/report-stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import type { Handle } from '../handle.ts'
import type { EnrolmentsTable, GroupsTable, StaffGroupsTable } from '../schema.ts'
import { ruledMarks } from './ruled-marks.ts'

/**
 * Who is, and who was, on the roster of an organisation: the only file that knows how that is stored. In its pieces of SQL
 * `m` is the membership, `x` the attendance session and `k` the mark. Times are epoch ms.
 */

/** An id that the engine makes. */
export const newPersonId = (engine: Handle['engine']): RawBuilder<string> =>
  engine === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`replace(gen_random_uuid()::text, '-', '')`

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

/** The name of a student here: that of the person's row on the roster once the account was deleted. */
export function nameHere(student: 's' | 'students', personId: RawBuilder<unknown>) {
  const own = (name: string) => sql.ref(`${student}.${name}`)
  const orOnRoster = (name: string, onRoster: 'given' | 'family') => sql<string>`case
    when ${own('first_name')} <> '' then ${own(name)}
    else coalesce((select r.${sql.ref(onRoster)} from people r where r.id = ${personId}), '') end`
  return { given: orOnRoster('first_name', 'given'), family: orOnRoster('last_name', 'family') }
}

/** Null while the student is a member. */
export const leftAt = (table: Name = 'memberships'): RawBuilder<number | null> => sql`${column(table, 'left_at')}`

/** True of a member who has never left: most are that, and for them no enrolment is looked up. */
export const hasNeverLeft: RawBuilder<boolean> = sql`(m.left_at is null and m.times_joined = 1)`

/** Looked up for those few who have left: with it in their index, or read from their rows, all members were slower. */
const personOf = sql`(select p.id from people p where p.organisation_id = m.organisation_id and p.student_id = m.student_id)`

/**
 * True when `m` had left before `end` and had not joined again. It does not check when `m` first joined. Without
 * `exists`: PostgreSQL would then read all enrolments at once.
 */
export const isAway = (end: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  not ${hasNeverLeft} and m.joined_at < ${end} and (select 1 from enrolments e
    where e.person_id = ${personOf} and e.group_id = m.organisation_id
      and e.begins_at < ${end} and (e.ends_at is null or e.ends_at >= ${end}) limit 1) is null)`

/** True when `m` was on the roster at `end`, the end of a session: only then can the student have been absent. */
export const wasOnRoster = (end: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${joinedAt('m')} < ${end} and not ${isAway(end)})`

/**
 * How many students `x`, an ended session, expected: those on the roster at its end, and those who left before it with a
 * mark that stands.
 */
export const countExpected: RawBuilder<number> = sql`(
  (select count(*) from enrolments e where e.group_id = x.group_id
    and e.begins_at < x.ends_at and (e.ends_at is null or e.ends_at >= x.ends_at))
  + (select count(*) from ${ruledMarks('k')} inner join memberships m
      on m.organisation_id = k.organisation_id and m.student_id = k.student_id
    where k.attendance_session_id = x.id and ${isAway(sql`x.ends_at`)} and k.stands))`

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
  // After each time, the next one begins, or none yet.
  const { rows } = await sql<{ student_id: string } & TimeAway>`
    select m.student_id, e.ends_at as "leftAt", n.begins_at as "rejoinedAt"
    from memberships m
      inner join enrolments e on e.person_id = m.person_id and e.group_id = m.organisation_id
      left join enrolments n on n.person_id = e.person_id and n.group_id = e.group_id and n.sequence = e.sequence + 1
    where m.organisation_id = ${organisationId} and m.student_id in (${sql.join(studentIds)}) and e.ends_at is not null
    order by m.student_id, e.sequence`.execute(db)
  return Map.groupBy(rows, ({ student_id }) => student_id)
}

const membershipOf = ({ db }: Handle, { organisationId, studentId }: MemberKey) =>
  db.updateTable('memberships').where('organisation_id', '=', organisationId).where('student_id', '=', studentId)

/** Begins a membership. False where the student is or was a member. */
export async function enter(
  { db, engine }: Handle,
  { organisationId, studentId }: MemberKey,
  canonicalRollNumber: string,
  at: number,
): Promise<boolean> {
  const made = await db
    .insertInto('people')
    .values({ id: newPersonId(engine), organisation_id: organisationId, student_id: studentId })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'student_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // An invitation may have led to a person of the roster, who is no member yet.
  const person = made ?? (await findNoMember(db, organisationId, studentId))
  if (!person) return false
  await db
    .insertInto('memberships')
    .values({
      organisation_id: organisationId,
      student_id: studentId,
      roll_number_canonical: canonicalRollNumber,
      total: 0,
      expiry_time: null,
      person_id: person.id,
      joined_at: at,
    })
    .execute()
  const first = { person_id: person.id, group_id: wholeOf(organisationId), sequence: 1 }
  await db
    .insertInto('enrolments')
    .values({ ...first, begins_at: at, ends_at: null })
    .execute()
  return true
}

function findNoMember(db: Handle['db'], organisationId: string, studentId: string) {
  return db
    .selectFrom('people')
    .leftJoin('memberships', 'memberships.person_id', 'people.id')
    .select('people.id')
    .where('people.organisation_id', '=', organisationId)
    .where('people.student_id', '=', studentId)
    .where('memberships.person_id', 'is', null)
    .executeTakeFirst()
}

/** Continues a membership that had ended, under the student's own roll number. False where none had. */
export async function enterAgain(
  handle: Handle,
  key: MemberKey,
  canonicalRollNumber: string,
  at: number,
): Promise<boolean> {
  const { db } = handle
  const last = await db
    .selectFrom('memberships')
    .innerJoin('enrolments', (join) =>
      join
        .onRef('enrolments.person_id', '=', 'memberships.person_id')
        .onRef('enrolments.group_id', '=', 'memberships.organisation_id'),
    )
    .select(['enrolments.person_id', 'enrolments.group_id', 'enrolments.sequence', 'enrolments.ends_at'])
    .where('organisation_id', '=', key.organisationId)
    .where('student_id', '=', key.studentId)
    .where(hasLeft())
    // It was a second account of one person.
    .where('left_because', '!=', 'joined')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return false
  const { person_id, group_id, sequence, ends_at } = last
  await db
    .insertInto('enrolments')
    // Not before the end of the one before, even if the clock was set back meanwhile.
    .values({ person_id, group_id, sequence: sequence + 1, begins_at: Math.max(at, ends_at ?? at), ends_at: null })
    .execute()
  await membershipOf(handle, key)
    .set({ left_at: null, left_because: null, times_joined: sequence + 1 })
    .set({ roll_number: null, roll_number_canonical: canonicalRollNumber })
    .execute()
  // The office had removed who had left. A name that no office wrote is the student's own again.
  const back = (name: string) => sql`case when source is null and linked_by is null then null else ${sql.ref(name)} end`
  await sql`update people set ended_at = null, roll_number = null, roll_key = null, given = ${back('given')},
    family = ${back('family')}, name_key = ${back('name_key')} where id = ${person_id}`.execute(db)
  return true
}

type Left = { readonly rollNumber: string; readonly ended: readonly WrittenEnrolment[] }

/** Ends a membership. Answers the canonical roll number that it had, and what ended in courses; undefined where the student is no member. */
export async function leave(handle: Handle, key: MemberKey, because: EndReason, at: number): Promise<Left | undefined> {
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
    .returning(['roll_number_canonical', 'person_id'])
    .executeTakeFirst()
  if (!ended) return undefined
  const { roll_number_canonical: rollNumber, person_id: personId } = ended
  if (because !== 'left') return { rollNumber, ended: await endEnrolments(handle, personId, at) }
  await handle.db
    .updateTable('enrolments')
    .where('person_id', '=', personId)
    .where('group_id', '=', wholeOf(key.organisationId))
    .where('ends_at', 'is', null)
    .set({ ends_at: at })
    .execute()
  // The number and the name by which the institute knew the person.
  await sql`update people set roll_number = m.roll_number, roll_key = m.roll_number_canonical, changed_at = ${at},
      given = coalesce(people.given, s.first_name), name_key = coalesce(people.name_key, s.name_key),
      family = case when people.given is null then s.last_name else people.family end
    from memberships m inner join students s on s.id = m.student_id
    where people.id = ${personId} and m.person_id = people.id`.execute(handle.db)
  return { rollNumber, ended: [] }
}

/** True of `p` while the account has left by its own act: the person stays on the roster until the office ends that. */
export const leftAlone: RawBuilder<boolean> = sql`(select 1 from memberships w
  where w.person_id = p.id and w.left_because = 'left') is not null`

/** When the account of `p` left so; null of everyone else. */
export const leftAloneAt: RawBuilder<number | null> = sql`case when p.student_id is not null and p.ended_at is null then
  (select w.left_at from memberships w where w.person_id = p.id and w.left_because = 'left') end`

/** A person who goes leaves the courses, too: who is gone cannot be absent. Returns what ended in courses. */
export async function endEnrolments({ db }: Handle, personId: string, at: number): Promise<WrittenEnrolment[]> {
  const rows = await db
    .updateTable('enrolments')
    .where('person_id', '=', personId)
    .where('ends_at', 'is', null)
    .set({ ends_at: at })
    .returning(writtenColumns)
    .execute()
  return toWritten(rows)
}

/** What the log keeps of an enrolment. */
export const writtenColumns = [
  ...(['enrolments.person_id', 'enrolments.group_id', 'enrolments.begins_at'] as const),
  ...(['enrolments.ends_at', 'enrolments.counts_from'] as const),
] as const

/** For statements of `sql`. */
export const returned = (columns: readonly string[]): RawBuilder<unknown> =>
  sql`returning ${sql.join(columns.map((column) => sql.ref(column)))}`

export type WrittenRow = Pick<
  Selectable<EnrolmentsTable>,
  'person_id' | 'group_id' | 'begins_at' | 'ends_at' | 'counts_from'
>

/** The same of a course. */
export const courseColumns = [
  ...(['groups.id', 'groups.organisation_id', 'groups.parent_id'] as const),
  ...(['groups.policy', 'groups.created_at', 'groups.first_day', 'groups.closed_at'] as const),
] as const

export type CourseRow = Pick<
  Selectable<GroupsTable>,
  'id' | 'organisation_id' | 'parent_id' | 'policy' | 'created_at' | 'first_day' | 'closed_at'
>

export function toWrittenCourses(rows: readonly CourseRow[], gone?: 'gone'): WrittenCourse[] {
  return rows.map(({ id, organisation_id: organisationId, parent_id: parentId, policy, ...row }) => {
    const times = { createdAt: row.created_at ?? 0, firstDay: row.first_day, closedAt: row.closed_at }
    const written = { id, organisationId, parentId, policy: keptText(policy ?? ''), ...times }
    return gone ? { ...written, gone: true } : written
  })
}

/** The same of a group that is a teacher's own. */
export const taughtColumns = [
  ...(['staff_groups.staff_id', 'staff_groups.group_id'] as const),
  ...(['staff_groups.since', 'staff_groups.until'] as const),
] as const

export type TaughtRow = Pick<Selectable<StaffGroupsTable>, 'staff_id' | 'group_id' | 'since' | 'until'>

export const toTaught = (rows: readonly TaughtRow[]): WrittenStaffGroup[] =>
  rows.map(({ staff_id: staffId, group_id: groupId, since, until }) => ({ staffId, groupId, since, until }))

/** Those of courses: the enrolments of all members are held by the memberships. */
export function toWritten(rows: readonly WrittenRow[], gone?: 'gone'): WrittenEnrolment[] {
  return rows.flatMap(({ person_id: personId, group_id: groupId, begins_at: beginsAt, ends_at: endsAt, ...row }) => {
    if (row.counts_from === null) return []
    const written = { personId, groupId, beginsAt, endsAt, countsFrom: row.counts_from }
    return [gone ? { ...written, gone: true } : written]
  })
}

/**
 * Another row takes the place of a person who is about to go: it is enrolled in the same courses from now on, unless it is in
 * the course or a section of it already. What was before stays with the row that goes.
 */
export async function takeOverCourses(
  { db }: Handle,
  from: string,
  to: string,
  now: number,
): Promise<WrittenEnrolment[]> {
  const ofOther = sql`from enrolments o where o.person_id = ${to} and o.group_id = e.group_id`
  const { rows } =
    await sql<WrittenRow>`insert into enrolments (person_id, group_id, sequence, begins_at, ends_at, counts_from, source, entered_by, entered_at)
    select cast(${to} as text), e.group_id, 1 + (select count(*) ${ofOther}), cast(${now} as bigint), null, cast(${now} as bigint),
      e.source, e.entered_by, e.entered_at
    from enrolments e inner join groups g on g.id = e.group_id
    where e.person_id = ${from} and g.id <> g.organisation_id and e.ends_at is null
      and not exists (select 1 from enrolments o inner join groups c on c.id = o.group_id
        where o.person_id = ${to} and coalesce(c.parent_id, c.id) = coalesce(g.parent_id, g.id)
          and (o.ends_at is null or o.ends_at > ${now}))
    returning person_id, group_id, begins_at, ends_at, counts_from`.execute(db)
  return toWritten(rows)
}

/** Forgets all memberships of a student, who has no mark. Whom an office has put on its roster stays there, without an account. Returns what goes in courses. */
export async function forgetStudent({ db }: Handle, studentId: string): Promise<WrittenEnrolment[]> {
  const memberOf = db.selectFrom('memberships').where('student_id', '=', studentId)
  await db
    .deleteFrom('enrolments')
    .where('person_id', 'in', memberOf.select('person_id'))
    .where('group_id', 'in', memberOf.select('organisation_id'))
    .execute()
  const ofMembership = (value: string) => sql`(select ${sql.raw(value)} from memberships m
    inner join students s on s.id = m.student_id where m.person_id = people.id and ${isMember('m')})`
  await sql`update people set student_id = null, linked_by = null,
      roll_number = ${ofMembership('coalesce(m.roll_number, s.roll_number)')},
      roll_key = ${ofMembership('m.roll_number_canonical')}
    where student_id = ${studentId} and given is not null and ${ofMembership('m.roll_number_canonical')} is not null
      and not exists (select 1 from people o where o.organisation_id = people.organisation_id
        and o.roll_key = ${ofMembership('m.roll_number_canonical')}
        and o.student_id is null and o.ended_at is null)`.execute(db)
  await db.deleteFrom('memberships').where('student_id', '=', studentId).execute()
  await db.deleteFrom('disputes').where('student_id', '=', studentId).execute()
  // The row that went has the student's name.
  const links = db.selectFrom('person_links').where('student_id', '=', studentId)
  await db.deleteFrom('people').where('id', 'in', links.select('former_id')).where('ended_at', 'is not', null).execute()
  await db.deleteFrom('person_links').where('student_id', '=', studentId).execute()
  const gone = await db
    .deleteFrom('enrolments')
    .where('person_id', 'in', (query) => query.selectFrom('people').select('id').where('student_id', '=', studentId))
    .returning(writtenColumns)
    .execute()
  await db.deleteFrom('people').where('student_id', '=', studentId).execute()
  return toWritten(gone, 'gone')
}

/** Forgets the former members of an organisation, which has held no session and has no member. */
export async function forgetFormerMembers({ db }: Handle, organisationId: string): Promise<void> {
  await db.deleteFrom('enrolments').where('group_id', '=', wholeOf(organisationId)).execute()
  await db.deleteFrom('memberships').where('organisation_id', '=', organisationId).where(hasLeft()).execute()
  await db.deleteFrom('person_links').where('organisation_id', '=', organisationId).execute()
  await db.deleteFrom('people_apart').where('organisation_id', '=', organisationId).execute()
  await db.deleteFrom('people').where('organisation_id', '=', organisationId).execute()
  const imports = db.selectFrom('imports').select('id').where('organisation_id', '=', organisationId)
  await db.deleteFrom('import_lines').where('import_id', 'in', imports).execute()
  await db.deleteFrom('imports').where('organisation_id', '=', organisationId).execute()
  const ofCourses = db.selectFrom('course_imports').select('id').where('organisation_id', '=', organisationId)
  await db.deleteFrom('course_import_parts').where('import_id', 'in', ofCourses).execute()
  await db.deleteFrom('course_import_courses').where('import_id', 'in', ofCourses).execute()
  await db.deleteFrom('course_imports').where('organisation_id', '=', organisationId).execute()
}
