import { generateRegistrationOptions, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Label } from '#contract/identifiers.ts'
import { exactSentences } from '#contract/problems.ts'
import { maxPasskeysPerAccount, recentAuthenticationMs } from '#contract/rules.ts'
import { type Caller, requireCaller, type Visit } from '../accounts/caller.ts'
import type { Deps } from '../deps.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { authorise } from '../permissions.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { sessionBinding } from './binding.ts'
import { ceremonyTimeoutMs, supportedAlgorithmIDs } from './ceremony-settings.ts'
import type { Passkey } from './stores.ts'

export type CeremonySubject = { readonly userId: string; readonly category: Label }

/**
 * Options for registering a passkey (WebAuthn L3 §7.1). The first one needs a password given recently, each further one
 * an assertion of an existing one. Throws user_unauthorized.
 */
export async function beginRegistration(
  { storage, relyingParty }: Pick<Deps, 'storage' | 'relyingParty'>,
  visit: Visit,
  subject: CeremonySubject,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  authorise('passkey.register', visit)
  const caller = requireOwnCategory(visit, subject)
  for (const limit of requestLimits.beginPasskeyRegistration) await visit.limiter.count(limit, caller.account.id)
  const now = await storage.now()
  const existing = await storage.passkeys.listOf(caller.account.id)
  assertMayEnrol(caller, existing, now)

  const options = await generateRegistrationOptions({
    rpName: relyingParty.name,
    rpID: relyingParty.id,
    userID: new Uint8Array(Buffer.from(caller.account.userHandle, 'base64url')),
    userName: caller.account.email,
    userDisplayName: caller.account.name || caller.account.email,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs,
    timeout: ceremonyTimeoutMs,
  })
  await storage.briefTransaction((stores) =>
    stores.ceremonies.open({
      challengeHash: hashSecret(options.challenge),
      purpose: registrationPurpose(subject.category),
      subjectId: caller.account.id,
      binding: sessionBinding(caller.session.id),
      attendanceSessionId: null,
      expiresAt: now + ceremonyTimeoutMs,
    }),
  )
  return options
}

export function registrationPurpose(category: Label): 'register-org' | 'register-std' {
  return category === 'ORG' ? 'register-org' : 'register-std'
}

/** A passkey is registered by its owner, under the owner's own label. Throws user_unauthorized. */
export function requireOwnCategory(visit: Visit, subject: CeremonySubject): Caller {
  const caller = requireCaller(visit)
  const { account } = caller
  if (account.id !== subject.userId || account.label !== subject.category || !account.hasProfile) {
    throw new Problem('user_unauthorized')
  }
  return caller
}

/** Security §5.5. Somebody who finds an unlocked screen must not be able to add a key of their own to it. */
function assertMayEnrol({ session }: Caller, existing: readonly Passkey[], now: number): void {
  if (existing.length >= maxPasskeysPerAccount) {
    throw new Problem('user_unauthorized', {
      message: exactSentences.tooManyPasskeys,
    })
  }
  const lastProof = existing.length === 0 ? session.authenticatedAt : (session.passkeyAt ?? 0)
  if (now - lastProof > recentAuthenticationMs) {
    throw new Problem('user_unauthorized', { message: exactSentences.confirmBeforePasskey })
  }
}
