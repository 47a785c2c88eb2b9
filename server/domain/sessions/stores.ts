import type { WayOfMark } from '#contract/ways.ts'
import type { Reach } from '../callers.ts'
import type { MarkSignature } from '../marks/mark-signature.ts'

/** A running attendance session: the time in which an organisation may mark its members. Times are epoch ms. */
export type AttendanceSession = {
  readonly id: string
  readonly organisationId: string
  readonly groupId: string
  /** 1 for the first session of the group, and so on. */
  readonly number: number
  readonly startedAt: number
  /** By today's clock: earlier than the stored start if the clock was set back since. */
  readonly endsAt: number
  /** How far the clock was set back since the start: the session continues on the clock that it began with. */
  readonly setBackMs: number
  /** The login session that started it. A repeated start from there gets the first answer again. */
  readonly starterSessionId: string
}

/** The session as it is stored at its start, before the clock can have been set back. */
export type StartedSession = Omit<AttendanceSession, 'setBackMs'> & {
  /** The account. */
  readonly startedBy?: string
  /** Null: without a room. */
  readonly roomId?: string | null
  /** Of a session of a course. */
  readonly course?: {
    /** After the start; null: never. */
    readonly lateAfterMs: number
    readonly closesAfterMs: number | null
    readonly refusesLate: boolean
    readonly takesGuests: boolean
  }
}

/** When a session was ended before its time, epoch ms. */
export type EarlyEnd = {
  /** In the time that the session began with. */
  readonly endsAt: number
  /** By the clock as it is now, where that is another time. */
  readonly closesAt: number | null
  /** The account. */
  readonly endedBy: string
}

/** What makes a mark worth a second look (rules §5.5). */
export type EvidenceFlag = 'new-passkey' | 'backup-changed' | 'cross-platform'

/** What the browser reported of the student's ceremony, kept on the mark. */
export type MarkEvidence = {
  readonly attachment: 'platform' | 'cross-platform' | null
  readonly userVerified: boolean
  readonly backupEligible: boolean
  readonly backedUp: boolean
  /** Absent on marks that are older than the flags. */
  readonly flags?: readonly EvidenceFlag[]
}

/**
 * How a mark was made, as its row says it. 'kiosk': at the institute's screen without a signature, as all marks were made at
 * first. Whatever reads it calls that 'screen', too.
 */
export type MarkMethod = 'kiosk' | WayOfMark

/** Identified by session and student: each student has one mark at most in a session. */
export type Mark = {
  readonly attendanceSessionId: string
  readonly organisationId: string
  readonly studentId: string
  readonly markedAt: number
  /** When the check-in began, as it was signed; absent in classes. */
  readonly begunAt?: number
  readonly method: MarkMethod
  readonly credentialId: string
  readonly proofId: string
  readonly evidence: MarkEvidence
}

/** A mark as it is read. */
export type KeptMark = Pick<Mark, 'markedAt' | 'proofId'> & {
  readonly way: WayOfMark
  /** True once the last ruling about it says so. */
  readonly isWithdrawn: boolean
}

/** What a verified student ceremony leaves behind: the right to one mark (rules §6.2). */
export type PresenceProof = {
  readonly id: string
  readonly loginSessionId: string
  readonly attendanceSessionId: string
  readonly studentId: string
  readonly credentialId: string
  readonly evidence: MarkEvidence
  readonly signed: MarkSignature
  readonly expiresAt: number
}

export type UnspentProof = { readonly proof: PresenceProof; readonly attendanceSession: AttendanceSession }

export type MarkOutcome = 'counted' | 'already-marked'

/** A mark as a screen shows it. */
export type LatestMark = Pick<Mark, 'studentId' | 'markedAt'> & {
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
}

export type AttendanceStore = {
  /** The group's session that runs now, by the database's clock. */
  readonly findRunning: (groupId: string) => Promise<AttendanceSession | undefined>
  /** The group's newest session, whether it runs or not. One that was taken back is none. */
  readonly findNewest: (groupId: string) => Promise<AttendanceSession | undefined>
  readonly insert: (session: StartedSession) => Promise<void>
  /** The accounts that started and ended it; null where none is stored, and where it ended by itself. */
  readonly findWhoHeld: (id: string) => Promise<{ startedBy: string | null; endedBy: string | null }>
  /** Reads a session, and locks it until the transaction ends: no mark is made in it meanwhile. */
  readonly lockSession: (reach: Reach, id: string) => Promise<AttendanceSession | undefined>
  /** When the newest mark of a session was made, epoch ms: of all its marks, those that were withdrawn among them. */
  readonly findNewestMarkTime: (id: string) => Promise<number | undefined>
  /** Moves the end of a session that still runs; the end that it began with is kept. */
  readonly endEarly: (id: string, end: EarlyEnd) => Promise<void>
  /** Takes the number from a session without marks, so that the next one gets it. The organisation must be locked. */
  readonly giveNumberBack: (session: Pick<AttendanceSession, 'id' | 'groupId'>) => Promise<void>
  /** Null: none. The room is locked, and no other session runs there. */
  readonly setRoom: (id: string, roomId: string | null) => Promise<void>
  /** Ends a session at once. Only a session whose start lies in the future may be ended so. */
  readonly close: (id: string, now: number) => Promise<void>
  /** Each is the student's first mark in that session; the memberships must be locked. */
  readonly insertMarks: (...marks: readonly Mark[]) => Promise<void>
  /** Whether a mark or a ruling is about the student. */
  readonly isInRegister: (studentId: string) => Promise<boolean>
  /** Of a class that runs: marks that stand, and how many of these are of students who have left since it began. */
  readonly countPresent: (
    session: Pick<AttendanceSession, 'id' | 'organisationId' | 'startedAt'>,
  ) => Promise<{ readonly present: number; readonly gone: number }>
  /** The newest marks of a session that stand, newest first. */
  readonly listLatestMarks: (attendanceSessionId: string, limit: number) => Promise<LatestMark[]>
  readonly saveProof: (proof: PresenceProof) => Promise<void>
  /**
   * Takes and locks the newest unspent, unexpired proof of this login session for this student. The attendance session
   * of the proof is returned with it and cannot change until the transaction ends.
   */
  readonly lockProof: (loginSessionId: string, studentId: string) => Promise<UnspentProof | undefined>
  readonly spendProof: (proof: PresenceProof, outcome: MarkOutcome, now: number) => Promise<void>
  /**
   * The result of the newest spent proof of this login session for this student, while it would still be valid, for a caller
   * who did not get the answer. Writes it once more: the commit then waits for the standby as that of the mark did.
   */
  readonly repeatSpentProof: (loginSessionId: string, studentId: string) => Promise<MarkOutcome | undefined>
}
