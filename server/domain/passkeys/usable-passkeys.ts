import type { CataloguedReason } from '#contract/problems.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { isHeld } from './held-passkey.ts'
import type { CeremonyPurpose, Passkey } from './stores.ts'
import { findCommonCause, suspectReasons } from './suspect-passkey.ts'

/** Of these passkeys, those that may be asked for: neither suspect nor held. `organisationId`: whose screen asks. */
export async function pickUsable(
  stores: Pick<Stores, 'passkeys' | 'staff' | 'now'>,
  passkeys: readonly Passkey[],
  purpose: CeremonyPurpose,
  organisationId: string | undefined,
): Promise<Passkey[]> {
  const usable: Passkey[] = []
  for (const passkey of passkeys) {
    if (passkey.suspectBecause === null && !(await isHeld(stores, passkey, purpose, organisationId)))
      usable.push(passkey)
  }
  return usable
}

/**
 * Those of a member's passkeys that can prove presence at this organisation. Throws student-passkey-missing,
 * passkey-suspect, passkey-changed, passkey-held.
 */
export async function requireMarkingPasskeys(
  stores: Pick<Stores, 'passkeys' | 'staff' | 'now'>,
  passkeys: readonly Passkey[],
  organisationId: string,
): Promise<Passkey[]> {
  const usable = await pickUsable(stores, passkeys, 'mark-std', organisationId)
  if (usable.length === 0) throw new Problem(explainUnusable(passkeys))
  return usable
}

/** Why none of the passkeys can be asked for, so that the screen can say what to do next. */
function explainUnusable(passkeys: readonly Passkey[]): CataloguedReason {
  if (passkeys.length === 0) return 'student-passkey-missing'
  const cause = findCommonCause(passkeys)
  return cause === undefined ? 'passkey-held' : suspectReasons[cause]
}
