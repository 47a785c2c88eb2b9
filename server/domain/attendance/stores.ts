/** The class being held: the time in which an organisation may mark its members. Times are epoch ms. */
export type AttendanceSession = {
  readonly id: string
  readonly organisationId: string
  /** 1 for the organisation's first session, and so on. */
  readonly number: number
  readonly startedAt: number
  /** By the clock as it is now: earlier than it was at the start where the clock was set back since. */
  readonly endsAt: number
  /** By how much the clock was set back since the start: the session goes on in the time that it began with. */
  readonly setBackMs: number
  /** The login session that started it: its retry of the start is answered like the first one. */
  readonly starterSessionId: string
}

/** As it is stored when it starts: what a clock that is set back later does to it is not known yet. */
export type StartedSession = Omit<AttendanceSession, 'setBackMs'>

/** What about a mark deserves a second look (rules §5.5). */
export type EvidenceFlag = 'new-passkey' | 'backup-changed' | 'cross-platform'

/** What the browser reported of the student's ceremony, kept on the mark. */
export type MarkEvidence = {
  readonly attachment: string | null
  readonly userVerified: boolean
  readonly backupEligible: boolean
  readonly backedUp: boolean
  /** Absent on marks of before the flags were kept. */
  readonly flags?: readonly EvidenceFlag[]
}

export type MarkMethod = 'kiosk'

/** Known by its session and student: there is one at most. */
export type Mark = {
  readonly attendanceSessionId: string
  readonly organisationId: string
  readonly studentId: string
  readonly markedAt: number
  readonly method: MarkMethod
  readonly credentialId: string
  readonly proofId: string
  readonly evidence: MarkEvidence
}

/** What a verified student ceremony leaves behind: the right to one mark (rules §6.2). */
export type PresenceProof = {
  readonly id: string
  readonly loginSessionId: string
  readonly attendanceSessionId: string
  readonly studentId: string
  readonly credentialId: string
  readonly evidence: MarkEvidence
  readonly expiresAt: number
}

export type UnspentProof = { readonly proof: PresenceProof; readonly attendanceSession: AttendanceSession }

export type MarkOutcome = 'counted' | 'already-marked'

/** How a spent proof ended, for the caller who never got the answer. */
export type SpentProof = { readonly proof: PresenceProof; readonly outcome: MarkOutcome }

/** A mark as a screen shows it. */
export type LatestMark = {
  readonly studentId: string
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
  readonly markedAt: number
}

export type AttendanceStore = {
  /** The organisation's session that runs now, by the database's clock. */
  readonly findRunning: (organisationId: string) => Promise<AttendanceSession | undefined>
  readonly insert: (session: StartedSession) => Promise<void>
  /** Ends a session at once: only one whose start lies in the future. */
  readonly close: (id: string, now: number) => Promise<void>
  /** Returns false, and changes nothing, when the student has a mark in that session already. */
  readonly insertMark: (mark: Mark) => Promise<boolean>
  readonly hasMarks: (studentId: string) => Promise<boolean>
  readonly countMarks: (attendanceSessionId: string) => Promise<number>
  /** The newest marks of a session, newest first. */
  readonly listLatestMarks: (attendanceSessionId: string, limit: number) => Promise<LatestMark[]>
  readonly saveProof: (proof: PresenceProof) => Promise<void>
  /**
   * Takes the newest unspent, unexpired proof of this login session for this student, and locks it. The attendance session
   * that it is for comes with it, and does not change until the transaction ends.
   */
  readonly lockProof: (loginSessionId: string, studentId: string) => Promise<UnspentProof | undefined>
  readonly spendProof: (proof: PresenceProof, outcome: MarkOutcome, now: number) => Promise<void>
  /** The newest spent proof of this login session for this student, while it would still be valid. */
  readonly findSpentProof: (loginSessionId: string, studentId: string) => Promise<SpentProof | undefined>
}
