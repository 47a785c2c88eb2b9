import type { DisputeReason, ToldDispute } from '#contract/receipts.ts'
import type { KeptDispute } from './dispute-stores.ts'

/** True while a dispute waits for its answer. */
export const isOpen = (kept: KeptDispute | null): boolean => kept?.answer === null

/** The open dispute as its student reads it, and the one that the student may begin. `offered`: by what stands in the cell. */
export function tellDispute(kept: KeptDispute | null, offered: DisputeReason | undefined): ToldDispute {
  const open = isOpen(kept) ? kept : null
  return {
    flaggedAt: open && open.disputedAt,
    ...(offered !== undefined && mayDispute(kept, offered) && { mayDispute: offered }),
    ...(open && open.words !== null && { flagWords: open.words }),
  }
}

/** None while one is open, and once answered it is not opened again for the same reason. */
export const mayDispute = (kept: KeptDispute | null, reason: DisputeReason): boolean =>
  kept === null || (kept.answer !== null && kept.reason !== reason)
