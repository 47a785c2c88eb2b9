import type { Presence, ReportedMark } from '#contract/reports.ts'
import type { CellMark } from './sheet-stores.ts'
import { tellDispute } from './tell-dispute.ts'

/** A mark as reports and files tell it. */
export function tellMark(mark: CellMark): ReportedMark {
  const { markedAt, way, ruling, handReason } = mark
  // Marks that are older than the flags have none.
  const { flags = [], ...evidence } = mark.evidence
  return {
    markedAt,
    // The word that reports had for it first.
    method: way === 'screen' ? 'kiosk' : way,
    evidence: { flags, ...evidence },
    ...tellDispute(mark.dispute, mark.isWithdrawn ? 'was-there' : 'not-me'),
    ...(ruling && { ruling }),
    ...(handReason !== null && { handReason }),
  }
}

/** `missing`: what a student without a mark is. A withdrawn one of a student who had left counts as none. */
export function presenceOf<Missing extends Presence>(
  mark: CellMark | null,
  missing: Missing,
): Missing | 'present' | 'withdrawn' {
  if (!mark || (mark.isWithdrawn && missing === 'not-a-member')) return missing
  return mark.isWithdrawn ? 'withdrawn' : 'present'
}
