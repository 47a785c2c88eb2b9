import { canonicalRollNumber } from '#contract/text-fields.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import type { WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { isAllowed } from '../permissions.ts'
import { Problem } from '../problem.ts'
import { viewOwnOrganisation } from '../views/organisation-view.ts'
import type { Page, ViewPage } from '../views/page.ts'
import type { OrganisationView, StudentView } from '../views/projections.ts'
import { listMembers, lookUpMember, viewOwnMember } from './read-students.ts'

/** The institute that the caller acts for. A role that may not see the class reads neither students nor that one runs. */
export async function readInstitute({ storage }: WithStorage, door: Door<'institute.view'>): Promise<OrganisationView> {
  const organisation = await storage.organisations.find(door.actor.organisationId)
  if (!organisation) throw new Problem('document_not_found')
  const view = await viewOwnOrganisation(storage, organisation)
  if (isAllowed('institute.students', door)) return view
  return { ...view, shown: { ...view.shown, students: [], sessionExpiry: null } }
}

/**
 * Its students, by roll number; with a `name`, the one who has it as email or roll number. Throws
 * more-than-one-student.
 */
export async function listInstituteStudents(
  deps: WithStorage,
  door: Door<'institute.students'>,
  { name, ...page }: Page & { readonly name?: string | undefined },
): Promise<ViewPage<StudentView>> {
  if (name === undefined) return listMembers(deps.storage, door.actor.organisationId, page)
  const email = canonicalEmail(name)
  const canonicalEmails = email === undefined ? [] : [email]
  return lookUpMember(deps, door, [{ ids: [], canonicalEmails, canonicalRollNumbers: [canonicalRollNumber(name)] }])
}

/** One of its students. Throws document_not_found for all others. */
export async function readInstituteStudent(
  { storage }: WithStorage,
  door: Door<'institute.students'>,
  id: string,
): Promise<StudentView> {
  const view = await viewOwnMember(storage, door.actor.organisationId, id)
  if (!view) throw new Problem('document_not_found')
  return view
}
