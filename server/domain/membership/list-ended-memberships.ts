import type { EndedMemberships } from '#contract/membership.ts'
import { requireCaller, type Visit } from '../accounts/caller.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'

/** The calling student's memberships that have ended and were not taken up again. */
export async function listEndedMemberships(
  { storage }: Pick<Deps, 'storage'>,
  visit: Visit,
): Promise<EndedMemberships> {
  await enter('memberships.ended', visit)
  return { memberships: await storage.memberships.listEnded(requireCaller(visit).account.id) }
}
