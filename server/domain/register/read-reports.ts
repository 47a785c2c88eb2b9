import { maxChartPoints, type SheetFilter } from '#contract/report-requests.ts'
import type {
  AttendanceOverTime,
  AttendancePoint,
  SessionSheet,
  SessionSummary,
  SessionsReport,
  StudentReport,
  StudentsReport,
} from '#contract/reports.ts'
import type { WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { Problem } from '../problem.ts'
import { readHistory } from './history.ts'
import { findReportedGroup, type OpenPeriod, readScope, wholeGroup } from './report-scope.ts'
import type { SessionScope, StudentOrder, StudentSelection } from './report-stores.ts'
import { countSheetRows, listSheetRows } from './session-sheet.ts'
import { countClasses, countEnded, toStudentRow } from './standing.ts'

/**
 * The reports of an organisation about its own sessions and members, and about the sessions of one of its groups. Those of
 * another organisation are not found, as if they did not exist.
 */

/** Absent: the whole institute. */
type OfGroup = { readonly groupId?: string }
export type ReportPage = { readonly limit: number; readonly offset: number }

export async function readSessionsReport(
  deps: WithStorage,
  door: Door<'reports.view'> | Door<'register.view'>,
  { groupId, limit, offset, ...period }: OpenPeriod & ReportPage & OfGroup,
): Promise<SessionsReport> {
  const { scope, now } = await readScope(deps, await findReportedGroup(deps.storage, door, groupId), period)
  const { firstNumber, lastNumber } = scope
  const newest = lastNumber - offset
  const oldest = Math.max(firstNumber, newest - limit + 1)
  const sessions = newest < oldest ? [] : await deps.storage.reports.listSessions(scope, oldest, newest, now)
  return { total: countClasses(scope), sessions: sessions.reverse() }
}

export async function readAttendanceOverTime(
  deps: WithStorage,
  door: Door<'reports.view'> | Door<'register.view'>,
  { groupId, ...period }: OpenPeriod & OfGroup,
): Promise<AttendanceOverTime> {
  const group = await findReportedGroup(deps.storage, door, groupId)
  const { scope, now } = await readScope(deps, group, period)
  const { firstNumber, lastEnded } = scope
  const ended = await deps.storage.reports.listSessions(scope, firstNumber, lastEnded, now)
  const sessions = ended.filter(({ uncounted }) => uncounted === undefined)
  const sessionsPerPoint = Math.max(1, Math.ceil(sessions.length / maxChartPoints))
  return {
    points: addUpPoints(sessions, sessionsPerPoint),
    sessionsPerPoint,
    ...(group.course
      ? { students: null, goal: group.course.policy.goal }
      : { students: await countBelow75(deps, scope) }),
  }
}

/** Of the members, by the kept totals alone, which are those of all classes. */
export async function countBelow75(
  { storage }: WithStorage,
  scope: SessionScope,
): Promise<AttendanceOverTime['students']> {
  if (scope.classes === 0 || countClasses(scope) < scope.classes) return null
  return {
    total: scope.members,
    below75: await storage.reports.countStudents(scope, { search: '', below75: true }),
  }
}

function addUpPoints(sessions: readonly SessionSummary[], sessionsPerPoint: number): AttendancePoint[] {
  const points: AttendancePoint[] = []
  for (let start = 0; start < sessions.length; start += sessionsPerPoint) {
    const together = sessions.slice(start, start + sessionsPerPoint)
    const [first] = together
    const last = together.at(-1)
    if (!first || !last) break
    points.push({
      firstNumber: first.number,
      lastNumber: last.number,
      startedAt: first.startedAt,
      present: together.reduce((sum, { present }) => sum + present, 0),
      expected: together.reduce((sum, { expected }) => sum + expected, 0),
    })
  }
  return points
}

export async function readStudentsReport(
  deps: WithStorage,
  door: Door<'reports.view'>,
  { from, to, limit, offset, ...wanted }: OpenPeriod & ReportPage & StudentSelection & StudentOrder,
): Promise<StudentsReport> {
  const { scope } = await readScope(deps, wholeGroup(door.actor.organisationId), { from, to })
  const { reports } = deps.storage
  const students = await reports.listStudents(scope, wanted, wanted, { limit, offset })
  return {
    total: await reports.countStudents(scope, wanted),
    endedSessions: countEnded(scope),
    students: students.map((facts) => toStudentRow(scope, facts)),
  }
}

export async function readStudentReport(
  deps: WithStorage,
  door: Door<'reports.view'>,
  { studentId, limit, offset, ...period }: OpenPeriod & ReportPage & { readonly studentId: string },
): Promise<StudentReport> {
  const { scope, now } = await readScope(deps, wholeGroup(door.actor.organisationId), period)
  const facts = await deps.storage.reports.findStudent(scope, studentId)
  if (!facts) throw new Problem('document_not_found')
  return {
    student: toStudentRow(scope, facts),
    history: await readHistory(deps, scope, facts, { limit, offset }, now),
  }
}

export async function readSessionSheet(
  deps: WithStorage,
  door: Door<'reports.view'>,
  {
    sessionId,
    show,
    search,
    ...page
  }: ReportPage & {
    readonly sessionId: string
    readonly show: SheetFilter
    readonly search: string
  },
): Promise<SessionSheet> {
  const organisationId = door.actor.organisationId
  const { reports, now } = deps.storage
  const session = await reports.findSession(organisationId, sessionId, await now())
  if (!session) throw new Problem('document_not_found')
  const wanted = { organisationId, session, show, search }
  return {
    session,
    total: await countSheetRows(reports, wanted),
    rows: await listSheetRows(reports, wanted, page),
  }
}
