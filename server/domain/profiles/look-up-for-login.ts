import type { ProfileLookUp } from '#contract/before-login.ts'
import { collectionOf, type Label } from '#contract/identifiers.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { makeDecoyId } from './decoy.ts'
import { earnsDecoy, recordLookUp } from './look-up-as-guest.ts'

/**
 * The look-up of the login screen, for both of its tabs at once (protocol §11). A person who was only invited to an
 * institute logs in under the tab of organisations. An email of the other tab is a miss that
 * names that tab. Beyond the limits each miss is answered with a decoy of the tab that was asked for: to name the other
 * one would tell which emails are real.
 */
export async function lookUpForLogin(
  { storage, decoyKey }: Pick<Deps, 'storage' | 'decoyKey'>,
  door: Door<'profiles.look-up'>,
  { email, category }: { readonly email: string; readonly category: Label },
): Promise<ProfileLookUp> {
  const canonical = canonicalEmail(email)
  const other = category === 'ORG' ? 'STD' : 'ORG'
  // All are always read, so that a hit, an email of the other tab and an unknown one cost the same.
  const found: Record<Label, { readonly id: string; readonly hasPasskey: boolean } | undefined> = {
    ORG: canonical === undefined ? undefined : await storage.organisations.findByEmail(canonical),
    STD: canonical === undefined ? undefined : await storage.students.findByEmail(canonical),
  }
  const invited = canonical === undefined ? undefined : await storage.accounts.findByEmail(canonical)
  // The own passkey is asked for later, where the person begins to act.
  if (invited?.label === 'STF' && invited.hasProfile) found.ORG = { id: invited.id, hasPasskey: false }
  const profile = found[category]
  await recordLookUp(storage, door, canonical, profile !== undefined)
  // Whether a student has a passkey is not for guests to know.
  const hasPasskey = category === 'ORG' && profile?.hasPasskey === true
  if (profile) return { profile: { userId: profile.id, hasPasskey }, otherCategory: null }
  const isDecoy = await earnsDecoy(door, canonical)
  if (!isDecoy || canonical === undefined) return { profile: null, otherCategory: found[other] ? other : null }
  const userId = makeDecoyId(decoyKey, collectionOf[category], canonical)
  return { profile: { userId, hasPasskey: false }, otherCategory: null }
}
