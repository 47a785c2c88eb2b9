import { type Actor, ask, type Reach, type Sender } from './callers.ts'
import { kindOf } from './groups/kind-of.ts'
import type { SessionToMark } from './marks/stores.ts'
import type { Stores } from './ports.ts'
import { Problem } from './problem.ts'
import type { AttendanceSession } from './sessions/stores.ts'

/** Of who acts for an institute. Throws user_unauthorized for all others. */
export function reachOf(sender: Sender): Reach {
  const actor = ask(sender, 'actor')
  if (!actor) throw new Problem('user_unauthorized')
  return { organisationId: actor.organisationId, own: ask(sender, 'groups') }
}

/** Reads a session within the caller's reach. Throws document_not_found. */
export async function findOwnSession(
  stores: Pick<Stores, 'checkIns'>,
  sender: Sender,
  sessionId: string,
): Promise<SessionToMark> {
  const found = await stores.checkIns.findSession(reachOf(sender), sessionId)
  if (!found) throw new Problem('document_not_found')
  return found
}

/** The same, and locks it until the transaction ends. Throws document_not_found. */
export async function lockOwnSession(
  stores: Pick<Stores, 'attendance'>,
  sender: Sender,
  sessionId: string,
): Promise<AttendanceSession> {
  const held = await stores.attendance.lockSession(reachOf(sender), sessionId)
  if (!held) throw new Problem('document_not_found')
  return held
}

/** Reads and locks a session of a course of the caller's. Throws document_not_found. */
export async function lockCourseSession(
  stores: Pick<Stores, 'attendance'>,
  sender: Sender,
  sessionId: string,
): Promise<AttendanceSession> {
  const held = await lockOwnSession(stores, sender, sessionId)
  if (!kindOf(held).listsRoster) throw new Problem('document_not_found')
  return held
}

type LockedLater = Pick<AttendanceSession, 'groupId' | 'organisationId' | 'endsAt'>

/** Teachers change a session of a course for 14 days, the office always. `now`: epoch ms. Throws session-locked. */
export function assertUnlocked({ role }: Pick<Actor, 'role'>, session: LockedLater, now: number): void {
  const { teacherLockMs } = kindOf(session)
  const isLocked = teacherLockMs !== null && now >= session.endsAt + teacherLockMs
  if (isLocked && role === 'teacher') throw new Problem('session-locked')
}
