import { attendanceWindowMs } from '#contract/rules.ts'
import type { Membership } from '../institutes/membership-stores.ts'
import type { MarkOutcome } from '../sessions/stores.ts'

export type Marking = { readonly outcome: MarkOutcome; readonly total: number; readonly expiryTime: number }

/**
 * Spec §4, marking a student per organisation. Without an entry, or after its expiryTime, the mark counts and a new
 * window of an hour begins; within the window nothing changes. `now`: the database's clock, epoch ms.
 */
export function markAttendance(membership: Pick<Membership, 'total' | 'expiryTime'>, now: number): Marking {
  const { total, expiryTime } = membership
  if (expiryTime !== null && now <= expiryTime) return { outcome: 'already-marked', total, expiryTime }
  return { outcome: 'counted', total: total + 1, expiryTime: now + attendanceWindowMs }
}
