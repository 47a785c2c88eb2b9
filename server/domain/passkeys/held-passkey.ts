import type { Stores } from '../ports.ts'
import type { CeremonyPurpose, Passkey } from './stores.ts'

/**
 * Whether a passkey that replaced a lost one is still held (rules §5.5). At an institute that has confirmed it, it
 * proves presence at once. It steps a session up before its time only where every institute that its owner acts for has
 * confirmed it: anyone can register an institute, so one alone decides nothing for the others. `organisationId`: whose
 * screen asks. 'log-in': a check-in that opens a session.
 */
export async function isHeld(
  stores: Pick<Stores, 'passkeys' | 'staff' | 'now'>,
  { credentialId, accountId, heldUntil }: Passkey,
  purpose: CeremonyPurpose | 'log-in',
  organisationId: string | undefined,
): Promise<boolean> {
  // Few passkeys are held, so a mark rarely waits for the queries below.
  if (heldUntil === null || (await stores.now()) >= heldUntil) return false
  // A rehearsal proves nothing, so there is nothing to hold back.
  if (purpose === 'rehearse-std') return false
  if (purpose === 'step-up') return !(await stores.staff.isConfirmedByAll(credentialId, accountId))
  if (purpose === 'log-in' || organisationId === undefined) return true
  return !(await stores.passkeys.isConfirmedFor(credentialId, organisationId))
}
