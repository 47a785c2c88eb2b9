import type { AttendanceWorking, DifferenceReason } from './attendance-working.ts'

/**
 * Reports (docs/decisions/0009-absences-are-facts.md). All times are epoch ms. A period is `from` (included) to `to` (not included), and
 * a session belongs to it by its start; either end may be left out. All lists are paged by `limit` and `offset`.
 *
 * An organisation reads its own reports in any session of its own. Exports need a password or a passkey that was given at
 * most ten minutes ago: without it 401 user_unauthorized with exactSentences.confirmBeforeExport.
 */

export type SessionState = 'running' | 'ended'

/** One attendance session in numbers. */
export type SessionSummary = {
  readonly id: string
  /** 1 for the organisation's first session, and so on. */
  readonly number: number
  readonly startedAt: number
  readonly endsAt: number
  readonly state: SessionState
  /** Students marked in it. */
  readonly present: number
  /** Members of that time: who joined before its end (of a running one: all members). Absent: expected - present. */
  readonly expected: number
  /** Marks that were flagged. */
  readonly flagged: number
}

export type SessionsReport = {
  /** Sessions of the period, on all pages. */
  readonly total: number
  /** The newest first. */
  readonly sessions: readonly SessionSummary[]
}

/** One session, or several neighbouring ones added up. Only sessions that have ended are in it. */
export type AttendancePoint = {
  /** Numbers of the first and the last session; the same when it is one. */
  readonly firstNumber: number
  readonly lastNumber: number
  /** Start of the first session. */
  readonly startedAt: number
  /** Sums over its sessions: present / expected is the share of the point. */
  readonly present: number
  readonly expected: number
}

export type AttendanceOverTime = {
  /** The oldest first. */
  readonly points: readonly AttendancePoint[]
  /** How many sessions a point adds up (the last one may have fewer); 1 unless there are more than maxChartPoints. */
  readonly sessionsPerPoint: number
}

/** A member as reports name them. */
export type ReportedStudent = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
  readonly joinedAt: number
}

/** Both numbers of one student. */
export type StudentStanding = {
  /** The dashboards' number (spec §5): total / classes × 100, of all time. */
  readonly total: number
  readonly classes: number
  /** The report's number, of the period. */
  readonly working: AttendanceWorking
  /** Why the two have different divisors; empty when they have not. */
  readonly differences: readonly DifferenceReason[]
}

export type StudentRow = ReportedStudent & StudentStanding

export type StudentsReport = {
  /** Students that the search and the filter leave, on all pages. */
  readonly total: number
  /** Ended sessions of the period. */
  readonly endedSessions: number
  readonly students: readonly StudentRow[]
}

/**
 * 'present': there is a mark, also in a session that runs. 'running': no mark yet. 'absent': it has ended without one.
 * 'not-yet-a-member': it had ended before the student joined; it does not count.
 * 'not-a-member': the student had left before it ended, and has no mark in it; it does not count either.
 */
export const presences = ['present', 'absent', 'running', 'not-yet-a-member', 'not-a-member'] as const
export type Presence = (typeof presences)[number]

/** How a mark was made. */
export type ReportedMethod = 'kiosk'

/** What about a mark deserves a second look (rules §5.5). */
const evidenceFlags = ['new-passkey', 'backup-changed', 'cross-platform'] as const

/** What the browser told of the passkey ceremony that a mark rests on. */
export type ReportedEvidence = {
  /** Where the passkey is: in this device, in another one such as a phone, or not told. */
  readonly attachment: 'platform' | 'cross-platform' | null
  readonly userVerified: boolean
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly flags: readonly (typeof evidenceFlags)[number][]
}

/** What is known of the mark itself; null where there is none. */
export type ReportedMark = {
  readonly markedAt: number
  readonly method: ReportedMethod
  readonly evidence: ReportedEvidence
  /** When the student or the organisation flagged it; null when nobody did. */
  readonly flaggedAt: number | null
}

/** One session in one student's history. */
export type HistoryEntry = {
  readonly sessionId: string
  readonly number: number
  readonly startedAt: number
  readonly endsAt: number
  readonly state: SessionState
  readonly presence: Presence
  readonly mark: ReportedMark | null
}

export type History = {
  /** Sessions of the period, on all pages. */
  readonly total: number
  /** The newest first. */
  readonly entries: readonly HistoryEntry[]
}

/** One student, to the organisation. */
export type StudentReport = { readonly student: StudentRow; readonly history: History }

/** The student's own view of one institute. */
export type OwnReport = StudentStanding & {
  readonly organisation: { readonly id: string; readonly name: string }
  readonly joinedAt: number
  readonly history: History
}

/** One student on the sheet of one session. In a running session who has no mark yet is 'running'. */
export type SheetRow = ReportedStudent & {
  readonly presence: Exclude<Presence, 'not-yet-a-member' | 'not-a-member'>
  readonly mark: ReportedMark | null
}

/** Who was there, among the members of that time. */
export type SessionSheet = {
  readonly session: SessionSummary
  /** Rows that the filter and the search leave, on all pages. */
  readonly total: number
  /** By roll number. */
  readonly rows: readonly SheetRow[]
}
