import type { CorrectedMembership, EndedMemberships } from '#contract/membership.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { describePlace } from '../mail/notices.ts'
import type { Stores } from '../ports.ts'

/**
 * What institutes have changed for the calling student: the memberships that have ended and were not taken up again, and
 * the roll numbers that were corrected without a mail that says so.
 */
export async function listEndedMemberships(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'memberships.ended'>,
): Promise<EndedMemberships> {
  const { id } = door.caller.account
  const corrected = await listCorrected(storage, id)
  return { memberships: await storage.memberships.listEnded(id), ...(corrected.length > 0 && { corrected }) }
}

async function listCorrected(
  { memberships, notices }: Pick<Stores, 'memberships' | 'notices'>,
  studentId: string,
): Promise<CorrectedMembership[]> {
  const corrected: CorrectedMembership[] = []
  for (const { senderId, told, changedAt: correctedAt } of await notices.listOfMemberships(studentId)) {
    const place = await memberships.findPlace(senderId, studentId)
    if (!place || place.hasLeft || describePlace(place) === told) continue
    const { organisationId, organisationName, rollNumber } = place
    corrected.push({ organisationId, organisationName, rollNumber, correctedAt })
  }
  return corrected
}
