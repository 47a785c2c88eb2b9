import { takeBackMs } from '#contract/rules.ts'
import { endFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { kindOf } from '../groups/kind-of.ts'
import { findOwnSession, lockOwnSession } from '../own-session.ts'
import { Problem } from '../problem.ts'
import { endNow } from './end-session.ts'

/**
 * Takes back the newest session of a group, one started by mistake: it ends, and the next one gets its number. Only in its
 * first 15 minutes, without a mark and a ruling. Needs a step-up. Throws document_not_found, session-too-old,
 * session-has-marks.
 */
export async function takeBackSession(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'sessions.take-back'>,
  { sessionId }: { readonly sessionId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  const { groupId } = await findOwnSession(storage, door, sessionId)
  const kind = kindOf({ groupId, organisationId })
  await storage.transaction(async (stores) => {
    // Before the session: a start locks the group first, too.
    const group = await kind.lock(stores, organisationId, groupId)
    const held = await lockOwnSession(stores, door, sessionId)
    // Read after the locks: a mark that was waited for is there by now.
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const isNewest = held.number === group?.newest
    if (!isNewest || now + held.setBackMs >= held.startedAt + takeBackMs) throw new Problem('session-too-old')
    const isTaken =
      (await stores.attendance.findNewestMarkTime(sessionId)) !== undefined || (await stores.rulings.hasAny(sessionId))
    if (isTaken) throw new Problem('session-has-marks')
    const { endsAt } = now < held.endsAt ? await endNow(stores, held, by.id, now) : held
    await stores.attendance.giveNumberBack(held)
    await kind.saveNewest(stores, organisationId, held.number - 1, now)
    const facts = endFacts(held, endsAt, null)
    await event(stores, confirmed, 'attendance.take-back', { subject: sessionId, facts, at: now })
  })
}
