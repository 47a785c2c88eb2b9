import type { Receipt } from '#contract/receipts.ts'

/** True of a mark that may be disputed, which the server says, and of one whose dispute may be taken back. */
export function hasDispute({ flaggedAt, mayDispute }: Pick<Receipt, 'flaggedAt' | 'mayDispute'>): boolean {
  return flaggedAt !== null || mayDispute !== undefined
}
