import type { OrganisationUpdate } from '#contract/organisation.ts'
import type { StudentUpdate } from '#contract/student.ts'
import { kindOf, requireCaller, type Visit } from '../accounts/caller.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { markMember } from '../attendance/mark-member.ts'
import { startAttendanceSession } from '../attendance/start-attendance-session.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { addInstitute } from '../membership/add-institute.ts'
import { authorise } from '../permissions.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { viewOwnOrganisation } from './organisation-view.ts'
import type { ProfileView } from './projections.ts'
import { viewStudent } from './student-view.ts'
import { assertVisible } from './visibility.ts'

/** Beside the one change of an attribute that an update may be: what a client says who may read it, and has no effect. */
type PermissionsUpdate = { readonly permissions: readonly string[] }
type UpdateDeps = Pick<Deps, 'storage' | 'random' | 'mailWorker'>

/** One change of an organisation's own document: its email, its phone number, or the start of an attendance session. */
export async function updateOrganisation(
  deps: UpdateDeps,
  visit: Visit,
  id: string,
  update: OrganisationUpdate | PermissionsUpdate,
): Promise<ProfileView> {
  await assertVisible(deps.storage, visit, 'organisations', id)
  if ('classes' in update) authorise('organisations.update.classes', visit)
  else authorise('email' in update ? 'organisations.update.email' : 'organisations.update.phoneNumber', visit)
  if (id !== requireCaller(visit).account.id) throw new Problem('user_unauthorized')
  if ('classes' in update) return startAttendanceSession(deps, visit, update.classes)
  return deps.storage.transaction(async (stores) => {
    const organisation =
      'email' in update
        ? await stores.organisations.changeEmail(id, update.email)
        : 'permissions' in update
          ? await stores.organisations.changePermissions(id, update.permissions)
          : await stores.organisations.changePhoneNumber(id, update.phoneNumber)
    if (!organisation) throw new Problem('document_not_found')
    if ('email' in update) await assertAccountEmail(stores, id, update.email)
    await record(stores, visit, { action: 'profile.update', outcome: 'done', detail: Object.keys(update).join() })
    await stores.changes.publish({
      collection: 'organisations',
      id,
      action: 'update',
      audience: [id],
      at: organisation.updatedAt,
    })
    return viewOwnOrganisation(stores, organisation)
  })
}

/** One change of a student's document: by the student, or a mark by an organisation that the student is a member of. */
export async function updateStudent(
  deps: UpdateDeps,
  visit: Visit,
  id: string,
  update: StudentUpdate | PermissionsUpdate,
): Promise<ProfileView> {
  // A mark is on the way of every student past the kiosk: it looks at the membership itself, under its lock.
  if ('attendance' in update && kindOf(visit) === 'ORG2') return markMember(deps, visit, id, update.attendance)
  await assertVisible(deps.storage, visit, 'students', id)
  if ('attendance' in update) {
    authorise('students.update.attendance', visit)
    throw new Problem('user_unauthorized')
  }
  if ('organisation' in update) {
    authorise('students.update.organisation', visit)
    return addInstitute(deps, visit, id, update.organisation)
  }
  authorise('email' in update ? 'students.update.email' : 'students.update.phoneNumber', visit)
  // The table opens the email to every unverified session, and an organisation sees its members' documents.
  if (id !== requireCaller(visit).account.id) throw new Problem('user_unauthorized')
  return deps.storage.transaction(async (stores) => {
    const student =
      'email' in update
        ? await stores.students.changeEmail(id, update.email)
        : 'permissions' in update
          ? await stores.students.changePermissions(id, update.permissions)
          : await stores.students.changePhoneNumber(id, update.phoneNumber)
    if (!student) throw new Problem('document_not_found')
    if ('email' in update) await assertAccountEmail(stores, id, update.email)
    await record(stores, visit, { action: 'profile.update', outcome: 'done', detail: Object.keys(update).join() })
    const memberships = await stores.memberships.listOfStudent(id)
    const audience = [id, ...memberships.map(({ organisationId }) => organisationId)]
    await stores.changes.publish({ collection: 'students', id, action: 'update', audience, at: student.updatedAt })
    return viewStudent('self', student, memberships)
  })
}

/** The profile's email follows the account's and can be nothing else. */
async function assertAccountEmail(stores: Pick<Stores, 'accounts'>, id: string, email: string): Promise<void> {
  const account = await stores.accounts.find(id)
  if (canonicalEmail(email) !== account?.emailCanonical) {
    throw new Problem('document_invalid_structure', { message: 'email must be the email of the account.' })
  }
}
