import type { RequestOptions } from '#contract/ceremony-options.ts'
import type { AuthenticationCredential } from '#contract/passkey.ts'
import { sessionBinding } from '../accounts/session-binding.ts'
import { passkeyFacts } from '../audit/compared-facts.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { type CheckedAssertion, checkAssertion } from './check-assertion.ts'
import { openAssertion } from './open-assertion.ts'
import type { SuspectCause } from './stores.ts'
import { findCommonCause, reportSuspect, suspectReasons } from './suspect-passkey.ts'

/** A student tries the own passkey before the first class: asked and checked as in class, without any effect. */

const purpose = 'rehearse-std'

/**
 * Options as the institute's screen gets them. A passkey that is held may be tried, too. Throws user_unauthorized without
 * a passkey, and where each of them is suspect.
 */
export async function beginRehearsal(
  { storage, relyingParty }: Pick<Deps, 'storage' | 'relyingParty'>,
  door: Door<'passkey.rehearse'>,
): Promise<RequestOptions> {
  const { account, session } = door.caller
  const all = await storage.passkeys.listOf(account.id)
  if (all.length === 0) throw new Problem('own-passkey-missing')
  const cause = findCommonCause(all)
  if (cause !== undefined) throw new Problem(suspectReasons[cause])
  const trusted = all.filter(({ suspectBecause }) => suspectBecause === null)
  return openAssertion({ storage, relyingParty }, trusted, {
    purpose,
    subjectId: account.id,
    binding: sessionBinding(session.id),
    attendanceSessionId: null,
  })
}

/**
 * Checks the authenticator's answer. It leaves no proof and does not confirm who is there: only the passkey's last use and
 * its counter move. `verification: false` for an answer that is not right, whatever the cause; the ceremony is spent in any
 * case. Throws passkey-suspect, passkey-changed; general_rate_limit_exceeded.
 */
export async function finishRehearsal(
  deps: Pick<Deps, 'storage' | 'relyingParty' | 'assertionVerifier'>,
  door: Door<'passkey.rehearse-finish'>,
  { cred: credential }: { readonly cred: AuthenticationCredential },
): Promise<{ verification: boolean }> {
  const { account, session } = door.caller
  const binding = sessionBinding(session.id)
  const rehearse = async () => {
    const subject = { userId: account.id, category: 'STD' } as const
    const checked = await checkAssertion(deps, door, subject, { purpose, binding }, credential)
    return typeof checked === 'object' ? keepUse(deps, door, checked) : checked
  }
  const { byBinding } = requestLimits.finishPasskeyLogin
  const kept = await door.limiter.attempt([[byBinding, binding]], rehearse, (outcome) => outcome !== 'kept')
  if (kept === undefined)
    await record(deps.storage, door, { action: 'passkey.rehearse', outcome: 'refused', subject: account.id })
  else if (kept !== 'kept') throw new Problem(suspectReasons[kept])
  return { verification: kept === 'kept' }
}

/** 'counter': it did not move, and a copy is a copy in a rehearsal, too. */
async function keepUse(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  { account, passkey, assertion }: CheckedAssertion,
): Promise<'kept' | SuspectCause> {
  const { credentialId } = passkey
  const isKept = await storage.briefTransaction(async (stores) => {
    if (!(await stores.passkeys.recordUse(credentialId, assertion.counter, assertion.backedUp, await stores.now())))
      return false
    await event(stores, context, 'passkey.rehearse', { facts: passkeyFacts(passkey) })
    return true
  })
  if (isKept) return 'kept'
  await reportSuspect({ storage }, context, account, passkey, 'counter')
  return 'counter'
}
