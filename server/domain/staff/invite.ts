import type { StaffChange } from '#contract/staff.ts'
import { requireCanonicalEmail } from '../accounts/canonical-email.ts'
import { queueInvitationMail, tokenLifeMs } from '../accounts/mailed-token.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requireActor } from '../institutes/acting-for.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { holdsGroups } from './roles.ts'
import type { StaffInvitation } from './stores.ts'

const lifeMs = tokenLifeMs['staff-invitation']

/** One mail and one reminder: an institute must not be able to flood an address. */
export const maxInvitationMails = 2

/**
 * Invites a person by mail. The answer is the same whatever the address is: taken, an institute's own, stopped, or
 * invited as often as it may be. An earlier invitation of the address ends. Needs a step-up (rules §5.7). Throws
 * email-invalid, step-up-needed.
 */
export async function inviteStaff(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  context: RequestContext,
  { email, ...input }: StaffChange & { readonly email: string },
): Promise<void> {
  const door = await enter('staff.manage', context)
  const { organisationId, by } = requireActor(context)
  const emailCanonical = requireCanonicalEmail(email)
  await storage.transaction(async (stores) => {
    // Two invitations at once of one address would both send.
    await stores.organisations.lock(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const { open, mails } = await stores.staff.lockAddress(organisationId, emailCanonical)
    for (const id of open) await stores.staff.endInvitation(id, 'replaced', now)
    const invitation: StaffInvitation = {
      id: random.id(),
      organisationId,
      email,
      emailCanonical,
      title: input.title,
      ...holdsGroups(input),
      invitedBy: by.id,
      invitedAt: now,
      tokenId: random.id(),
      expiresAt: now + lifeMs,
      mails: 0,
    }
    await stores.staff.insertInvitation({ ...invitation, mails: await send(stores, invitation, mails, now) })
    await record(stores, confirmed, {
      action: 'staff.invite',
      outcome: 'done',
      subject: invitation.id,
      facts: { organisationId, role: invitation.role },
    })
  })
}

/** Sends the reminder, with a new link. Throws document_not_found, step-up-needed. */
export async function remindInvited(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  context: RequestContext,
  id: string,
): Promise<void> {
  const door = await enter('staff.manage', context)
  const { organisationId } = requireActor(context)
  await storage.transaction(async (stores) => {
    await stores.organisations.lock(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const former = await stores.staff.lockInvitation(organisationId, id)
    if (!former) throw new Problem('document_not_found')
    const { mails } = await stores.staff.lockAddress(organisationId, former.emailCanonical)
    const renewed = { ...former, tokenId: random.id(), expiresAt: now + lifeMs }
    const sent = await send(stores, renewed, mails, now)
    // Without a mail the link that is under way goes on.
    if (sent > 0) await stores.staff.renewInvitation(id, { ...renewed, mails: former.mails + sent })
    await record(stores, confirmed, {
      action: 'staff.invite',
      outcome: 'done',
      subject: id,
      facts: { organisationId, role: former.role },
    })
  })
}

/** Its link works no more. Throws document_not_found. */
export async function withdrawInvitation(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  id: string,
): Promise<void> {
  const door = await enter('staff.manage', context)
  const { organisationId } = requireActor(context)
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const invitation = await stores.staff.lockInvitation(organisationId, id)
    if (!invitation) throw new Problem('document_not_found')
    await stores.staff.endInvitation(id, 'withdrawn', now)
    await record(stores, confirmed, {
      action: 'staff.withdraw',
      outcome: 'done',
      subject: id,
      facts: { organisationId },
    })
  })
}

/** How many mails it queues: none where the address has had its two, or wants none. `mails`: that it has had. */
async function send(
  stores: Stores,
  { organisationId, email, emailCanonical, tokenId }: StaffInvitation,
  mails: number,
  now: number,
): Promise<0 | 1> {
  if (mails >= maxInvitationMails || (await stores.staff.hasStoppedMails(organisationId, emailCanonical))) return 0
  await queueInvitationMail(stores, { id: tokenId, email, emailCanonical }, now)
  return 1
}
