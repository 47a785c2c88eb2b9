import type { SessionStatusInput } from '#contract/course-sessions.ts'
import type { SessionNow } from '#contract/sessions.ts'
import { ofSession } from '../audit/compared-facts.ts'
import { keptText, written } from '../audit/written-rows.ts'
import type { WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { kindOf } from '../groups/kind-of.ts'
import { assertUnlocked, lockOwnSession } from '../own-session.ts'
import { Problem } from '../problem.ts'
import { tellSession } from './open-session.ts'
import { roomBusy } from './room-busy.ts'

/**
 * Moves a running session to another room, or out of one ('' as the room): screens follow, and codes stay good. Throws document_not_found,
 * attendance-ended, room-busy.
 */
export async function moveSession(
  { storage }: WithStorage,
  door: Door<'sessions.move'>,
  { sessionId, roomId: to }: { readonly sessionId: string; readonly roomId: string },
): Promise<SessionNow> {
  const roomId = to === '' ? null : to
  const { organisationId } = door.actor
  return storage.transaction(async (stores) => {
    if (roomId !== null && !(await stores.courses.lockRoom(organisationId, roomId))) {
      throw new Problem('document_not_found')
    }
    const held = await lockOwnSession(stores, door, sessionId)
    const now = await stores.now()
    if (now >= held.endsAt) throw new Problem('attendance-ended')
    const other = roomId === null ? undefined : await stores.checkIns.findRunningInRoom(roomId)
    if (other && other.id !== sessionId) throw roomBusy(other)
    await stores.attendance.setRoom(sessionId, roomId)
    // The log keeps no row of a class without a room.
    const gone = roomId === null && kindOf(held).name === 'whole' ? ({ gone: true } as const) : {}
    const rows = written({ attendanceSessions: [{ id: sessionId, roomId, ...gone }] })
    const facts = { ...ofSession(held), ...rows }
    await event(stores, door, 'session.move', { subject: sessionId, facts, at: now })
    return tellSession(held, now)
  })
}

/**
 * Says of an ended session that it was cancelled, that no student came, or that it was held after all. Needs a step-up.
 * Throws document_not_found, also for a class; session-still-runs, session-locked; someone-came where a mark stands and no
 * student is to have come.
 */
export async function setSessionStatus(
  { storage }: WithStorage,
  door: Door<'sessions.status'>,
  { sessionId, status, reason }: SessionStatusInput & { readonly sessionId: string },
): Promise<SessionNow> {
  const { by } = door.actor
  return storage.transaction(async (stores) => {
    const held = await lockOwnSession(stores, door, sessionId)
    if (!kindOf(held).statuses.includes(status)) throw new Problem('document_not_found')
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    if (now < held.endsAt) throw new Problem('session-still-runs')
    assertUnlocked(door.actor, held, now)
    if (status === 'no-one-came' && (await stores.courses.hasStandingMark(sessionId))) throw new Problem('someone-came')
    const last = await stores.courses.findSessionRuling(sessionId)
    const sequence = (last?.sequence ?? 0) + 1
    const ruling = { sequence, status, reason, decidedBy: by.id, decidedAt: now }
    await stores.courses.addSessionRuling(sessionId, ruling)
    const row = { attendanceSessionId: sessionId, ...ruling, reason: keptText(reason) }
    const facts = { ...ofSession(held), status, ...written({ sessionRulings: [row] }) }
    await event(stores, confirmed, 'session.status', { subject: sessionId, facts, at: now })
    return tellSession(held, now)
  })
}
