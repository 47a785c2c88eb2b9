import type { SignedFacts } from '#contract/check-in-facts.ts'
import { checkInChallenge } from '../../domain/marks/challenge.ts'
import type { RelyingParty } from '../../domain/passkeys/relying-party.ts'
import { verifyAssertion } from '../../domain/passkeys/verify-assertion.ts'
import type { MarkEvidence } from '../../domain/sessions/stores.ts'

/** An assertion as the tables keep it, with the evidence of a mark that it stands behind; null where it stands behind none. */
type StoredAssertion = {
  readonly credential_id: string
  readonly public_key: string
  readonly authenticator_data: string
  readonly client_data: string
  readonly signature: string
  /** JSON of `MarkEvidence`. */
  readonly evidence: string | null
}

/** Whether a stored assertion is the account's signature over these facts: their challenge is computed again. */
export async function signatureFits(
  relyingParty: RelyingParty,
  account: { readonly id: string; readonly userHandle: string },
  facts: SignedFacts,
  stored: StoredAssertion,
): Promise<boolean> {
  const { credential_id, public_key, authenticator_data, client_data, signature } = stored
  const evidence = stored.evidence === null ? null : readEvidence(stored.evidence)
  if (evidence === undefined) return false
  const verified = await verifyAssertion({
    relyingParty,
    credential: {
      id: credential_id,
      rawId: credential_id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { authenticatorData: authenticator_data, clientDataJSON: client_data, signature },
    },
    challenge: checkInChallenge(facts),
    account,
    passkey: {
      accountId: account.id,
      credentialId: credential_id,
      publicKey: public_key,
      suspectBecause: null,
      backupEligible: evidence?.backupEligible ?? false,
    },
  })
  // Without evidence nothing says what the passkey was, and the right signature of one that may be backed up fits, too.
  return typeof verified === 'object' || (evidence === null && verified === 'backup-eligibility')
}

/** Undefined for text that was tampered with: no signature fits it. */
function readEvidence(text: string): MarkEvidence | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
