import type { Stores } from '../ports.ts'
import type { CeremonyPurpose, Passkey } from './stores.ts'

/**
 * Whether a passkey that took a lost one's place is still held (rules §5.5). An institute that has confirmed it lets
 * it prove presence at once. It vouches for no further passkey before its time, confirmed or not: anybody can register
 * an institute. `organisationId`: whose screen asks.
 */
export async function isHeld(
  stores: Pick<Stores, 'passkeys' | 'now'>,
  { credentialId, heldUntil }: Passkey,
  purpose: CeremonyPurpose,
  organisationId: string | undefined,
): Promise<boolean> {
  // Nearly no passkey is held: at the kiosk nobody waits for the queries below.
  if (heldUntil === null || (await stores.now()) >= heldUntil) return false
  if (purpose === 'step-up' || organisationId === undefined) return true
  return !(await stores.passkeys.isConfirmedFor(credentialId, organisationId))
}
