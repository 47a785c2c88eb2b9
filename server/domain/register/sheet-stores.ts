import type { AttendanceFilter } from '#contract/report-requests.ts'
import type { MarkEvidence, MarkMethod } from '../attendance/stores.ts'
import type { SuspectCause } from '../passkeys/stores.ts'

/** An attendance session whose sheet is read. `endsAt`: epoch ms, in the time that the session began with. */
export type SheetSession = { readonly id: string; readonly organisationId: string; readonly endsAt: number }

/** Where a mark by room code came from: what its flags rest on, as long as it is kept. Times are epoch ms. */
export type OriginFacts = {
  /** How long after its step began the room code was redeemed, ms. */
  readonly redeemedAfter: number | null
  /** When another login session of the student was last used, before the mark. */
  readonly otherSeenAt: number | null
  /** Another student's mark of the same session came from this browser. */
  readonly isShared: boolean
  /** The passkey's mark before this one, at this institute, came from another browser. */
  readonly isFromAnotherBrowser: boolean
  /** One of the passkey's earlier marks, at this institute, came from this browser. */
  readonly isFromKnownBrowser: boolean
}

/** A mark on the sheet. */
export type ListedMark = {
  readonly markedAt: number
  readonly method: MarkMethod
  readonly evidence: MarkEvidence
  readonly isSigned: boolean
  readonly isWithdrawn: boolean
  /** Its dispute waits for an answer. */
  readonly isDisputed: boolean
  /** Of a mark by hand. */
  readonly reason: string | null
  /** Null for a mark of another way, and once it is 30 days old. */
  readonly origin: OriginFacts | null
}

/** A member at the time of the session, or a student who left before its end with a mark. */
export type SheetEntry = {
  readonly studentId: string
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
  readonly mark: ListedMark | null
  /** Of a student with passkeys, if all of them are suspect: 'counter' where one can be cleared. */
  readonly suspectBecause: SuspectCause | null
}

/** What the flags of a mark rest on. */
export type FlaggedMark = Pick<ListedMark, 'method' | 'markedAt' | 'evidence' | 'origin'>

export type MarkCount = {
  readonly method: MarkMethod
  /** Of the marks that stand, and of those that were withdrawn. */
  readonly standing: number
  readonly withdrawn: number
}

/** Reads of the sheet; they are reports (reports/stores.ts). */
export type SheetReports = {
  readonly countMarksByMethod: (attendanceSessionId: string) => Promise<MarkCount[]>
  /** How many marks by room code that stand came from each network, the largest first. */
  readonly countNetworks: (attendanceSessionId: string) => Promise<number[]>
  /** Of all marks that stand. */
  readonly listFlagged: (attendanceSessionId: string) => Promise<FlaggedMark[]>
  readonly countEntries: (session: SheetSession, filter: AttendanceFilter, search: string) => Promise<number>
  /** By roll number. */
  readonly listEntries: (
    session: SheetSession,
    filter: AttendanceFilter,
    search: string,
    page: { readonly limit: number; readonly offset: number },
  ) => Promise<SheetEntry[]>
}

export type KeptHeadCount = {
  /** 1 for the session's first one, and so on. */
  readonly sequence: number
  readonly counted: number
  readonly countedBy: string
  readonly countedAt: number
}

/** 'drawn': the student is to be looked up. The others: what a person has found. */
export type DrawStatus = 'drawn' | 'here' | 'not-here'

export type DrawNote = {
  /** 1 for the first of the session's notes, and so on. */
  readonly sequence: number
  readonly studentId: string
  readonly status: DrawStatus
  readonly notedBy: string
  readonly notedAt: number
}

export type NamedDrawNote = DrawNote & {
  /** The student's mark in the session. */
  readonly isWithdrawn: boolean
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
}

/** A use case that adds has locked the session: the sequences have no gaps. */
export type SpotCheckStore = {
  /** The last one. */
  readonly findHeadCount: (attendanceSessionId: string) => Promise<KeptHeadCount | undefined>
  readonly addHeadCount: (attendanceSessionId: string, count: KeptHeadCount) => Promise<void>
  /** In their order. */
  readonly listDrawNotes: (attendanceSessionId: string) => Promise<NamedDrawNote[]>
  readonly addDrawNote: (attendanceSessionId: string, note: DrawNote) => Promise<void>
  /** The ids of the students whose mark stands. */
  readonly listDrawable: (attendanceSessionId: string) => Promise<string[]>
}
