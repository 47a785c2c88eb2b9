import { requireActor } from './acting-for.ts'
import { kindOf } from './groups/kind-of.ts'
import { requireOwnGroup } from './institutes/own-groups.ts'
import type { SessionToMark } from './marks/stores.ts'
import type { Stores } from './ports.ts'
import { Problem } from './problem.ts'
import type { RequestContext } from './request-context.ts'
import { sessionsOf } from './session-scope.ts'
import type { AttendanceSession } from './sessions/stores.ts'

/** Reads a session of a group in which the caller has a right. Throws document_not_found. */
export async function findOwnSession(
  stores: Pick<Stores, 'checkIns' | 'staff'>,
  context: RequestContext,
  sessionId: string,
): Promise<SessionToMark> {
  const found = await stores.checkIns.findSession(sessionsOf(requireActor(context).organisationId), sessionId)
  if (!found) throw new Problem('document_not_found')
  await requireOwnGroup(stores, context, found.groupId)
  return found
}

/** The same, and locks it until the transaction ends. Throws document_not_found. */
export async function lockOwnSession(
  stores: Pick<Stores, 'attendance' | 'staff'>,
  context: RequestContext,
  sessionId: string,
): Promise<AttendanceSession> {
  const held = await stores.attendance.lockSession(sessionsOf(requireActor(context).organisationId), sessionId)
  if (!held) throw new Problem('document_not_found')
  await requireOwnGroup(stores, context, held.groupId)
  return held
}

/** Reads and locks a session of a course of the caller's. Throws document_not_found. */
export async function lockCourseSession(
  stores: Pick<Stores, 'attendance' | 'staff'>,
  context: RequestContext,
  sessionId: string,
): Promise<AttendanceSession> {
  const held = await lockOwnSession(stores, context, sessionId)
  if (kindOf(held).name !== 'course') throw new Problem('document_not_found')
  return held
}

type LockedLater = Pick<AttendanceSession, 'groupId' | 'endsAt'>

/** Teachers change a session of a course for 14 days, the office always. `now`: epoch ms. Throws session-locked. */
export function assertUnlocked(context: RequestContext, { groupId, endsAt }: LockedLater, now: number): void {
  const { organisationId, role } = requireActor(context)
  const { teacherLockMs } = kindOf({ groupId, organisationId })
  if (teacherLockMs !== null && role === 'teacher' && now >= endsAt + teacherLockMs) throw new Problem('session-locked')
}
