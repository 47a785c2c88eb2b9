import { type RawBuilder, sql } from 'kysely'
import { sessionCounts } from '#contract/course-cells.ts'
import type { SessionStatus } from '#contract/course-rules.ts'
import type { SessionSummary } from '#contract/reports.ts'
import type { HereCounts } from '../../domain/groups/stores.ts'
import type {
  Contact,
  HistoryCell,
  ReportedGroup,
  ReportStore,
  SessionScope,
  SessionTimes,
  StudentFacts,
  StudentOrder,
  StudentSelection,
} from '../../domain/register/report-stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import type { Handle } from '../handle.ts'
import { type CellRow, cellColumns, joinCell, toCellMark } from './cell-row.ts'
import { courseReader, isTaken, saidOf } from './course-reader.ts'
import { toDispute } from './dispute-store.ts'
import {
  afterOf,
  attendedByEach,
  belowGoal,
  chooseFormerStudents,
  chooseStudents,
  classesOf,
  countedSessions,
  lateLast,
  marksOf,
  offsetOf,
  orderBy,
  rollNumberOf,
  sessionsBefore,
} from './report-sql.ts'
import { countExpected, hasLeft, isAway, isMember, joinedAt, listTimesAway, nameHere } from './roster.ts'
import { ruledMarks } from './ruled-marks.ts'
import { sheetReports } from './sheet-reports.ts'

const named = nameHere('s', sql`m.person_id`)

/**
 * Reports over any number of marks. Lists are read in two steps: the ids of one page by an index, then everything that
 * is shown of those few. Only a list that is ordered or filtered by numbers of its members looks at all of them.
 *
 * SQLite joins in the order of a cross join, and left alone it begins with the sessions and looks for every student in every
 * one of them, which takes seven times as long.
 */
