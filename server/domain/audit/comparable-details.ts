import { hash } from 'node:crypto'
import type { Ruling } from '#contract/rulings.ts'
import type { AttendanceSession, Mark, StartedSession } from '../attendance/stores.ts'
import type { Passkey } from '../passkeys/stores.ts'
import { passkeyIdOf } from './passkey-id.ts'

/**
 * The `detail` of the audit rows that `verify-data` compares with the tables (decision 21). The row's other columns
 * hold actor and subject. Rows of earlier versions end before ' at ' and name no passkey.
 */

/** Of an attendance session that has started. */
export function startDetail({
  id,
  number,
  startedAt,
  endsAt,
  starterSessionId,
}: Omit<StartedSession, 'groupId'>): string {
  return `${number} at ${startedAt} ${digest([id, endsAt, starterSessionId])}`
}

type EndedSession = Pick<AttendanceSession, 'id' | 'number' | 'startedAt'>

/** Of an attendance session that was ended early. `endsAt`: epoch ms, as it is stored. */
export function earlyEndDetail({ id, number, startedAt }: EndedSession, endsAt: number): string {
  return `${number} at ${endsAt} ${digest([id, startedAt])}`
}

/** Of one that was taken back; it is found by its id, because its number is another session's by then. */
export function takeBackDetail(session: EndedSession, endsAt: number): string {
  return `${session.number} ${takenBack(session, endsAt)}`
}

/** What of it is compared. */
export function takenBack({ id, startedAt }: Omit<EndedSession, 'number'>, endsAt: number): string {
  return `at ${endsAt} ${digest([id, startedAt])}`
}

type ComparedMark = Pick<Mark, 'attendanceSessionId' | 'organisationId' | 'markedAt' | 'credentialId' | 'proofId'> & {
  readonly method: string
  /** JSON, as it is stored. */
  readonly evidence: string
}

/**
 * Of a counted mark. `number`: that of its attendance session. The row's account is the institute's where its screen made
 * the mark, and by hand; of all but the screen's the detail names the institute.
 */
export function markDetail(
  number: number | null,
  { attendanceSessionId, organisationId, markedAt, method, credentialId, proofId, evidence }: ComparedMark,
): string {
  const where = method === 'kiosk' || method === 'screen' ? '' : ` of ${organisationId}`
  return `session ${number} at ${markedAt} ${digest([attendanceSessionId, method, credentialId, proofId, evidence])}${where}`
}

type ComparedRuling = Pick<Ruling, 'sequence' | 'reason' | 'note' | 'decidedBy' | 'decidedAt'> & {
  readonly status: string
  readonly cause: string
}

/** Of a ruling about a mark. `number`: that of the mark's attendance session. */
export function rulingDetail(
  number: number | null,
  attendanceSessionId: string,
  { sequence, status, cause, reason, note, decidedBy, decidedAt }: ComparedRuling,
): string {
  const contents = digest([attendanceSessionId, reason, note, decidedBy])
  return `session ${number} ${status} by ruling ${sequence}, ${cause} at ${decidedAt} ${contents}`
}

type ComparedHeadCount = {
  readonly sequence: number
  readonly counted: number
  readonly countedBy: string
  readonly countedAt: number
}

/** Of a head count. The row's subject is its attendance session, which may be taken back and lose its number. */
export function headCountDetail(
  attendanceSessionId: string,
  { sequence, counted, countedBy, countedAt }: ComparedHeadCount,
): string {
  return `head count ${sequence} at ${countedAt} ${digest([attendanceSessionId, counted, countedBy])}`
}

type ComparedDrawNote = {
  readonly sequence: number
  readonly studentId: string
  readonly status: string
  readonly notedBy: string
  readonly notedAt: number
}

/** Of a student who was drawn, or looked up. `number`: that of the attendance session. */
export function drawDetail(
  number: number | null,
  attendanceSessionId: string,
  { sequence, studentId, status, notedBy, notedAt }: ComparedDrawNote,
): string {
  const contents = digest([attendanceSessionId, studentId, notedBy])
  return `session ${number} ${status} by draw note ${sequence} at ${notedAt} ${contents}`
}

type ComparedPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'createdAt' | 'heldUntil'>

/** Of a registered passkey. */
export function registrationDetail({ credentialId, publicKey, createdAt, heldUntil }: ComparedPasskey): string {
  const held = heldUntil === null ? '' : `held until ${heldUntil}, `
  return `${held}${passkeyDetail({ credentialId })} at ${createdAt} key ${publicKeyDigest(publicKey)}`
}

/** What the log keeps of a public key. */
export function publicKeyDigest(publicKey: string): string {
  return digest([publicKey])
}

/** Of a later change of a passkey. */
export function passkeyDetail(passkey: Pick<Passkey, 'credentialId'>): string {
  return `passkey ${passkeyIdOf(passkey)}`
}

/** Half of a SHA-256: finding other contents with the same half is out of reach. The log holds one for each mark. */
function digest(contents: readonly (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(contents), 'base64url').slice(0, 22)
}
