import { type DisputedMarks, latestReceipts, mostDisputedMarks, type ReceiptList } from '#contract/receipts.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requireActor } from '../institutes/acting-for.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'

/** The newest marks of the calling student, at all institutes, the running classes without one, and whether there are courses. */
export async function readReceipts({ storage }: Pick<Deps, 'storage'>, context: RequestContext): Promise<ReceiptList> {
  await enter('receipts.list', context)
  const { id } = requireCaller(context).account
  return {
    receipts: await storage.receipts.listOf(id, latestReceipts),
    unmarked: await storage.receipts.listUnmarked(id),
    ...((await storage.courses.hasEnrolled(id)) && { hasCourses: true }),
  }
}

/** The marks of the calling organisation that students dispute. */
export async function readDisputedMarks(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
): Promise<DisputedMarks> {
  await enter('marks.flagged', context)
  const { organisationId } = requireActor(context)
  return {
    total: await storage.receipts.countDisputed(organisationId),
    marks: await storage.receipts.listDisputed(organisationId, mostDisputedMarks),
  }
}
