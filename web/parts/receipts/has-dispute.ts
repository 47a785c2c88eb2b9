import type { DisputeTexts } from '#contract/dispute-texts.ts'
import type { Receipt } from '#contract/receipts.ts'
import type { Texts } from '#contract/texts.ts'

/** True of a mark that may be disputed, which the server says, and of one whose dispute may be taken back. */
export function hasDispute({ flaggedAt, mayDispute }: Pick<Receipt, 'flaggedAt' | 'mayDispute'>): boolean {
  return flaggedAt !== null || mayDispute !== undefined
}

/** What the student has said to a mark whose dispute is open. */
export function sayDispute(
  { ruling, flagWords }: Pick<Receipt, 'ruling' | 'flagWords'>,
  words: DisputeTexts,
  { receipts }: Pick<Texts, 'receipts'>,
): string {
  if (ruling?.status !== 'absent') return receipts.youSaid
  return flagWords === undefined ? words.youSaidThere : words.youSaidThereIn(flagWords)
}
