import type { HeldPasskeys } from '#contract/passkey.ts'
import { maxPageSize } from '#contract/rules.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { passkeyIdOf } from '../audit/passkey-id.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { publishPasskeyChange } from './publish-passkey-change.ts'

/** One page of the held passkeys of the calling organisation's members, which the organisation can confirm. */
export async function listHeldMemberPasskeys(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'held-passkeys.list'>,
): Promise<HeldPasskeys> {
  return view(storage, door.actor.organisationId)
}

/**
 * The institute confirms that the student came in person with this passkey: from now on the passkey can mark the
 * student present at this institute. It counts only there, because anyone can register an institute and confirm their
 * own passkey. Needs a step-up (rules §5.7), because it lets a student be marked. Throws user_unauthorized;
 * document_not_found for a passkey that does not wait for this organisation.
 */
export async function confirmHeldMemberPasskey(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'held-passkeys.confirm'>,
  { passkeyId }: { readonly passkeyId: string },
): Promise<HeldPasskeys> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const held = (await stores.passkeys.listHeldFor(organisationId, maxPageSize)).find(
      (one) => passkeyIdOf(one) === passkeyId,
    )
    if (held) refuseOwnRecord(by, [held.studentId])
    // When two screens confirm it at once, the second finds nothing left to confirm.
    const isConfirmed = held && (await stores.passkeys.confirmFor(held.credentialId, organisationId, now))
    if (!isConfirmed) throw new Problem('document_not_found')
    await publishPasskeyChange(stores, { id: held.studentId, label: 'STD' }, now)
    const row = { credentialId: passkeyId, organisationId, confirmedAt: now }
    const facts = { organisationId, ...written({ passkeyConfirmations: [row] }) }
    await event(stores, confirmed, 'passkey.confirm', { subject: held.studentId, facts })
  })
  return view(storage, organisationId)
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
