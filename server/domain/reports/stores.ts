import type { SheetFilter, SortDirection, StudentSort } from '#contract/report-requests.ts'
import type { HistoryEntry, ReportedStudent, SessionSummary, SheetRow } from '#contract/reports.ts'

/** Epoch ms: from `from` to before `to`. */
export type Period = { readonly from: number; readonly to: number }

/**
 * The sessions of one organisation that a report is about. A session's numbers, starts and ends all have one order,
 * because one ends before the next one starts; so a period is a range of numbers.
 */
export type SessionScope = {
  readonly organisationId: string
  readonly members: number
  /** Sessions that the organisation has ever started. */
  readonly classes: number
  readonly firstNumber: number
  /** Below firstNumber when no session is in the period. */
  readonly lastNumber: number
  /** The last one that has ended; below firstNumber when none has. */
  readonly lastEnded: number
  /** End of the first session: whoever joined before it is expected in all of them. */
  readonly firstEndsAt: number
  /** The organisation's session that runs now, in the period or not. */
  readonly running: { readonly id: string; readonly number: number } | undefined
}

export type StudentSelection = {
  /** Part of a name or of a roll number; empty for everybody. */
  readonly search: string
  readonly below75: boolean
}

export type StudentOrder = { readonly sort: StudentSort; readonly direction: SortDirection }

/** The next rows of a list: by their place, or in the order of roll numbers after one of them. */
export type Slice = { readonly limit: number } & ({ readonly offset: number } | { readonly after: Place })

/** A place in the order of roll numbers. The canonical number; two students may have had one after the other. */
export type Place = { readonly rollNumber: string; readonly id: string }

export type StudentFacts = ReportedStudent & {
  /** Marks of all time. */
  readonly total: number
  /** Ended sessions of the scope that ended after the student joined, and those of them with a mark. */
  readonly counted: number
  readonly attended: number
}

/** A time in which a student was no member: epoch ms, null while it lasts. */
export type TimeAway = { readonly leftAt: number; readonly rejoinedAt: number | null }

/** When a session was, and no more. */
export type SessionTimes = Pick<SessionSummary, 'number' | 'startedAt' | 'endsAt'>

/** Reads for reports: never within a transaction, and on the embedded engine not in this thread. `now`: epoch ms. */
export type ReportStore = {
  readonly findScope: (organisationId: string, period: Period, now: number) => Promise<SessionScope | undefined>
  /** By number. Both numbers are included. */
  readonly listSessions: (
    organisationId: string,
    firstNumber: number,
    lastNumber: number,
    now: number,
  ) => Promise<SessionSummary[]>
  /** Of all sessions of the scope, by number, without counting who was there. */
  readonly listSessionTimes: (scope: SessionScope) => Promise<SessionTimes[]>
  readonly findSession: (organisationId: string, sessionId: string, now: number) => Promise<SessionSummary | undefined>
  readonly countStudents: (scope: SessionScope, selection: StudentSelection) => Promise<number>
  readonly listStudents: (
    scope: SessionScope,
    selection: StudentSelection,
    order: StudentOrder,
    slice: Slice,
  ) => Promise<StudentFacts[]>
  readonly findStudent: (scope: SessionScope, studentId: string) => Promise<StudentFacts | undefined>
  /** The newest first. `student`: decides what is absence and what is before the student's time. */
  readonly listHistory: (
    scope: SessionScope,
    student: Pick<ReportedStudent, 'id' | 'joinedAt'>,
    page: { readonly limit: number; readonly offset: number },
    now: number,
  ) => Promise<HistoryEntry[]>
  readonly countSheet: (
    organisationId: string,
    session: SessionSummary,
    filter: SheetFilter,
    search: string,
  ) => Promise<number>
  /** By roll number. */
  readonly listSheet: (
    organisationId: string,
    session: SessionSummary,
    filter: SheetFilter,
    search: string,
    slice: Slice,
  ) => Promise<SheetRow[]>
  /** Of those of the students who have ever left. */
  readonly listAway: (
    organisationId: string,
    studentIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly TimeAway[]>>
  /** The numbers of the scope's sessions that each of the students has a mark in, in no order. */
  readonly listAttended: (
    scope: SessionScope,
    studentIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly number[]>>
}
