import type { InvitedPeople, RosterPerson } from '#contract/roster.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { queueStudentInvitations } from '../accounts/mailed-token.ts'
import { writtenInvitations } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { maxInvitationMails } from '../staff/invite.ts'
import type { Invitable, StudentInvitation } from './stores.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Invites people of the roster by mail: those without an account who have an email. An address gets one mail and one
 * reminder of an institute, and none after its owner has stopped them; an institute sends so many a day. Who is left out
 * is named with the reason.
 */
export async function invitePeople(
  { storage, random, invitationsADay }: Pick<Deps, 'storage' | 'random' | 'invitationsADay'>,
  door: Door<'people.invite'>,
  { people: ids }: { readonly people: readonly string[] },
): Promise<InvitedPeople> {
  const { organisationId, by } = door.actor
  return storage.transaction(async (stores) => {
    // Two invitations at once of one address would both send.
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const people = await stores.invitations.listInvitable(organisationId, ids)
    const left: InvitedPeople['left'][number][] = []
    const invited: StudentInvitation[] = []
    const free = invitationsADay - (await stores.invitations.countSince(organisationId, now - dayMs))
    for (const person of people) {
      const email = person.email ?? ''
      const emailCanonical = canonicalEmail(email)
      // Several people may have one address.
      const inThisCall = invited.filter((one) => one.emailCanonical === emailCanonical).length
      const counted = { ...person, mails: person.mails + inThisCall }
      const why = findReason(counted, emailCanonical, invited.length < free)
      if (why) left.push({ id: person.id, why })
      else if (emailCanonical !== undefined) {
        const whose = { organisationId, personId: person.id, email, emailCanonical }
        invited.push({ id: random.id(), ...whose, invitedBy: by.id, invitedAt: now })
      }
    }
    await stores.invitations.insert(invited)
    await queueStudentInvitations(stores, invited, now)
    if (invited.length > 0) {
      const facts = { organisationId, people: invited.length, ...writtenInvitations(invited) }
      await event(stores, door, 'person.invite', { facts })
    }
    return { queued: invited.length, left }
  })
}

/** Says of each who has no account why an invitation would not go, where it would not. */
export async function sayWhoGetsNoMail<Person extends Pick<RosterPerson, 'id' | 'studentId'>>(
  { invitations }: Pick<Stores, 'invitations'>,
  organisationId: string,
  people: readonly Person[],
): Promise<readonly (Person & Pick<RosterPerson, 'noMail'>)[]> {
  const ids = people.filter(({ studentId }) => studentId === null).map(({ id }) => id)
  const invitable = ids.length === 0 ? [] : await invitations.listInvitable(organisationId, ids)
  const whyOf = new Map(invitable.map((one) => [one.id, findReason(one, canonicalEmail(one.email ?? ''), true)]))
  return people.map((person) => {
    const noMail = whyOf.get(person.id)
    return noMail === 'no-email' || noMail === 'mailed-already' ? { ...person, noMail } : person
  })
}

function findReason(
  { studentId, mails, hasStopped }: Invitable,
  emailCanonical: string | undefined,
  isFree: boolean,
): InvitedPeople['left'][number]['why'] | undefined {
  if (studentId !== null) return 'registered'
  if (emailCanonical === undefined) return 'no-email'
  // Which of the two it is, is the address's own matter.
  if (hasStopped || mails >= maxInvitationMails) return 'mailed-already'
  return isFree ? undefined : 'tomorrow'
}
