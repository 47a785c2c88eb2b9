import type { Account } from '../accounts/stores.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { takeNumber } from '../institutes/join-institute.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { CellBefore, KnownPerson, PersonLink } from './stores.ts'

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
    if (accountOf(person) !== null || (isNumberOther && !isNew(organisationId))) continue
    if (await stores.personLinks.areApart(organisationId, person.id, member.id)) continue
    // What counts where both have an entry the office alone decides.
    if ((await stores.personLinks.listShared(organisationId, person, member)).length > 0) continue
    const how = { linkedBy: 'email', decidedBy: null, reason: null } as const
    await link(stores, random, context, organisationId, { stays: person, goes: member }, how)
    if (isNumberOther) await takeNumber(stores, organisationId, { id: studentId, rollNumber: person.rollNumber ?? '' })
  }
}

export type Both = { readonly stays: KnownPerson; readonly goes: KnownPerson }

/** One row stays and gets all that the other one has but for the `cells`, where both have an entry. */
export async function link(
  stores: Stores,
  random: Deps['random'],
  context: RequestContext,
  organisationId: string,
  { stays, goes }: Both,
  how: Pick<PersonLink, 'linkedBy' | 'decidedBy' | 'reason'>,
  cells: readonly CellBefore[] = [],
): Promise<void> {
  const at = await stores.now()
  const studentId = accountOf(stays) ?? accountOf(goes)
  const formerStudentId = accountOf(stays) === null ? null : accountOf(goes)
  const place = studentId === null ? undefined : await stores.memberships.findPlace(organisationId, studentId)
  const formerNumber = formerStudentId === null ? (place?.rollNumber ?? null) : null
  const rows = { personId: stays.id, formerId: goes.id, studentId, formerStudentId, formerNumber }
  const made = { id: random.id(), organisationId, ...rows, ...how, linkedAt: at }
  const enrolments = await stores.personLinks.insert(made, cells)
  await stores.students.touch([studentId, formerStudentId].filter(isId), at)
  const facts = { organisationId, linkedBy: how.linkedBy }
  const joined = { subject: stays.id, facts: { ...facts, ...written({ enrolments }) }, at, student: studentId }
  const ended = { subject: goes.id, facts: { ...facts, ...written({}) }, at, student: formerStudentId }
  await event(stores, context, 'person.link', joined, ...(formerStudentId === null ? [] : [ended]))
}

/** Two rows of the roster. Throws document_not_found. */
export async function findBoth(
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

/** The account that stands behind a row, of a member or of who has left. */
export const accountOf = ({ studentId, formerStudentId }: KnownPerson): string | null => studentId ?? formerStudentId

/** Leaves out who has no account. */
export const isId = (id: string | null): id is string => id !== null

/** The office's own system says that they are two. */
export const haveTwoIds = (one: KnownPerson, other: KnownPerson): boolean =>
  one.externalId !== null && other.externalId !== null && one.externalId !== other.externalId
