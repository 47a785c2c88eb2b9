import type { EvidenceFile, EvidenceStatement } from '#contract/evidence.ts'
import { signedText } from '#contract/evidence-check.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { isWithdrawn } from '../mail/told-cell.ts'
import { hostOf } from '../origins/note-origin.ts'
import { findOwnSession } from '../own-session.ts'
import { Problem } from '../problem.ts'
import type { MarkSignature } from './mark-signature.ts'
import type { KeptEvidence } from './stores.ts'

type EvidenceDeps = Pick<Deps, 'storage' | 'installationKey'>

/**
 * The evidence of a mark, signed by the installation: of a person, for the institute, which needs a step-up (rules §5.7); or
 * the caller's own. Throws document_not_found for every other mark, step-up-needed, mark-unsigned.
 */
export async function takeEvidence(
  { storage, installationKey }: EvidenceDeps,
  door: Door<'marks.evidence'>,
  { sessionId, personId }: { readonly sessionId: string; readonly personId?: string },
): Promise<EvidenceFile> {
  const studentId =
    personId === undefined ? door.caller.account.id : await findStudent(storage, door, { sessionId, personId })
  const kept = await storage.evidence.find(sessionId, studentId)
  if (!kept) throw new Problem('document_not_found')
  const now = await storage.now()
  const confirmed = door.stepUpIf(personId !== undefined, now)
  if (!kept.signed) throw new Problem('mark-unsigned')
  const cell = kept.course && (await storage.rulings.findCell(sessionId, studentId))
  const mark = { ...kept.mark, ...(cell && { isWithdrawn: isWithdrawn(cell) }) }
  const statement = makeStatement({ ...kept, mark }, kept.signed, now)
  const { number } = kept.attendanceSession
  const facts = { organisationId: kept.organisation.id, sessionId, number }
  await event(storage, confirmed, 'mark.evidence', { subject: studentId, facts })
  return { ...statement, installation: installationKey.sign(signedText(statement)) }
}

/** Throws document_not_found for a session that is not the caller's, and for a person without an account in it. */
async function findStudent(
  storage: EvidenceDeps['storage'],
  door: Door<'marks.evidence'>,
  { sessionId, personId }: { readonly sessionId: string; readonly personId: string },
): Promise<string> {
  const session = await findOwnSession(storage, door, sessionId)
  const [person] = await storage.rulings.listRuled(session, [personId])
  if (!person?.studentId) throw new Problem('document_not_found')
  return person.studentId
}

function makeStatement(
  { organisation, attendanceSession, course, student, mark, registeredKey, isKeyRemoved }: KeptEvidence,
  signed: MarkSignature,
  now: number,
): EvidenceStatement {
  const { nonce, origin, boundStudentId, way, place, begunAt } = signed
  const { credentialId, publicKey, authenticatorData, clientData, signature } = signed
  const withoutPasskey = isKeyRemoved ? 'removed' : 'unknown'
  const of = { writtenAt: now, origin, relyingPartyId: hostOf(origin), organisation, attendanceSession }
  const about = {
    student,
    mark: { way, markedAt: mark.markedAt, isWithdrawn: mark.isWithdrawn },
    challenge: { nonce, boundStudentId, place, begunAt },
    passkey: { credentialId, publicKey, standing: registeredKey === publicKey ? 'registered' : withoutPasskey },
    assertion: { authenticatorData, clientDataJSON: clientData, signature },
  } as const
  return course === null
    ? { format: 'rollkey evidence v1', ...of, ...about }
    : { format: 'rollkey evidence v2', ...of, course, ...about }
}
