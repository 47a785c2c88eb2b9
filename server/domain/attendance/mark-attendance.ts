import { attendanceWindowMs } from '#contract/rules.ts'
import type { Membership } from '../membership/stores.ts'
import type { MarkOutcome } from './stores.ts'

export type Marking = { readonly outcome: MarkOutcome; readonly total: number; readonly expiryTime: number }

/**
 * Spec §4, marking a student per organisation, whole: without an entry, or past its expiryTime, the mark counts and
 * the window of an hour begins again; within the window nothing changes. `now`: epoch ms, the database's clock.
 */
export function markAttendance(membership: Pick<Membership, 'total' | 'expiryTime'>, now: number): Marking {
  const { total, expiryTime } = membership
  if (expiryTime !== null && now <= expiryTime) return { outcome: 'already-marked', total, expiryTime }
  return { outcome: 'counted', total: total + 1, expiryTime: now + attendanceWindowMs }
}
