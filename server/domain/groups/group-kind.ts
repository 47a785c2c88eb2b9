import type { CellStatus } from '#contract/course-cells.ts'
import type { SessionStatus } from '#contract/course-rules.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import type { MemberAttendance, Membership } from '../institutes/membership-stores.ts'
import type { SessionToMark } from '../marks/stores.ts'
import type { Stores } from '../ports.ts'
import type { CellRuling, LockedAbsent, LockedMark } from '../register/ruling-stores.ts'
import type { AttendanceSession, StartedSession } from '../sessions/stores.ts'
import type { Confirmed } from '../step-up-asked.ts'

/** In what the whole institute and a course differ as groups that meet. In all else a session is a session. */
export type GroupKind = {
  readonly name: 'whole' | 'course'
  /** How long a session lasts, ms. `wanted`: minutes, as the start says. Throws general_argument_invalid. */
  readonly lengthOf: (wanted: number | undefined) => number
  /** What can be said of a session that has ended. */
  readonly statuses: readonly SessionStatus[]
  /** The people of a session are read as one list, each with a cell, with or without an account. Of a class, with up to 200,000 members, pages are. */
  readonly listsRoster: boolean
  /** Reads and locks a group: starts queue here, and sessions that are taken back. Undefined where there is none. */
  readonly lock: (stores: Stores, organisationId: string, groupId: string) => Promise<LockedGroup | undefined>
  /** Keeps the number of the newest session. The group is locked. */
  readonly saveNewest: (stores: Stores, organisationId: string, number: number, now: number) => Promise<void>
  /**
   * Locks what the early end of a session, or a ruling about this person in it, changes besides it. Before the session: a
   * mark locks it first, too.
   */
  readonly lockMarked: (stores: Stores, session: OfGroup, personId?: string) => Promise<void>
  /** What an early end changes besides the session. `now`: epoch ms. */
  readonly afterEnd: (stores: Stores, session: OfGroup, now: number) => Promise<void>
  /** How long after a session's end its teachers may change it, ms; null: for ever. */
  readonly teacherLockMs: number | null
  /** Why a student gets no mark by a check-in that began then, epoch ms; undefined where one may be marked. */
  readonly refusesMark: (
    session: SessionToMark,
    isEnrolled: boolean,
    begunAt: number,
  ) => 'not-in-course' | 'after-closing' | undefined
  /** What a mark counts besides itself; undefined where numbers are worked out of the cells. 'hour': not while the window of an earlier mark is open. */
  readonly afterMark: (oncePer: 'hour' | 'session') => Counter | undefined
  /** Reads what stands in a cell of a locked session, and locks what a ruling changes besides it. */
  readonly lockStanding: (
    stores: Stores,
    session: AttendanceSession,
    cell: Pick<CellRuling, 'personId' | 'studentId'>,
  ) => Promise<Standing>
  /** False where a ruling would change nothing and answer nothing. Throws what such a ruling is refused with. */
  readonly needsRuling: (
    standing: Standing & { readonly isDisputed: boolean },
    ruling: Pick<CellRuling, 'status' | 'minutes'>,
    role: StaffRole | undefined,
    now: number,
  ) => boolean
  /** What a ruling changes besides itself. */
  readonly afterRuling: (
    stores: Stores,
    request: Confirmed,
    session: AttendanceSession,
    standing: Standing,
    ruling: CellRuling,
  ) => Promise<void>
}

/** What stands in a cell before a ruling. */
export type Standing = {
  /** As the student knows it; null for a person who is told nothing. */
  readonly stands: CellStatus | null
  /** In a class: the mark, or the student who has none. */
  readonly mark?: LockedMark
  readonly absent?: LockedAbsent
}

type OfGroup = Pick<AttendanceSession, 'id' | 'organisationId'>

type LockedGroup = {
  /** The number of the newest session; 0 before the first. */
  readonly newest: number
  readonly isOpen: boolean
  /** What a session takes over from the policy of its course. */
  readonly rules?: NonNullable<StartedSession['course']>
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
