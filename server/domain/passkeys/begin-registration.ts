import type { CreationOptions } from '#contract/ceremony-options.ts'
import { maxPasskeysPerAccount, recentAuthenticationMs } from '#contract/rules.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import type { Caller } from '../callers.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { ceremonyTimeoutMs, supportedAlgorithmIDs } from './ceremony-settings.ts'
import { type CeremonySubject, registrationPurpose, requireOwnCategory } from './ceremony-subject.ts'
import type { Passkey } from './stores.ts'
import { loadWebAuthnLibrary } from './webauthn-library.ts'

/**
 * Options for registering a passkey (WebAuthn L3 §7.1). The first passkey needs a recent password. Each further one
 * needs an assertion of an existing one, or a session that was opened by a mailed link or a recovery code; that of an
 * institute's own login that only reads needs a code. Throws user_unauthorized, own-passkey-by-code.
 */
export async function beginRegistration(
  { storage, relyingParty }: Pick<Deps, 'storage' | 'relyingParty'>,
  door: Door<'passkey.register'>,
  subject: CeremonySubject,
): Promise<CreationOptions> {
  const caller = requireOwnCategory(door, subject)
  if (caller.readsOnlySince != null && caller.session.enrolment === null) throw new Problem('own-passkey-by-code')
  const now = await storage.now()
  const existing = await storage.passkeys.listOf(caller.account.id)
  const isByPassword = await mayEnrolByPassword(storage, caller, existing)
  door.stepUpIf(isByPassword, now)
  if (!isByPassword && now - (caller.session.passkeyAt ?? 0) > recentAuthenticationMs) {
    throw new Problem('passkey-step-up-needed')
  }

  const { generateRegistrationOptions } = await loadWebAuthnLibrary()
  const options = await generateRegistrationOptions({
    rpName: relyingParty.name,
    rpID: relyingParty.id,
    userID: new Uint8Array(Buffer.from(caller.account.userHandle, 'base64url')),
    userName: caller.account.email,
    userDisplayName: caller.account.name || caller.account.email,
    // Without a list the library asks Node for algorithms on trial, and Node writes a warning.
    supportedAlgorithmIDs,
  })
  await storage.briefTransaction((stores) =>
    stores.ceremonies.open({
      challengeHash: hashSecret(options.challenge),
      purpose: registrationPurpose(subject.category),
      subjectId: caller.account.id,
      binding: sessionBinding(caller.session.id),
      attendanceSessionId: null,
      begun: null,
      expiresAt: now + ceremonyTimeoutMs,
    }),
  )
  return {
    challenge: options.challenge,
    rp: { name: relyingParty.name, id: relyingParty.id },
    user: options.user,
    pubKeyCredParams: supportedAlgorithmIDs.map((alg) => ({ alg, type: 'public-key' })),
    timeout: ceremonyTimeoutMs,
    attestation: 'none',
    excludeCredentials: existing.map(({ credentialId: id }) => ({ id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required', requireResidentKey: false },
    extensions: { credProps: true },
    hints: [],
  }
}

/**
 * Rules §5.5. A passer-by at an unlocked screen must not be able to add a key, and a student's password alone must not
 * replace a passkey, not even a removed one.
 */
async function mayEnrolByPassword(
  { passkeys }: Stores,
  { account, session }: Caller,
  existing: readonly Passkey[],
): Promise<boolean> {
  if (existing.length >= maxPasskeysPerAccount) throw new Problem('too-many-passkeys')
  const isFirst = existing.length === 0 && (account.label === 'ORG' || !(await passkeys.hadOne(account.id)))
  // A mailed link or a recovery code replaces the lost passkey here.
  return isFirst || session.enrolment !== null
}
