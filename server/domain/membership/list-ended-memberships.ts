import type { EndedMemberships } from '#contract/membership.ts'
import { type RequestContext, requireCaller } from '../accounts/caller.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'

/** The calling student's memberships that have ended and were not taken up again. */
export async function listEndedMemberships(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
): Promise<EndedMemberships> {
  await enter('memberships.ended', context)
  return { memberships: await storage.memberships.listEnded(requireCaller(context).account.id) }
}
