import type { SortDirection, StudentSort } from '#contract/report-requests.ts'
import type { ReportedStudent, SessionSummary } from '#contract/reports.ts'
import type { KeptDispute } from './dispute-stores.ts'
import type { CellMark, SheetReports, Slice } from './sheet-stores.ts'

/** Epoch ms: includes `from`, excludes `to`. */
export type Period = { readonly from: number; readonly to: number }

/**
 * The sessions of one group that a report covers. Numbers, starts and ends of sessions have the same order,
 * because each ends before the next starts; so a period is a range of numbers.
 */
export type SessionScope = {
  readonly organisationId: string
  /** A period is a range of the numbers of this group's sessions. */
  readonly groupId: string
  readonly members: number
  /** Number of sessions that the group has ever started. */
  readonly classes: number
  readonly firstNumber: number
  /** Below firstNumber when no session is in the period. */
  readonly lastNumber: number
  /** The last one that has ended; below firstNumber when none has. */
  readonly lastEnded: number
  /** End of the first session: every student who joined before it is expected in all of them. */
  readonly firstEndsAt: number
  /** The session that the group runs now, in the period or not. */
  readonly running: { readonly id: string; readonly number: number } | undefined
}

/** The group whose sessions a report covers. */
export type ReportedGroup = Pick<SessionScope, 'organisationId' | 'groupId'>

export type StudentSelection = {
  /** Part of a name or of a roll number; empty for all students. */
  readonly search: string
  readonly below75: boolean
}

export type StudentOrder = { readonly sort: StudentSort; readonly direction: SortDirection }

export type StudentFacts = ReportedStudent &
  Contact & {
    /** Number of all marks, of all time. */
    readonly total: number
    /** Marks in all classes of the scope, that which runs included. */
    readonly marks: number
    /** Classes of the scope that count so far: without one that runs in which the student has no mark, withdrawn or not. */
    readonly classes: number
    /** Ended sessions of the scope that ended after the student joined, and how many of them have a mark. */
    readonly counted: number
    readonly attended: number
    /** Ended sessions of the scope that were over when the student joined. */
    readonly before: number
  }

/** Both are null of a student who has left: the institute no longer reads that student's document (decision 17). */
export type Contact = { readonly email: string | null; readonly phoneNumber: string | null }

/** A time in which a student was no member: epoch ms, null while it lasts. */
export type TimeAway = { readonly leftAt: number; readonly rejoinedAt: number | null }

/** Only the times of a session. */
export type SessionTimes = Pick<SessionSummary, 'number' | 'startedAt' | 'endsAt'>

/** One session in a student's history. */
export type HistoryCell = Pick<SessionSummary, 'id' | 'state'> &
  SessionTimes & {
    readonly mark: CellMark | null
    readonly dispute: KeptDispute | null
    /** The student had left before its end. */
    readonly wasAway: boolean
  }

/**
 * Reads for reports. They never run within a transaction; on the embedded engine they run in another thread. `now`:
 * epoch ms.
 */
export type ReportStore = SheetReports & {
  readonly findScope: (group: ReportedGroup, period: Period, now: number) => Promise<SessionScope | undefined>
  /** By number. Both numbers are included. */
  readonly listSessions: (
    group: ReportedGroup,
    firstNumber: number,
    lastNumber: number,
    now: number,
  ) => Promise<SessionSummary[]>
  /** Of all sessions of the scope, by number, without attendance figures. */
  readonly listSessionTimes: (scope: SessionScope) => Promise<SessionTimes[]>
  readonly findSession: (organisationId: string, sessionId: string, now: number) => Promise<SessionSummary | undefined>
  readonly countStudents: (scope: SessionScope, selection: StudentSelection) => Promise<number>
  readonly listStudents: (
    scope: SessionScope,
    selection: StudentSelection,
    order: StudentOrder,
    slice: Slice,
  ) => Promise<StudentFacts[]>
  /** Of all selected students, in order: for an export, which reads their facts in batches. */
  readonly listStudentIds: (
    scope: SessionScope,
    selection: StudentSelection,
    order: StudentOrder,
  ) => Promise<readonly string[]>
  /** In the order of the ids. An id that is no longer listed is left out. */
  readonly findStudents: (scope: SessionScope, studentIds: readonly string[]) => Promise<StudentFacts[]>
  readonly findStudent: (scope: SessionScope, studentId: string) => Promise<StudentFacts | undefined>
  /** The newest first. */
  readonly listHistory: (
    scope: SessionScope,
    studentId: string,
    page: { readonly limit: number; readonly offset: number },
    now: number,
  ) => Promise<HistoryCell[]>
  /** Whether a mark of the session, or of the student at the organisation, was ever made by hand. */
  readonly hasMarkByHand: (
    organisationId: string,
    of: { readonly sessionId: string } | { readonly studentId: string },
  ) => Promise<boolean>
  /** Of those of the students who are or were members. */
  readonly listContacts: (
    organisationId: string,
    studentIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Contact>>
  /** For those of the students who have ever left. */
  readonly listAway: (
    organisationId: string,
    studentIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly TimeAway[]>>
  /** The numbers of the scope's sessions in which each of the students has a mark, unordered. */
  readonly listAttended: (
    scope: SessionScope,
    studentIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly number[]>>
}
