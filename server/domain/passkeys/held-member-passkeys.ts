import type { HeldPasskeys } from '#contract/passkey.ts'
import { maxPageSize } from '#contract/rules.ts'
import { type RequestContext, requireCaller } from '../accounts/caller.ts'
import { assertRecentAuthentication } from '../accounts/step-up.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { passkeyIdOf } from './passkey-id.ts'
import { publishPasskeyChange } from './publish-passkey-change.ts'

/** Passkeys of the calling organisation's members that wait for it, at most a page of them. */
export async function listHeldMemberPasskeys(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
): Promise<HeldPasskeys> {
  await enter('held-passkeys.list', context)
  return view(storage, requireCaller(context).account.id)
}

/**
 * The institute vouches that the student has come with this passkey: from now on it signs here. Only here: anybody can
 * register an institute and confirm an own passkey there. Needs a step-up (rules §5.7), for it lets somebody sign.
 * Throws user_unauthorized; document_not_found for a passkey that does not wait for this organisation, or no longer.
 */
export async function confirmHeldMemberPasskey(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  passkeyId: string,
): Promise<HeldPasskeys> {
  await enter('held-passkeys.confirm', context)
  const { account, session } = requireCaller(context)
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    assertRecentAuthentication(session, now)
    const held = (await stores.passkeys.listHeldFor(account.id, maxPageSize)).find(
      (one) => passkeyIdOf(one) === passkeyId,
    )
    // Of two screens that confirm it at once one finds nothing left to confirm.
    const isConfirmed = held && (await stores.passkeys.confirmFor(held.credentialId, account.id, now))
    if (!isConfirmed) throw new Problem('document_not_found')
    await publishPasskeyChange(stores, { id: held.studentId, label: 'STD' }, now)
    await record(stores, context, { action: 'passkey.confirm', outcome: 'done', subject: held.studentId })
  })
  return view(storage, account.id)
}

async function view(stores: Stores, organisationId: string): Promise<HeldPasskeys> {
  const held = await stores.passkeys.listHeldFor(organisationId, maxPageSize)
  return {
    passkeys: held.map(({ credentialId, studentId, firstName, lastName, rollNumber, createdAt, heldUntil }) => ({
      id: passkeyIdOf({ credentialId }),
      studentId,
      studentName: `${firstName} ${lastName}`,
      rollNumber,
      createdAt,
      heldUntil,
    })),
  }
}
