import type { HeadCount } from '#contract/head-count.ts'
import { headCountDetail } from '../audit/comparable-details.ts'
import { record } from '../audit/record.ts'
import { publishOrganisationUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requireActor } from '../institutes/acting-for.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * Keeps how many people were counted in the room of one of the calling organisation's sessions; the last count holds. It
 * changes no mark. Throws document_not_found.
 */
export async function countHeads(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  sessionId: string,
  counted: number,
): Promise<HeadCount> {
  await enter('head-count.set', context)
  const { organisationId, by } = requireActor(context)
  return storage.transaction(async (stores) => {
    // Two people who count at once queue here.
    const held = await stores.attendance.lockSession(organisationId, sessionId)
    if (!held) throw new Problem('document_not_found')
    const last = await stores.spotChecks.findHeadCount(sessionId)
    if (last?.counted === counted) {
      await record(stores, context, { action: 'head-count.set', outcome: 'unchanged', subject: sessionId })
      return { counted, countedAt: last.countedAt }
    }
    const now = await stores.now()
    const count = { sequence: (last?.sequence ?? 0) + 1, counted, countedBy: by.id, countedAt: now }
    await stores.spotChecks.addHeadCount(sessionId, count)
    await publishOrganisationUpdate(stores, organisationId, now)
    await record(stores, context, {
      action: 'head-count.set',
      outcome: 'done',
      subject: sessionId,
      detail: headCountDetail(sessionId, count),
      at: now,
    })
    return { counted, countedAt: now }
  })
}
