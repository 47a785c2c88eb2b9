import type { Invitation, JoinInput } from '#contract/staff.ts'
import { canonicalRollNumber, joinNames } from '#contract/text-fields.ts'
import { type Joined, joinWithAccount, wayIn } from '../accounts/join-with-account.ts'
import { studentInvitation } from '../accounts/mailed-token.ts'
import type { Account } from '../accounts/stores.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { joinInstitute, publishNewMember, takeNumber } from '../institutes/join-institute.ts'
import { describePlace, mailWhenQuiet } from '../mail/notices.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { findStaffInvitation, type InvitationLink, joinInstitute as joinAsStaff, refuseLink } from '../staff/join.ts'
import type { KnownPerson, StudentInvitation } from './stores.ts'

/**
 * What the page of an invitation's link shows, to a student or to one of the staff. Looking spends nothing: programs that
 * read mails open links, too. Throws invitation-joined to who has joined; user_invalid_token, one answer for every other link.
 */
export async function lookUpLink(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'staff.join'>,
  link: InvitationLink,
): Promise<Invitation> {
  const student = await findOpen(storage, link)
  const { organisationId, email, emailCanonical, ...asWhat } =
    student ?? (await findStaffInvitation(storage, door, link))
  const person = student && (await storage.roster.find(organisationId, student.personId))
  // Removed, or joined otherwise, since the mail went out.
  if (student && person?.studentId !== null) throw await refuseLink(storage, door, link.invitationId)
  const organisation = await storage.organisations.find(organisationId)
  const account = await storage.accounts.findByEmail(emailCanonical)
  return {
    institute: organisation?.name ?? '',
    email,
    ...('role' in asWhat ? { role: asWhat.role, title: asWhat.title } : { role: 'student', title: '' }),
    ...wayIn(door, account, student ? 'STD' : 'STF'),
    ...(person && {
      student: { rollNumber: person.rollNumber, firstName: person.given ?? '', lastName: person.family ?? '' },
    }),
  }
}

/** No mail of this institute goes to the address any more. The link still works. Throws what lookUpLink throws. */
export async function stopMailsByLink(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'staff.join'>,
  link: InvitationLink,
): Promise<void> {
  const { id, organisationId, emailCanonical } =
    (await findOpen(storage, link)) ?? (await findStaffInvitation(storage, door, link))
  await storage.transaction(async (stores) => {
    await stores.staff.stopMails(organisationId, emailCanonical, await stores.now())
    await event(stores, door, 'mails.stop', { subject: id, facts: { organisationId } })
  })
}

/**
 * Joins by a link, as a student or as one of the staff. A student becomes the person of the roster whom the office
 * invited; who has that person's number without being invited gives way. Throws user_invalid_token, joined-as-another;
 * what joinWithAccount throws.
 */
export async function joinByLink(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher'>,
  door: Door<'staff.join'>,
  link: InvitationLink,
  { account: made, student }: Pick<JoinInput, 'account' | 'student'>,
): Promise<Joined> {
  const { storage } = deps
  const found = await findOpen(storage, link)
  if (!found) return joinAsStaff(deps, door, link, made)
  return joinAsPerson(deps, door, found, student, {
    async spend(stores) {
      // First, as everyone who ends an invitation.
      await stores.organisations.lockMembers(found.organisationId)
      const taken = await stores.tokens.takeWithoutAccount(
        hashSecret(link.secret),
        link.invitationId,
        studentInvitation,
      )
      return taken ? stores.invitations.lock(link.invitationId) : undefined
    },
    end: (stores, { now }) => stores.invitations.end(link.invitationId, now),
  })
}

/** What lets its holder become a person of the roster. */
export type Admission = {
  /** Undefined where it does not work any more. */
  readonly spend: (
    stores: Stores,
  ) => Promise<{ readonly organisationId: string; readonly personId: string } | undefined>
  readonly end: (
    stores: Stores,
    joined: { readonly studentId: string; readonly personId: string; readonly now: number },
  ) => Promise<void>
}

