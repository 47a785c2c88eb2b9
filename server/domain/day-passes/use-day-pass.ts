import type { DayPassDisplay, DayPassSheet, StartByDayPass } from '#contract/day-pass.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { endFacts } from '../audit/compared-facts.ts'
import type { DayPassCaller } from '../callers.ts'
import type { Deps, WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requireOwnGroup } from '../institutes/own-groups.ts'
import { assertOpen } from '../marks/offer-by-room-code.ts'
import type { SessionToMark } from '../marks/stores.ts'
import { findOwnSession, lockOwnSession } from '../own-session.ts'
import { Problem } from '../problem.ts'
import { nameInCourse } from '../register/name-in-course.ts'
import { describeSession, describeSheetOf } from '../register/read-sheet.ts'
import { endNow } from '../sessions/end-session.ts'
import { openSession } from '../sessions/open-session.ts'
import { roomBusy } from '../sessions/room-busy.ts'
import { describeRoomCode } from '../sessions/show-room-code.ts'
import { findUnfinished, lockGood } from './pass-life.ts'

/**
 * All that the supply teacher sees: the named courses that are open, what runs in them, and the rooms. Of a pass that is
 * over: the sessions that it may still finish.
 */
export async function readDayPass({ storage }: WithStorage, door: Door<'day-pass.use'>): Promise<DayPassDisplay> {
  const pass = door.dayPass
  const { organisationId, name, endsAt, madeAt } = pass
  const organisation = await storage.organisations.find(organisationId)
  if (!organisation) throw new Problem('day-pass-over')
  const now = await storage.now()
  // Of others there may be more than a list holds.
  const named = { organisationId, ids: pass.courses }
  const isOver = now >= endsAt
  const [open, courses, rooms, settings, unfinished] = await Promise.all([
    storage.courseReads.listOpenSessions(named, now),
    isOver ? [] : storage.courseReads.listCourses({ ...named, isOpen: true }, now),
    isOver ? [] : storage.courses.listRooms(organisationId),
    storage.organisations.readSettings(organisationId),
    findUnfinished(storage, [pass], now),
  ])
  const isShown = ({ id }: { readonly id: string }) => !isOver || unfinished.some(({ sessionId }) => sessionId === id)
  const running = open.running.filter(isShown)
  const notTaken = open.notTaken.filter((session) => session.endsAt > madeAt && isShown(session))
  const starters = [...running, ...notTaken].map(({ startedBy }) => startedBy)
  const nameOf = await nameInCourse(storage, organisationId, starters)
  return {
    name,
    endsAt,
    finishUntil: unfinished.length === 0 ? null : Math.max(...unfinished.map(({ until }) => until)),
    organisation: { id: organisation.id, name: organisation.name, timeZone: settings?.timeZone ?? null },
    courses: courses.map(({ id, code, title, people, sessions }) => {
      return { id, code, title, people, nextNumber: sessions + 1 }
    }),
    running: running.map((session) => describeSession(session, nameOf)),
    notTaken: notTaken.map((session) => describeSession(session, nameOf)),
    rooms: rooms.map(({ id, name: room }) => ({ id, name: room })),
    serverTime: now,
  }
}

/**
 * Starts a session of a named course, in a room where nothing runs or without one. The pass may repeat a start whose answer
 * it lost. Throws document_not_found, course-closed, attendance_session_active, classes-changed, room-busy, day-pass-over.
 */
export async function startByDayPass(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'day-pass.use'>,
  { courseId, ...wanted }: StartByDayPass & { readonly courseId: string },
): Promise<DayPassSheet> {
  const pass = door.dayPass
  const { organisationId } = pass
  await requireOwnGroup(storage, door, courseId)
  const start = { id: random.id(), organisationId, groupId: courseId, starterSessionId: pass.id, startedBy: pass.id }
  const id = await storage.transaction(async (stores) => {
    await lockGood(stores, pass.id)
    const session = await openSession(stores, door, { ...wanted, ...start }, async (roomId) => {
      const other = roomId === null ? undefined : await stores.checkIns.findRunningInRoom(roomId)
      if (other) throw roomBusy(other)
    })
    return session.id
  })
  return describeOwnSheet({ storage }, pass, id)
}

/** The sheet of a session of a named course that ran while the pass was good. Throws document_not_found. */
export async function readSheetByDayPass(
  deps: WithStorage,
  door: Door<'day-pass.use'>,
  { sessionId }: { readonly sessionId: string },
): Promise<DayPassSheet> {
  return describeOwnSheet(deps, door.dayPass, sessionId)
}

/** The code that the room shows now. Throws document_not_found, attendance-ended, room-code-off. */
export async function showCodeByDayPass(
  { storage, installationKey }: Pick<Deps, 'storage' | 'installationKey'>,
  door: Door<'day-pass.use'>,
  { sessionId }: { readonly sessionId: string },
): Promise<CurrentRoomCode> {
  const session = await findNamedSession({ storage }, door.dayPass, sessionId)
  const now = await storage.now()
  assertOpen(session, now)
  return describeRoomCode({ storage, installationKey }, session, now)
}

/** Ends a session that this pass has started. Throws document_not_found for any other, day-pass-over. */
export async function endByDayPass(
  { storage }: WithStorage,
  door: Door<'day-pass.use'>,
  { sessionId }: { readonly sessionId: string },
): Promise<DayPassSheet> {
  const pass = door.dayPass
  await findNamedSession({ storage }, pass, sessionId)
  await storage.transaction(async (stores) => {
    await lockGood(stores, pass.id, sessionId)
    const held = await lockOwnSession(stores, door, sessionId)
    const { startedBy } = await stores.attendance.findWhoHeld(sessionId)
    if (startedBy !== pass.id) throw new Problem('document_not_found')
    const now = await stores.now()
    if (now >= held.endsAt) return
    const { endsAt } = await endNow(stores, held, pass.id, now)
    const facts = { ...endFacts(held, endsAt, pass.id), dayPassId: pass.id }
    await event(stores, { ...door, dayPass: pass }, 'attendance.end', { facts, at: now })
  })
  return describeOwnSheet({ storage }, pass, sessionId)
}

/** Throws document_not_found. */
export async function describeOwnSheet(
  { storage }: WithStorage,
  pass: DayPassCaller,
  sessionId: string,
): Promise<DayPassSheet> {
  const { groupId, finishUntil } = await findNamedSession({ storage }, pass, sessionId)
  const course = await storage.courses.find(pass.organisationId, groupId)
  if (!course) throw new Problem('document_not_found')
  return { ...(await describeSheetOf(storage, course, sessionId, await storage.now())), finishUntil }
}

/**
 * `finishUntil`: where it runs over the end of the pass that started it, epoch ms; null otherwise. Throws document_not_found
 * for a session of another course, for a class, and for one that was over before the pass was made; once the pass is
 * over, for all that it may not finish.
 */
export async function findNamedSession(
  { storage }: WithStorage,
  pass: DayPassCaller,
  sessionId: string,
): Promise<SessionToMark & { readonly finishUntil: number | null }> {
  const { madeAt, endsAt } = pass
  const session = await findOwnSession(storage, { dayPass: pass }, sessionId)
  if (session.endsAt <= madeAt) throw new Problem('document_not_found')
  const now = await storage.now()
  const unfinished = await findUnfinished(storage, [pass], now)
  const finishUntil = unfinished.find((one) => one.sessionId === sessionId)?.until ?? null
  if (now >= endsAt && finishUntil === null) throw new Problem('document_not_found')
  return { ...session, finishUntil }
}
