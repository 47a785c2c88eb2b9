import type { RegistrationCredential } from '#contract/passkey.ts'
import { loadWebAuthnLibrary } from './webauthn-library.ts'

/** WebAuthn L3 §8.1: the identifier of a format has at most 32 octets. */
const formatPattern = /^[\x21-\x7e]{1,32}$/

/**
 * The answer to a registration without its attestation, and the format that this had. The server asks for none, and
 * trusts no maker's certificates: to follow one would only let a stranger name addresses that the server then reads.
 * Undefined for bytes that are no attestation object.
 */
export async function dropAttestation<Credential extends RegistrationCredential>(
  credential: Credential,
): Promise<{ readonly credential: Credential; readonly format: string } | undefined> {
  const { decodeAttestationObject, isoCBOR } = await loadWebAuthnLibrary()
  try {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(credential.response.attestationObject, 'base64url')),
    )
    const format: unknown = attestation.get('fmt')
    if (typeof format !== 'string' || !formatPattern.test(format)) return undefined
    // An answer that has none is checked as it came, an unexpected statement included.
    if (format === 'none') return { credential, format }
    const bare = new Map<string, string | Uint8Array | Map<never, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<never, never>()],
      ['authData', attestation.get('authData')],
    ])
    const attestationObject = Buffer.from(isoCBOR.encode(bare)).toString('base64url')
    return { credential: { ...credential, response: { ...credential.response, attestationObject } }, format }
  } catch {
    return undefined
  }
}
