import { record } from '../audit/record.ts'
import type { Caller } from '../callers.ts'
import type { Deps } from '../deps.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { attemptPassword } from './password-attempt.ts'
import { findGuesser } from './password-guesser.ts'
import type { Account } from './stores.ts'

/**
 * Asks a signed-in person for the current password again. A wrong one counts as a login miss of this browser
 * (rules §4).
 * Throws user_invalid_credentials, general_rate_limit_exceeded.
 */
export async function checkCurrentPassword(
  deps: Pick<Deps, 'storage' | 'hasher' | 'limitScale'>,
  context: RequestContext,
  password: string,
): Promise<Caller> {
  const caller = requireCaller(context)
  const { emailCanonical, passwordHash } = caller.account
  const { missKey } = await findGuesser(deps.storage, context, emailCanonical, caller.account, false)
  const checked = await attemptPassword(deps, missKey, async () => {
    if (!(await deps.hasher.verify(passwordHash, password))) return undefined
    await deps.storage.loginMisses.clear(missKey)
    return caller
  })
  if (checked) return checked
  await record(deps.storage, context, { action: 'login', outcome: 'refused', facts: { why: 'wrong-current-password' } })
  throw wrongPassword()
}

/**
 * Locks the account whose current password was checked, and returns its present state. The owner may have set a new
 * password by a mailed link in the meantime, to shut out a thief of the old one. Throws user_invalid_credentials.
 */
export async function lockWithSamePassword(
  { accounts }: Pick<Stores, 'accounts'>,
  { id, passwordHash }: Account,
): Promise<Account> {
  const locked = await accounts.lock(id)
  if (locked?.passwordHash !== passwordHash) throw wrongPassword()
  return locked
}

function wrongPassword(): Problem {
  return new Problem('current-password-wrong')
}
