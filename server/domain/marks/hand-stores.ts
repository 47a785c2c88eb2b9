import type { CellStatus } from '#contract/course-cells.ts'
import type { MarkedMember } from '../institutes/membership-stores.ts'
import type { Passkey } from '../passkeys/stores.ts'
import type { KeptMark } from '../sessions/stores.ts'
import type { AnsweredCheckIn, CheckInMember, SessionToMark } from './stores.ts'

/** A begun check-in by hand: what the institute signs, and which login session may finish it. Times are epoch ms. */
export type HandCheckIn = {
  readonly id: string
  readonly organisationId: string
  readonly attendanceSessionId: string
  /** Each once, as the institute listed them; none in a roll call. */
  readonly students: readonly string[]
  /** What the institute says of each person; null in a list of marks. */
  readonly rollCall: readonly RollCallEntry[] | null
  /** Of a roll call: what stood in the cell of each person when it began. None once it is signed. */
  readonly seen: readonly SeenCell[]
  readonly reason: string
  /** 32 random bytes, base64url. */
  readonly nonce: string
  readonly origin: string
  readonly begunAt: number
  readonly sessionBinding: string
  readonly expiresAt: number
}

/** `sequence`: of the last ruling; 0 for none. */
export type SeenCell = { readonly sequence: number; readonly hasMark: boolean }

export type RollCallEntry = { readonly personId: string; readonly status: CellStatus }

export type KeptHandCheckIn = HandCheckIn & {
  /** Of the answer that finished it; null while it is open. */
  readonly assertionHash: string | null
}

/** The institute's signature behind all marks of one list. Bytes are base64url. */
export type HandSignature = {
  readonly assertionHash: string
  readonly credentialId: string
  /** COSE key that the signature was checked against. */
  readonly publicKey: string
  readonly authenticatorData: string
  readonly clientData: string
  readonly signature: string
  /** The account whose passkey it is. */
  readonly signedBy: string
}

/** What an answer to an institute's check-in is checked against: it was begun at a screen, or by hand for a list. */
export type AnsweredByInstitute = AnsweredCheckIn & { readonly list: KeptHandCheckIn | undefined }

/** What a list is begun on. */
export type ListedSession = {
  readonly session: SessionToMark
  /** How many of the listed students are members who were enrolled in the session's group at its end, or may come as guests. */
  readonly expected: number
  /** The database's clock, epoch ms. */
  readonly now: number
}

/** The marks that students have, by their ids. */
export type MarksOfStudents = ReadonlyMap<string, KeptMark>

/** All that the marks of a list depend on. What is locked stays as it is until the transaction ends. */
export type LockedHandCheckIn = {
  /** By their ids; who is no member is missing. */
  readonly members: ReadonlyMap<string, MarkedMember>
  readonly session: SessionToMark | undefined
  readonly passkey: Passkey | undefined
  /** Undefined for one that is burnt or expired. */
  readonly checkIn: KeptHandCheckIn | undefined
  /** The rest is read once all locks are there. In this session. */
  readonly marks: MarksOfStudents
  /** The students without a mark in another session that runs now. */
  readonly unmarked: ReadonlySet<string>
  readonly now: number
}

/** What the answer to a signed list shows. */
export type MarkedList = Pick<LockedHandCheckIn, 'marks' | 'unmarked' | 'now'> & {
  readonly session: SessionToMark
  readonly members: ReadonlyMap<string, CheckInMember>
}

export type HandCheckInStore = {
  /** Undefined where there is no such session. */
  readonly findListed: (
    attendanceSessionId: string,
    studentIds: readonly string[],
  ) => Promise<ListedSession | undefined>
  readonly findAnswered: (id: string, credentialId: string) => Promise<AnsweredByInstitute>
  readonly open: (checkIn: HandCheckIn) => Promise<void>
  /** Undefined for an unknown or expired one. */
  readonly find: (id: string) => Promise<KeptHandCheckIn | undefined>
  /** Locks organisation, memberships, session, passkey and check-in, in this order. */
  readonly lockToMark: (checkIn: HandCheckIn, credentialId: string) => Promise<LockedHandCheckIn>
  /** Of a roll call: locks passkey and check-in. Its session is locked. */
  readonly lockRollCall: (
    checkIn: HandCheckIn,
    credentialId: string,
  ) => Promise<Pick<LockedHandCheckIn, 'session' | 'passkey' | 'checkIn' | 'now'>>
  /** Of students in the list's session. */
  readonly findMarks: (checkIn: HandCheckIn) => Promise<MarksOfStudents>
  /** The list's students without a mark in another session that runs now. */
  readonly listUnmarked: (checkIn: HandCheckIn) => Promise<ReadonlySet<string>>
  /** Removes an open one. */
  readonly burn: (id: string) => Promise<void>
  /** Of one that is locked and open. A finished one stays as it is, as the evidence of its marks. */
  readonly finish: (id: string, signed: HandSignature) => Promise<void>
}
