import type { Passkey } from '../passkeys/stores.ts'
import type { CellRuling } from '../register/ruling-stores.ts'
import type { AttendanceSession, Mark, StartedSession } from '../sessions/stores.ts'
import { digest } from './digest.ts'
import { passkeyIdOf } from './passkey-id.ts'
import { type Written, written } from './written-rows.ts'

/**
 * The facts that `verify-data` compares with the tables (decision 21): the same functions make them of an act and of its
 * row. The entry's other columns hold the person who acted and the subject. A digest stands for columns that the log keeps
 * no copy of.
 */

/** The institute for which a person acted, or about which. */
export type OfInstitute = { readonly organisationId: string }

/** `number`: of the attendance session in its group. */
export type OfSession = OfInstitute & { readonly sessionId: string; readonly number: number }

export type SessionFacts = OfSession & { readonly groupId: string }

type NamedSession = Pick<AttendanceSession, 'id' | 'organisationId' | 'groupId' | 'number'>

/** What a fact says of the session that it is about. */
export function ofSession({ id, organisationId, groupId, number }: NamedSession): SessionFacts {
  return { organisationId, groupId, sessionId: id, number }
}

export type StartFacts = SessionFacts & Written & { readonly startedAt: number; readonly digest: string }

/** Of a start. */
export function startFacts(session: StartedSession): StartFacts {
  const { id, startedAt, endsAt, starterSessionId, startedBy, course, roomId = null } = session
  // The room may change later.
  const ofCourse = course ? [course.lateAfterMs, course.closesAfterMs, course.refusesLate, course.takesGuests] : []
  const compared = [id, endsAt, starterSessionId, ...known(startedBy), ...ofCourse.map(String)]
  const rooms = course || roomId !== null ? [{ id, roomId }] : []
  return { ...ofSession(session), startedAt, digest: digest(compared), ...written({ attendanceSessions: rooms }) }
}

export type EndFacts = SessionFacts & { readonly endsAt: number; readonly digest: string }

/** Of an early end, and of a session that was taken back. `endsAt`: epoch ms, as it is stored. */
export function endFacts(
  session: NamedSession & Pick<AttendanceSession, 'startedAt'>,
  endsAt: number,
  by: string | null,
): EndFacts {
  return { ...ofSession(session), endsAt, digest: digest([session.id, session.startedAt, ...known(by)]) }
}

/** Rows of earlier versions do not say who did it. */
const known = (by: string | null | undefined): string[] => (by ? [by] : [])

export type MarkFacts = SessionFacts & { readonly method: string; readonly markedAt: number; readonly digest: string }

type ComparedMark = Pick<Mark, 'markedAt' | 'credentialId' | 'proofId'> & {
  /** Of a session of a course. */
  readonly begunAt?: number | null
  readonly method: string
  /** JSON, as it is stored. */
  readonly evidence: string
}

/** Of a counted mark in this session. */
export function markFacts(session: NamedSession, mark: ComparedMark): MarkFacts {
  const { markedAt, method, credentialId, proofId, evidence, begunAt } = mark
  const compared = digest([session.id, method, credentialId, proofId, evidence, ...known(begunAt?.toString())])
  return { ...ofSession(session), method, markedAt, digest: compared }
}

export type RulingFacts = SessionFacts & {
  readonly sequence: number
  readonly status: string
  readonly cause: string
  readonly decidedAt: number
  readonly digest: string
}

type ComparedRuling = Pick<CellRuling, 'sequence' | 'reason' | 'note' | 'decidedBy' | 'decidedAt'> & {
  readonly status: string
  readonly cause: string
  /** Of a cell of a course. */
  readonly minutes?: number | null
  readonly handCheckInId?: string | null
}

/** Of a ruling about a mark in this session. */
export function rulingFacts(session: NamedSession, ruling: ComparedRuling): RulingFacts {
  const { sequence, status, cause, reason, note, decidedBy, decidedAt, minutes, handCheckInId } = ruling
  const ofCell = [...known(minutes?.toString()), ...known(handCheckInId)]
  const compared = digest([session.id, reason, note, decidedBy, ...ofCell])
  return { ...ofSession(session), sequence, status, cause, decidedAt, digest: compared }
}

export type HeadCountFacts = SessionFacts & {
  readonly sequence: number
  readonly counted: number
  readonly countedAt: number
  readonly digest: string
}

type ComparedHeadCount = {
  readonly sequence: number
  readonly counted: number
  readonly countedBy: string
  readonly countedAt: number
}

/** Of a head count. */
export function headCountFacts(session: NamedSession, count: ComparedHeadCount): HeadCountFacts {
  const { sequence, counted, countedBy, countedAt } = count
  return { ...ofSession(session), sequence, counted, countedAt, digest: digest([session.id, counted, countedBy]) }
}

export type DrawFacts = SessionFacts & {
  readonly sequence: number
  readonly status: string
  readonly notedAt: number
  readonly digest: string
}

type ComparedDrawNote = {
  readonly sequence: number
  readonly studentId: string
  readonly status: string
  readonly notedBy: string
  readonly notedAt: number
}

/** Of a student who was drawn, or looked up. */
export function drawFacts(session: NamedSession, note: ComparedDrawNote): DrawFacts {
  const { sequence, studentId, status, notedBy, notedAt } = note
  return { ...ofSession(session), sequence, status, notedAt, digest: digest([session.id, studentId, notedBy]) }
}

/** Of a later change of a passkey. */
export type PasskeyFacts = { readonly passkeyId: string }

export const passkeyFacts = (passkey: Pick<Passkey, 'credentialId'>): PasskeyFacts => ({
  passkeyId: passkeyIdOf(passkey),
})

export type RegistrationFacts = PasskeyFacts & {
  readonly registeredAt: number
  /** Absent where it is not held. */
  readonly heldUntil?: number
  readonly key: string
}

type ComparedPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'createdAt' | 'heldUntil'>

/** Of a registered passkey. */
export function registrationFacts(passkey: ComparedPasskey): RegistrationFacts {
  const { publicKey, createdAt, heldUntil } = passkey
  const held = heldUntil === null ? {} : { heldUntil }
  return { ...passkeyFacts(passkey), registeredAt: createdAt, ...held, key: publicKeyDigest(publicKey) }
}

/** What the log keeps of a public key. */
export function publicKeyDigest(publicKey: string): string {
  return digest([publicKey])
}
