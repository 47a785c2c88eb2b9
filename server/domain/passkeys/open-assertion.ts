import type { RequestOptions } from '#contract/ceremony-options.ts'
import type { Deps } from '../deps.ts'
import { hashSecret } from '../secret-hash.ts'
import { ceremonyTimeoutMs } from './ceremony-settings.ts'
import type { Ceremony, CeremonyPurpose, Passkey } from './stores.ts'
import { loadWebAuthnLibrary } from './webauthn-library.ts'

/** The challenge of a ceremony that is evidence of what it was made of, base64url. */
export type MeantChallenge = { readonly challenge: string; readonly nonce: string }

/**
 * Opens a ceremony that asks for one of these passkeys, and makes its options (WebAuthn L3 §7.2). `challengeAt`: of a mark,
 * the challenge of a ceremony that begins at that time, epoch ms.
 */
export async function openAssertion(
  { storage, relyingParty }: Pick<Deps, 'storage' | 'relyingParty'>,
  passkeys: readonly Passkey[],
  ceremony: Omit<Ceremony, 'challengeHash' | 'begun' | 'expiresAt'>,
  challengeAt?: (now: number) => MeantChallenge | undefined,
): Promise<RequestOptions> {
  const now = await storage.now()
  const meant = challengeAt?.(now)
  const options = await makeRequestOptions({ relyingParty }, passkeys, ceremony.purpose, meant?.challenge)
  await storage.briefTransaction((stores) =>
    stores.ceremonies.open({
      ...ceremony,
      challengeHash: hashSecret(options.challenge),
      begun: meant ? { nonce: meant.nonce, at: now } : null,
      expiresAt: now + ceremonyTimeoutMs,
    }),
  )
  return options
}

/**
 * Options that ask for one of these passkeys, and without any for one that the browser finds by itself. `challenge`,
 * base64url: by default a random one.
 */
export async function makeRequestOptions(
  { relyingParty }: Pick<Deps, 'relyingParty'>,
  passkeys: readonly Passkey[],
  purpose: CeremonyPurpose | 'check-in',
  challenge?: string,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthnLibrary()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    ...(challenge !== undefined && { challenge: new Uint8Array(Buffer.from(challenge, 'base64url')) }),
  })
  return {
    rpId: relyingParty.id,
    challenge: options.challenge,
    allowCredentials: passkeys.map((passkey) => describeCredential(passkey, purpose)),
    timeout: ceremonyTimeoutMs,
    userVerification: 'required',
    // The student's key is not on the institute's computer: the browser should offer the phone first, then a security key.
    ...(isAsAtScreen(purpose) && { hints: ['hybrid', 'security-key'] }),
  }
}

/**
 * What a browser once reported is a hint and no filter. A credential made on a phone reports only `internal`, and with
 * that alone another browser would search only its own computer: `hybrid` makes it offer the phone, `internal` a provider's
 * copy. Without any transports a browser offers all ways, so nothing is added then.
 */
function describeCredential(
  passkey: Passkey,
  purpose: CeremonyPurpose | 'check-in',
): RequestOptions['allowCredentials'][number] {
  const { credentialId: id, transports } = passkey
  if (transports.length === 0) return { id, type: 'public-key' }
  const added = isOnSecurityKey(passkey) ? (isAsAtScreen(purpose) ? ['hybrid'] : []) : ['internal', 'hybrid']
  return { id, transports: [...new Set([...transports, ...added])], type: 'public-key' }
}

const waysOfSecurityKeys = ['usb', 'nfc', 'ble', 'smart-card']

/** It can be asked for only where it is plugged in, or held to the reader. */
function isOnSecurityKey({ transports, backupEligible }: Passkey): boolean {
  return !backupEligible && transports.every((transport) => waysOfSecurityKeys.includes(transport))
}

/** A rehearsal asks as the institute's screen will ask in class. */
function isAsAtScreen(purpose: CeremonyPurpose | 'check-in'): boolean {
  return purpose === 'mark-std' || purpose === 'rehearse-std'
}
