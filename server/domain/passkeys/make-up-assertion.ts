import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import type { RelyingParty } from './relying-party.ts'
import type { AssertionToVerify } from './verify-assertion.ts'

/** CBOR of a COSE_Key for ES256 (RFC 9052 §7), up to each coordinate. */
const coseKey = { head: Buffer.from('a5010203262001215820', 'hex'), y: Buffer.from('225820', 'hex') }
/** User present and verified, counter 0 (WebAuthn L3 §6.1). */
const flagsAndCounter = Buffer.from([0x05, 0, 0, 0, 0])

/**
 * A right assertion by a key that is forgotten at once. So the first assertion of a student
 * need not wait until the code that checks it is loaded.
 */
export function makeUpAssertion(relyingParty: RelyingParty): AssertionToVerify {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = Buffer.concat([coseKey.head, Buffer.from(x, 'base64url'), coseKey.y, Buffer.from(y, 'base64url')])
  const randomText = () => randomBytes(32).toString('base64url')
  const [challenge, credentialId, userHandle] = [randomText(), randomText(), randomText()]
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: relyingParty.origin }))
  const authenticatorData = Buffer.concat([hash('sha256', relyingParty.id, 'buffer'), flagsAndCounter])
  const signed = Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')])
  return {
    relyingParty,
    challenge,
    account: { id: userHandle, userHandle },
    passkey: {
      accountId: userHandle,
      credentialId,
      publicKey: key.toString('base64url'),
      suspectBecause: null,
      backupEligible: false,
    },
    credential: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      },
    },
  }
}
