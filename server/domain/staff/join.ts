import { type Joined, joinWithAccount, loginOf } from '../accounts/join-with-account.ts'
import type { Account } from '../accounts/stores.ts'
import { written, writtenStaff } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import type { Staff, StaffInvitation } from './stores.ts'

/** What an invitation's mail carries. The id is that of its token: an earlier mail opens nothing. */
export type InvitationLink = { readonly invitationId: string; readonly secret: string }
export type NewAccount = { readonly name: string; readonly password: string }

const purpose = 'staff-invitation'

/**
 * Joins the institute by the link. Throws user_invalid_token for a link that does not work; already-staff; what
 * joinWithAccount throws.
 */
export async function joinInstitute(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher'>,
  door: Door<'staff.join'>,
  link: InvitationLink,
  made: NewAccount | undefined,
): Promise<Joined> {
  const invitation = await findStaffInvitation(deps.storage, door, link)
  const account = made && { ...made, names: [made.name] }
  return joinWithAccount(deps, door, invitation, 'STF', account, (stores, context, joining) =>
    enrol(stores, deps, context, link, joining),
  )
}

/** The open invitation of one of the staff behind a link. A wrong link counts, a right one passes however many wrong ones came before. */
export async function findStaffInvitation(
  storage: Deps['storage'],
  context: RequestContext,
  { invitationId, secret }: InvitationLink,
): Promise<StaffInvitation> {
  const isOpen = await storage.tokens.isOpenWithoutAccount(hashSecret(secret), invitationId, purpose)
  const found = isOpen ? await storage.staff.findByToken(invitationId) : undefined
  if (found) return found
  throw await refuseLink(storage, context, invitationId)
}

/**
 * A link that opens nothing leads its person to the login, where the invited email is that of a student or of one of the
 * staff by now: the id stands in that mail alone. Any other counts as a wrong one.
 */
export async function refuseLink(
  { invitations, accounts, memberships, staff }: Deps['storage'],
  context: RequestContext,
  invitationId: string,
): Promise<Problem> {
  const sent = await invitations.findSent(invitationId)
  const account = sent && (await accounts.findByEmail(sent.emailCanonical))
  if (sent && account?.isEmailVerified) {
    const { organisationId } = sent
    const isIn =
      (await memberships.find(organisationId, account.id)) ?? (await staff.findNow(organisationId, account.id))
    if (isIn) return new Problem('invitation-joined', { value: loginOf(account) })
  }
  await context.limiter.count(requestLimits.openInvitation.byAddress, context.address)
  return new Problem('user_invalid_token')
}

/** Spends the link. Throws user_invalid_token, already-staff. */
async function enrol(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  context: RequestContext,
  { invitationId, secret }: InvitationLink,
  account: Account,
): Promise<void> {
  const taken = await stores.tokens.takeWithoutAccount(hashSecret(secret), invitationId, purpose)
  const invitation = taken ? await stores.staff.findByToken(invitationId) : undefined
  const locked = invitation && (await stores.staff.lockInvitation(invitation.organisationId, invitation.id))
  if (!locked || locked.tokenId !== invitationId) throw new Problem('user_invalid_token')
  const { organisationId, role, title, holdsWhole } = locked
  if (await stores.staff.findNow(organisationId, account.id)) throw new Problem('already-staff')
  const now = await stores.now()
  const person: Staff = {
    id: random.id(),
    organisationId,
    accountId: account.id,
    name: account.name,
    title,
    role,
    holdsWhole,
    since: now,
    until: null,
  }
  await stores.staff.insert(person)
  await stores.staff.askAboutCourses(person)
  await stores.staff.endInvitation(locked.id, 'joined', now)
  await event(stores, context, 'staff.join', {
    accountId: account.id,
    subject: locked.id,
    facts: { organisationId, role, ...written(writtenStaff(person)) },
  })
}
