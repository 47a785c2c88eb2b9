import type { EvidenceFile, EvidenceStatement } from '#contract/evidence.ts'
import { signedText } from '#contract/evidence-check.ts'
import { findActor } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requireOwnGroup } from '../institutes/own-groups.ts'
import { isWithdrawn } from '../mail/told-cell.ts'
import { hostOf } from '../origins/note-origin.ts'
import { Problem } from '../problem.ts'
import type { MarkSignature } from './mark-signature.ts'
import type { KeptEvidence } from './stores.ts'

type EvidenceDeps = Pick<Deps, 'storage' | 'installationKey'>

/**
 * The evidence of a mark, signed by the installation: for the student whose mark it is, and for its institute, which
 * needs a step-up (rules §5.7). Throws document_not_found for every other mark, step-up-needed, mark-unsigned.
 */
export async function takeEvidence(
  { storage, installationKey }: EvidenceDeps,
  door: Door<'marks.evidence'>,
  { sessionId: attendanceSessionId, studentId }: { readonly sessionId: string; readonly studentId: string },
): Promise<EvidenceFile> {
  const { account } = door.caller
  const kept = await storage.evidence.find(attendanceSessionId, studentId)
  const actor = findActor(door)
  const isOwn = actor ? kept?.organisation.id === actor.organisationId : studentId === account.id
  if (!kept || !isOwn) throw new Problem('document_not_found')
  await requireOwnGroup(storage, door, kept.groupId)
  const now = await storage.now()
  const confirmed = door.stepUpIf(actor !== undefined, now)
  if (!kept.signed) throw new Problem('mark-unsigned')
  const cell = kept.course && (await storage.rulings.findCell(attendanceSessionId, studentId))
  const mark = { ...kept.mark, ...(cell && { isWithdrawn: isWithdrawn(cell) }) }
  const statement = makeStatement({ ...kept, mark }, kept.signed, now)
  const { number } = kept.attendanceSession
  const facts = { organisationId: kept.organisation.id, sessionId: attendanceSessionId, number }
  await event(storage, confirmed, 'mark.evidence', { subject: studentId, facts })
  return { ...statement, installation: installationKey.sign(signedText(statement)) }
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
