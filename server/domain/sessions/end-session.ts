import type { SessionNow } from '#contract/sessions.ts'
import { endFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { kindOf } from '../groups/kind-of.ts'
import { findOwnSession, lockOwnSession } from '../own-session.ts'
import type { Stores } from '../ports.ts'
import { tellSession } from './open-session.ts'
import type { AttendanceSession, EarlyEnd } from './stores.ts'

/**
 * Ends a session before its time (rules §6.1). The windows of the marks of a class end with it: who was marked in it can be
 * marked in the next one at once. A session that is over already stays as it is. Needs a step-up. Throws document_not_found.
 */
export async function endSessionEarly(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'sessions.end'>,
  { sessionId }: { readonly sessionId: string },
): Promise<SessionNow> {
  const { organisationId, by } = door.actor
  const found = await findOwnSession(storage, door, sessionId)
  return storage.transaction(async (stores) => {
    await kindOf(found).lockMarked(stores, found)
    const held = await lockOwnSession(stores, door, sessionId)
    // Read after the locks: a mark that was waited for was made before the end.
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    if (now >= held.endsAt) {
      const facts = { organisationId, sessionId, number: held.number }
      await event(stores, confirmed, 'attendance.end', { outcome: 'unchanged', facts, at: now })
      return tellSession(held, now)
    }
    const { endsAt, closesAt } = await endNow(stores, held, by.id, now)
    await event(stores, confirmed, 'attendance.end', { facts: endFacts(held, endsAt, by.id), at: now })
    return tellSession({ ...held, endsAt: closesAt ?? endsAt }, now)
  })
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
  await kindOf(held).afterEnd(stores, held, now)
  return end
}
