import { canonicalRollNumber } from '#contract/text-fields.ts'
import { requireActor } from '../acting-for.ts'
import { callerKindOf } from '../callers.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import type { Member } from '../institutes/membership-stores.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { Page, ViewPage } from '../views/page.ts'
import type { ProfileView, StudentView } from '../views/projections.ts'
import { viewMember, viewStudent } from '../views/student-view.ts'
import { lookUpAsGuest } from './look-up-as-guest.ts'
import type { ReadDeps } from './read-organisations.ts'
import type { ProfileLookUp } from './stores.ts'

/** One student: the caller, or a member of the calling organisation. Throws document_not_found for all others. */
export async function getStudent({ storage }: ReadDeps, door: Door<'students.get'>, id: string): Promise<ProfileView> {
  const view =
    callerKindOf(door) === 'STD'
      ? await viewSelf(storage, door.caller.account.id, id)
      : await viewOwnMember(storage, requireActor(door).organisationId, id)
  if (!view) throw new Problem('document_not_found')
  return view
}

async function viewSelf(storage: Deps['storage'], ownId: string, id: string): Promise<ProfileView | undefined> {
  const student = id === ownId ? await storage.students.find(ownId) : undefined
  return student && viewStudent('self', student, await storage.memberships.listOfStudent(ownId))
}

/** One of an institute's members; undefined for all others. */
export async function viewOwnMember(
  storage: Deps['storage'],
  organisationId: string,
  id: string,
): Promise<StudentView | undefined> {
  const member = await storage.memberships.findMember(organisationId, id)
  return member && viewMember(member)
}

/** An organisation's members, by roll number; for a student, only that student. */
export async function listStudents(
  { storage }: ReadDeps,
  door: Door<'students.list'>,
  page: Page,
): Promise<ViewPage<ProfileView>> {
  if (callerKindOf(door) === 'STD') {
    const { id } = door.caller.account
    const self = await viewSelf(storage, id, id)
    return { total: self ? 1 : 0, views: self && page.offset === 0 ? [self] : [] }
  }
  return listMembers(storage, requireActor(door).organisationId, page)
}

/** An institute's members, by roll number. */
export async function listMembers(
  storage: Deps['storage'],
  organisationId: string,
  page: Page,
): Promise<ViewPage<StudentView>> {
  const organisation = await storage.organisations.find(organisationId)
  const members = await storage.memberships.listMembers(organisationId, page)
  return { total: organisation?.members ?? 0, views: members.map(viewMember) }
}

/** Looks a student up by email: before a login, or among the students that the caller may see anyway. */
export async function lookUpStudentByEmail(
  deps: ReadDeps,
  door: Door<'students.look-up-by-email'>,
  canonicalEmails: readonly string[],
): Promise<ViewPage<ProfileView>> {
  if (!door.caller) return lookUpAsGuest(deps, door, 'students', canonicalEmails[0])
  if (callerKindOf(door) !== 'STD')
    return lookUpMember(deps, door, [{ ids: [], canonicalEmails, canonicalRollNumbers: [] }])
  const { account } = door.caller
  const self =
    canonicalEmails.includes(account.emailCanonical) && (await viewSelf(deps.storage, account.id, account.id))
  return self ? { total: 1, views: [self] } : { total: 0, views: [] }
}

/**
 * The look-up of the mark-attendance screen (spec §5): by email OR roll number, among the caller's members only.
 * Several look-ups are joined by AND.
 */
export async function lookUpStudentByEmailOrRollNumber(
  deps: ReadDeps,
  door: Door<'students.look-up-by-roll-number'>,
  lookUps: readonly ProfileLookUp[],
): Promise<ViewPage<ProfileView>> {
  return lookUpMember(deps, door, lookUps)
}

/** The one member of the caller's institute that matches all look-ups. Throws more-than-one-student. */
export async function lookUpMember(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  lookUps: readonly ProfileLookUp[],
): Promise<ViewPage<StudentView>> {
  const found = await findMembers(storage, requireActor(context).organisationId, lookUps)
  // Several members match. Taking the first one could mark the wrong student.
  if (found.length > 1) {
    throw new Problem('more-than-one-student')
  }
  return { total: found.length, views: found.map(viewMember) }
}

/**
 * The one member that matches all look-ups, or two when several match. Storage reads only the shortest look-up; the
 * code compares its members with the others.
 */
async function findMembers(
  storage: Deps['storage'],
  organisationId: string,
  lookUps: readonly ProfileLookUp[],
): Promise<Member[]> {
  const [shortest, ...others] = lookUps.toSorted((one, other) => countNames(one) - countNames(other))
  if (!shortest) return []
  const limit = others.length === 0 ? 2 : countNames(shortest)
  const found: Member[] = []
  for (const member of await storage.memberships.lookUpMembers(organisationId, shortest, limit)) {
    if (others.length === 0 || (await isNamedByAll(storage, member, others))) found.push(member)
    if (found.length > 1) break
  }
  return found
}

function countNames({ ids, canonicalEmails, canonicalRollNumbers }: ProfileLookUp): number {
  return ids.length + canonicalEmails.length + canonicalRollNumbers.length
}

/** Compares the account's email, as look-ups do: a separate call copies it to the document. */
async function isNamedByAll(
  { accounts }: Deps['storage'],
  { student }: Member,
  lookUps: readonly ProfileLookUp[],
): Promise<boolean> {
  const { emailCanonical = '' } = (await accounts.find(student.id)) ?? {}
  const rollNumber = canonicalRollNumber(student.rollNumber)
  return lookUps.every(
    ({ ids, canonicalEmails, canonicalRollNumbers }) =>
      ids.includes(student.id) || canonicalEmails.includes(emailCanonical) || canonicalRollNumbers.includes(rollNumber),
  )
}
