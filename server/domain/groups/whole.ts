import type { AttendanceSession } from '../sessions/stores.ts'
import type { Counter, GroupKind } from './group-kind.ts'
import { markAttendance } from './mark-attendance.ts'

/** All members of an institute. Its sessions are classes: numbers are kept with the members, because there may be 200,000. */
export const whole: GroupKind = { name: 'whole', teacherLockMs: null, afterMark: (oncePer) => countClass(oncePer) }

/**
 * Counts a class for its member. 'hour': not while the window of an earlier mark is open, whatever session it was made in.
 * `assertDue` may refuse the total; it is asked where there is no earlier mark.
 */
export function countClass(oncePer: 'hour' | 'session', assertDue: (total: number) => void = () => undefined): Counter {
  return {
    next(membership, session, now) {
      const due = markAttendance(oncePer === 'hour' ? membership : { ...membership, expiryTime: null }, now)
      if (due.outcome !== 'counted') return undefined
      return { total: due.total, expiryTime: beginsWindow(session, now) ? due.expiryTime : membership.expiryTime }
    },
    async save({ memberships }, session, attendances, now) {
      for (const { total } of attendances) assertDue(total)
      const save = beginsWindow(session, now) ? memberships.saveAttendance : memberships.saveTotal
      await save(session.organisationId, ...attendances)
    },
  }
}

/** A mark after the end begins no window: it would keep the student from the next class. */
const beginsWindow = ({ endsAt }: AttendanceSession, now: number): boolean => now < endsAt
