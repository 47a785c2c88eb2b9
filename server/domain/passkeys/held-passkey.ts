import type { Stores } from '../ports.ts'
import type { CeremonyPurpose, Passkey } from './stores.ts'

/**
 * Whether a passkey that took a lost one's place is still held (security §5.5). To an institute that has confirmed it,
 * it proves presence at once; a further passkey it vouches for only when its time has come, for an institute can be
 * anybody's. `organisationId`: whose screen asks.
 */
export async function isHeld(
  stores: Pick<Stores, 'passkeys' | 'now'>,
  { credentialId, heldUntil }: Passkey,
  purpose: CeremonyPurpose,
  organisationId: string | undefined,
): Promise<boolean> {
  // Hardly one is: nobody waits at the kiosk for the questions below.
  if (heldUntil === null || (await stores.now()) >= heldUntil) return false
  if (purpose === 'step-up' || organisationId === undefined) return true
  return !(await stores.passkeys.isConfirmedFor(credentialId, organisationId))
}
