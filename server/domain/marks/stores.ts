import type { CheckInFacts } from '#contract/check-in-facts.ts'
import type { DisplayNames } from '#contract/display-names.ts'
import type { EvidenceStatement } from '#contract/evidence.ts'
import type { Account } from '../accounts/stores.ts'
import type { Reach } from '../callers.ts'
import type { MarkedMember, Membership } from '../institutes/membership-stores.ts'
import type { OwnedPasskey, Passkey } from '../passkeys/stores.ts'
import type { Student } from '../profiles/stores.ts'
import type { AttendanceSession, KeptMark } from '../sessions/stores.ts'
import type { MarkSignature } from './mark-signature.ts'

/** An attendance session with what its check-ins need of it and of its organisation. Times are epoch ms. */
export type SessionToMark = AttendanceSession & {
  readonly hasRoomCode: boolean
  /** The highest step of its room code that was redeemed; 0 before the first. */
  readonly redeemedStep: number
  readonly organisationName: string
  readonly classes: number
  /** Of the institute. */
  readonly members: number
  readonly displayNames: DisplayNames
  /** Null: without a room. */
  readonly roomId: string | null
  /** Undefined for a class of the whole institute. */
  readonly course: CourseOfSession | undefined
}

/** What a session of a course has besides. */
export type CourseOfSession = {
  readonly code: string
  readonly title: string
  /** After the start; null: never. */
  readonly lateAfterMs: number
  readonly closesAfterMs: number | null
  readonly refusesLate: boolean
  /** Members of the institute who are not enrolled may check in. */
  readonly takesGuests: boolean
}

/** A member, as far as a check-in shows one. */
export type CheckInMember = {
  /** With the roll number by which the organisation knows the student. */
  readonly student: Pick<Student, 'id' | 'firstName' | 'lastName' | 'rollNumber'>
  readonly membership: Pick<Membership, 'total'>
}

/** A member before a mark in a session. */
export type Attendee = CheckInMember & {
  /** In a class every member is. */
  readonly isEnrolled: boolean
  /** Neither enrolled nor before. */
  readonly isGuest: boolean
  /** The mark in this session. */
  readonly mark: KeptMark | undefined
  readonly passkeys: readonly Passkey[]
}

/** A session as one account finds it. */
export type VisitedSession = {
  readonly session: SessionToMark
  /** Undefined for an account that is no member of the session's organisation. */
  readonly attendee: Attendee | undefined
  /** The database's clock, epoch ms. */
  readonly now: number
  /** The name of the time since secrets were last forgotten; empty before the first. */
  readonly secretsEpoch: string
}

