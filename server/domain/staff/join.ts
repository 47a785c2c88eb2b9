import type { Invitation } from '#contract/staff.ts'
import { makeInvitedAccount, openFirstSession } from '../accounts/make-invited-account.ts'
import { assertPasswordAllowed } from '../accounts/password-rules.ts'
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
 * What the page of the link shows. Looking spends nothing: programs that read mails open links, too. Throws
 * invitation-joined to who has joined; user_invalid_token, one answer for every other link.
 */
export async function lookUpInvitation(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'staff.join'>,
  link: InvitationLink,
): Promise<Invitation> {
  const found = await findOpen(storage, door, link)
  const organisation = await storage.organisations.find(found.organisationId)
  const account = await storage.accounts.findByEmail(found.emailCanonical)
  const { email, role, title } = found
  return {
    institute: organisation?.name ?? '',
    email,
    role,
    title,
    step: nextStep(door, account),
    login: account?.hasProfile ? loginOf(account) : null,
  }
}

/** No mail of this institute goes to the address any more. The link still works. Throws user_invalid_token. */
export async function stopInstituteMails(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'staff.join'>,
  link: InvitationLink,
): Promise<void> {
  const { organisationId, emailCanonical, id } = await findOpen(storage, door, link)
  await storage.transaction(async (stores) => {
    await stores.staff.stopMails(organisationId, emailCanonical, await stores.now())
    await event(stores, door, 'mails.stop', { subject: id, facts: { organisationId } })
  })
}

/** What a new account gets for its browser; undefined where a login joined. */
export type Joined = { readonly token: string; readonly browserToken: string } | undefined

/**
 * Joins the institute by the link: with a new account, or with the one that is logged in and has the email. This proves
 * the email. Throws user_invalid_token for a link that does not work; invitation-for-another, invitation-log-in,
 * invitation-for-institute, user_already_exists; what assertPasswordAllowed throws.
 */
export async function joinInstitute(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher'>,
  door: Door<'staff.join'>,
  link: InvitationLink,
  made: NewAccount | undefined,
): Promise<Joined> {
  const { storage } = deps
  const { emailCanonical, email } = await findOpen(storage, door, link)
  const step = nextStep(door, await storage.accounts.findByEmail(emailCanonical))
  if (step === 'institute') throw new Problem('invitation-for-institute')
  if (step === 'another-account') throw new Problem('invitation-for-another')
  if (step === 'log-in') throw new Problem('invitation-log-in')
  if (step === 'join') {
    const account = door.caller?.account
    await storage.transaction(async (stores) => {
      const locked = account && (await stores.accounts.lock(account.id))
      if (locked?.emailCanonical !== emailCanonical) throw new Problem('user_invalid_token')
      await enrol(stores, deps, door, link, locked)
    })
    return undefined
  }
  if (!made) throw new Problem('malformed-argument', { message: 'account is missing' })
  assertPasswordAllowed(made.password, { email, names: [made.name] })
  const passwordHash = await deps.hasher.hash(made.password)
  return storage.transaction(async (stores) => {
    const given = { email, emailCanonical, name: made.name, passwordHash }
    const account = await makeInvitedAccount(stores, deps, door, given, 'STF')
    await enrol(stores, deps, { ...door, caller: undefined }, link, account)
    return openFirstSession(stores, deps, door, account)
  })
}

/** How the person at this browser can join. `account`: that of the invited email. */
export function nextStep({ caller }: RequestContext, account: Account | undefined): Invitation['step'] {
  if (account?.label === 'ORG' && account.hasProfile) return 'institute'
  if (caller && caller.account.id !== account?.id) return 'another-account'
  if (!account?.hasProfile) return 'register'
  return caller ? 'join' : 'log-in'
}

/** The open invitation behind a link. A wrong link counts, a right one passes however many wrong ones came before. */
async function findOpen(
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

/** Which tab of the login has an account. */
export const loginOf = ({ label }: Pick<Account, 'label'>): 'STD' | 'ORG' => (label === 'STD' ? 'STD' : 'ORG')

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
  if (!account.isEmailVerified) await stores.accounts.markEmailVerified(account.id, now)
  await event(stores, context, 'staff.join', {
    accountId: account.id,
    subject: locked.id,
    facts: { organisationId, role, ...written(writtenStaff(person)) },
  })
}
