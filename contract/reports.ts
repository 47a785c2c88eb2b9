import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { attendanceWorking, differenceReason } from './attendance-standing.ts'
import { headCount } from './head-count.ts'
import type { ReadOnly } from './read-only.ts'
import { disputeReason, toldDispute } from './receipts.ts'
import { toldRuling } from './rulings.ts'

/**
 * Answers of the report calls (docs/decisions/0009-absences-are-facts.md). All times are epoch ms. A period is `from` (included) to `to`
 * (not included), and a session belongs to it by its start; either end may be left out. All lists are paged by `limit`
 * and `offset`.
 *
 * An organisation reads its own reports in any session of its own. Exports need a password or a passkey that was given at
 * most ten minutes ago: without it 401 user_unauthorized, step-up-needed-to-export.
 */

const sessionState = z.enum(['running', 'ended'])
export type SessionState = z.output<typeof sessionState>

/** One attendance session of a group in numbers. */
const sessionSummary = z.strictObject({
  id: idAnswer,
  /** 1 for the group's first session, and so on. */
  number: countAnswer,
  startedAt: timeAnswer,
  endsAt: timeAnswer,
  state: sessionState,
  /** Students marked in it whose mark was not withdrawn; in a course who are here by their cells. */
  present: countAnswer,
  /**
   * Members at that time: all who joined before its end (for a running one: all members); in a course who are on the sheet, neither left
   * out nor excused. Absent: expected - present.
   */
  expected: countAnswer,
  /** Marks whose dispute waits for an answer. */
  flagged: countAnswer,
  /** The last one; absent before the first. */
  headCount: headCount.exactOptional(),
  /** Of a course: why it counts for no one after its end. */
  uncounted: z.enum(['cancelled', 'not-taken']).exactOptional(),
})
export type SessionSummary = ReadOnly<typeof sessionSummary>

export const sessionsReport = z.strictObject({
  /** Sessions of the period, on all pages. */
  total: countAnswer,
  /** The newest first. */
  sessions: z.array(sessionSummary),
})
export type SessionsReport = ReadOnly<typeof sessionsReport>

/** One session, or the sum of several consecutive ones. Only ended sessions that count are included. */
const attendancePoint = z.strictObject({
  /** Numbers of the first and the last session; the same when it is one. */
  firstNumber: countAnswer,
  lastNumber: countAnswer,
  /** Start of the first session. */
  startedAt: timeAnswer,
  /** Sums over its sessions: present / expected is the share of the point. */
  present: countAnswer,
  expected: countAnswer,
})
export type AttendancePoint = ReadOnly<typeof attendancePoint>

export const attendanceOverTime = z.strictObject({
  /** The oldest first. */
  points: z.array(attendancePoint),
  /** How many sessions a point sums up (the last one may have fewer); 1 unless there are more than maxChartPoints. */
  sessionsPerPoint: countAnswer,
  /**
   * The members, and those of them below 75% by the number that lists show. Null for a part of the classes,
   * for which all of its marks would be counted, before the first class, and for a course.
   */
  students: z.strictObject({ total: countAnswer, below75: countAnswer }).nullable(),
  /** Of a course: the percentage that is good there. Absent of the whole institute, whose is 75. */
  goal: countAnswer.exactOptional(),
})
export type AttendanceOverTime = ReadOnly<typeof attendanceOverTime>

/** A member, as reports identify students. */
const reportedStudent = z.strictObject({
  id: idAnswer,
  firstName: z.string(),
  lastName: z.string(),
  rollNumber: z.string(),
  joinedAt: timeAnswer,
})
export type ReportedStudent = ReadOnly<typeof reportedStudent>

/** How one student stands. */
const studentStanding = z.strictObject({
  /** Marks and classes of all time. */
  total: countAnswer,
  classes: countAnswer,
  /** The percentage of spec §5, for the classes of the period: all of them count, that which runs included. */
  official: attendanceWorking,
  /**
   * What lists show, order and filter by (decision 31): as `official`, without a class that runs in which the student has no
   * mark. Its `counted` is then one less. Absent from an older server.
   */
  shown: attendanceWorking.exactOptional(),
  /** The same for the sessions of the period that have ended and that the student could attend. */
  working: attendanceWorking,
  /**
   * Of who joined after the class with the number `after`: the part since then, where it leads (decision 31). Its classes are those of
   * `shown`.
   */
  sinceJoining: z.strictObject({ after: countAnswer, counted: countAnswer, attended: countAnswer }).exactOptional(),
  /** Why total / classes and `working` have different divisors; empty when they have not. */
  differences: z.array(differenceReason),
})
export type StudentStanding = ReadOnly<typeof studentStanding>

