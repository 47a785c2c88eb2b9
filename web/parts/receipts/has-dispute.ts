import type { Widened } from '#contract/languages.ts'
import type { Receipt } from '#contract/receipts.ts'
import type { receiptsTexts } from '#contract/receipts-texts.ts'
import type { DisputeTexts } from './dispute-texts.ts'

/** True of a cell that may be disputed, which the server says, and of one whose dispute may be taken back. */
export function hasDispute({ flaggedAt, mayDispute }: Pick<Receipt, 'flaggedAt' | 'mayDispute'>): boolean {
  return flaggedAt !== null || mayDispute !== undefined
}

/** What the student has said to a cell whose dispute is open. */
export function sayDispute(
  { isAbsence, flagWords }: { readonly isAbsence: boolean; readonly flagWords?: string | undefined },
  words: DisputeTexts,
  receipts: Widened<typeof receiptsTexts>,
): string {
  if (!isAbsence) return receipts.youSaid
  return flagWords === undefined ? words.youSaidThere : words.youSaidThereIn(flagWords)
}
