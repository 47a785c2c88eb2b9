import type { CataloguedReason } from '#contract/problems.ts'
import { type Act, type ActRow, acts, everyLogin } from './acts.ts'
import { ask, type CallerKind, callerKindOf } from './callers.ts'
import { Problem } from './problem.ts'
import type { RequestContext } from './request-context.ts'

/** What the rows of the acts answer to a caller (rules §4). */

type Verdict = 'allowed' | CataloguedReason

/**
 * The table's verdict for a kind of caller. Its order: log in, verify the email, forbidden, passkey. The step-up comes
 * last, when the use case asks its door.
 */
export function verdictOf(act: Act, kind: CallerKind): Verdict {
  const { who, passkey, forPeople, refusals }: ActRow = acts[act]
  const refusal = refusals?.[kind]
  if (refusal) return refusal
  if (kind === 'closed') {
    const verdict = verdictOf(act, 'ORG2')
    return verdict === 'allowed' && forPeople ? 'own-login-reads-only' : verdict
  }
  if (who.includes(kind === 'ORG2' ? 'ORG' : kind)) {
    return passkey && kind === 'ORG' ? 'passkey-login-needed' : 'allowed'
  }
  if (kind === 'guest' || kind === 'pre') return 'general_unauthorized_scope'
  // To a caller for whom a verified email would change nothing, it is forbidden.
  if (kind === 'unverified' && everyLogin.some((label) => who.includes(label))) return 'user_email_not_verified'
  return 'user_unauthorized'
}

/** The same, with a teacher's groups: what is another's looks like what does not exist. */
function judge(act: Act, context: RequestContext): Verdict {
  const kind = callerKindOf(context)
  const verdict = verdictOf(act, kind)
  const { ofGroup, passkey }: ActRow = acts[act]
  // The kind says that it reads only, not whether its session has a passkey.
  if (kind === 'closed' && verdict === 'allowed' && passkey && !context.caller?.session.factors.includes('passkey')) {
    return 'passkey-login-needed'
  }
  if (verdict !== 'allowed' || ofGroup !== 'whole') return verdict
  const own = ask(context, 'groups')
  return own && !own.holdsWhole ? 'document_not_found' : 'allowed'
}

/** True when the table allows the act to this caller. */
export function isAllowed(act: Act, context: RequestContext): boolean {
  return judge(act, context) === 'allowed'
}

/** Throws the refusal that the table has for this caller. */
export function authorise(act: Act, context: RequestContext): void {
  const verdict = judge(act, context)
  if (verdict !== 'allowed') throw new Problem(verdict)
}
