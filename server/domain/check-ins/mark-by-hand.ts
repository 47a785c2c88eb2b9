import type { AuthenticationCredential } from '#contract/passkey.ts'
import { makeMark, recordMark, whole } from '../attendance/make-mark.ts'
import type { MarkEvidence } from '../attendance/stores.ts'
import { publishOrganisationUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import type { MarkedMember } from '../institutes/membership-stores.ts'
import { readAttachment } from '../passkeys/attachment.ts'
import type { Passkey } from '../passkeys/stores.ts'
import type { VerifiedAssertion } from '../passkeys/verify-assertion.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { assertInTime } from './begin-by-hand.ts'
import type { KeptHandCheckIn } from './hand-stores.ts'

/** A list that the institute's passkey has signed. */
export type SignedList = {
  readonly checkIn: KeptHandCheckIn
  readonly passkey: Passkey
  readonly assertion: VerifiedAssertion
  readonly credential: AuthenticationCredential
  readonly assertionHash: string
}

/**
 * Makes all marks of a signed list, with all that belongs to them: all or nothing. A session whose numbers are settled
 * is counted again. 'spent': another request has finished this check-in meanwhile. Throws hand-too-late,
 * document_not_found, check-in-refused.
 */
export async function markByHand(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  { checkIn, passkey, assertion, credential, assertionHash }: SignedList,
): Promise<'marked' | 'spent' | 'counter-regression'> {
  const { id, organisationId, attendanceSessionId } = checkIn
  const { credentialId, publicKey } = passkey
  const { counter, backupEligible, backedUp } = assertion
  return storage.transaction(async (stores) => {
    // The counting of an ended session queues here, too.
    await stores.organisations.lockMembers(organisationId)
    const members = await lockMembers(stores, checkIn)
    const room = await stores.checkIns.lockRoom(attendanceSessionId)
    if (!room) throw new Problem('document_not_found')
    // Read after the locks: a request that waited for them may have waited past the last moment.
    const now = await stores.now()
    assertInTime(room, now)
    const kept = await stores.handCheckIns.find(id)
    if (!kept || kept.assertionHash !== null) return 'spent'
    if (!(await stores.passkeys.recordUse(credentialId, counter, backedUp, now))) return 'counter-regression'
    const attachment = readAttachment(credential)
    const evidence: MarkEvidence = { attachment, userVerified: true, backupEligible, backedUp, flags: [] }
    for (const member of members) {
      const earlier = await stores.checkIns.findMark(attendanceSessionId, member.student.id)
      const wanted = { method: 'hand', credentialId, proofId: id, evidence, earlier, now } as const
      const made = await makeMark(stores, member, room.session, whole('session'), wanted)
      await recordMark(stores, context, room.session, made)
      if (made.outcome === 'counted') await stores.rulings.recount(made.mark, 1)
    }
    await publishOrganisationUpdate(stores, organisationId, now)
    const { authenticatorData, clientDataJSON: clientData, signature } = credential.response
    const signed = { assertionHash, credentialId, publicKey, authenticatorData, clientData, signature }
    // Two requests that both found it open: the second one waits for the first, and is undone here.
    if (!(await stores.handCheckIns.finish(id, signed))) throw new Problem('check-in-refused')
    return 'marked'
  })
}

/** In one order, whatever the list's: two lists of the same students do not wait for each other in a circle. */
async function lockMembers(
  stores: Pick<Stores, 'memberships'>,
  { organisationId, students }: KeptHandCheckIn,
): Promise<MarkedMember[]> {
  const members: MarkedMember[] = []
  for (const studentId of students.toSorted()) {
    const member = await stores.memberships.lockMember(organisationId, studentId)
    if (!member) throw new Problem('document_not_found')
    members.push(member)
  }
  return members
}
