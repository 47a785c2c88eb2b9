import type { CourseSheet, SessionStatusInput, StartCourseSession } from '#contract/course-sessions.ts'
import { takeBackMs } from '#contract/rules.ts'
import { requireActor } from '../acting-for.ts'
import { endFacts } from '../audit/compared-facts.ts'
import { keptText, written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requireOwnGroup } from '../institutes/own-groups.ts'
import { assertUnlocked, lockCourseSession } from '../own-session.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { describeSheet } from '../register/read-sheet.ts'
import { courseSessionsOf } from '../session-scope.ts'
import type { Confirmed } from '../step-up-asked.ts'
import { endNow } from './end-session.ts'
import { openCourseSession } from './open-course-session.ts'
import type { AttendanceSession } from './stores.ts'

type WithStorage = Pick<Deps, 'storage'>

/**
 * Starts a session of a course, in a room or without one. `expected`: the number that it should have; the same login session
 * may repeat a start whose answer it lost. A session that runs in the room is ended where `endsOther` names it, by the
 * office alone, which needs a step-up. Throws document_not_found, course-closed, attendance_session_active, classes-changed, room-busy.
 */
export async function startCourseSession(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'course-sessions.start'>,
  { courseId, endsOther, ...wanted }: StartCourseSession & { readonly courseId: string },
): Promise<CourseSheet> {
  const { organisationId, by } = door.actor
  const { session } = door.caller
  await requireOwnGroup(storage, door, courseId)
  const start = { id: random.id(), organisationId, courseId, starterSessionId: session.id, startedBy: by.id }
  const id = await storage.transaction((stores) =>
    openCourseSession(stores, door, { ...wanted, ...start }, async (roomId) => {
      const confirmed = door.stepUpIf(endsOther !== undefined, await stores.now())
      if (roomId !== null) await emptyRoom(stores, confirmed, organisationId, roomId, endsOther)
    }),
  )
  return describeSheet(storage, door, id)
}

/** The room is locked. Throws room-busy. */
async function emptyRoom(
  stores: Stores,
  context: Confirmed,
  organisationId: string,
  roomId: string,
  endsOther: string | undefined,
): Promise<void> {
  const other = await stores.checkIns.findRunningInRoom(roomId)
  if (!other) return
  const { by, role } = requireActor(context)
  const mayEnd = role === undefined || role === 'owner' || role === 'registrar'
  if (other.id !== endsOther || !mayEnd) throw new Problem('room-busy')
  const held = await stores.attendance.lockSession(courseSessionsOf(organisationId), other.id)
  if (!held) return
  const now = await stores.now()
  if (now >= held.endsAt) return
  const { endsAt } = await endNow(stores, held, by.id, now)
  await event(stores, context, 'attendance.end', { facts: endFacts(held, endsAt, by.id), at: now })
}

/** Ends a session of a course before its time. Needs a step-up. Throws document_not_found. */
export async function endCourseSession(
  { storage }: WithStorage,
  door: Door<'course-sessions.end'>,
  { sessionId }: { readonly sessionId: string },
): Promise<CourseSheet> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const held = await lockCourseSession(stores, door, sessionId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    if (now >= held.endsAt) {
      const facts = { organisationId, sessionId, number: held.number }
      await event(stores, confirmed, 'attendance.end', { outcome: 'unchanged', facts, at: now })
      return
    }
    const { endsAt } = await endNow(stores, held, by.id, now)
    const facts = endFacts(held, endsAt, by.id)
    await event(stores, confirmed, 'attendance.end', { facts, at: now })
  })
  return describeSheet(storage, door, sessionId)
}

/**
 * Takes back the newest session of a course, one started by mistake: the next one gets its number. Only in its first 15
 * minutes, without a mark and a ruling. Needs a step-up. Throws document_not_found, session-too-old, session-has-marks.
 */
export async function takeBackCourseSession(
  { storage }: WithStorage,
  door: Door<'course-sessions.end'>,
  { sessionId }: { readonly sessionId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const found = await stores.checkIns.findSession(courseSessionsOf(organisationId), sessionId)
    // Before the session: a start locks the course first, too.
    if (found) await stores.courses.lock(organisationId, found.groupId)
    const held = await lockCourseSession(stores, door, sessionId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const isNewest = (await stores.attendance.findNewest(held.groupId))?.id === sessionId
    if (!isNewest || now + held.setBackMs >= held.startedAt + takeBackMs) throw new Problem('session-too-old')
    const isTaken =
      (await stores.attendance.findNewestMarkTime(sessionId)) !== undefined || (await stores.rulings.hasAny(sessionId))
    if (isTaken) throw new Problem('session-has-marks')
    const { endsAt } = now < held.endsAt ? await endNow(stores, held, by.id, now) : held
    await stores.attendance.giveNumberBack(held)
    const facts = endFacts(held, endsAt, null)
    await event(stores, confirmed, 'attendance.take-back', { subject: sessionId, facts, at: now })
  })
}

/**
 * Moves a running session to another room, or out of one ('' as the room): screens follow, and codes stay good. Throws document_not_found,
 * attendance-ended, room-busy.
 */
export async function moveCourseSession(
  { storage }: WithStorage,
  door: Door<'course-sessions.move'>,
  { sessionId, roomId: to }: { readonly sessionId: string; readonly roomId: string },
): Promise<CourseSheet> {
  const roomId = to === '' ? null : to
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    if (roomId !== null && !(await stores.courses.lockRoom(organisationId, roomId))) {
      throw new Problem('document_not_found')
    }
    const held = await lockCourseSession(stores, door, sessionId)
    const now = await stores.now()
    if (now >= held.endsAt) throw new Problem('attendance-ended')
    const other = roomId === null ? undefined : await stores.checkIns.findRunningInRoom(roomId)
    if (other && other.id !== sessionId) throw new Problem('room-busy')
    await stores.attendance.setRoom(sessionId, roomId)
    const rows = written({ attendanceSessions: [{ id: sessionId, roomId }] })
    const facts = { organisationId, sessionId, number: held.number, ...rows }
    await event(stores, door, 'session.move', { subject: sessionId, facts, at: now })
  })
  return describeSheet(storage, door, sessionId)
}

/**
 * Says of an ended session that it was cancelled, that no student came, or that it was held after all. Needs a step-up.
 * Throws document_not_found, session-still-runs, session-locked; someone-came where a mark stands and no student is to have come.
 */
export async function setSessionStatus(
  { storage }: WithStorage,
  door: Door<'course-sessions.status'>,
  { sessionId, status, reason }: SessionStatusInput & { readonly sessionId: string },
): Promise<CourseSheet> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const held = await lockCourseSession(stores, door, sessionId)
    const now = await stores.now()
    const confirmed: Confirmed = door.stepUp(now)
    if (now < held.endsAt) throw new Problem('session-still-runs')
    assertUnlocked(door, held, now)
    if (status === 'no-one-came' && (await stores.courses.hasStandingMark(sessionId))) throw new Problem('someone-came')
    const last = await stores.courses.findSessionRuling(sessionId)
    const sequence = (last?.sequence ?? 0) + 1
    const ruling = { sequence, status, reason, decidedBy: by.id, decidedAt: now }
    await stores.courses.addSessionRuling(sessionId, ruling)
    const row = { attendanceSessionId: sessionId, ...ruling, reason: keptText(reason) }
    const facts = { organisationId, sessionId, number: held.number, status, ...written({ sessionRulings: [row] }) }
    await event(stores, confirmed, 'session.status', { subject: sessionId, facts, at: now })
  })
  return describeSheet(storage, door, sessionId)
}
