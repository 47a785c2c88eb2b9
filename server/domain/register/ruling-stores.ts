import type { CellStatus } from '#contract/course-cells.ts'
import type { WayOfMark } from '#contract/ways.ts'
import type { ToldCell } from '../mail/told-cell.ts'
import type { AttendanceSession, Mark } from '../sessions/stores.ts'

/** Which mark it is: there is one of each student in an attendance session. */
export type MarkKey = Pick<Mark, 'attendanceSessionId' | 'studentId'>

type NamedSession = Pick<AttendanceSession, 'id' | 'groupId'>

/** A mark with what a ruling about it needs to know. Times are epoch ms. */
export type RuledMark = Pick<Mark, keyof MarkKey | 'organisationId' | 'markedAt'> & {
  /** Of its attendance session, as is the number. */
  readonly groupId: string
  readonly way: WayOfMark
  /** Of a mark by hand: why. */
  readonly handReason: string | null
  /** The account that signed it; null as well in rows of before. */
  readonly handSigner: string | null
  readonly number: number
  /** The signature of the student's own key is kept. */
  readonly isSigned: boolean
}

export type LockedMark = RuledMark & {
  /**
   * True when the window of an hour is this mark's: no later mark of the student counts here, and it was made while its
   * class ran, which was not ended early.
   */
  readonly hasWindow: boolean
  /** The student's attendance here, member or no longer. */
  readonly total: number
  readonly expiryTime: number | null
}

/** A student on the sheet of an ended class who has no mark in it. */
export type LockedAbsent = Pick<LockedMark, 'total' | 'expiryTime' | 'number'> & { readonly endsAt: number }

/** A ruling on a cell of a register, as it was decided. Epoch ms. */
export type CellRuling = {
  readonly personId: string
  readonly studentId: string | null
  /** 1 for the first ruling on this cell, and so on. */
  readonly sequence: number
  readonly status: CellStatus
  readonly reason: string
  /** For the institute alone. */
  readonly note: string | null
  readonly decidedBy: string
  readonly decidedAt: number
  readonly cause: 'staff' | 'roll-call' | 'dispute'
  /** Attended; null where they were not said. */
  readonly minutes: number | null
  /** The roll call that says it. */
  readonly handCheckInId?: string
}

/** A person on whom can be ruled in a session. */
export type RuledPerson = {
  readonly personId: string
  readonly studentId: string | null
  /** Of the last ruling; 0 for none. */
  readonly lastSequence: number
  /** When the mark in the session was made; null for none. Epoch ms. */
  readonly markedAt: number | null
}

export type RulingStore = {
  readonly hasAny: (attendanceSessionId: string) => Promise<boolean>
  /** Those of these people who are or were enrolled in the session's group, or have a mark in it. It is locked. */
  readonly listRuled: (session: NamedSession, personIds: readonly string[]) => Promise<RuledPerson[]>
  /** The sequences are the next ones of each cell. */
  readonly addToCells: (attendanceSessionId: string, ...rulings: readonly CellRuling[]) => Promise<void>
  /** Undefined for a student who is none of the institute's. Of a class without a mark alone. */
  readonly findCell: (attendanceSessionId: string, studentId: string) => Promise<ToldCell | undefined>
  /** The same of a person, with an account or without. */
  readonly findCellOf: (attendanceSessionId: string, personId: string) => Promise<ToldCell | undefined>
  readonly findMark: (organisationId: string, mark: MarkKey) => Promise<RuledMark | undefined>
  /** Reads the mark in a class, and locks it and the student's attendance here until the transaction ends. */
  readonly lockMark: (organisationId: string, mark: MarkKey) => Promise<LockedMark | undefined>
  /**
   * A student on the sheet of an ended class who has no mark in it, member or no longer. Locks the student's attendance here
   * until the transaction ends.
   */
  readonly lockAbsent: (organisationId: string, mark: MarkKey) => Promise<LockedAbsent | undefined>
  /** Of one cell, the oldest first. */
  readonly listOf: (attendanceSessionId: string, personId: string) => Promise<CellRuling[]>
  /**
   * Takes marks of these students off the settled numbers of their session, or adds them. Nothing is settled before a
   * session is over.
   */
  readonly recount: (attendanceSessionId: string, studentIds: readonly string[], by: 1 | -1) => Promise<void>
}
