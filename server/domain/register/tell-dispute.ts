import type { DisputeReason, ToldDispute } from '#contract/receipts.ts'
import type { KeptDispute } from './dispute-stores.ts'

/** What is kept of the dispute of a cell. All are null while the student has not disputed it. */
export type Disputed = {
  readonly flaggedAt: number | null
  readonly flagReason: DisputeReason | null
  readonly flagWords: string | null
  /** The ruling that answered the dispute; null while it is open. */
  readonly flagRuling: number | null
}

export function disputedOf(kept: KeptDispute | undefined): Disputed {
  const { disputedAt = null, reason = null, words = null, answer = null } = kept ?? {}
  return { flaggedAt: disputedAt, flagReason: reason, flagWords: words, flagRuling: answer }
}

/** True while a dispute waits for its answer. */
export const isDisputed = ({ flaggedAt, flagRuling }: Pick<Disputed, 'flaggedAt' | 'flagRuling'>): boolean =>
  flaggedAt !== null && flagRuling === null

/** The open dispute as its student reads it, and the one that the student may begin. `offered`: by what stands in the cell. */
export function tellDispute(disputed: Disputed, offered: DisputeReason | undefined): ToldDispute {
  const isOpen = isDisputed(disputed)
  return {
    flaggedAt: isOpen ? disputed.flaggedAt : null,
    ...(offered !== undefined && mayDispute(disputed, offered) && { mayDispute: offered }),
    ...(isOpen && disputed.flagWords !== null && { flagWords: disputed.flagWords }),
  }
}

/** None while one is open, and once answered it is not opened again for the same reason. */
export const mayDispute = ({ flaggedAt, flagReason, flagRuling }: Disputed, reason: DisputeReason): boolean =>
  flaggedAt === null || (flagRuling !== null && flagReason !== reason)
