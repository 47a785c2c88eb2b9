import { teacherLockMs } from '#contract/course-rules.ts'
import type { CheckedSheet, CourseSession, CourseSheet, RegisterCell, Today } from '#contract/course-sessions.ts'
import type { Sheet } from '#contract/sessions.ts'
import type { WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { kindOf } from '../groups/kind-of.ts'
import type { Course, HereCounts, OpenSession, RulingRow, SessionRow } from '../groups/stores.ts'
import { findHolder, seesWhole } from '../institutes/own-groups.ts'
import type { SessionToMark } from '../marks/stores.ts'
import { findOwnSession } from '../own-session.ts'
import { isAllowed } from '../permissions.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import { publicIdOf } from '../session-id.ts'
import { wholeOf } from '../whole-group.ts'
import { type Cell, countHere, readCells } from './cells.ts'
import { describeChecks, readMarks } from './describe-checks.ts'
import { describeClassSheet, type WantedRows } from './describe-class-sheet.ts'
import { type NameInCourse, nameInCourse } from './name-in-course.ts'
import { readWorkings } from './read-register.ts'

/** How many courses Today offers; an institute with more finds the others in the list of courses. */
const shownCourses = 100

/** What runs, what waits to be taken, and what the caller may start. */
export async function readToday({ storage }: WithStorage, door: Door<'sessions.view'>): Promise<Today> {
  const { organisationId } = door.actor
  const heldBy = findHolder(door)
  const choice = { organisationId, ...(heldBy !== undefined && { heldBy }) }
  const now = await storage.now()
  const [open, courses, rooms, whole] = await Promise.all([
    storage.courseReads.listOpenSessions(choice, now),
    storage.courseReads.listCourses({ ...choice, isOpen: true, limit: shownCourses }, now),
    storage.courses.listRooms(organisationId),
    seesWhole(door) ? readClasses(storage, organisationId, now) : undefined,
  ])
  const starters = [...open.running, ...open.notTaken].map(({ startedBy }) => startedBy)
  const nameOf = await nameInCourse(storage, organisationId, starters)
  return {
    running: open.running.map((session) => describeSession(session, nameOf)),
    notTaken: open.notTaken.map((session) => describeSession(session, nameOf)),
    courses: courses.map(({ id, code, title, people, sessions }) => {
      return { id, code, title, people, nextNumber: sessions + 1 }
    }),
    ...(whole && { whole }),
    rooms: rooms.map(({ id, name }) => ({ id, name })),
    serverTime: now,
  }
}

async function readClasses(
  { organisations, checkIns, courses, attendance }: Storage,
  organisationId: string,
  now: number,
): Promise<Today['whole']> {
  const institute = await organisations.find(organisationId)
  const running = await checkIns.findRunning(wholeOf(organisationId))
  if (!institute) return undefined
  const { members, classes } = institute
  return {
    people: members,
    nextNumber: classes + 1,
    running: running && now < running.endsAt ? await describe(running) : null,
  }

  async function describe(session: SessionToMark) {
    const { id, number, roomId, startedAt, endsAt } = session
    const room = (await courses.listRooms(organisationId)).find((one) => one.id === roomId)
    const { present, gone } = await attendance.countPresent(session)
    const people = session.members + gone
    return { id, number, room: room ? { id: room.id, name: room.name } : null, startedAt, endsAt, present, people }
  }
}

/** The sheet of a session: of a class the page that is wanted. Throws document_not_found. */
export async function readSheet(
  { storage }: WithStorage,
  door: Door<'sessions.view'>,
  { sessionId, ...wanted }: WantedRows & { readonly sessionId: string },
): Promise<Sheet> {
  const session = await findOwnSession(storage, door, sessionId)
  if (!kindOf(session).listsRoster) {
    return { kind: 'whole', ...(await describeClassSheet(storage, session, wanted)) }
  }
  return { kind: 'course', ...(await describeChecked(storage, session, isAllowed('register.view', door))) }
}

/** The sheet of a session of a course, with what deserves a look. Throws document_not_found. */
async function describeChecked(storage: Storage, session: SessionToMark, hasNumbers: boolean): Promise<CheckedSheet> {
  const { id, organisationId } = session
  const course = await findCourse(storage, session)
  const now = await storage.now()
  const sheet = await describeSheetOf(storage, course, id, now)
  const workings = hasNumbers ? await readWorkings(storage, course, now) : undefined
  const marks = await storage.reports.listMarks(id)
  const disputed = new Set(await storage.disputes.listOpenIn(id))
  const all = [...marks.values()]
  const describe = await readMarks(storage, organisationId, all)
  return {
    ...sheet,
    ...(await describeChecks(storage, session, all.filter(({ isWithdrawn }) => !isWithdrawn).length)),
    people: sheet.people.map(({ cell, ...person }) => {
      const mark = marks.get(person.studentId ?? '')
      const isDisputed = disputed.has(person.studentId ?? '')
      const said = mark && cell.mark ? { ...describe(mark), begunAt: cell.mark.begunAt } : null
      const soFar = workings?.get(person.personId)
      const checked = { ...cell, mark: said, ...(isDisputed && { isDisputed }) }
      return { ...person, cell: checked, ...(soFar && { soFar }) }
    }),
  }
}

/** The sheet of a session of this course. Throws document_not_found. */
export async function describeSheetOf(
  storage: Storage,
  course: Course,
  sessionId: string,
  now: number,
): Promise<CourseSheet> {
  const rows = await storage.courseReads.readRegister(course.id, { sessionId })
  const [session] = rows.sessions
  if (!session) throw new Problem('document_not_found')
  const nameOf = await nameInCourse(storage, course.organisationId, [
    session.startedBy,
    ...rows.rulings.map(({ decidedBy }) => decidedBy),
  ])
  const sheet = readCells(rows, now).flatMap(({ person, cells: [cell] }) => (cell?.isOnSheet ? [{ person, cell }] : []))
  const here = countHere(sheet.map(({ cell }) => cell))
  return {
    session: describeSession({ ...session, course, ...here }, nameOf),
    people: sheet.map(({ person, cell }) => ({ ...person, cell: describeCell(cell, nameOf) })),
    lockedAt: session.endsAt + teacherLockMs,
    serverTime: now,
  }
}

async function findCourse({ courses }: Storage, { organisationId, groupId }: SessionToMark): Promise<Course> {
  const course = await courses.find(organisationId, groupId)
  if (!course) throw new Problem('document_not_found')
  return course
}

type Described = SessionRow & HereCounts & Pick<OpenSession, 'course'>

/** A session as people of the institute and its day passes see it. */
export function describeSession(session: Described, nameOf: NameInCourse): CourseSession {
  const { id, number, roomId, roomName, startedAt, endsAt, lateAfterMs, closesAfterMs, startedBy } = session
  const by = nameOf(startedBy, startedAt)
  const { id: courseId, code, title } = session.course
  return {
    id,
    publicId: publicIdOf(id),
    course: { id: courseId, code, title },
    number,
    room: roomId === null ? null : { id: roomId, name: roomName ?? '' },
    startedAt,
    endsAt,
    lateAfterMs,
    closesAfterMs,
    hasRoomCode: session.hasRoomCode,
    status: session.status,
    isTaken: session.isTaken,
    present: session.present,
    people: session.people,
    apart: session.apart,
    ...(by && { startedBy: by }),
  }
}

/** A cell as people of the institute see it. */
export function describeCell(cell: Cell, nameOf: NameInCourse): RegisterCell {
  const { truth, ruling, isLeftOut, isGuest } = cell
  return {
    status: truth?.status ?? null,
    isAfterClosing: truth?.isAfterClosing ?? false,
    isLeftOut,
    isGuest,
    mark: describeMark(cell),
    ruling: ruling && describeRuling(ruling, nameOf),
  }
}

function describeMark({ mark }: Cell): RegisterCell['mark'] {
  return mark && { markedAt: mark.markedAt, begunAt: mark.begunAt, way: mark.way }
}

function describeRuling(
  { sequence, status, minutes, reason, cause, decidedBy, decidedAt }: RulingRow,
  nameOf: NameInCourse,
): NonNullable<RegisterCell['ruling']> {
  const by = nameOf(decidedBy, decidedAt)
  return { sequence, status, minutes, reason, cause, decidedAt, ...(by && { by }) }
}