/** A begun check-in: the facts that are signed, and who may finish it. */
export type CheckIn = CheckInFacts & {
  readonly id: string
  /** Hash of the cookie of the phone's browser that began it; empty at a screen. */
  readonly browserHash: string
  /** The login session or paired screen that began it, as a binding; null for a browser that was not logged in. */
  readonly sessionBinding: string | null
  /** Hash of the scan ticket; at a screen, of its binding and the student. */
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

/** What an answer to a check-in is checked against. */
export type AnsweredCheckIn = {
  /** Undefined for an unknown or expired one. */
  readonly checkIn: KeptCheckIn | undefined
  /** The passkey that the answer names. */
  readonly signer: OwnedPasskey | undefined
  /** The database's clock, epoch ms. */
  readonly now: number
  /** As in a ticket that is scanned now. */
  readonly secretsEpoch: string
}

/** Whose mark a check-in makes, and by which passkey. */
export type Signer = {
  readonly studentId: string
  readonly credentialId: string
  /** The browser, as the institute's marks name it; empty at a screen. */
  readonly browser: string
  /** How long the browser counts as shared after another student's mark. Milliseconds. */
  readonly sharedMs: number
}

/** All that a check-in's mark depends on. What is locked stays as it is until the transaction ends. */
export type LockedCheckIn = {
  readonly account: Account | undefined
  readonly member: MarkedMember | undefined
  readonly session: SessionToMark | undefined
  readonly passkey: Passkey | undefined
  /** With all others of its ticket: none of them is finished meanwhile. */
  readonly checkIn: KeptCheckIn | undefined
  /** The rest is read once all locks are there. */
  readonly isTicketSpent: boolean
  /** The student's mark in this session. */
  readonly mark: KeptMark | undefined
  /** Another student's mark came from this browser not long ago. */
  readonly isShared: boolean
  /** The student is enrolled in the session's group. */
  readonly isEnrolled: boolean
  /** Neither enrolled nor before. */
  readonly isGuest: boolean
  readonly now: number
}

/** A mark with all that its evidence file says. Times are epoch ms. */
export type KeptEvidence = Pick<EvidenceStatement, 'organisation' | 'attendanceSession' | 'student'> & {
  readonly mark: Pick<KeptMark, 'markedAt' | 'isWithdrawn'>
  /** That of the course, or of the class. */
  readonly groupId: string
  /** Null for a class. */
  readonly course: { readonly id: string; readonly code: string; readonly title: string } | null
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
  /** Of the network; never the whole address. */
  readonly addressPrefix: string
  readonly markedAt: number
  readonly credentialId: string
  /** How long after its step began the room code was redeemed, ms. */
  readonly redeemedAfter: number
}

/** By which login session a mark was made, null without one, and when its check-in began, epoch ms. */
export type OriginLogin = { readonly sessionId: string | null; readonly begunAt: number }

export type CheckInStore = {
  readonly findSession: (reach: Reach, attendanceSessionId: string) => Promise<SessionToMark | undefined>
  /** Of the group's session that runs now. */
  readonly findRunning: (groupId: string) => Promise<SessionToMark | undefined>
  readonly findRunningInRoom: (roomId: string) => Promise<SessionToMark | undefined>
  /**
   * What a person of the institute may show now of what runs in the room. Without a room the newest session that the person
   * started, or else the newest of the own groups and the classes.
   */
  readonly findRunningOf: (
    organisationId: string,
    accountId: string,
    roomId: string | null,
  ) => Promise<SessionToMark | undefined>
  /** `accountId`: undefined for a browser that is not logged in. */
  readonly visitSession: (
    key: { readonly id: string } | { readonly publicId: string },
    accountId: string | undefined,
  ) => Promise<VisitedSession | undefined>
  /** The sessions with a room code that run now at the student's institutes, of whatever course. */
  readonly listRunning: (studentId: string) => Promise<SessionToMark[]>
  /** Reads the session, and keeps it and the settings as they are until the transaction ends. */
  readonly lockSession: (attendanceSessionId: string) => Promise<SessionToMark | undefined>
  readonly setRoomCode: (attendanceSessionId: string, hasRoomCode: boolean) => Promise<void>
  /** Keeps the highest step. */
  readonly noteRedeemed: (attendanceSessionId: string, step: number) => Promise<void>
  /** It replaces an open one of the same ticket. */
  readonly open: (checkIn: CheckIn) => Promise<void>
  /** Of one that its browser has kept until now. Does nothing where it is kept already, open or ended. */
  readonly keep: (checkIn: CheckIn) => Promise<void>
  /** Undefined for an unknown or expired one. */
  readonly find: (id: string) => Promise<KeptCheckIn | undefined>
  readonly findAnswered: (id: string, credentialId: string) => Promise<AnsweredCheckIn>
  /** Locks account, membership, session, passkey and check-in, in this order. */
  readonly lockToMark: (checkIn: CheckIn, signer: Signer) => Promise<LockedCheckIn>
  /** Ends an open one so that no answer fits it. */
  readonly burn: (id: string) => Promise<void>
  /** Of one that is locked and open, or again with the end that it has. */
  readonly finish: (id: string, end: CheckInEnd) => Promise<void>
  /** Of a ticket that is unspent; a check-in of it is locked. */
  readonly spendTicket: (ticketHash: string, expiresAt: number) => Promise<void>
  readonly saveSignature: (signature: MarkSignature) => Promise<void>
  /** Also keeps when another login session of the student, opened before the check-in began, was last used. */
  readonly saveOrigin: (origin: MarkOrigin, login: OriginLogin) => Promise<void>
  /** Whether another student's mark came from this browser since then, epoch ms. */
  readonly isShared: (browserHash: string, studentId: string, since: number) => Promise<boolean>
  readonly findMark: (attendanceSessionId: string, studentId: string) => Promise<KeptMark | undefined>
}
