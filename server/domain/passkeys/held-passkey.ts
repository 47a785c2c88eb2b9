import type { Stores } from '../ports.ts'
import type { CeremonyPurpose, Passkey } from './stores.ts'

/**
 * Whether a passkey that replaced a lost one is still held (rules §5.5). At an institute that has confirmed it, it
 * proves presence at once. It never allows another passkey to be added before its time, confirmed or not: anyone can
 * register an institute. `organisationId`: whose screen asks.
 */
export async function isHeld(
  stores: Pick<Stores, 'passkeys' | 'now'>,
  { credentialId, heldUntil }: Passkey,
  purpose: CeremonyPurpose,
  organisationId: string | undefined,
): Promise<boolean> {
  // Few passkeys are held, so a mark rarely waits for the queries below.
  if (heldUntil === null || (await stores.now()) >= heldUntil) return false
  // A rehearsal proves nothing, so there is nothing to hold back.
  if (purpose === 'rehearse-std') return false
  if (purpose === 'step-up' || organisationId === undefined) return true
  return !(await stores.passkeys.isConfirmedFor(credentialId, organisationId))
}