/** Makes the owner of a proven email a person of the roster. Throws what joinByLink throws. */
export async function joinAsPerson(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher'>,
  context: RequestContext,
  proven: Pick<Account, 'email' | 'emailCanonical'>,
  student: JoinInput['student'],
  admission: Admission,
): Promise<Joined> {
  const made = student && {
    name: joinNames(student.firstName, student.lastName),
    password: student.password,
    names: [student.firstName, student.lastName],
  }
  return joinWithAccount(deps, context, proven, 'STD', made, (stores, joining, account) => {
    if (joining.caller || !student) return enrol(stores, joining, admission, account, undefined)
    const { password: _, ...profile } = student
    return enrol(stores, joining, admission, account, { ...profile, email: proven.email })
  })
}

async function findOpen(
  storage: Pick<Stores, 'tokens' | 'invitations'>,
  { invitationId, secret }: InvitationLink,
): Promise<StudentInvitation | undefined> {
  const isOpen = await storage.tokens.isOpenWithoutAccount(hashSecret(secret), invitationId, studentInvitation)
  return isOpen ? storage.invitations.find(invitationId) : undefined
}

type NewProfile = Readonly<Record<'firstName' | 'lastName' | 'phoneNumber' | 'email', string>>

/** Spends the admission, and makes the student the person of the roster. `profile`: of a new student. */
async function enrol(
  stores: Stores,
  context: RequestContext,
  admission: Admission,
  account: Account,
  profile: NewProfile | undefined,
): Promise<void> {
  const admitted = await admission.spend(stores)
  if (!admitted) throw new Problem('user_invalid_token')
  const { organisationId, personId } = admitted
  await stores.organisations.lockMembers(organisationId)
  const now = await stores.now()
  const person = await stores.roster.find(organisationId, personId)
  if (person?.studentId !== null) throw new Problem('user_invalid_token')
  const student = { id: account.id, rollNumber: person.rollNumber ?? '' }
  if (profile) {
    const times = { createdAt: now, updatedAt: now }
    await stores.students.insert({ ...profile, ...student, permissions: [], ...times })
  }
  const isMember = (await stores.memberships.find(organisationId, account.id)) !== undefined
  const knownAs = await findKnownAs(stores, organisationId, account.id, person)
  if (knownAs !== undefined) throw new Problem('joined-as-another', { value: knownAs })
  const bound = await stores.roster.bind(person, organisationId, account.id, now)
  if (!isMember) {
    await makeRoom(stores, context, organisationId, student, now)
    await joinInstitute(stores, context, organisationId, student)
    if (!profile) await takeNumber(stores, organisationId, student)
  }
  await admission.end(stores, { studentId: account.id, personId: bound.id, now })
  await publishNewMember(stores, organisationId, account.id, profile ? 'create' : 'update', now)
  const facts = { organisationId, ...written({ enrolments: bound.enrolments }) }
  await event(stores, context, 'person.join', { accountId: account.id, subject: personId, facts })
}

/**
 * Two people of the roster may have one email, as two children have that of their parents. The name of the other one whose
 * account it is known to be, or who has its number and email; undefined for none.
 */
export async function findKnownAs(
  { roster }: Pick<Stores, 'roster'>,
  organisationId: string,
  studentId: string,
  wanted: KnownPerson,
): Promise<string | undefined> {
  const member = await roster.findOfStudent(organisationId, studentId)
  if (!member) return undefined
  const alike = member.linkedBy === null ? await roster.listByEmail(organisationId, wanted.emailKey ?? '') : [member]
  const other = alike.find(({ id, rollKey }) => id !== wanted.id && rollKey === member.rollKey)
  return other && joinNames(other.given ?? '', other.family ?? '')
}

/** A verified member with the number of the invited person leaves, keeps the marks, and is told. */
async function makeRoom(
  stores: Stores,
  context: RequestContext,
  organisationId: string,
  student: { readonly id: string; readonly rollNumber: string },
  now: number,
): Promise<void> {
  const holder = await stores.memberships.findHolder(organisationId, canonicalRollNumber(student.rollNumber))
  if (!holder?.isEmailVerified || holder.student.id === student.id) return
  const { id, rollNumber } = holder.student
  const enrolments = await stores.memberships.end(organisationId, id, 'taken-out', now)
  await stores.students.touch([id], now)
  const subject = { kind: 'membership-taken-out', accountId: id, senderId: organisationId } as const
  await mailWhenQuiet(stores, subject, describePlace({ rollNumber, hasLeft: false }), now)
  const facts = { organisationId, ...written({ enrolments }) }
  await event(stores, context, 'membership.give-way', { subject: id, facts, at: now, student: id })
}
