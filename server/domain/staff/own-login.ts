import { publishAccountUpdate } from '../accounts/publish-account-change.ts'
import { record } from '../audit/record.ts'
import { publishOrganisationUpdate } from '../changes/publish-profile-update.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requireActor } from '../institutes/acting-for.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * Makes the institute's own login read only, or opens it again. The permissions say what it then leaves to the people.
 * Needs a step-up (rules §5.7). Throws owner-passkey-missing where no owner could act instead; step-up-needed.
 */
export async function changeOwnLogin(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  readsOnly: boolean,
): Promise<void> {
  const door = await enter('own-login.change', context)
  const { organisationId } = requireActor(context)
  await storage.transaction(async (stores) => {
    await stores.accounts.lock(organisationId)
    // Held until the commit, so that the last owner is not ended meanwhile.
    await stores.staff.lockOwners(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const facts = { organisationId, readsOnly }
    if (((await stores.accounts.findReadsOnly(organisationId)) !== null) === readsOnly) {
      await record(stores, confirmed, { action: 'own-login.change', outcome: 'unchanged', facts })
      return
    }
    if (readsOnly && !(await stores.staff.hasOwnerWithPasskey(organisationId))) {
      throw new Problem('owner-passkey-missing')
    }
    await stores.accounts.setReadsOnly(organisationId, readsOnly ? now : null)
    await publishAccountUpdate(stores, organisationId, 'prefs', now)
    await publishOrganisationUpdate(stores, organisationId, now)
    const told = await stores.staff.listOwnersOf(organisationId)
    await mailAtOnce(stores, readsOnly ? 'own-login-closed' : 'own-login-opened', told)
    await record(stores, confirmed, { action: 'own-login.change', outcome: 'done', facts })
  })
}
