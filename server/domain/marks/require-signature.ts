import type { AuthenticationCredential } from '#contract/passkey.ts'
import type { CataloguedReason } from '#contract/problems.ts'
import type { Account } from '../accounts/stores.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { type RequestLimit, requestLimits } from '../limits/limit-table.ts'
import type { OwnedPasskey, Passkey, SuspectCause } from '../passkeys/stores.ts'
import { reportSuspect, suspectReasons } from '../passkeys/suspect-passkey.ts'
import type { VerifiedAssertion } from '../passkeys/verify-assertion.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { checkInChallenge } from './challenge.ts'
import type { HandSignature } from './hand-stores.ts'
import type { KeptCheckIn } from './stores.ts'

type SigningDeps = Pick<Deps, 'storage' | 'relyingParty' | 'assertionVerifier'>

/** An answer to a check-in, with the passkey that it names. */
export type Answer = {
  readonly signer: OwnedPasskey | undefined
  readonly credential: AuthenticationCredential
}

/** An answer whose signature is right. */
export type Signed = {
  readonly account: Account
  readonly passkey: Passkey
  readonly assertion: VerifiedAssertion
  readonly credential: AuthenticationCredential
}

/** What the answer to a check-in must be. */
type Asked = {
  /** The table of the check-in that a wrong answer burns. */
  readonly kept: 'checkIns' | 'handCheckIns'
  readonly id: string
  readonly challenge: string
  readonly maySign: boolean
  /** The passkey says who the person is. */
  readonly mustNameAccount: boolean
  /** Counts wrong answers of `binding`. */
  readonly limit: RequestLimit
  readonly binding: string
  /** Whom the log names where an answer is refused. */
  readonly subject: string | null
  readonly suspectReasons: Readonly<Record<SuspectCause, CataloguedReason>>
}

/** By which an answer that comes again is known. */
export const hashAnswer = ({ response }: AuthenticationCredential): string => hashSecret(JSON.stringify(response))

/**
 * The signature that belongs to this check-in. Every other answer burns it, and counts. Throws check-in-refused, the reason
 * of a suspect passkey, general_rate_limit_exceeded.
 */
export async function requireSignature(
  deps: SigningDeps,
  context: RequestContext,
  asked: Asked,
  { signer, credential }: Answer,
): Promise<Signed> {
  const { kept, id, limit, binding, subject } = asked
  const check = async () => (signer && asked.maySign ? await verify(deps, asked, signer, credential) : undefined)
  const checked = limit.sparesRightOnes
    ? await check()
    : await context.limiter.attempt([[limit, binding]], check, (result) => typeof result !== 'object')
  if (signer && typeof checked === 'object') {
    return { account: signer.owner, passkey: signer.passkey, assertion: checked, credential }
  }
  await deps.storage.briefTransaction((stores) => stores[kept].burn(id))
  if (limit.sparesRightOnes) await context.limiter.count(limit, binding)
  if (signer && typeof checked === 'string') {
    const suspect = { account: signer.owner, passkey: signer.passkey }
    return refuseSuspect(deps, context, suspect, checked, asked.suspectReasons[checked])
  }
  await record(deps.storage, context, { action: 'passkey.assert', outcome: 'refused', subject })
  throw new Problem('check-in-refused')
}

/** The signature of the student of this check-in, as above. `binding`: whose wrong answers are counted. */
export function requireStudentSignature(
  deps: SigningDeps,
  context: RequestContext,
  checkIn: KeptCheckIn,
  answer: Answer,
  binding: string,
): Promise<Signed> {
  const { id, boundStudentId } = checkIn
  const owner = answer.signer?.owner
  const asked: Asked = {
    kept: 'checkIns',
    id,
    challenge: checkInChallenge(checkIn),
    maySign: owner?.label === 'STD' && (boundStudentId === null || boundStudentId === owner.id),
    // Without a login, the passkey says who the student is.
    mustNameAccount: boundStudentId === null,
    limit: requestLimits.finishCheckIn.byBinding,
    binding,
    subject: boundStudentId,
    suspectReasons,
  }
  return requireSignature(deps, context, asked, answer)
}

/** Of a right signature whose passkey proves nothing. */
export async function refuseSuspect(
  deps: SigningDeps,
  context: RequestContext,
  { account, passkey }: Pick<Signed, 'account' | 'passkey'>,
  because: SuspectCause,
  reason: CataloguedReason,
): Promise<never> {
  await reportSuspect(deps, context, account, passkey, because)
  throw new Problem(reason)
}

function verify(
  { relyingParty, assertionVerifier }: SigningDeps,
  { challenge, mustNameAccount }: Asked,
  { owner: account, passkey }: OwnedPasskey,
  credential: AuthenticationCredential,
): Promise<VerifiedAssertion | SuspectCause | undefined> {
  return assertionVerifier.verify({ relyingParty, credential, challenge, account, passkey, mustNameAccount })
}

/** What is kept of the signature of a list. */
export function makeHandSignature({ account, passkey, credential }: Signed): HandSignature {
  const { credentialId, publicKey } = passkey
  const { authenticatorData, clientDataJSON: clientData, signature } = credential.response
  const assertionHash = hashAnswer(credential)
  return { assertionHash, credentialId, publicKey, authenticatorData, clientData, signature, signedBy: account.id }
}
