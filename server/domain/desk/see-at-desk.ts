import { publishSessionEnds } from '../accounts/publish-account-change.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { passkeyFacts } from '../audit/compared-facts.ts'
import { passkeyIdOf } from '../audit/passkey-id.ts'
import { type WrittenConfirmation, written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { endMembership } from '../institutes/remove-member.ts'
import { publishPasskeyChange } from '../passkeys/publish-passkey-change.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Enrolment } from './stores.ts'

/**
 * 'I have seen this person': the passkeys of the person are confirmed at this institute (rules §5.5). Needs a step-up
 * of the last half hour (rules §5.7). Throws document_not_found, own-record, student-passkey-missing.
 */
export async function confirmSeen(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'desk.confirm'>,
  { enrolmentId: id }: { readonly enrolmentId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    const confirmed = door.stepUpAtDesk(now)
    const { studentId, ...enrolment } = await requireJoined(stores, organisationId, id)
    refuseOwnRecord(by, [studentId])
    if (!(await stores.memberships.find(organisationId, studentId))) throw new Problem('document_not_found')
    const passkeys = await stores.passkeys.listOf(studentId)
    if (passkeys.length === 0) throw new Problem('student-passkey-missing')
    const passkeyConfirmations: WrittenConfirmation[] = []
    for (const passkey of passkeys) {
      const isNew = await stores.passkeys.confirmFor(passkey.credentialId, organisationId, now)
      if (isNew) passkeyConfirmations.push({ credentialId: passkeyIdOf(passkey), organisationId, confirmedAt: now })
    }
    await stores.desk.save({ ...enrolment, studentId, seenBy: by.id, seenAt: now, endedAt: now })
    await publishPasskeyChange(stores, { id: studentId, label: 'STD' }, now)
    const facts = { organisationId, ...written({ passkeyConfirmations }) }
    await event(stores, confirmed, 'passkey.confirm', { subject: studentId, facts })
  })
}

/**
 * 'This is another person': who joined leaves the institute, without the passkeys that were set since and without a
 * session, and the person is on the roster without an account again. The account stays: its owner proved the email.
 * Needs a step-up (rules §5.7). Throws document_not_found, own-record.
 */
export async function refuseSeen(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'desk.confirm'>,
  { enrolmentId: id }: { readonly enrolmentId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    await stores.organisations.lockMembers(organisationId)
    const { studentId, joinedAt, ...enrolment } = await requireJoined(stores, organisationId, id)
    refuseOwnRecord(by, [studentId])
    const now = await stores.now()
    const passkeys = await stores.passkeys.listOf(studentId)
    const made = passkeys.filter(({ createdAt }) => createdAt >= (joinedAt ?? 0))
    for (const [place, passkey] of made.entries()) {
      await stores.passkeys.remove(passkey.credentialId, studentId, now)
      const isLast = place === passkeys.length - 1
      const facts = { ...passkeyFacts(passkey), isLast, organisationId }
      await event(stores, confirmed, 'passkey.remove', { subject: studentId, facts })
    }
    await publishSessionEnds(stores, await stores.sessions.removeAllOf(studentId), now)
    await publishPasskeyChange(stores, { id: studentId, label: 'STD' }, now)
    const person = await stores.roster.find(organisationId, enrolment.personId)
    if (person?.studentId === studentId) {
      const nothing = { rollNumber: null, given: null, family: null, email: null, section: '', externalId: null }
      await stores.roster.change(person.id, nothing, null, now)
      const { given, family, email, section, externalId } = person
      const again = { id: random.id(), organisationId, rollNumber: enrolment.rollNumber }
      await stores.roster.insert({ ...again, given, family, email, section, externalId }, person.source ?? 'hand', now)
      const takenOver = await stores.roster.takeOverCourses(person.id, again.id, now)
      await endMembership(stores, confirmed, organisationId, studentId, takenOver)
    }
    await stores.desk.save({ ...enrolment, studentId, joinedAt, endedAt: now })
  })
}

type JoinedEnrolment = Enrolment & { readonly studentId: string }

async function requireJoined(stores: Stores, organisationId: string, id: string): Promise<JoinedEnrolment> {
  const enrolment = await stores.desk.lock(id)
  const studentId = enrolment?.studentId ?? null
  if (enrolment?.organisationId !== organisationId || studentId === null) throw new Problem('document_not_found')
  return { ...enrolment, studentId }
}