export function reportStore({ db, engine }: Pick<Handle, 'db' | 'engine'>): ReportStore {
  async function read<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return (await query.execute(db)).rows
  }
  async function count(query: RawBuilder<{ n: number }>): Promise<number> {
    return (await read(query))[0]?.n ?? 0
  }

  async function readStudents(scope: SessionScope, ids: readonly string[]): Promise<StudentFacts[]> {
    if (ids.length === 0) return []
    const rows = await read(sql<StudentFacts>`
      select m.student_id as "id", ${named.given} as "firstName", ${named.family} as "lastName",
        ${rollNumberOf} as "rollNumber", ${joinedAt('m')} as "joinedAt", m.total as "total",
        ${contactColumns},
        ${countedSessions(scope)} as "counted", ${sessionsBefore(scope)} as "before", ${attendedByEach(scope)} as "attended",
        ${marksOf(scope, attendedByEach(scope))} as "marks", ${classesOf(scope)} as "classes"
      from memberships m inner join students s on s.id = m.student_id
      where m.organisation_id = ${scope.organisationId} and m.student_id in (${sql.join(ids)})`)
    return inOrderOf(ids, rows)
  }

  const { countHere } = courseReader({ db })

  async function listSessions(
    group: ReportedGroup,
    firstNumber: number,
    lastNumber: number,
    now: number,
  ): Promise<SessionSummary[]> {
    const rows = await read(sql<
      Omit<SessionSummary, 'state' | 'headCount'> & Running & HeadCountColumns & CourseColumns
    >`
      select x.id, x.number, ${isRunning('x', now)} as is_running, x.started_at as "startedAt", x.ends_at as "endsAt",
        ${isWhole(group) ? countsOfClass(now) : columnsOfCourse},
        coalesce(flagged, 0) as flagged, ${lastHeadCount(sql`l.counted`)} as counted,
        ${lastHeadCount(sql`l.counted_at`)} as counted_at
      from attendance_sessions x left join (
        select attendance_session_id, count(*) as flagged from disputes
        where organisation_id = ${group.organisationId} and answer is null group by attendance_session_id
      ) flags on flags.attendance_session_id = x.id
      where x.group_id = ${group.groupId} and x.number between ${firstNumber} and ${lastNumber}
      order by x.number`)
    const here = isWhole(group) ? undefined : await countInParts(rows.map(({ id }) => id))
    return rows.map(({ is_running, counted, counted_at, status, is_taken, ...session }) => ({
      ...session,
      ...(here && { present: here.get(session.id)?.present ?? 0, expected: here.get(session.id)?.people ?? 0 }),
      state: stateOf(is_running),
      ...(counted !== null && counted_at !== null && { headCount: { counted, countedAt: counted_at } }),
      ...(here && whyUncounted(!is_running, status, is_taken === 1)),
    }))
  }

  async function countInParts(ids: readonly string[]): Promise<Awaited<ReturnType<typeof countHere>>> {
    const counts: (readonly [string, HereCounts])[] = []
    for (let from = 0; from < ids.length; from += sessionsAPart)
      counts.push(...(await countHere(ids.slice(from, from + sessionsAPart))))
    return new Map(counts)
  }

  return {
    ...sheetReports({ db }),
    async findScope({ organisationId, groupId }, period, now) {
      const inPeriod = sql`group_id = ${groupId} and number > 0 and started_at >= ${period.from} and started_at < ${period.to}`
      const [found] = await read(sql<{ members: number; classes: number; first: number | null; last: number | null }>`
        select o.members,
          ${isWhole({ organisationId, groupId }) ? sql`o.classes` : sql`coalesce((select max(number) from attendance_sessions where group_id = ${groupId} and number > 0), 0)`} as classes,
          (select min(number) from attendance_sessions where ${inPeriod}) as first,
          (select max(number) from attendance_sessions where ${inPeriod}) as last
        from organisations o where o.id = ${organisationId}`)
      if (!found) return undefined
      const { members, classes, first, last } = found
      const firstNumber = first ?? 1
      const lastNumber = last ?? 0
      const ends = await read(sql<{ id: string; number: number; ends_at: number } & Running>`
        select id, number, ends_at, ${isRunning('x', now)} as is_running from attendance_sessions x
        where group_id = ${groupId} and number in (${firstNumber}, ${classes})`)
      // Only the newest can run.
      const running = ends.find(({ number, is_running }) => number === classes && is_running)
      return {
        organisationId,
        groupId,
        members,
        classes,
        firstNumber,
        lastNumber,
        lastEnded: running?.number === lastNumber ? lastNumber - 1 : lastNumber,
        firstEndsAt: ends.find(({ number }) => number === firstNumber)?.ends_at ?? 0,
        running: running && { id: running.id, number: running.number },
      }
    },
    listSessions,
    async listSessionTimes({ groupId, firstNumber, lastNumber }) {
      return read(sql<SessionTimes>`
        select number, started_at as "startedAt", ends_at as "endsAt" from attendance_sessions
        where group_id = ${groupId} and number between ${firstNumber} and ${lastNumber}
        order by number`)
    },
    async findSession(organisationId, sessionId, now) {
      const [session] = await read(sql<{ number: number }>`
        select number from attendance_sessions
        where id = ${sessionId} and group_id = ${wholeOf(organisationId)} and number > 0`)
      if (!session) return undefined
      const group = { organisationId, groupId: wholeOf(organisationId) }
      return (await listSessions(group, session.number, session.number, now))[0]
    },
    async countStudents(scope, selection) {
      if (selection.search === '' && !selection.below75) {
        return scope.members + (await count(sql`select count(*) as n from (${chooseFormerStudents(scope)}) t`))
      }
      const chosen = chooseStudents(scope, selection, selection.below75, sql`true`)
      return count(sql`select count(*) as n from (${chosen}) t where ${belowGoal(selection)}`)
    },
    async listStudents(scope, selection, order, slice) {
      const rows = await read(sql<{ student_id: string }>`
        select student_id from (${chooseStudents(scope, selection, needsNumbers(selection, order), afterOf(slice), order)}) t
        where ${belowGoal(selection)}
        order by ${lateLast(scope, selection)} ${orderBy(order)} limit ${slice.limit} offset ${offsetOf(slice)}`)
      return readStudents(
        scope,
        rows.map(({ student_id }) => student_id),
      )
    },
    async listStudentIds(scope, selection, order) {
      const rows = await read(sql<{ student_id: string }>`
        select student_id from (${chooseStudents(scope, selection, needsNumbers(selection, order), sql`true`, order)}) t
        where ${belowGoal(selection)} order by ${lateLast(scope, selection)} ${orderBy(order)}`)
      return rows.map(({ student_id }) => student_id)
    },
    findStudents: readStudents,
    async findStudent(scope, studentId) {
      return (await readStudents(scope, [studentId]))[0]
    },
    async listHistory(scope, studentId, { limit, offset }, now) {
      const rows = await read(sql<
        Omit<HistoryCell, 'state' | 'mark' | 'dispute' | 'wasAway'> & CellRow & Running & { away: 0 | 1 }
      >`
        select x.id, x.number, ${isRunning('x', now)} as is_running, x.started_at as "startedAt", x.ends_at as "endsAt",
          ${cellColumns}, case when ${isAway(sql`x.ends_at`)} then 1 else 0 end as away
        from attendance_sessions x
        inner join memberships m on m.organisation_id = x.organisation_id and m.student_id = ${studentId}
        ${joinCell(sql`x.id`, sql`m.student_id`)}
        where x.group_id = ${scope.groupId} and x.number between ${scope.firstNumber} and ${scope.lastNumber}
        order by x.number desc limit ${limit} offset ${offset}`)
      return rows.map((row) => {
        const { id, number, startedAt, endsAt, is_running, away } = row
        const dispute = toDispute(row)
        const state = stateOf(is_running)
        return { id, number, startedAt, endsAt, state, wasAway: away === 1, mark: toCellMark(row), dispute }
      })
    },
    async hasMarkByHand(organisationId, of) {
      const whose =
        'sessionId' in of ? sql`k.attendance_session_id = ${of.sessionId}` : sql`k.student_id = ${of.studentId}`
      const found = await read(sql<{ n: number }>`select 1 as n from marks k
          inner join attendance_sessions x on x.id = k.attendance_session_id and x.group_id = k.organisation_id
        where ${whose} and k.organisation_id = ${organisationId} and k.method = 'hand' limit 1`)
      return found.length > 0
    },
    async listContacts(organisationId, studentIds) {
      if (studentIds.length === 0) return new Map()
      const rows = await read(sql<{ id: string } & Contact>`
        select m.student_id as "id", ${contactColumns} from memberships m inner join students s on s.id = m.student_id
        where m.organisation_id = ${organisationId} and m.student_id in (${sql.join(studentIds)})`)
      return new Map(rows.map(({ id, ...contact }) => [id, contact]))
    },
    listAway: (organisationId, studentIds) => listTimesAway({ db }, organisationId, studentIds),
    async listAttended(scope, studentIds) {
      if (studentIds.length === 0) return new Map()
      // One text for each student instead of a row for each mark: far less to transfer and to keep.
      const numbers = engine === 'sqlite' ? sql`group_concat(x.number)` : sql`string_agg(x.number::text, ',')`
      const rows = await read(sql<{ student_id: string; numbers: string }>`
        select k.student_id, ${numbers} as numbers
        from ${ruledMarks('k')} cross join attendance_sessions x
        where x.id = k.attendance_session_id and k.student_id in (${sql.join(studentIds)}) and k.organisation_id = ${scope.organisationId}
          and x.group_id = ${scope.groupId} and x.number between ${scope.firstNumber} and ${scope.lastNumber}
          and k.stands
        group by k.student_id`)
      return new Map(rows.map(({ student_id, numbers }) => [student_id, numbers.split(',').map(Number)]))
    },
  }
}

