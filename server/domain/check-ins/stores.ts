import type { CheckInFacts } from '#contract/check-in-facts.ts'
import type { DisplayNames } from '#contract/display-names.ts'
import type { EvidenceStatement } from '#contract/evidence.ts'
import type { AttendanceSession, MarkMethod } from '../attendance/stores.ts'

/** An attendance session with what its check-ins need of it and of its organisation. Times are epoch ms. */
export type Room = {
  readonly session: AttendanceSession
  readonly hasRoomCode: boolean
  /** The highest step of its room code that was redeemed; 0 before the first. */
  readonly redeemedStep: number
  readonly organisationName: string
  readonly classes: number
  readonly members: number
  readonly displayNames: DisplayNames
}

/** A begun check-in: the facts that are signed, and who may finish it. */
export type CheckIn = CheckInFacts & {
  readonly id: string
  /** Hash of the cookie of the browser that began it. */
  readonly browserHash: string
  /** The login session that began it, as a binding; null for a browser that was not logged in. */
  readonly sessionBinding: string | null
  /** Hash of the scan ticket. */
  readonly ticketHash: string
  readonly expiresAt: number
}

/** How a check-in ended, for a browser that did not get the answer. */
export type CheckInEnd = {
  readonly assertionHash: string
  readonly studentId: string
  readonly outcome: 'counted' | 'already-marked' | 'withdrawn'
  /** The login session that the check-in opened. */
  readonly openedSessionId: string | null
}

export type KeptCheckIn = CheckIn & { readonly end: CheckInEnd | null }

/** The student's signed statement behind a mark. Bytes are base64url. */
export type MarkSignature = CheckInFacts & {
  readonly studentId: string
  readonly credentialId: string
  /** COSE key that the signature was checked against. */
  readonly publicKey: string
  readonly authenticatorData: string
  readonly clientData: string
  readonly signature: string
}

/** A mark with all that its evidence file says. Times are epoch ms. */
export type KeptEvidence = Pick<EvidenceStatement, 'organisation' | 'attendanceSession' | 'student'> & {
  readonly mark: Omit<OwnMark, 'proofId'>
  /** Null for a mark without a signature. */
  readonly signed: MarkSignature | null
  /** The public key of the student's passkey that has the signature's credential id; null without such a passkey. */
  readonly registeredKey: string | null
  /** The student had a passkey of that credential id, and removed it. */
  readonly isKeyRemoved: boolean
}

export type EvidenceStore = {
  readonly find: (attendanceSessionId: string, studentId: string) => Promise<KeptEvidence | undefined>
}

/** From which browser and network a mark was made. Both leave it after 30 days. */
export type MarkOrigin = {
  /** That of the check-in. */
  readonly id: string
  readonly attendanceSessionId: string
  readonly organisationId: string
  readonly studentId: string
  /** Keyed for each institute: the same browser differs from one to the next. */
  readonly browserHash: string
  readonly addressPrefix: string
  readonly markedAt: number
}

/** A student's mark in a session, as it stands. */
export type OwnMark = {
  readonly markedAt: number
  readonly method: MarkMethod
  readonly isWithdrawn: boolean
  /** Of a check-in: its id. */
  readonly proofId: string
}

export type CheckInStore = {
  readonly findRoom: (attendanceSessionId: string) => Promise<Room | undefined>
  readonly findRoomByPublicId: (publicId: string) => Promise<Room | undefined>
  /** The rooms with a room code that run now at the student's institutes. */
  readonly listRunningRooms: (studentId: string) => Promise<Room[]>
  /** Reads the room, and keeps session and settings as they are until the transaction ends. */
  readonly lockRoom: (attendanceSessionId: string) => Promise<Room | undefined>
  readonly setRoomCode: (attendanceSessionId: string, hasRoomCode: boolean) => Promise<void>
  /** Keeps the highest step. */
  readonly noteRedeemed: (attendanceSessionId: string, step: number) => Promise<void>
  /** It replaces an open one of the same ticket. */
  readonly open: (checkIn: CheckIn) => Promise<void>
  /** Undefined for an unknown or expired one. */
  readonly find: (id: string) => Promise<KeptCheckIn | undefined>
  /** Removes an open one. */
  readonly burn: (id: string) => Promise<void>
  /** False, and nothing changes, for one that is burnt or finished. */
  readonly finish: (id: string, end: CheckInEnd) => Promise<boolean>
  /** False for a ticket that was spent before. */
  readonly spendTicket: (ticketHash: string, expiresAt: number) => Promise<boolean>
  readonly saveSignature: (signature: MarkSignature) => Promise<void>
  readonly saveOrigin: (origin: MarkOrigin) => Promise<void>
  /** Whether another student's mark came from this browser since then, epoch ms. */
  readonly isShared: (browserHash: string, studentId: string, since: number) => Promise<boolean>
  readonly findMark: (attendanceSessionId: string, studentId: string) => Promise<OwnMark | undefined>
}
