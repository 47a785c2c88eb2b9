import type { Stores } from '../ports.ts'
import type { CeremonyPurpose, Passkey } from './stores.ts'

/**
 * Whether a passkey that replaced a lost one is still held (rules §5.5), or is the lost one itself, once owners have confirmed
 * another in its place. At an institute that has confirmed it, it
 * proves presence at once. It steps a session up before its time only where every institute that its owner acts for has
 * confirmed it: anyone can register an institute, so one alone decides nothing for the others. That of an
 * institute's own login works once an owner has confirmed it. `organisationId`: whose
 * screen asks. 'log-in': a check-in that opens a session.
 */
export async function isHeld(
  stores: Pick<Stores, 'passkeys' | 'staff' | 'now'>,
  { credentialId, accountId, heldUntil, replacedAt }: Passkey,
  purpose: CeremonyPurpose | 'log-in',
  organisationId: string | undefined,
): Promise<boolean> {
  // A lost one marks its student as before, and lends no session the right to act.
  if (replacedAt !== null && (purpose === 'step-up' || purpose === 'log-in')) return true
  // Few passkeys are held, so a mark rarely waits for the queries below.
  if (heldUntil === null || (await stores.now()) >= heldUntil) return false
  // A rehearsal proves nothing, so there is nothing to hold back.
  if (purpose === 'rehearse-std') return false
  if (purpose === 'step-up' || purpose === 'login-org')
    return !(await stores.staff.isConfirmedByAll(credentialId, accountId))
  if (purpose === 'log-in' || organisationId === undefined) return true
  return !(await stores.passkeys.isConfirmedFor(credentialId, organisationId))
}
