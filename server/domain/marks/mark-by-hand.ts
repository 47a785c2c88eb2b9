import { publishOrganisationUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import { kindOf } from '../groups/kind-of.ts'
import type { MarkedMember } from '../institutes/membership-stores.ts'
import { readAttachment } from '../passkeys/attachment.ts'
import { mayFollow } from '../passkeys/suspect-passkey.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { MarkEvidence } from '../sessions/stores.ts'
import { assertInTime } from './begin-by-hand.ts'
import type { Signed } from './finish-signed.ts'
import type { KeptHandCheckIn, LockedHandCheckIn, MarksOfStudents } from './hand-stores.ts'
import { makeMarks, recordMarks } from './make-mark.ts'
import { resultOf } from './mark-signed.ts'
import type { CheckInMember, SessionToMark } from './stores.ts'

/** What the answer to a signed list shows. */
export type MarkedList = Pick<LockedHandCheckIn, 'marks' | 'unmarked' | 'now'> & {
  readonly session: SessionToMark
  readonly members: ReadonlyMap<string, CheckInMember>
}

/**
 * Makes all marks of a signed list, with all that belongs to them: all or nothing. Everything is locked and read first and
 * decided then; the writes that follow need no answers. A session whose numbers are settled is counted again. 'spent':
 * another request has finished or burnt this check-in meanwhile. Throws hand-too-late, document_not_found.
 */
export async function markByHand(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  { checkIn, account, passkey, assertion, credential, assertionHash }: Signed<KeptHandCheckIn>,
): Promise<MarkedList | 'spent' | 'counter-regression'> {
  const { id, organisationId, attendanceSessionId } = checkIn
  const { credentialId, publicKey } = passkey
  const { counter, backupEligible, backedUp } = assertion
  return storage.transaction(async (stores) => {
    const locked = await stores.handCheckIns.lockToMark(checkIn, credentialId)
    const { session, now, marks: earlier } = locked
    const members = checkIn.students.toSorted().map((student) => requireMember(locked, student))
    if (!session) throw new Problem('document_not_found')
    assertInTime(session, now)
    if (!locked.checkIn || locked.checkIn.assertionHash !== null) return 'spent'
    if (!locked.passkey || !mayFollow(locked.passkey, counter)) return 'counter-regression'
    await stores.passkeys.saveUse(credentialId, counter, backedUp, now)
    const attachment = readAttachment(credential)
    const evidence: MarkEvidence = { attachment, userVerified: true, backupEligible, backedUp, flags: [] }
    const wanted = { method: 'hand', credentialId, proofId: id, begunAt: checkIn.begunAt, evidence, now } as const
    const earlierOf = (studentId: string) => earlier.get(studentId)
    const made = await makeMarks(stores, members, session, kindOf(session).afterMark('session'), wanted, earlierOf)
    await recordMarks(stores, context, session, ...made.map((one) => one.made))
    const counted = made.flatMap(({ made: { outcome, mark } }) => (outcome === 'counted' ? mark.studentId : []))
    await stores.rulings.recount(attendanceSessionId, counted, 1)
    await publishOrganisationUpdate(stores, organisationId, now)
    const { authenticatorData, clientDataJSON: clientData, signature } = credential.response
    const answer = { assertionHash, credentialId, publicKey, authenticatorData, clientData, signature }
    await stores.handCheckIns.finish(id, { ...answer, signedBy: account.id })
    return { session, now, unmarked: locked.unmarked, ...gather(made, earlier) }
  })
}

function requireMember({ members }: LockedHandCheckIn, studentId: string): MarkedMember {
  const member = members.get(studentId)
  if (!member) throw new Problem('document_not_found')
  return member
}

/** The marks that stand now, and the members with their new totals. */
function gather(
  made: Awaited<ReturnType<typeof makeMarks>>,
  earlier: MarksOfStudents,
): Pick<MarkedList, 'members' | 'marks'> {
  const results = made.map((one) => resultOf(one.member, one.made, earlier.get(one.member.student.id)))
  return {
    members: new Map(results.map(({ member }) => [member.student.id, member])),
    marks: new Map(results.flatMap(({ member, mark }) => (mark ? [[member.student.id, mark]] : []))),
  }
}
