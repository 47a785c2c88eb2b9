import type { PasskeyReadiness } from '#contract/passkey.ts'
import type { Stores } from '../ports.ts'
import type { Passkey } from './stores.ts'
import { findCommonCause } from './suspect-passkey.ts'

/**
 * What these passkeys of a student can do at these institutes. One that is held counts where all of them have confirmed
 * it. It is advice for screens: a mark asks the rules again.
 */
export async function readReadiness(
  stores: Pick<Stores, 'passkeys' | 'now'>,
  passkeys: readonly Passkey[],
  organisationIds: readonly string[],
): Promise<PasskeyReadiness> {
  if (passkeys.length === 0) return { state: 'none', heldUntil: null }
  const cause = findCommonCause(passkeys)
  if (cause !== undefined) return { state: suspectStates[cause], heldUntil: null }
  const trusted = passkeys.filter(({ suspectBecause }) => suspectBecause === null)
  const now = await stores.now()
  const ends: number[] = []
  const usable: Passkey[] = []
  for (const passkey of trusted) {
    const { heldUntil } = passkey
    if (heldUntil === null || now >= heldUntil || (await isConfirmedByAll(stores, passkey, organisationIds)))
      usable.push(passkey)
    else ends.push(heldUntil)
  }
  const heldUntil = ends.length === 0 ? null : Math.min(...ends)
  if (usable.length === 0) return { state: 'held', heldUntil }
  return { state: usable.every(staysOnOneDevice) ? 'one-device' : 'ready', heldUntil }
}

/** What it is called where all passkeys of a student are refused. */
export const suspectStates = { counter: 'refused', 'backup-eligibility': 'changed' } as const

async function isConfirmedByAll(
  { passkeys }: Pick<Stores, 'passkeys'>,
  { credentialId }: Passkey,
  organisationIds: readonly string[],
): Promise<boolean> {
  for (const organisationId of organisationIds) {
    if (!(await passkeys.isConfirmedFor(credentialId, organisationId))) return false
  }
  return organisationIds.length > 0
}

/**
 * True where the authenticator says that it is built into a device, never copies the passkey to another one, and cannot
 * be reached from outside: Windows Hello and the browsers' own stores on computers. Few phones say the same.
 */
function staysOnOneDevice({ backupEligible, transports }: Passkey): boolean {
  return !backupEligible && transports.length > 0 && transports.every((transport) => transport === 'internal')
}
