import type { CheckInFacts } from '#contract/check-in-facts.ts'
import type { AuthenticationCredential } from '#contract/passkey.ts'
import type { Passkey } from '../passkeys/stores.ts'

/** The student's signed statement behind a mark. Bytes are base64url. */
export type MarkSignature = CheckInFacts & {
  readonly studentId: string
  readonly credentialId: string
  /** COSE key that the signature was checked against. */
  readonly publicKey: string
  readonly authenticatorData: string
  readonly clientData: string
  readonly signature: string
}

/** What is kept of an answer that was checked. */
export function makeMarkSignature(
  facts: CheckInFacts,
  { accountId, credentialId, publicKey }: Passkey,
  { response }: AuthenticationCredential,
): MarkSignature {
  const { nonce, origin, organisationId, attendanceSessionId, boundStudentId, way, place, begunAt } = facts
  return {
    ...{ nonce, origin, organisationId, attendanceSessionId, boundStudentId, way, place, begunAt },
    studentId: accountId,
    credentialId,
    publicKey,
    authenticatorData: response.authenticatorData,
    clientData: response.clientDataJSON,
    signature: response.signature,
  }
}
