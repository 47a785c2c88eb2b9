import { queueTokenMail } from '../accounts/mailed-token.ts'
import { publishSessionEnds } from '../accounts/publish-account-change.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { passkeyIdOf } from '../audit/passkey-id.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { HeldStaffPasskey } from './stores.ts'

/**
 * Mails a person of the institute the link for a new passkey, and tells the owners. The new one is held until an owner
 * has seen the person, at most for its time (rules §5.5). Needs a step-up (rules §5.7). Throws document_not_found,
 * own-record, step-up-needed; user_unauthorized for a registrar where the person is an owner.
 */
export async function sendPasskeyLink(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'staff.passkey-link'>,
  { staffId: id }: { readonly staffId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  const wanted = (await storage.staff.list(organisationId)).find((one) => one.id === id && one.until === null)
  if (!wanted) throw new Problem('document_not_found')
  refuseOwnRecord(by, [wanted.accountId])
  if (wanted.role === 'owner' && door.caller.staff?.role === 'registrar') {
    throw new Problem('user_unauthorized')
  }
  await door.limiter.count(requestLimits.sendPasskeyLink.byPerson, wanted.accountId)
  await storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    const recipient = await stores.accounts.lock(wanted.accountId)
    // A person who was ended meanwhile, or has another role, has another row or none.
    const person = await stores.staff.lock(organisationId, id)
    if (!recipient || !person) throw new Problem('document_not_found')
    await queueTokenMail(stores, { random }, recipient, 'passkey-replacement', { by: by.id, organisationId })
    await mailAtOnce(stores, 'staff-passkey-sent', await stores.staff.listOwnersOver(wanted.accountId))
    await event(stores, confirmed, 'staff.passkey-link', { subject: wanted.accountId, facts: { organisationId } })
  })
}

/**
 * An owner who has seen the person confirms the new passkey, which works from then on. Once it works at every institute of
 * the person, the lost ones do not act any more. Needs a step-up (rules §5.7).
 * Throws document_not_found for a passkey that does not wait here; own-record, step-up-needed.
 */
export async function confirmStaffPasskey(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'staff.confirm-passkey'>,
  { staffId: id, passkeyId }: { readonly staffId: string; readonly passkeyId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const person = await stores.staff.lock(organisationId, id)
    if (person) refuseOwnRecord(by, [person.accountId])
    const held = (await stores.staff.listHeldPasskeys(organisationId)).find(
      (one) => one.accountId === person?.accountId && passkeyIdOf(one) === passkeyId,
    )
    // When two owners confirm it at once, the second finds nothing left to confirm.
    const isConfirmed = held && (await stores.staff.confirmPasskey(held.credentialId, organisationId, now))
    if (!isConfirmed) throw new Problem('document_not_found')
    await stopLostOnes(stores, held, now)
    await event(stores, confirmed, 'staff.confirm-passkey', {
      subject: held.accountId,
      facts: {
        organisationId,
        ...written({ staffPasskeyConfirmations: [{ credentialId: passkeyId, organisationId, confirmedAt: now }] }),
      },
    })
  })
}

/**
 * Those that were there before the new one, and those that act without it: what a lost passkey has added acts, too. The
 * sessions that rest on them end; the one in which the new passkey was made rests on none.
 */
async function stopLostOnes(stores: Stores, { credentialId, accountId, createdAt }: HeldStaffPasskey, now: number) {
  if (!(await stores.staff.isConfirmedByAll(credentialId, accountId))) return
  await stores.accounts.lock(accountId)
  for (const one of await stores.passkeys.listOf(accountId)) {
    if (one.credentialId === credentialId || one.replacedAt !== null) continue
    const isHeld = one.heldUntil !== null && one.heldUntil > now
    const isLost =
      one.createdAt < createdAt || !isHeld || (await stores.staff.isConfirmedByAll(one.credentialId, accountId))
    if (isLost) await stores.passkeys.setReplaced(one.credentialId, now)
  }
  for (const { id, passkeyAt, actingFor } of await stores.sessions.listLive(accountId)) {
    if (passkeyAt === null && actingFor === null) continue
    const ended = await stores.sessions.remove(id, accountId)
    await publishSessionEnds(stores, ended ? [ended] : [], now)
  }
}
