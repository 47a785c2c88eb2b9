import type { OrganisationUpdate } from '#contract/organisation.ts'
import type { StudentUpdate } from '#contract/student.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { requireActor } from '../acting-for.ts'
import type { UpdateAct } from '../acts.ts'
import { publishOrganisationUpdate, publishStudentUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import { choose, type Door } from '../doors.ts'
import { event } from '../event.ts'
import { addInstitute } from '../institutes/add-institute.ts'
import { markMember, type WantedAttendance } from '../marks/mark-member.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { ProfileChange } from '../profiles/stores.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { linkByEmail } from '../roster/link-people.ts'
import { startClass } from '../sessions/start-session.ts'
import { viewOwnOrganisation } from '../views/organisation-view.ts'
import type { ProfileView } from '../views/projections.ts'
import { viewStudent } from '../views/student-view.ts'
import { assertVisible } from './visibility.ts'

/** One change of an attribute, a new list of permissions (which grants nothing), or both. */
type WithPermissions<Update> = (Update & Partial<PermissionsUpdate>) | PermissionsUpdate
type PermissionsUpdate = { readonly permissions: readonly string[] }
/** As the contract has it, with the attendance read from its text. */
type StudentChange = Exclude<StudentUpdate, { attendance: string }> | { readonly attendance: WantedAttendance }
type UpdateDeps = Pick<Deps, 'storage' | 'random'>

/** What each part of an update needs. Permissions grant nothing: they are changed like a phone number. */
const organisationActs = {
  classes: 'organisations.update.classes',
  email: 'organisations.update.email',
  phoneNumber: 'organisations.update.phoneNumber',
  permissions: 'organisations.update.phoneNumber',
} as const
const studentActs = {
  attendance: 'students.update.attendance',
  organisation: 'students.update.organisation',
  email: 'students.update.email',
  phoneNumber: 'students.update.phoneNumber',
  permissions: 'students.update.phoneNumber',
} as const

/**
 * One change of an organisation's own document: its email, its phone number, or the start of an attendance session.
 * Permissions that come with it are changed in the same transaction.
 */
export async function updateOrganisation(
  { storage, random }: UpdateDeps,
  door: Door<UpdateAct>,
  id: string,
  update: WithPermissions<OrganisationUpdate>,
): Promise<ProfileView> {
  const assertSeen = () => assertVisible(storage, door, 'organisations', id)
  await choose(door, actsOf(organisationActs, update), assertSeen)
  await assertSeen()
  if (id !== requireActor(door).organisationId) throw new Problem('user_unauthorized')
  return storage.transaction(async (stores) => {
    if (!('classes' in update)) return changeOrganisation(stores, door, id, update)
    if (update.permissions) await changeOrganisation(stores, door, id, { permissions: update.permissions })
    await startClass(stores, random, door, update.classes)
    const organisation = await stores.organisations.find(id)
    if (!organisation) throw new Problem('document_not_found')
    return viewOwnOrganisation(stores, organisation)
  })
}

/**
 * One change of a student's document: by the student, with permissions in the same transaction; or a mark, by an
 * organisation that the student is a member of.
 */
export async function updateStudent(
  deps: UpdateDeps,
  door: Door<UpdateAct>,
  id: string,
  update: WithPermissions<StudentChange>,
): Promise<ProfileView> {
  const assertSeen = () => assertVisible(deps.storage, door, 'students', id)
  await choose(door, actsOf(studentActs, update), assertSeen)
  // A mark reads the membership itself, under its lock. Only institutes mark, and only students change permissions: the
  // door refuses the two together.
  if ('attendance' in update) return markMember(deps, door, id, update.attendance)
  await assertSeen()
  // The table allows every unverified session to change an email, and an organisation may see its members' documents.
  // So ownership is checked here.
  if (id !== requireCaller(door).account.id) throw new Problem('user_unauthorized')
  return deps.storage.transaction(async (stores) => {
    if (!('organisation' in update)) return changeStudent(stores, door, id, update)
    if (update.permissions) await changeStudent(stores, door, id, { permissions: update.permissions })
    const before = new Set((await stores.memberships.listOfStudent(id)).map(({ organisationId }) => organisationId))
    const view = await addInstitute(stores, door, id, update)
    await linkByEmail(stores, deps.random, door, requireCaller(door).account, (one) => !before.has(one))
    return view
  })
}

function actsOf<Name extends string>(acts: Readonly<Record<string, Name>>, update: object): Name[] {
  return Object.entries(acts).flatMap(([part, act]) => (part in update ? [act] : []))
}

/** What each change of a profile needs in its transaction: an organisation's and a student's. */
async function checkAndRecord(
  stores: Stores,
  context: RequestContext,
  id: string,
  change: ProfileChange,
): Promise<void> {
  if (change.email !== undefined) await assertAccountEmail(stores, id, change.email)
  const facts = { fields: Object.keys(change) }
  await event(stores, context, 'profile.update', { facts })
}

async function changeOrganisation(
  stores: Stores,
  context: RequestContext,
  id: string,
  change: ProfileChange,
): Promise<ProfileView> {
  const organisation = await stores.organisations.change(id, change)
  if (!organisation) throw new Problem('document_not_found')
  await checkAndRecord(stores, context, id, change)
  await publishOrganisationUpdate(stores, id, organisation.updatedAt)
  return viewOwnOrganisation(stores, organisation)
}

async function changeStudent(
  stores: Stores,
  context: RequestContext,
  id: string,
  change: ProfileChange,
): Promise<ProfileView> {
  const student = await stores.students.change(id, change)
  if (!student) throw new Problem('document_not_found')
  await checkAndRecord(stores, context, id, change)
  // Read with the row locked.
  const memberships = await stores.memberships.listOfStudent(id)
  await publishStudentUpdate(stores, id, memberships, student.updatedAt)
  return viewStudent('self', student, memberships)
}

/** The profile's email is always the account's. */
async function assertAccountEmail(stores: Pick<Stores, 'accounts'>, id: string, email: string): Promise<void> {
  const account = await stores.accounts.find(id)
  if (canonicalEmail(email) !== account?.emailCanonical) {
    throw new Problem('malformed-document', { message: 'email must be the email of the account.' })
  }
}
