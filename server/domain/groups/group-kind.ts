import type { MemberAttendance, Membership } from '../institutes/membership-stores.ts'
import type { Stores } from '../ports.ts'
import type { AttendanceSession } from '../sessions/stores.ts'

/** In what the whole institute and a course differ as groups that meet. In all else a session is a session. */
export type GroupKind = {
  readonly name: 'whole' | 'course'
  /** How long after a session's end its teachers may change it, ms; null: for ever. */
  readonly teacherLockMs: number | null
  /** What a mark counts besides itself; undefined where numbers are worked out of the cells. 'hour': not while the window of an earlier mark is open. */
  readonly afterMark: (oncePer: 'hour' | 'session') => Counter | undefined
}

/** What a mark counts besides itself: in a class the total and the window of its member. */
export type Counter = {
  /** As it stands after a mark in this session. Undefined where the mark does not count now. `now`: epoch ms. */
  readonly next: (membership: Membership, session: AttendanceSession, now: number) => Counted | undefined
  /** Keeps what several members have after their marks in this session. */
  readonly save: (
    stores: Pick<Stores, 'memberships'>,
    session: AttendanceSession,
    attendances: readonly MemberAttendance[],
    now: number,
  ) => Promise<void>
}

type Counted = Pick<Membership, 'total' | 'expiryTime'>
