import { latestReceipts, type ReceiptList } from '#contract/receipts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'

/** The newest marks of the calling student, at all institutes, the running classes without one, and whether there are courses. */
export async function readReceipts(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'receipts.list'>,
): Promise<ReceiptList> {
  const { id } = door.caller.account
  return {
    receipts: await storage.receipts.listOf(id, latestReceipts),
    unmarked: await storage.receipts.listUnmarked(id),
    ...((await storage.courses.hasEnrolled(id)) && { hasCourses: true }),
  }
}
