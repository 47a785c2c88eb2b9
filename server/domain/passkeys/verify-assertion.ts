import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { AuthenticationCredential } from '#contract/passkey.ts'
import type { Account } from '../accounts/stores.ts'
import { isTopLevel, readClientData } from './client-data.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Passkey, SuspectCause } from './stores.ts'

/** A checked signature of the subject's own credential. The counter is checked later, in the database. */
export type VerifiedAssertion = {
  readonly counter: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
}

/**
 * An authenticator's answer, and everything that it is compared with. Plain data, so that another thread can check it.
 */
export type AssertionToVerify = {
  readonly relyingParty: RelyingParty
  readonly credential: AuthenticationCredential
  readonly challenge: string
  readonly account: Pick<Account, 'id' | 'userHandle'>
  readonly passkey: Pick<Passkey, 'accountId' | 'credentialId' | 'publicKey' | 'suspectBecause' | 'backupEligible'>
  /** True where the passkey alone says whose it is: its answer must then name the account (WebAuthn L3 §7.2 step 6). */
  readonly mustNameAccount?: boolean
}

/**
 * The checks of WebAuthn L3 §7.2, and those of rules §5.4. Undefined when one fails; no caller learns which. A cause where the
 * signature is right, and the passkey proves nothing: who holds the key may learn why.
 */
export async function verifyAssertion({
  relyingParty,
  credential,
  challenge,
  account,
  passkey,
  mustNameAccount = false,
}: AssertionToVerify): Promise<VerifiedAssertion | SuspectCause | undefined> {
  const clientData = readClientData(credential.response.clientDataJSON)
  const { userHandle, signature } = credential.response
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'))
  const isRefused =
    !clientData ||
    !isTopLevel(clientData, relyingParty) ||
    passkey.accountId !== account.id ||
    !namesAccount(userHandle, account, mustNameAccount) ||
    !isWholeSignature(Buffer.from(signature, 'base64url'), publicKey)
  if (isRefused) return undefined
  const verification = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey,
      // The library would throw at a counter that went back. The server compares it itself, after the signature and in
      // the database: so a clone is recognised, and two simultaneous answers cannot both pass.
      counter: 0,
    },
  }).catch(() => undefined)
  if (!verification?.verified) return undefined
  const { newCounter, credentialDeviceType, credentialBackedUp } = verification.authenticationInfo
  const backupEligible = credentialDeviceType === 'multiDevice'
  // Backup eligibility never changes for a credential (WebAuthn L3 §6.1.3): a change means another authenticator.
  if (backupEligible !== passkey.backupEligible) return 'backup-eligibility'
  if (passkey.suspectBecause) return passkey.suspectBecause
  return { counter: newCounter, backupEligible, backedUp: credentialBackedUp }
}

/** Safari writes an absent user handle as an empty text, where a security key keeps none. */
function namesAccount(
  userHandle: string | null | undefined,
  account: AssertionToVerify['account'],
  mustNameAccount: boolean,
): boolean {
  return userHandle ? userHandle === account.userHandle : !mustNameAccount
}

/**
 * An ES256 signature is one ASN.1 sequence and nothing after it (WebAuthn L3 §6.5.5). The library does not check for
 * bytes after the sequence; for the other algorithms it knows the length.
 */
function isWholeSignature(signature: Buffer, publicKey: Uint8Array<ArrayBuffer>): boolean {
  return !cose.isCOSEPublicKeyEC2(decodeCredentialPublicKey(publicKey)) || signature[1] === signature.length - 2
}

/** Runs `verifyAssertion`, in this thread or another. */
export type AssertionVerifier = {
  readonly verify: typeof verifyAssertion
}
