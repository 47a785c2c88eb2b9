import type { RosterQuery } from '#contract/report-queries.ts'
import type { PersonChange, PersonDetail, PersonFields, RosterPage } from '#contract/roster.ts'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { requireCanonicalEmail } from '../accounts/canonical-email.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps, WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { moveRollNumber } from '../institutes/correct-roll-number.ts'
import { endMembership } from '../institutes/remove-member.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { sayWhoGetsNoMail } from './invite-people.ts'
import type { KnownPerson } from './stores.ts'

/** One page of everyone on the roster, by roll number. */
export async function listPeople(
  { storage }: WithStorage,
  door: Door<'people.view'>,
  query: RosterQuery,
): Promise<RosterPage> {
  const { organisationId } = door.actor
  const page = await storage.rosters.listRoster(organisationId, query, await storage.now())
  return { ...page, people: await sayWhoGetsNoMail(storage, organisationId, page.people) }
}

/** Throws document_not_found for someone who is not on the roster now. */
export async function readPerson(
  { storage }: WithStorage,
  door: Door<'people.view' | 'people.change' | 'people.link'>,
  { personId: id }: { readonly personId: string },
): Promise<PersonDetail> {
  const found = await storage.rosters.findOnRoster(door.actor.organisationId, id, await storage.now())
  if (!found) throw new Problem('document_not_found')
  const [person = found] = await sayWhoGetsNoMail(storage, door.actor.organisationId, [found])
  return person
}

/** Adds a person without an account. Throws email-invalid, person-number-taken. */
export async function addPerson(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'people.add'>,
  { rollNumber, givenName, familyName, email, section }: PersonFields,
): Promise<{ readonly id: string }> {
  const { organisationId } = door.actor
  if (email !== '') requireCanonicalEmail(email)
  const id = random.id()
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    await refuseTaken(stores, organisationId, rollNumber)
    const facts = { given: givenName, family: familyName, email: email || null, section, externalId: null }
    await stores.roster.insert({ id, organisationId, rollNumber, ...facts }, 'hand', now)
    await event(stores, door, 'person.add', { subject: id, facts: { organisationId }, at: now })
  })
  return { id }
}

/**
 * Changes what the office knows of a person. The number of a member is corrected as by a correction of roll numbers.
 * Needs a step-up (rules §5.7). Throws document_not_found, email-invalid, own-record, person-number-taken,
 * document_unique_constraint_violation.
 */
export async function changePerson(
  { storage }: WithStorage,
  door: Door<'people.change'>,
  { personId: id, ...change }: PersonChange & { readonly personId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  if (change.email) requireCanonicalEmail(change.email)
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const person = await stores.roster.find(organisationId, id)
    if (!person) throw new Problem('document_not_found')
    const { studentId } = person
    refuseOwnRecord(by, studentId === null ? [] : [studentId])
    const isStudents = studentId !== null || person.formerStudentId !== null
    const { rollNumber, givenName, familyName, email, section } = change
    if (rollNumber !== undefined && studentId === null) await refuseTaken(stores, organisationId, rollNumber, id)
    if (rollNumber !== undefined && studentId !== null) {
      await moveRollNumber(stores, confirmed, { organisationId, studentId, rollNumber }, now)
    }
    const facts = {
      rollNumber: studentId === null ? (rollNumber ?? person.rollNumber) : null,
      given: givenName ?? person.given,
      family: familyName ?? person.family,
      email: email === undefined ? person.email : email || null,
      section: section ?? person.section,
      externalId: person.externalId,
    }
    // With a name beside the student's own, the office says whose it is.
    const linkedBy = isStudents && givenName !== undefined ? 'choice' : person.linkedBy
    await stores.roster.change(id, facts, linkedBy, now)
    await event(stores, confirmed, 'person.change', { subject: id, facts: { organisationId }, at: now })
  })
}

/**
 * Removes people from the roster; a member's membership ends, and marks stay. All of them or none. Needs a step-up
 * (rules §5.7). Throws document_not_found, own-record.
 */
export async function removePeople(
  { storage }: WithStorage,
  door: Door<'people.remove'>,
  { people: ids }: { readonly people: readonly string[] },
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    await stores.organisations.lockMembers(organisationId)
    for (const id of new Set(ids)) {
      const person: KnownPerson | undefined = await stores.roster.find(organisationId, id)
      if (!person) throw new Problem('document_not_found')
      const now = await stores.now()
      if (person.studentId === null) {
        const facts = { organisationId, ...written({ enrolments: await stores.roster.end(id, now) }) }
        await event(stores, confirmed, 'person.remove', { subject: id, facts, at: await stores.now() })
      } else {
        refuseOwnRecord(by, [person.studentId])
        await endMembership(stores, confirmed, organisationId, person.studentId)
      }
    }
  })
}

async function refuseTaken(
  stores: Stores,
  organisationId: string,
  rollNumber: string,
  exceptId?: string,
): Promise<void> {
  const key = canonicalRollNumber(rollNumber)
  const isTaken =
    (await stores.roster.isNumberTaken(organisationId, key, exceptId)) ||
    (await stores.memberships.findHolder(organisationId, key)) !== undefined
  if (isTaken) throw new Problem('person-number-taken')
}