const contactColumns = sql`case when ${isMember('m')} then s.email end as "email",
  case when ${isMember('m')} then s.phone_number end as "phoneNumber"`

/** Whether the marks of the scope are counted for all members. */
const needsNumbers = ({ below75 }: StudentSelection, { sort }: StudentOrder): boolean =>
  below75 || sort === 'attended' || sort === 'percentage'

const isWhole = ({ organisationId, groupId }: ReportedGroup) => groupId === wholeOf(organisationId)

/** The present members joined before the end of a class that still runs. */
const countsOfClass = (now: number) => sql`
  coalesce(x.present, (select count(*) from ${ruledMarks('k')} where k.attendance_session_id = x.id and k.stands)) as present,
  case when ${isRunning('x', now)} then (select o.members from organisations o where o.id = x.organisation_id)
      + (select count(*) from ${ruledMarks('k')} inner join memberships m
          on m.organisation_id = k.organisation_id and m.student_id = k.student_id
        where k.attendance_session_id = x.id and ${hasLeft('m')} and k.stands)
    else coalesce(x.expected, ${countExpected}) end as expected`

/** Who is here in sessions of courses is counted of their cells, in parts: a course has up to 5,000 people. */
const sessionsAPart = 10

const columnsOfCourse = sql`${saidOf} as status, ${isTaken} as is_taken`
type CourseColumns = { readonly status?: SessionStatus | null; readonly is_taken?: 0 | 1 }

function whyUncounted(isOver: boolean, status: SessionStatus | null = null, isTaken: boolean) {
  const [isCancelled, noOneCame] = [status === 'cancelled', status === 'no-one-came']
  if (!isOver || sessionCounts({ isOver, isCancelled, isTaken, noOneCame })) return {}
  return { uncounted: isCancelled ? ('cancelled' as const) : ('not-taken' as const) }
}

/** Looked up for each session: as a join, PostgreSQL reads the counts of all institutes. */
const lastHeadCount = (column: RawBuilder<unknown>) => sql`(select ${column} from head_counts l
  where l.attendance_session_id = x.id order by l.sequence desc limit 1)`

type HeadCountColumns = { readonly counted: number | null; readonly counted_at: number | null }

/** PostgreSQL returns true, SQLite 1. */
type Running = { readonly is_running: boolean | 0 | 1 }

/** If the clock was set back during a session, the session ends earlier by the present clock. */
const isRunning = (session: string, now: number): RawBuilder<unknown> =>
  sql`(coalesce(${sql.ref(`${session}.closes_at`)}, ${sql.ref(`${session}.ends_at`)}) > ${now})`
const stateOf = (isRunning: Running['is_running']) => (isRunning ? 'running' : 'ended')

function inOrderOf<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
