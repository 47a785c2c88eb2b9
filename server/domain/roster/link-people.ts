import type { PersonDetail } from '#contract/roster.ts'
import { linkUndoMs } from '#contract/roster-rules.ts'
import type { Account } from '../accounts/stores.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { moveRollNumber } from '../institutes/correct-roll-number.ts'
import { takeNumber } from '../institutes/join-institute.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { readPerson } from './people.ts'
import type { KnownPerson, PersonLink } from './stores.ts'

/**
 * A student whose email has just been verified becomes, at each institute, the person of the roster who has it and the
 * number. No other row may have the email: two children may have that of their parents. A number alone links no one. An
 * institute that `isNew` knows the student by its own number.
 */
export async function linkByEmail(
  stores: Stores,
  random: Deps['random'],
  context: RequestContext,
  { id: studentId, emailCanonical, isEmailVerified }: Pick<Account, 'id' | 'emailCanonical' | 'isEmailVerified'>,
  isNew = (_organisationId: string) => false,
): Promise<void> {
  if (!isEmailVerified) return
  const institutes = (await stores.memberships.listOfStudent(studentId)).map(({ organisationId }) => organisationId)
  for (const organisationId of institutes.sort((a, b) => (a < b ? -1 : 1))) {
    await stores.organisations.lockMembers(organisationId)
    const member = await stores.roster.findOfStudent(organisationId, studentId)
    const [person, ...others] = await stores.roster.listByEmail(organisationId, emailCanonical)
    if (member?.linkedBy !== null || !person || others.length > 0) continue
    const isNumberOther = person.rollKey !== member.rollKey
    if (hasAccount(person) || (isNumberOther && !isNew(organisationId))) continue
    if (await stores.personLinks.areApart(organisationId, person.id, member.id)) continue
    const both = await chooseStaying(stores, organisationId, person, member)
    if (!both) continue
    const how = { linkedBy: 'email', decidedBy: null, reason: null } as const
    await link(stores, random, context, organisationId, both, how)
    if (isNumberOther) await takeNumber(stores, organisationId, { id: studentId, rollNumber: person.rollNumber ?? '' })
  }
}

type Both = { readonly stays: KnownPerson; readonly goes: KnownPerson }

/** The row without courses and rulings goes, first that of the account. Undefined where neither can go. */
async function chooseStaying(
  { personLinks }: Pick<Stores, 'personLinks'>,
  organisationId: string,
  person: KnownPerson,
  member: KnownPerson,
): Promise<Both | undefined> {
  const { studentId } = member
  const areApart = studentId === null || !(await personLinks.shareSession(organisationId, person.id, studentId))
  if (areApart && (await personLinks.isBare(member, organisationId))) return { stays: person, goes: member }
  return (await personLinks.isBare(person, organisationId)) ? { stays: member, goes: person } : undefined
}

async function link(
  stores: Stores,
  random: Deps['random'],
  context: RequestContext,
  organisationId: string,
  { stays, goes }: Both,
  how: Pick<PersonLink, 'linkedBy' | 'decidedBy' | 'reason'>,
): Promise<void> {
  const at = await stores.now()
  const studentId = stays.studentId ?? goes.studentId
  const place = studentId === null ? undefined : await stores.memberships.findPlace(organisationId, studentId)
  const rows = { personId: stays.id, formerId: goes.id, studentId, formerNumber: place?.rollNumber ?? null }
  await stores.personLinks.insert({ id: random.id(), organisationId, ...rows, ...how, linkedAt: at })
  const facts = { organisationId, linkedBy: how.linkedBy }
  await event(stores, context, 'person.link', { subject: stays.id, facts, at, student: studentId })
}

/**
 * Makes two rows of the roster one person; of the two one has an account at most. Answers the row that stays, whose number
 * is the roster's. Needs a step-up (rules §5.7). Throws document_not_found, own-record, people-registered, people-two-ids,
 * people-in-courses, document_unique_constraint_violation.
 */
