import type { Presence, ReportedEvidence, ReportedMark } from '#contract/reports.ts'
import type { CellMark } from './sheet-stores.ts'
import { tellDispute } from './tell-dispute.ts'

/** A mark as reports and files tell it. */
export function tellMark(mark: CellMark): ReportedMark {
  const { markedAt, way, evidence, ruling, handReason } = mark
  return {
    markedAt,
    // The word that reports had for it first.
    method: way === 'screen' ? 'kiosk' : way,
    // Marks that are older than the flags have none.
    evidence: { flags: [], ...evidence } as ReportedEvidence,
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
