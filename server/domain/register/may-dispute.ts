import type { FlagReason } from '#contract/receipts.ts'

/** What decides about a new dispute of a mark. The last three are null while the student has not disputed it. */
type Disputed = {
  readonly isWithdrawn: boolean
  readonly flaggedAt: number | null
  readonly flagReason: string | null
  /** The ruling that answered the dispute; null while it is open. */
  readonly flagRuling: number | null
}

/**
 * The dispute that a student may begin: 'not-me' of a mark that counts, 'was-there' of one that is withdrawn. None while
 * one is open, and once answered it is not opened again for the same reason. `flag` of the store asks the same.
 */
export function mayDispute({ isWithdrawn, flaggedAt, flagReason, flagRuling }: Disputed): {
  readonly mayDispute?: FlagReason
} {
  const reason = isWithdrawn ? 'was-there' : 'not-me'
  const isFree = flaggedAt === null || (flagRuling !== null && flagReason !== reason)
  return isFree ? { mayDispute: reason } : {}
}
