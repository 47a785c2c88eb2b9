import { type FlaggedMarks, latestFlaggedMarks, latestReceipts, type ReceiptList } from '#contract/receipts.ts'
import { requireCaller, type Visit } from '../accounts/caller.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'

/** The newest marks of the calling student, in all of its institutes. */
export async function readReceipts({ storage }: Pick<Deps, 'storage'>, visit: Visit): Promise<ReceiptList> {
  await enter('receipts.list', visit)
  return { receipts: await storage.receipts.listOf(requireCaller(visit).account.id, latestReceipts) }
}

/** The calling organisation's marks that their students dispute. */
export async function readFlaggedMarks({ storage }: Pick<Deps, 'storage'>, visit: Visit): Promise<FlaggedMarks> {
  await enter('marks.flagged', visit)
  const { account } = requireCaller(visit)
  return {
    total: await storage.receipts.countFlagged(account.id),
    marks: await storage.receipts.listFlagged(account.id, latestFlaggedMarks),
  }
}
