import type { Collection } from '#contract/identifiers.ts'
import { collectionOf } from '#contract/identifiers.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import type { Account } from '../accounts/stores.ts'
import type { Deps } from '../deps.ts'
import { choose, type Door } from '../doors.ts'
import { event } from '../event.ts'
import { findByCode } from '../institutes/find-by-code.ts'
import { joinInstitute, publishNewMember } from '../institutes/join-institute.ts'
import type { Storage, Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { NewOrganisation, NewStudent } from '../profiles/stores.ts'
import { type RequestContext, requireRegisteringAccountId } from '../request-context.ts'
import { linkByEmail } from '../roster/link-people.ts'
import { viewOwnOrganisation } from '../views/organisation-view.ts'
import type { ProfileView } from '../views/projections.ts'
import { viewStudent } from '../views/student-view.ts'

type Given<New> = Omit<New, 'id' | 'createdAt' | 'updatedAt'>

/** The organisation's profile document, once per account. Throws document_already_exists, user_unauthorized. */
export async function createOrganisation(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'organisations.create'>,
  input: Given<NewOrganisation>,
): Promise<ProfileView> {
  const ownId = requireRegisteringAccountId(door)
  return storage.transaction(async (stores) => {
    const now = await stores.now()
    await claimProfile(stores, door, ownId, 'organisations', input.email)
    const profile = { ...input, id: ownId, createdAt: now, updatedAt: now }
    if (!(await stores.organisations.insert(profile))) throw new Problem('document_already_exists')
    const created = await stores.organisations.find(ownId)
    if (!created) throw new Problem('document_not_found')
    return viewOwnOrganisation(stores, created)
  })
}

/**
 * The student's profile document, once per account, with the first institute (spec §5). Throws document_not_found
 * 'Invalid org-code', document_unique_constraint_violation for a roll number that is taken.
 */
export async function createStudent(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'students.create'>,
  input: Given<NewStudent> & { readonly instituteCode: string },
): Promise<ProfileView> {
  const ownId = requireRegisteringAccountId(door)
  return storage.transaction(async (stores) => {
    const now = await stores.now()
    const account = await claimProfile(stores, door, ownId, 'students', input.email)
    const institute = await findByCode(stores, input.instituteCode)
    if (!institute) throw new Problem('institute-code-invalid')
    const { instituteCode: _, ...profile } = input
    const isNew = await stores.students.insert({ ...profile, id: ownId, createdAt: now, updatedAt: now })
    if (!isNew) throw new Problem('document_already_exists')
    const joinedAt = await joinInstitute(stores, door, institute.id, { id: ownId, rollNumber: input.rollNumber })
    await publishNewMember(stores, institute.id, ownId, 'create', joinedAt)
    await linkByEmail(stores, random, door, account)
    const created = await stores.students.find(ownId)
    if (!created) throw new Problem('document_not_found')
    return viewStudent('self', created, await stores.memberships.listOfStudent(ownId))
  })
}

/**
 * For a malformed profile: a caller whose label belongs to the other collection gets that refusal instead of the
 * mistakes in the profile (protocol §5). Throws user_unauthorized.
 */
export async function assertMayCreate(
  storage: Storage,
  door: Door<`${Collection}.create`>,
  collection: Collection,
): Promise<void> {
  await choose(door, `${collection}.create`)
  assertLabelOf(collection, await storage.accounts.find(requireRegisteringAccountId(door)))
}

function assertLabelOf(collection: Collection, account: Account | undefined): void {
  if (!account?.label || account.label === 'STF' || collectionOf[account.label] !== collection)
    throw new Problem('user_unauthorized')
}

/** Finishes the registration, if the profile fits the account's label and email. */
async function claimProfile(
  stores: Stores,
  context: RequestContext,
  accountId: string,
  collection: Collection,
  email: string,
): Promise<Account> {
  const account = await stores.accounts.lock(accountId)
  if (!account) throw new Problem('general_unauthorized_scope')
  if (account.hasProfile) throw new Problem('document_already_exists')
  assertLabelOf(collection, account)
  if (canonicalEmail(email) !== account.emailCanonical) {
    throw new Problem('malformed-document', { message: 'email must be the email of the account.' })
  }
  await stores.accounts.markProfileCreated(accountId)
  const facts = { collection }
  await event(stores, context, 'profile.create', { subject: accountId, facts })
  return account
}
