import { exactSentences } from '#contract/problems.ts'
import { kindOf, requireCaller, type Visit } from '../accounts/caller.ts'
import type { Deps } from '../deps.ts'
import { authorise } from '../permissions.ts'
import { Problem } from '../problem.ts'
import { lookUpAsGuest } from './look-up-as-guest.ts'
import type { Page, ViewPage } from './page.ts'
import type { ProfileView } from './projections.ts'
import type { ProfileLookUp } from './stores.ts'
import { viewMember, viewStudent } from './student-view.ts'

type ReadDeps = Pick<Deps, 'storage' | 'decoyKey'>

/** One student: oneself, or a member of the calling organisation. Throws document_not_found for all others. */
export async function getStudent({ storage }: ReadDeps, visit: Visit, id: string): Promise<ProfileView> {
  authorise('students.get', visit)
  const { account } = requireCaller(visit)
  const view =
    kindOf(visit) === 'STD' ? await viewSelf(storage, account.id, id) : await viewOwnMember(storage, account.id, id)
  if (!view) throw new Problem('document_not_found')
  return view
}

async function viewSelf(storage: Deps['storage'], ownId: string, id: string): Promise<ProfileView | undefined> {
  const student = id === ownId ? await storage.students.find(ownId) : undefined
  return student && viewStudent('self', student, await storage.memberships.listOfStudent(ownId))
}

async function viewOwnMember(
  storage: Deps['storage'],
  organisationId: string,
  id: string,
): Promise<ProfileView | undefined> {
  const member = await storage.memberships.findMember(organisationId, id)
  return member && viewMember(member)
}

/** An organisation's members, by roll number; for a student, the student alone. */
export async function listStudents({ storage }: ReadDeps, visit: Visit, page: Page): Promise<ViewPage<ProfileView>> {
  authorise('students.list', visit)
  const { account } = requireCaller(visit)
  if (kindOf(visit) === 'STD') {
    const self = await viewSelf(storage, account.id, account.id)
    return { total: self ? 1 : 0, views: self && page.offset === 0 ? [self] : [] }
  }
  const organisation = await storage.organisations.find(account.id)
  const members = await storage.memberships.listMembers(account.id, page)
  return { total: organisation?.members ?? 0, views: members.map(viewMember) }
}

/** Looks a student up by email before a login, or among those that the caller sees anyhow. */
export async function lookUpStudentByEmail(
  deps: ReadDeps,
  visit: Visit,
  canonicalEmails: readonly string[],
): Promise<ViewPage<ProfileView>> {
  authorise('students.look-up-by-email', visit)
  if (!visit.caller) return lookUpAsGuest(deps, visit, 'students', canonicalEmails[0])
  if (kindOf(visit) !== 'STD') return lookUpMember(deps, visit, { ids: [], canonicalEmails, canonicalRollNumbers: [] })
  const { account } = visit.caller
  const self =
    canonicalEmails.includes(account.emailCanonical) && (await viewSelf(deps.storage, account.id, account.id))
  return self ? { total: 1, views: [self] } : { total: 0, views: [] }
}

/** The look-up of the mark-attendance screen (spec §5): by email OR roll number, among the caller's members only. */
export async function lookUpStudentByEmailOrRollNumber(
  deps: ReadDeps,
  visit: Visit,
  lookUp: ProfileLookUp,
): Promise<ViewPage<ProfileView>> {
  authorise('students.look-up-by-roll-number', visit)
  return lookUpMember(deps, visit, lookUp)
}

async function lookUpMember(
  { storage }: ReadDeps,
  visit: Visit,
  lookUp: ProfileLookUp,
): Promise<ViewPage<ProfileView>> {
  const found = await storage.memberships.lookUpMembers(requireCaller(visit).account.id, lookUp, 2)
  // Never "the first of them": the wrong student would be marked.
  if (found.length > 1) {
    throw new Problem('document_unique_constraint_violation', {
      message: exactSentences.moreThanOneStudent,
    })
  }
  return { total: found.length, views: found.map(viewMember) }
}
