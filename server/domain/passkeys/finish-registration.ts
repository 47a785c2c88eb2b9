import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { RegistrationCredential } from '#contract/passkey.ts'
import { heldPasskeyMs, maxPasskeysPerAccount, recentAuthenticationMs } from '#contract/rules.ts'
import { endOtherSessions } from '../accounts/end-sessions.ts'
import { nextToken } from '../accounts/next-token.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import type { LoginSession } from '../accounts/stores.ts'
import { registrationFacts } from '../audit/compared-facts.ts'
import { record } from '../audit/record.ts'
import type { Caller } from '../callers.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { ceremonyTimeoutMs, supportedAlgorithmIDs } from './ceremony-settings.ts'
import { type CeremonySubject, registrationPurpose, requireOwnCategory } from './ceremony-subject.ts'
import { isTopLevel, readChallenge, readClientData } from './client-data.ts'
import { nameNewPasskey } from './passkey-providers.ts'
import { isUsablePublicKey } from './public-key.ts'
import { publishPasskeyChange } from './publish-passkey-change.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Passkey } from './stores.ts'
import { dropAttestation } from './unasked-attestation.ts'
import { decodePublicKey, loadWebAuthnLibrary } from './webauthn-library.ts'

/** WebAuthn L3 §4, credential ID. */
const maxCredentialIdBytes = 1_023

type NewPasskey = Omit<
  Passkey,
  'accountId' | 'name' | 'createdAt' | 'lastUsedAt' | 'suspectBecause' | 'suspectSince' | 'heldUntil' | 'replacedAt'
> & { readonly attestationFormat: string }

/**
 * Checks the authenticator's answer and stores the credential. The session gains the passkey factor under a new token;
 * the account's other sessions end, because only the password opened them. A passkey of a student or of one of the
 * people of an institute that replaces a lost one is held, and that of an institute's own login that only reads; the session
 * gains no factor yet. Throws user_invalid_token, one answer for every cause; the ceremony is
 * spent in any case.
 */
export async function finishRegistration(
  { storage, random, relyingParty }: Pick<Deps, 'storage' | 'random' | 'relyingParty'>,
  door: Door<'passkey.verify'>,
  subject: CeremonySubject,
  credential: RegistrationCredential,
): Promise<{ token: string | undefined }> {
  const caller = requireOwnCategory(door, subject)
  const verified = await takeAndVerify({ storage, relyingParty }, caller, subject, credential)
  if (!verified) throw await refuse(storage, door, caller)

  const kept = await storage.transaction((stores) => keepPasskey(stores, { random }, door, caller, verified))
  if (!kept) throw await refuse(storage, door, caller)
  return kept
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
 * Stores the passkey and changes session and account accordingly. Returns undefined, and changes nothing, when the session
 * has ended meanwhile, the account has its maximum of passkeys, or the credential is known already.
 */
async function keepPasskey(
  stores: Stores,
  deps: Pick<Deps, 'random'>,
  context: RequestContext,
  caller: Caller,
  { attestationFormat, ...verified }: NewPasskey,
): Promise<{ token: string | undefined } | undefined> {
  const { account, session } = caller
  // When two browsers finish at once, the second one waits here and finds that the first has logged it out.
  await stores.accounts.lock(account.id)
  const live = (await stores.sessions.listLive(account.id)).find(({ id }) => id === session.id)
  const existing = await stores.passkeys.listOf(account.id)
  if (!live || existing.length >= maxPasskeysPerAccount) return undefined
  const readsOnly = (await stores.accounts.findReadsOnly(account.id)) !== null
  if (readsOnly && live.enrolment === null) return undefined
  const now = await stores.now()
  const heldUntil =
    account.label === 'ORG' ? (readsOnly ? now + heldPasskeyMs : null) : await findHold(stores, live, existing, now)
  const isHeld = heldUntil !== null
  const passkey: Passkey = {
    ...verified,
    accountId: account.id,
    name: nameNewPasskey(
      verified.aaguid,
      existing.map(({ name }) => name),
    ),
    createdAt: now,
    lastUsedAt: null,
    suspectBecause: null,
    suspectSince: null,
    heldUntil,
    replacedAt: null,
  }
  // Known for any account: a credential belongs to one account only.
  if (!(await stores.passkeys.insert(passkey, attestationFormat))) return undefined
  await endOtherSessions(stores, session, now)
  const token = await nextToken(stores, deps, caller)
  await stores.sessions.setFactors(session.id, {
    tokenHash: token && hashSecret(token),
    factors: isHeld ? live.factors : ['password', 'passkey'],
    // A held passkey must not give the session a factor yet.
    authenticatedAt: isHeld ? live.authenticatedAt : now,
    passkeyAt: isHeld ? live.passkeyAt : now,
  })
  await publishPasskeyChange(stores, account, now)
  await mailAtOnce(stores, isHeld ? 'passkey-held' : 'passkey-added', account)
  if (readsOnly) {
    const owners = (await stores.staff.listOwnersOf(account.id)).filter(({ id }) => id !== account.id)
    await mailAtOnce(stores, 'own-login-passkey-held', owners)
  } else if (isHeld) {
    await mailAtOnce(stores, 'staff-passkey-held', await stores.staff.listOwnersOver(account.id))
  }
  await event(stores, context, 'passkey.register', { facts: registrationFacts(passkey) })
  return { token }
}

/**
 * Until when the new passkey is held; null where it is not. It is where the account has, or once had, a passkey, and the
 * session does not rest on one: it replaces a lost one (rules §5.5). One that is added by a held passkey which institutes
 * confirmed is held as long as that one. Asked again here, because time has passed since the ceremony began.
 */
async function findHold(
  { passkeys, staff }: Stores,
  { accountId, passkeyAt }: LoginSession,
  existing: readonly Passkey[],
  now: number,
): Promise<number | null> {
  if (passkeyAt === null || now - passkeyAt > recentAuthenticationMs + ceremonyTimeoutMs) {
    const isReplacement = existing.length > 0 || (await passkeys.hadOne(accountId))
    return isReplacement ? now + heldPasskeyMs : null
  }
  const held = existing.filter(({ heldUntil }) => heldUntil !== null && heldUntil > now)
  let until: number | null = null
  for (const passkey of held) {
    if (await staff.isConfirmedByAll(passkey.credentialId, accountId)) until = passkey.heldUntil
  }
  return until
}

async function refuse(storage: Deps['storage'], context: RequestContext, { account }: Caller): Promise<Problem> {
  await record(storage, context, { action: 'passkey.register', outcome: 'refused', subject: account.id })
  return new Problem('user_invalid_token')
}

/** Undefined for every answer that proves nothing. The cause is not reported: it would help only an attacker. */
async function verify(
  relyingParty: RelyingParty,
  answer: RegistrationCredential,
  expectedChallenge: string,
): Promise<NewPasskey | undefined> {
  const clientData = readClientData(answer.response.clientDataJSON)
  if (!clientData || !isTopLevel(clientData, relyingParty)) return undefined
  const bare = await dropAttestation(answer)
  if (!bare) return undefined
  const { credential, format } = bare
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
  // The library checks neither: WebAuthn L3 §7.1 step 25, and that the ID in the message is the ID inside the
  // authenticator data.
  if (made.id !== credential.id || Buffer.from(made.id, 'base64url').length > maxCredentialIdBytes) return undefined
  // Nor does it check the key: without attestation it accepts any, and would fail only at the first signature.
  if (!(await isUsablePublicKey(await decodePublicKey(made.publicKey)))) return undefined
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    transports: credential.response.transports ?? [],
    aaguid,
    attestationFormat: format,
  }
}
