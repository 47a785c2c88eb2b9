import type { HeadCount } from '#contract/head-count.ts'
import { headCountFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { namePeople } from '../name-people.ts'
import { assertUnlocked, lockOwnSession } from '../own-session.ts'
import { describeHeadCount } from '../register/describe-spot-checks.ts'

/**
 * Keeps how many people were counted in the room of one of the calling organisation's sessions; the last count holds. It
 * changes no mark. Throws document_not_found, session-locked.
 */
export async function countHeads(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'head-count.set'>,
  { sessionId, counted }: { readonly sessionId: string; readonly counted: number },
): Promise<HeadCount> {
  const { organisationId, by } = door.actor
  return storage.transaction(async (stores) => {
    // Two people who count at once queue here.
    const held = await lockOwnSession(stores, door, sessionId)
    const now = await stores.now()
    assertUnlocked(door.actor, held, now)
    const last = await stores.spotChecks.findHeadCount(sessionId)
    if (last?.counted === counted) {
      const facts = { organisationId, sessionId, number: held.number }
      await event(stores, door, 'head-count.set', { outcome: 'unchanged', subject: sessionId, facts, at: now })
      return describeHeadCount(await namePeople(stores, organisationId, [last.countedBy]), last)
    }
    const count = { sequence: (last?.sequence ?? 0) + 1, counted, countedBy: by.id, countedAt: now }
    await stores.spotChecks.addHeadCount(sessionId, count)
    await event(stores, door, 'head-count.set', { subject: sessionId, facts: headCountFacts(held, count), at: now })
    return describeHeadCount(await namePeople(stores, organisationId, [by.id]), count)
  })
}
