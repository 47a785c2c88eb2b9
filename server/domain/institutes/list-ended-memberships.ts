import type { CorrectedMembership, EndedMemberships } from '#contract/membership.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { describePlace, numberIn } from '../mail/notices.ts'
import type { Stores } from '../ports.ts'

/** For how long another number is told to who has not seen it. */
const toldForMs = 7 * 24 * 60 * 60_000

/**
 * What institutes have changed for the calling student: the memberships that have ended and were not taken up again, and
 * the roll numbers that were changed without a mail that says so, until the student has seen it or for seven days.
 */
export async function listEndedMemberships(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'memberships.ended' | 'memberships.seen'>,
): Promise<EndedMemberships> {
  const { id } = door.caller.account
  const corrected = await listCorrected(storage, id)
  return { memberships: await storage.memberships.listEnded(id), ...(corrected.length > 0 && { corrected }) }
}

async function listCorrected(
  { memberships, notices, now }: Pick<Stores, 'memberships' | 'notices' | 'now'>,
  studentId: string,
): Promise<CorrectedMembership[]> {
  const corrected: CorrectedMembership[] = []
  const since = (await now()) - toldForMs
  for (const { senderId, told, changedAt: correctedAt } of await notices.listOfMemberships(studentId)) {
    const place = correctedAt > since ? await memberships.findPlace(senderId, studentId) : undefined
    if (!place || place.hasLeft || describePlace(place) === told) continue
    const { organisationId, organisationName, rollNumber } = place
    const before = numberIn(told)
    corrected.push({ organisationId, organisationName, rollNumber, ...(before && { before }), correctedAt })
  }
  return corrected
}

/** The calling student has seen the number that an institute gave: it is told no more. */
export async function seeNumber(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'memberships.seen'>,
  { organisationId }: { readonly organisationId: string },
): Promise<void> {
  const { id } = door.caller.account
  await storage.transaction(async ({ memberships, notices }) => {
    const place = await memberships.findPlace(organisationId, id)
    const all = place ? await notices.listOfMemberships(id) : []
    for (const notice of all) {
      if (place && notice.senderId === organisationId) await notices.setTold(notice.id, describePlace(place))
    }
  })
}
