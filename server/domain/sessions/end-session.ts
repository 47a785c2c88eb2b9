import type { RunningSession } from '#contract/attendance.ts'
import { endFacts } from '../audit/compared-facts.ts'
import { publishStudentUpdates } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { classesOf } from '../session-scope.ts'
import { describeRunningSession } from './read-running-session.ts'
import type { AttendanceSession, EarlyEnd } from './stores.ts'

/**
 * Ends an attendance session of the calling organisation before its time (rules §6.1). The windows of its marks end with it: who
 * was marked in it can be marked in the next one at once. One that is over already stays as it is. Needs a step-up.
 * Answers what runs now. Throws user_unauthorized, document_not_found.
 */
export async function endAttendanceSession(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'attendance.end'>,
  { sessionId }: { readonly sessionId: string },
): Promise<RunningSession> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    await stores.organisations.lockMembers(organisationId)
    // Before the session: a mark locks its membership first, too.
    await stores.memberships.lockMarked(organisationId, sessionId)
    const held = await stores.attendance.lockSession(classesOf(organisationId), sessionId)
    if (!held) throw new Problem('document_not_found')
    // Read after the locks: a mark that was waited for was made before the end.
    const now = await stores.now()
    if (now >= held.endsAt) {
      const facts = { organisationId, sessionId, number: held.number }
      await event(stores, confirmed, 'attendance.end', { outcome: 'unchanged', facts, at: now })
      return
    }
    const end = await endNow(stores, held, by.id, now)
    await endWindows(stores, held, now)
    await event(stores, confirmed, 'attendance.end', { facts: endFacts(held, end.endsAt, by.id), at: now })
  })
  return describeRunningSession(storage, organisationId)
}

/**
 * Ends a session that runs, `now`, epoch ms. The end lies behind its start and its newest mark, even where they share a
 * millisecond with it.
 */
export async function endNow(stores: Stores, held: AttendanceSession, endedBy: string, now: number): Promise<EarlyEnd> {
  const newest = await stores.attendance.findNewestMarkTime(held.id)
  const endsAt = Math.max(now + held.setBackMs, held.startedAt + 1, (newest ?? 0) + 1)
  const end = { endsAt, closesAt: endsAt === now ? null : now, endedBy }
  await stores.attendance.endEarly(held.id, end)
  return end
}

async function endWindows(stores: Stores, { id, organisationId }: AttendanceSession, now: number): Promise<void> {
  // Spec §4: a mark counts when now is past expiryTime.
  const ended = await stores.memberships.endWindows(id, now - 1)
  await stores.students.touch(ended, now)
  await publishStudentUpdates(stores, ended, organisationId, now)
}
