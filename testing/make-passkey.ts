import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { registrationFacts } from '#server/domain/audit/compared-facts.ts'
import type { Passkey } from '#server/domain/passkeys/stores.ts'
import type { Stores } from '#server/domain/ports.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { logAct } from './log-act.ts'

export type MadePasskey = {
  readonly authenticator: SoftwareAuthenticator
  readonly userHandle: string
  readonly credentialId: string
  /** COSE key. */
  readonly publicKey: Uint8Array<ArrayBuffer>
}

/** A passkey as a student registers it, without a server. */
export async function makePasskey(origin: string, userHandle = systemRandom.secret()): Promise<MadePasskey> {
  const authenticator = createSoftwareAuthenticator({ origin })
  const challenge = systemRandom.secret()
  const relyingPartyId = new URL(origin).hostname
  const response = authenticator.register({
    rp: { id: relyingPartyId, name: 'Rollkey' },
    user: { id: userHandle, name: 'student', displayName: 'student' },
    challenge,
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  })
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingPartyId,
    supportedAlgorithmIDs: [-7],
  })
  if (!registrationInfo) throw new Error('the authenticator made no credential')
  const { id: credentialId, publicKey } = registrationInfo.credential
  return { authenticator, userHandle, credentialId, publicKey }
}

/** Stores it for an account that has the passkey's user handle. */
export async function insertPasskey(
  stores: Pick<Stores, 'passkeys' | 'audit'>,
  accountId: string,
  { credentialId, publicKey }: Pick<MadePasskey, 'credentialId' | 'publicKey'>,
  now: number,
  heldUntil: number | null = null,
): Promise<void> {
  const passkey: Passkey = {
    credentialId,
    accountId,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter: 0,
    backupEligible: false,
    backedUp: false,
    transports: ['internal', 'hybrid'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    name: 'Passkey 1',
    createdAt: now,
    lastUsedAt: null,
    suspectBecause: null,
    suspectSince: null,
    heldUntil,
    replacedAt: null,
  }
  await stores.passkeys.insert(passkey)
  await logAct(stores, { action: 'passkey.register', outcome: 'done', accountId, facts: registrationFacts(passkey) })
}
