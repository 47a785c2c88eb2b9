import type { ToldRuling } from '#contract/rulings.ts'
import type { SuspectCause } from '../passkeys/stores.ts'
import type { KeptMark, MarkEvidence } from '../sessions/stores.ts'
import type { KeptDispute } from './dispute-stores.ts'

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

/** A student's mark in a session, with what was decided and said about it. */
export type CellMark = KeptMark & {
  readonly dispute: KeptDispute | null
  readonly evidence: MarkEvidence
  readonly isSigned: boolean
  /** Of a mark by hand. */
  readonly handReason: string | null
  /** The account that signed it; null as well in rows of before. */
  readonly handSigner: string | null
  /** The last one; absent where there is none. */
  readonly ruling?: ToldRuling
  /** The account that decided it; null where there is none. */
  readonly ruledBy: string | null
}

/** A student on the sheet of a session: one who was expected at its end, or has a mark in it. */
export type SheetCell = {
  readonly id: string
  readonly personId: string
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
  readonly joinedAt: number
  readonly mark: CellMark | null
  readonly dispute: KeptDispute | null
  /** Of a student without a mark, if all passkeys of theirs are suspect: 'counter' where one can be cleared. */
  readonly suspectBecause: SuspectCause | null
}

/** Which students of the sheet. */
export type SheetChoice = {
  readonly show: 'all' | 'marked' | 'missing'
  /** Whether a mark that was withdrawn is as none. */
  readonly standing: boolean
  /** Part of a name or of a roll number; empty for all students. */
  readonly search: string
}

/** The next rows of a list: by position, or after a given roll number. */
export type Slice = { readonly limit: number } & ({ readonly offset: number } | { readonly after: RosterPosition })

/**
 * A position in the order of roll numbers: the canonical number and the student, because two students may have had one
 * number in turn.
 */
export type RosterPosition = { readonly rollNumber: string; readonly id: string }

/** What the flags of a mark rest on. `origin`: null for a mark of another way, and once it is 30 days old. */
export type FlaggedMark = Pick<CellMark, 'way' | 'markedAt' | 'evidence'> & { readonly origin: OriginFacts | null }

export type MarkCount = Pick<KeptMark, 'way'> & {
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
  readonly countSheet: (session: SheetSession, choice: SheetChoice) => Promise<number>
  /** By roll number. */
  readonly listSheet: (session: SheetSession, choice: SheetChoice, slice: Slice) => Promise<SheetCell[]>
  /** All marks of a session, by the student. */
  readonly listMarks: (attendanceSessionId: string) => Promise<ReadonlyMap<string, CellMark>>
  /** Of those of the marks that were made by room code and are not older than 30 days, by the mark's proof. */
  readonly findOrigins: (
    marks: readonly Pick<KeptMark, 'way' | 'proofId'>[],
  ) => Promise<ReadonlyMap<string, OriginFacts>>
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
  readonly personId: string
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