export async function linkPeople(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'people.link'>,
  { personId, other: otherId, reason }: Readonly<Record<'personId' | 'other' | 'reason', string>>,
): Promise<PersonDetail> {
  const { organisationId, by } = door.actor
  const { stays } = await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const [one, other] = await findBoth(stores, organisationId, personId, otherId)
    const [person, member] = one.studentId === null ? [one, other] : [other, one]
    refuseOwnRecord(by, member.studentId === null ? [] : [member.studentId])
    if (hasAccount(person) || member.formerStudentId !== null) throw new Problem('people-registered')
    if (haveTwoIds(person, member)) throw new Problem('people-two-ids')
    const both = await chooseStaying(stores, organisationId, person, member)
    if (!both) throw new Problem('people-in-courses')
    await link(stores, random, confirmed, organisationId, both, { linkedBy: 'choice', decidedBy: by.id, reason })
    const { studentId } = member
    if (studentId !== null && person.rollKey !== member.rollKey) {
      await moveRollNumber(stores, confirmed, { organisationId, studentId, rollNumber: person.rollNumber ?? '' }, now)
    }
    return both
  })
  return readPerson({ storage }, door, { personId: stays.id })
}

async function findBoth(
  { roster }: Pick<Stores, 'roster'>,
  organisationId: string,
  personId: string,
  otherId: string,
): Promise<readonly [KnownPerson, KnownPerson]> {
  const [one, other] = [await roster.find(organisationId, personId), await roster.find(organisationId, otherId)]
  if (!one || !other || one.id === other.id) throw new Problem('document_not_found')
  return [one, other]
}

/**
 * The office says that two rows are two people: they are proposed no more, and no email links them. Joining them takes that
 * back. Needs a step-up (rules §5.7). Throws document_not_found, own-record.
 */
export async function keepApart(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'people.link'>,
  { personId, other: otherId }: Readonly<Record<'personId' | 'other', string>>,
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const both = await findBoth(stores, organisationId, personId, otherId)
    refuseOwnRecord(
      by,
      both.flatMap(({ studentId }) => studentId ?? []),
    )
    if (await stores.personLinks.areApart(organisationId, personId, otherId)) return
    await stores.personLinks.keepApart(organisationId, personId, otherId)
    const said = both.map(({ id }) => ({ subject: id, facts: { organisationId }, at: now }))
    await event(stores, confirmed, 'person.apart', ...said)
  })
}

/** Marks stay under the account that has left, too. */
const hasAccount = ({ studentId, formerStudentId }: KnownPerson): boolean =>
  studentId !== null || formerStudentId !== null

/** The office's own system says that they are two. */
const haveTwoIds = (one: KnownPerson, other: KnownPerson): boolean =>
  one.externalId !== null && other.externalId !== null && one.externalId !== other.externalId

/**
 * Makes the two rows again that were one person, for a day, while that person was neither marked, ruled about nor changed.
 * They are said to be two people.
 * Needs a step-up (rules §5.7). Throws document_not_found, own-record, people-link-kept,
 * document_unique_constraint_violation.
 */
export async function unlinkPeople(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'people.link'>,
  { personId }: { readonly personId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const person = await stores.roster.find(organisationId, personId)
    const link = await stores.personLinks.find(organisationId, personId)
    if (!person || !link) throw new Problem('document_not_found')
    const { studentId, linkedAt, formerNumber } = link
    refuseOwnRecord(by, studentId === null ? [] : [studentId])
    const isSame = person.studentId === studentId && now < linkedAt + linkUndoMs
    if (!isSame || (await stores.personLinks.isUsed(link))) throw new Problem('people-link-kept')
    await stores.personLinks.undo(link, now)
    await stores.personLinks.keepApart(organisationId, personId, link.formerId)
    if (studentId !== null && formerNumber !== null) {
      await moveRollNumber(stores, confirmed, { organisationId, studentId, rollNumber: formerNumber }, now)
    }
    await event(stores, confirmed, 'person.unlink', {
      subject: personId,
      facts: { organisationId },
      at: now,
      student: studentId,
    })
  })
}
