import { publishAccountUpdate } from '../accounts/publish-account-change.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { passkeyIdOf } from '../audit/passkey-id.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import { Problem } from '../problem.ts'

/**
 * Makes the institute's own login read only, or opens it again. The permissions say what it then leaves to the people.
 * Needs a step-up (rules §5.7). Throws owner-passkey-missing where no owner could act instead, own-login-passkey-missing
 * where it could not act again by itself; step-up-needed.
 */
export async function changeOwnLogin(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'own-login.change'>,
  { readsOnly }: { readonly readsOnly: boolean },
): Promise<void> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    await stores.accounts.lock(organisationId)
    // Held until the commit, so that the last owner is not ended meanwhile.
    await stores.staff.lockOwners(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const facts = { organisationId, readsOnly }
    if (((await stores.accounts.findReadsOnly(organisationId)) !== null) === readsOnly) {
      await event(stores, confirmed, 'own-login.change', { outcome: 'unchanged', facts, at: now })
      return
    }
    if (readsOnly && !(await stores.staff.hasOwnerWithPasskey(organisationId))) {
      throw new Problem('owner-passkey-missing')
    }
    if (readsOnly && !(await stores.staff.hasOwnPasskey(organisationId))) throw new Problem('own-login-passkey-missing')
    await stores.accounts.setReadsOnly(organisationId, readsOnly ? now : null)
    await publishAccountUpdate(stores, organisationId, 'prefs', now)
    const told = await stores.staff.listOwnersOf(organisationId)
    await mailAtOnce(stores, readsOnly ? 'own-login-closed' : 'own-login-opened', told)
    const row = {
      id: organisationId,
      readsOnlySince: readsOnly ? now : null,
      ...(!readsOnly && { gone: true as const }),
    }
    await event(stores, confirmed, 'own-login.change', {
      facts: { ...facts, ...written({ accounts: [row] }) },
      at: now,
    })
  })
}

/**
 * An owner who has seen it confirms a new passkey of the own login, which works from then on. Needs a step-up (rules §5.7).
 * Throws document_not_found for a passkey that does not wait here; own-record, step-up-needed.
 */
export async function confirmOwnLoginPasskey(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'staff.confirm-passkey'>,
  { passkeyId }: { readonly passkeyId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const held = (await stores.staff.listHeldPasskeys(organisationId)).find(
      (one) => one.accountId === organisationId && passkeyIdOf(one) === passkeyId,
    )
    if (held) refuseOwnRecord(by, [organisationId])
    const isConfirmed = held && (await stores.staff.confirmPasskey(held.credentialId, organisationId, now))
    if (!isConfirmed) throw new Problem('document_not_found')
    await event(stores, confirmed, 'staff.confirm-passkey', {
      subject: organisationId,
      facts: {
        organisationId,
        ...written({ staffPasskeyConfirmations: [{ credentialId: passkeyId, organisationId, confirmedAt: now }] }),
      },
    })
  })
}
