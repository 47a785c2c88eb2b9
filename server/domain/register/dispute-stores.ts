import type { Dispute, DisputeReason, OpenDisputes } from '#contract/receipts.ts'
import type { Reach } from '../callers.ts'
import type { RegisterFacts, RegisterFrame } from '../groups/stores.ts'
import type { AttendanceSession } from '../sessions/stores.ts'

/** What a student disputes of the own cell. Epoch ms. */
export type KeptDispute = {
  readonly disputedAt: number
  readonly reason: DisputeReason
  /** What the student said to an absence; null without words. */
  readonly words: string | null
  /** The sequence of the ruling that answered it; null while it is open. */
  readonly answer: number | null
}

/** A session of an institute in which the student has a place, and the student's row there. */
export type OwnCell = { readonly session: AttendanceSession; readonly personId: string }

export type DisputeStore = {
  /** Undefined where the student is none of the institute's. */
  readonly findCell: (studentId: string, attendanceSessionId: string) => Promise<OwnCell | undefined>
  /** The same, and locks the session until the transaction ends: a ruling about the cell queues here. */
  readonly lockCell: (studentId: string, attendanceSessionId: string) => Promise<OwnCell | undefined>
  /** One cell of a course, with all that it is worked out of. */
  readonly readCell: (
    groupId: string,
    cell: { readonly sessionId: string; readonly people: readonly [string] },
  ) => Promise<RegisterFrame & RegisterFacts>
  readonly find: (attendanceSessionId: string, studentId: string) => Promise<KeptDispute | null>
  /** All of one student, by the session. */
  readonly listOf: (studentId: string) => Promise<ReadonlyMap<string, KeptDispute>>
  /** The students whose dispute of this session waits for an answer. */
  readonly listOpenIn: (attendanceSessionId: string) => Promise<string[]>
  /** In place of one that was answered. */
  readonly begin: (session: AttendanceSession, studentId: string, dispute: Dispute, now: number) => Promise<void>
  /** Removes one that waits for its answer. Returns false, and changes nothing, where there is none. */
  readonly takeBack: (attendanceSessionId: string, studentId: string) => Promise<boolean>
  /** Notes that this ruling answers the dispute. */
  readonly answer: (attendanceSessionId: string, studentId: string, sequence: number) => Promise<void>
  /** Of those that wait for an answer, in the groups of this reach. */
  readonly countOpen: (reach: Reach) => Promise<number>
  /** The oldest first: none waits for ever. */
  readonly listOpen: (reach: Reach, limit: number) => Promise<OpenDisputes['disputes']>
}
