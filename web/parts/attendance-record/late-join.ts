import type { StudentStanding } from '#contract/reports.ts'
import { latePart } from '../late-part/late-part.tsx'
import { shownStanding } from './shown-standing.ts'
import type { LateJoin } from './since-joining.tsx'

/** Few have joined after a class: the others load nothing of it. */
export const SinceJoining = latePart(async () => (await import('./since-joining.tsx')).SinceJoining)
export const BothNumbers = latePart(async () => (await import('./since-joining.tsx')).BothNumbers)

/** Of who reads the part since joining first; undefined of all others. */
export function lateJoinOf(standing: StudentStanding & { readonly joinedAt: number }): LateJoin | undefined {
  const { joinedAt, sinceJoining: part } = standing
  // Of a period, only those in it.
  return part && { joinedAt, before: shownStanding(standing).counted - part.counted, part }
}
