import type { DisputeReason, Receipt } from '#contract/receipts.ts'

/** What is kept of a mark's dispute. All but the first are null while the student has not disputed it. */
export type Disputed = {
  readonly isWithdrawn: boolean
  readonly flaggedAt: number | null
  readonly flagReason: string | null
  readonly flagWords: string | null
  /** The ruling that answered the dispute; null while it is open. */
  readonly flagRuling: number | null
}

/** True while a dispute waits for its answer. */
export const isDisputed = ({ flaggedAt, flagRuling }: Pick<Disputed, 'flaggedAt' | 'flagRuling'>): boolean =>
  flaggedAt !== null && flagRuling === null

/** The open dispute as its student reads it, and the one that the student may begin. */
export function tellDispute(disputed: Disputed): Pick<Receipt, 'flaggedAt' | 'mayDispute' | 'flagWords'> {
  const isOpen = disputed.flagRuling === null
  return {
    flaggedAt: isOpen ? disputed.flaggedAt : null,
    ...mayDispute(disputed),
    ...(isOpen && tellWords(disputed)),
  }
}

/**
 * 'not-me' of a mark that counts, 'was-there' of one that is withdrawn. None while one is open, and once answered it is not
 * opened again for the same reason. `dispute` of the store asks the same.
 */
function mayDispute({ isWithdrawn, flaggedAt, flagReason, flagRuling }: Disputed): Pick<Receipt, 'mayDispute'> {
  const reason: DisputeReason = isWithdrawn ? 'was-there' : 'not-me'
  const isFree = flaggedAt === null || (flagRuling !== null && flagReason !== reason)
  return isFree ? { mayDispute: reason } : {}
}

/** The student's words; absent without them. An earlier version, which knows no words, leaves them beside another dispute. */
export function tellWords({ flagReason, flagWords }: Pick<Disputed, 'flagReason' | 'flagWords'>): {
  readonly flagWords?: string
} {
  return flagWords !== null && flagReason === 'was-there' ? { flagWords } : {}
}
