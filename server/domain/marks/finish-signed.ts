import type { AuthenticationCredential } from '#contract/passkey.ts'
import type { CataloguedReason } from '#contract/problems.ts'
import type { Account } from '../accounts/stores.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { RequestLimit } from '../limits/limit-table.ts'
import type { OwnedPasskey, Passkey, SuspectCause } from '../passkeys/stores.ts'
import { reportSuspect } from '../passkeys/suspect-passkey.ts'
import type { VerifiedAssertion } from '../passkeys/verify-assertion.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'

type SigningDeps = Pick<Deps, 'storage' | 'relyingParty' | 'assertionVerifier'>

type CheckedSignature = {
  readonly account: Account
  readonly passkey: Passkey
  readonly assertion: VerifiedAssertion
}

/** A right signature of a passkey that proves nothing. */
type SuspectSignature = OwnedPasskey & { readonly because: SuspectCause }

/** An answer to a check-in, with the passkey that it names. */
export type Answer<CheckIn> = {
  readonly checkIn: CheckIn
  readonly signer: OwnedPasskey | undefined
  readonly credential: AuthenticationCredential
}

/** A check-in whose signature is right. */
export type Signed<CheckIn> = CheckedSignature & {
  readonly checkIn: CheckIn
  readonly credential: AuthenticationCredential
  readonly assertionHash: string
}

/** What each way to finish a check-in has of its own. */
export type FinishWay<CheckIn, Marked, Done> = {
  /** The hash of the answer that has ended it; null while it is open. */
  readonly endOf: (checkIn: CheckIn) => string | null
  readonly find: () => Promise<CheckIn | undefined>
  /** Gives the first answer once more. */
  readonly repeat: (checkIn: CheckIn) => Promise<Done>
  /** Whatever else must be right before a signature is looked at. */
  readonly assertReady?: () => Promise<void>
  readonly challenge: string
  readonly maySign: (signer: OwnedPasskey) => Promise<boolean> | boolean
  /** The passkey says who the person is. */
  readonly mustNameAccount: boolean
  /** Counts wrong answers of `binding`. */
  readonly misses: { readonly limit: RequestLimit; readonly binding: string }
  readonly burn: () => Promise<void>
  /** Whom the log names where an answer is refused. */
  readonly subject: string | null
  readonly suspectReason: (because: SuspectCause) => CataloguedReason
  /** 'spent': another request has finished it meanwhile. */
  readonly mark: (signed: Signed<CheckIn>) => Promise<Marked | 'spent' | 'counter-regression'>
  readonly answer: (marked: Marked) => Done
}

/**
 * Finishes a check-in that this caller has begun. A wrong answer burns it; a repeated one gets the first answer again. A
 * passkey that proves nothing is reported. Throws check-in-refused for every answer that is not right, the way's reason for
 * the right one of a suspect passkey, general_rate_limit_exceeded, and what the way throws.
 */
export async function finishSigned<CheckIn, Marked, Done>(
  deps: SigningDeps,
  context: RequestContext,
  way: FinishWay<CheckIn, Marked, Done>,
  answer: Answer<CheckIn>,
): Promise<Done> {
  const { checkIn, credential } = answer
  const assertionHash = hashSecret(JSON.stringify(credential.response))
  const repeat = async (kept: CheckIn | undefined): Promise<Done> => {
    if (kept === undefined || way.endOf(kept) !== assertionHash) throw new Problem('check-in-refused')
    return way.repeat(kept)
  }
  if (way.endOf(checkIn) !== null) return repeat(checkIn)
  await way.assertReady?.()
  const checked = await requireSignature(deps, context, way, answer)
  const marked = await way.mark({ ...checked, checkIn, credential, assertionHash })
  // Another request with the same answer may have been faster.
  if (marked === 'spent') return repeat(await way.find())
  if (marked !== 'counter-regression') return way.answer(marked)
  await reportSuspect(deps, context, checked.account, checked.passkey, 'counter')
  throw new Problem(way.suspectReason('counter'))
}

type Checking<CheckIn> = Omit<FinishWay<CheckIn, never, unknown>, 'mark' | 'answer' | 'repeat' | 'find'>

/** The signature that belongs to this check-in. Every other answer burns it, and counts. */
async function requireSignature<CheckIn>(
  deps: SigningDeps,
  context: RequestContext,
  way: Checking<CheckIn>,
  answer: Answer<CheckIn>,
): Promise<CheckedSignature> {
  const { limit, binding } = way.misses
  const check = () => checkSignature(deps, way, answer)
  const isMiss = (result: Awaited<ReturnType<typeof check>>) => !result || 'because' in result
  const checked = limit.sparesRightOnes
    ? await check()
    : await context.limiter.attempt([[limit, binding]], check, isMiss)
  if (checked && 'assertion' in checked) return checked
  await way.burn()
  if (limit.sparesRightOnes) await context.limiter.count(limit, binding)
  if (checked) {
    await reportSuspect(deps, context, checked.owner, checked.passkey, checked.because)
    throw new Problem(way.suspectReason(checked.because))
  }
  await record(deps.storage, context, { action: 'passkey.assert', outcome: 'refused', subject: way.subject })
  throw new Problem('check-in-refused')
}

/** Undefined for every answer that proves nothing. */
async function checkSignature<CheckIn>(
  { relyingParty, assertionVerifier }: SigningDeps,
  { challenge, maySign, mustNameAccount }: Checking<CheckIn>,
  { signer, credential }: Answer<CheckIn>,
): Promise<CheckedSignature | SuspectSignature | undefined> {
  if (!signer || !(await maySign(signer))) return undefined
  const { passkey, owner: account } = signer
  const answer = { relyingParty, credential, challenge, account, passkey, mustNameAccount }
  const assertion = await assertionVerifier.verify(answer)
  return typeof assertion === 'string'
    ? { ...signer, because: assertion }
    : assertion && { account, passkey, assertion }
}
