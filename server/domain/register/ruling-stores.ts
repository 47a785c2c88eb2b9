import type { Ruling } from '#contract/rulings.ts'
import type { WayOfMark } from '#contract/ways.ts'
import type { Mark } from '../attendance/stores.ts'

/** Which mark it is: there is one of each student in an attendance session. */
export type MarkKey = Pick<Mark, 'attendanceSessionId' | 'studentId'>

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
  /** When the student disputed it; null while they have not. */
  readonly flaggedAt: number | null
  /** What the student said to the dispute; absent without words. */
  readonly flagWords?: string
  /** True while a dispute waits for its answer. */
  readonly isDisputed: boolean
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

export type RulingStore = {
  readonly findMark: (organisationId: string, mark: MarkKey) => Promise<RuledMark | undefined>
  /** Reads the mark, and locks it and the student's attendance here until the transaction ends. */
  readonly lockMark: (organisationId: string, mark: MarkKey) => Promise<LockedMark | undefined>
  /** Of one mark, the oldest first. */
  readonly listOf: (mark: MarkKey) => Promise<Ruling[]>
  readonly add: (mark: MarkKey, ruling: Ruling) => Promise<void>
  /** Notes that this ruling answers the dispute. */
  readonly answerDispute: (mark: MarkKey, sequence: number) => Promise<void>
  /**
   * Takes marks of these students off the settled numbers of their session, or adds them. Nothing is settled before a
   * session is over.
   */
  readonly recount: (attendanceSessionId: string, studentIds: readonly string[], by: 1 | -1) => Promise<void>
}
