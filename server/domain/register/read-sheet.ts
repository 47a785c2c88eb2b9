import { teacherLockMs } from '#contract/course-rules.ts'
import type { CourseSession, CourseSheet, RegisterCell, Today } from '#contract/course-sessions.ts'
import type { Sheet } from '#contract/sessions.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { kindOf } from '../groups/kind-of.ts'
import type { Course, HereCounts, OpenSession, RulingRow, SessionRow } from '../groups/stores.ts'
import { findHolder } from '../institutes/own-groups.ts'
import type { SessionToMark } from '../marks/stores.ts'
import { findOwnSession } from '../own-session.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import { publicIdOf } from '../session-id.ts'
import { type Cell, countHere, readCells } from './cells.ts'
import { describeClassSheet, type WantedRows } from './describe-class-sheet.ts'
import { type NameInCourse, nameInCourse } from './name-in-course.ts'

type WithStorage = Pick<Deps, 'storage'>

/** How many courses Today offers; an institute with more finds the others in the list of courses. */
const shownCourses = 100

/** What runs, what waits to be taken, and what the caller may start. */
export async function readToday({ storage }: WithStorage, door: Door<'sessions.view'>): Promise<Today> {
  const { organisationId } = door.actor
  const heldBy = findHolder(door)
  const choice = { organisationId, ...(heldBy !== undefined && { heldBy }) }
  const now = await storage.now()
  const [open, courses, rooms] = await Promise.all([
    storage.courseReads.listOpenSessions(choice, now),
    storage.courseReads.listCourses({ ...choice, isOpen: true, limit: shownCourses }, now),
    storage.courses.listRooms(organisationId),
  ])
  const starters = [...open.running, ...open.notTaken].map(({ startedBy }) => startedBy)
  const nameOf = await nameInCourse(storage, organisationId, starters)
  return {
    running: open.running.map((session) => describeSession(session, nameOf)),
    notTaken: open.notTaken.map((session) => describeSession(session, nameOf)),
    courses: courses.map(({ id, code, title, people, sessions }) => {
      return { id, code, title, people, nextNumber: sessions + 1 }
    }),
    rooms: rooms.map(({ id, name }) => ({ id, name })),
    serverTime: now,
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
  const course = await findCourse(storage, session)
  return { kind: 'course', ...(await describeSheetOf(storage, course, sessionId, await storage.now())) }
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

function describeCell(cell: Cell, nameOf: NameInCourse): RegisterCell {
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