export const studentRow = z.strictObject({ ...reportedStudent.shape, ...studentStanding.shape })
export type StudentRow = ReadOnly<typeof studentRow>

export const studentsReport = z.strictObject({
  /** Number of students that match the search and the filter, on all pages. */
  total: countAnswer,
  /** Ended sessions of the period. */
  endedSessions: countAnswer,
  students: z.array(studentRow),
})
export type StudentsReport = ReadOnly<typeof studentsReport>

/**
 * 'present': there is a mark, also in a running session. 'running': no mark yet. 'absent': it has ended without one.
 * 'withdrawn': there is a mark that the institute has withdrawn; it counts as absence.
 * 'not-yet-a-member': it ended before the student joined; it does not count. 'not-a-member': the student had left
 * before its end, and has no mark in it; it does not count either.
 */
const presence = z.enum(['present', 'absent', 'withdrawn', 'running', 'not-yet-a-member', 'not-a-member'])
export type Presence = z.output<typeof presence>

/** How a mark was made. 'kiosk': at the institute's screen. */
const reportedMethod = z.enum(['kiosk', 'room-code', 'hand', 'office'])
export type ReportedMethod = z.output<typeof reportedMethod>

/** What makes a mark worth a second look (rules §5.5). */
const evidenceFlag = z.enum(['new-passkey', 'backup-changed', 'cross-platform'])

/** What the browser reported of the mark's passkey ceremony. */
const reportedEvidence = z.strictObject({
  /** Where the passkey is: in this device, in another one such as a phone, or unknown. */
  attachment: z.enum(['platform', 'cross-platform']).nullable(),
  userVerified: z.boolean(),
  backupEligible: z.boolean(),
  backedUp: z.boolean(),
  flags: z.array(evidenceFlag),
})
export type ReportedEvidence = ReadOnly<typeof reportedEvidence>

/** The data of the mark; null without a mark. */
const reportedMark = z.strictObject({
  markedAt: timeAnswer,
  method: reportedMethod,
  evidence: reportedEvidence,
  /** When the student disputed it; null while they have not, and once it is answered. */
  flaggedAt: timeAnswer.nullable(),
  /** The dispute that its student may begin; absent where there is none, as while one is open. */
  mayDispute: disputeReason.exactOptional(),
  /** What the student said to the open dispute; absent without words. */
  flagWords: z.string().exactOptional(),
  /** The last one about it; absent where there is none. */
  ruling: toldRuling.exactOptional(),
  /** Why the institute made it by hand; absent for a mark of another way. */
  handReason: z.string().exactOptional(),
})
export type ReportedMark = ReadOnly<typeof reportedMark>

/** One session in one student's history. */
const historyEntry = z.strictObject({
  sessionId: idAnswer,
  number: countAnswer,
  startedAt: timeAnswer,
  endsAt: timeAnswer,
  state: sessionState,
  presence,
  mark: reportedMark.nullable(),
  /** Of an absence without a mark: what its student said, or may say. Absent where there is nothing. */
  dispute: toldDispute.exactOptional(),
})
export type HistoryEntry = ReadOnly<typeof historyEntry>

export const history = z.strictObject({
  /** Sessions of the period, on all pages. */
  total: countAnswer,
  /** The newest first. */
  entries: z.array(historyEntry),
})
export type History = ReadOnly<typeof history>

/** One student, for the organisation. */
export const studentReport = z.strictObject({ student: studentRow, history })
export type StudentReport = ReadOnly<typeof studentReport>

/** The student's own view of one institute. */
export const ownReport = z.strictObject({
  ...studentStanding.shape,
  organisation: z.strictObject({ id: idAnswer, name: z.string() }),
  joinedAt: timeAnswer,
  history,
})
export type OwnReport = ReadOnly<typeof ownReport>

/** One student on the sheet of one session. In a running session a student without a mark yet is 'running'. */
const sheetRow = z.strictObject({
  ...reportedStudent.shape,
  personId: idAnswer,
  presence: presence.exclude(['not-yet-a-member', 'not-a-member']),
  mark: reportedMark.nullable(),
})
export type SheetRow = ReadOnly<typeof sheetRow>

/** Who was there, among the members at that time. */
export const sessionSheet = z.strictObject({
  session: sessionSummary,
  /** Rows that match the filter and the search, on all pages. */
  total: countAnswer,
  /** By roll number. */
  rows: z.array(sheetRow),
})
export type SessionSheet = ReadOnly<typeof sessionSheet>
