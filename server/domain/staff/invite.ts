import type { StaffChange } from '#contract/staff.ts'
import { requireCanonicalEmail } from '../accounts/canonical-email.ts'
import { queueInvitationMail, tokenLifeMs } from '../accounts/mailed-token.ts'
import { writtenInvitation } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Confirmed } from '../step-up-asked.ts'
import { holdsGroups } from './roles.ts'
import type { StaffInvitation } from './stores.ts'

const lifeMs = tokenLifeMs['staff-invitation']

/** One mail and one reminder: an institute must not be able to flood an address. */
export const maxInvitationMails = 2

/** What became of an invitation. `worksSince`: when the link was sent that works on, epoch ms; null where there is none. */
type Invited = { readonly mail: 'sent' | 'spent'; readonly worksSince: number | null }

/**
 * Invites a person by mail. An earlier invitation of the address becomes this one, and gets a new link; where the address
 * has had its mails, or wants none, the link under way goes on, and the answer says so. Else the answer is the same
 * whatever the address is: taken, or an institute's own. Needs a step-up (rules §5.7). Throws email-invalid, step-up-needed.
 */
export async function inviteStaff(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'staff.manage'>,
  { email, ...input }: StaffChange & { readonly email: string },
): Promise<Invited> {
  const { organisationId, by } = door.actor
  const emailCanonical = requireCanonicalEmail(email)
  return storage.transaction(async (stores) => {
    // Two invitations at once of one address would both send.
    await stores.organisations.lock(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const { open, isSpent } = await stores.staff.lockAddress(organisationId, emailCanonical)
    const wanted = { organisationId, email, emailCanonical, title: input.title, ...holdsGroups(input) }
    const invitation = { ...wanted, id: open?.id ?? random.id(), invitedBy: by.id, invitedAt: now }
    return send(stores, random, confirmed, invitation, { open, isSpent, now })
  })
}

/**
 * Asks the owners to invite a teacher: the list shows whom and who asks, and one press of an owner sends it. No mail goes
 * before. Throws email-invalid, invitation-stands.
 */
export async function askForInvitation(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'staff.ask'>,
  { email }: { readonly email: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  const emailCanonical = requireCanonicalEmail(email)
  await storage.transaction(async (stores) => {
    await stores.organisations.lock(organisationId)
    const now = await stores.now()
    const { open, isSpent } = await stores.staff.lockAddress(organisationId, emailCanonical)
    if (open || isSpent) throw new Problem('invitation-stands')
    const teacher = { role: 'teacher', title: '', holdsWhole: false } as const
    const asked = {
      id: random.id(),
      organisationId,
      email,
      emailCanonical,
      ...teacher,
      invitedBy: by.id,
      invitedAt: now,
    }
    // Of no link: no token has this id.
    const invitation = { ...asked, tokenId: random.id(), expiresAt: now, mails: 0 }
    await stores.staff.saveInvitation(invitation)
    const facts = { organisationId, ...writtenInvitation(invitation) }
    await event(stores, door, 'staff.ask', { subject: invitation.id, facts })
  })
}

/** Sends the reminder, with a new link, or the first mail of one that was asked for. Throws document_not_found, step-up-needed. */
export async function remindInvited(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'staff.manage'>,
  { invitationId: id }: { readonly invitationId: string },
): Promise<Invited> {
  const { organisationId, by } = door.actor
  return storage.transaction(async (stores) => {
    await stores.organisations.lock(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const open = await stores.staff.lockInvitation(organisationId, id)
    if (!open) throw new Problem('document_not_found')
    const { isSpent } = await stores.staff.lockAddress(organisationId, open.emailCanonical)
    const sender = open.mails === 0 ? { invitedBy: by.id, invitedAt: now } : {}
    return send(stores, random, confirmed, { ...open, ...sender }, { open, isSpent, now })
  })
}

/** Its link works no more. Throws document_not_found. */
export async function withdrawInvitation(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'staff.manage'>,
  { invitationId: id }: { readonly invitationId: string },
): Promise<void> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const invitation = await stores.staff.lockInvitation(organisationId, id)
    if (!invitation) throw new Problem('document_not_found')
    await stores.staff.endInvitation(id, 'withdrawn', now)
    await event(stores, confirmed, 'staff.withdraw', { subject: id, facts: { organisationId } })
  })
}

type Wanted = Omit<StaffInvitation, 'tokenId' | 'expiresAt' | 'mails'>
/** `isSpent`: it gets no mail any more. */
type Address = { readonly open: StaffInvitation | undefined; readonly isSpent: boolean; readonly now: number }

/** Without a mail the link that is under way goes on. */
async function send(
  stores: Stores,
  random: Deps['random'],
  confirmed: Confirmed,
  wanted: Wanted,
  { open, isSpent, now }: Address,
): Promise<Invited> {
  if (isSpent && !open) return { mail: 'spent', worksSince: null }
  const { organisationId, role } = wanted
  const fresh = { tokenId: random.id(), expiresAt: now + lifeMs, mails: (open?.mails ?? 0) + 1 }
  const { tokenId, expiresAt, mails } = isSpent && open ? open : fresh
  const invitation = { ...wanted, tokenId, expiresAt, mails }
  await stores.staff.saveInvitation(invitation)
  if (!isSpent) await queueInvitationMail(stores, { ...invitation, id: tokenId }, now)
  const facts = { organisationId, role, ...writtenInvitation(invitation) }
  await event(stores, confirmed, 'staff.invite', { subject: invitation.id, facts })
  if (!isSpent) return { mail: 'sent', worksSince: null }
  return { mail: 'spent', worksSince: expiresAt > now ? sentAt(invitation) : null }
}

/** When its newest link was sent, epoch ms. */
export const sentAt = ({ expiresAt }: Pick<StaffInvitation, 'expiresAt'>): number => expiresAt - lifeMs
