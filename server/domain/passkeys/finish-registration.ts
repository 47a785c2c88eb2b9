import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { RegistrationCredential } from '#contract/passkey.ts'
import { heldPasskeyMs, maxPasskeysPerAccount, recentAuthenticationMs } from '#contract/rules.ts'
import type { Caller, RequestContext } from '../accounts/caller.ts'
import { endOtherSessions } from '../accounts/end-sessions.ts'
import type { LoginSession } from '../accounts/stores.ts'
import { registrationDetail } from '../audit/comparable-details.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { sessionBinding } from './binding.ts'
import { ceremonyTimeoutMs, supportedAlgorithmIDs } from './ceremony-settings.ts'
import { type CeremonySubject, registrationPurpose, requireOwnCategory } from './ceremony-subject.ts'
import { isTopLevel, readChallenge, readClientData } from './client-data.ts'
import { nameNewPasskey } from './passkey-providers.ts'
import { isUsablePublicKey } from './public-key.ts'
import { publishPasskeyChange } from './publish-passkey-change.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Passkey } from './stores.ts'
import { decodePublicKey, loadWebAuthnLibrary } from './webauthn-library.ts'

/** WebAuthn L3 §4, credential ID. */
const maxCredentialIdBytes = 1_023

type NewPasskey = Omit<
  Passkey,
  'accountId' | 'name' | 'createdAt' | 'lastUsedAt' | 'isSuspect' | 'suspectSince' | 'heldUntil'
>

/**
 * Checks the authenticator's answer and keeps the credential. The session gains the passkey factor under a new token;
 * the account's other sessions end, because they were opened by the password alone. A student's passkey that takes a
 * lost one's place is held, and gains nothing yet.
 * Throws user_invalid_token, one answer for every cause; the ceremony is spent in any case.
 */
export async function finishRegistration(
  { storage, random, relyingParty }: Pick<Deps, 'storage' | 'random' | 'relyingParty'>,
  context: RequestContext,
  subject: CeremonySubject,
  credential: RegistrationCredential,
): Promise<{ token: string }> {
  await enter('passkey.verify', context)
  const caller = requireOwnCategory(context, subject)
  const verified = await takeAndVerify({ storage, relyingParty }, caller, subject, credential)
  if (!verified) throw await refuse(storage, context, caller)

  const token = random.secret()
  const isKept = await storage.transaction((stores) => keepPasskey(stores, context, caller, verified, token))
  if (!isKept) throw await refuse(storage, context, caller)
  return { token }
}

/** Spends the ceremony, then checks the answer: a failed try cannot be repeated with the same challenge. */
async function takeAndVerify(
  { storage, relyingParty }: Pick<Deps, 'storage' | 'relyingParty'>,
  { account, session }: Caller,
  { category }: CeremonySubject,
  credential: RegistrationCredential,
): Promise<NewPasskey | undefined> {
  const challenge = readChallenge(credential.response.clientDataJSON)
  if (challenge === undefined) return undefined
  const ceremony = await storage.ceremonies.take({
    challengeHash: hashSecret(challenge),
    purpose: registrationPurpose(category),
    subjectId: account.id,
    binding: sessionBinding(session.id),
  })
  return ceremony && verify(relyingParty, credential, challenge)
}

/**
 * Keeps the passkey, with what follows from it for the session and the account. Returns false, and changes nothing, when
 * the session has ended meanwhile, the account has enough passkeys, or the credential is known already.
 */
async function keepPasskey(
  stores: Stores,
  context: RequestContext,
  { account, session }: Caller,
  verified: NewPasskey,
  token: string,
): Promise<boolean> {
  // Of two browsers that finish at once the second one waits here, and finds itself logged out by the first.
  await stores.accounts.lock(account.id)
  const live = (await stores.sessions.listLive(account.id)).find(({ id }) => id === session.id)
  const existing = await stores.passkeys.listOf(account.id)
  if (!live || existing.length >= maxPasskeysPerAccount) return false
  const now = await stores.now()
  const isHeld = account.label === 'STD' && (await isReplacement(stores, live, existing.length, now))
  const passkey: Passkey = {
    ...verified,
    accountId: account.id,
    name: nameNewPasskey(
      verified.aaguid,
      existing.map(({ name }) => name),
    ),
    createdAt: now,
    lastUsedAt: null,
    isSuspect: false,
    suspectSince: null,
    heldUntil: isHeld ? now + heldPasskeyMs : null,
  }
  // Known for any account: a credential belongs to one alone.
  if (!(await stores.passkeys.insert(passkey))) return false
  await endOtherSessions(stores, session, now)
  await stores.sessions.setFactors(session.id, {
    tokenHash: hashSecret(token),
    factors: isHeld ? live.factors : ['password', 'passkey'],
    // A passkey that is held must not vouch for anything yet.
    authenticatedAt: isHeld ? live.authenticatedAt : now,
    passkeyAt: isHeld ? live.passkeyAt : now,
  })
  await publishPasskeyChange(stores, account, now)
  const kind = isHeld ? 'passkey-held' : 'passkey-added'
  await stores.outbox.queue({ kind, accountId: account.id, recipient: account.email })
  await record(stores, context, { action: 'passkey.register', outcome: 'done', detail: registrationDetail(passkey) })
  return true
}

/**
 * True when the account has, or once had, a passkey, and none of them stands behind the new one: it takes the place of
 * a lost one (rules §5.5). The ceremony may have taken its time since it was begun.
 */
async function isReplacement(
  { passkeys }: Stores,
  { accountId, passkeyAt }: LoginSession,
  existing: number,
  now: number,
): Promise<boolean> {
  if (passkeyAt !== null && now - passkeyAt <= recentAuthenticationMs + ceremonyTimeoutMs) return false
  return existing > 0 || passkeys.hadOne(accountId)
}

async function refuse(storage: Deps['storage'], context: RequestContext, { account }: Caller): Promise<Problem> {
  await record(storage, context, { action: 'passkey.register', outcome: 'refused', subject: account.id })
  return new Problem('user_invalid_token')
}

/** Undefined for every answer that proves nothing; why is of interest to nobody but an attacker. */
async function verify(
  relyingParty: RelyingParty,
  credential: RegistrationCredential,
  expectedChallenge: string,
): Promise<NewPasskey | undefined> {
  const clientData = readClientData(credential.response.clientDataJSON)
  if (!clientData || !isTopLevel(clientData, relyingParty)) return undefined
  const { verifyRegistrationResponse } = await loadWebAuthnLibrary()
  const verification = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => undefined)
  if (!verification?.verified) return undefined
  const { credential: made, aaguid, credentialDeviceType, credentialBackedUp } = verification.registrationInfo
  // The library compares neither: WebAuthn L3 §7.1 step 25, and the ID that the browser claims against the one inside.
  if (made.id !== credential.id || Buffer.from(made.id, 'base64url').length > maxCredentialIdBytes) return undefined
  // Nor the key: without attestation it takes any, and would notice only when it is to check a signature.
  if (!(await isUsablePublicKey(await decodePublicKey(made.publicKey)))) return undefined
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    transports: credential.response.transports ?? [],
    aaguid,
  }
}
