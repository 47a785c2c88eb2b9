import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { checkCurrentPassword, lockWithSamePassword } from './check-current-password.ts'
import { endOtherSessions } from './end-sessions.ts'
import { forgetOtherBrowsers } from './known-browser.ts'
import { nextToken } from './next-token.ts'
import { describePasswordOwner } from './password-owner.ts'
import { assertPasswordAllowed } from './password-rules.ts'
import type { Account, LoginSession } from './stores.ts'

/**
 * Changes the password. Other sessions, paired screens and all mailed links end, and other browsers are forgotten; this
 * session goes on under a new token, which no other request may have replaced meanwhile: its browser would stay logged in.
 * Throws user_invalid_credentials, general_argument_invalid, general_unauthorized_scope.
 */
export async function changePassword(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher' | 'limitScale'>,
  door: Door<'password.change'>,
  input: { readonly password: string; readonly oldPassword?: string | undefined },
): Promise<{ account: Account; session: LoginSession; token: string }> {
  const caller = await checkCurrentPassword(deps, door, input.oldPassword ?? '')
  const { account, session } = caller
  assertPasswordAllowed(input.password, await describePasswordOwner(deps.storage, account))
  const passwordHash = await deps.hasher.hash(input.password)
  return deps.storage.transaction(async (stores) => {
    await lockWithSamePassword(stores, account)
    const token = await nextToken(stores, deps, caller)
    if (token === undefined) throw new Problem('general_unauthorized_scope')
    const now = await stores.now()
    await stores.accounts.changePassword(account.id, passwordHash, now)
    await endOtherSessions(stores, session, now)
    await stores.screens.endAll(account.id, 'new-password')
    await forgetOtherBrowsers(stores, door, account.id)
    await stores.tokens.voidAllOf(account.id)
    await stores.sessions.replaceToken(session.id, hashSecret(token), now)
    await mailAtOnce(stores, 'password-changed', account)
    await event(stores, door, 'password.change', { at: now })
    const changed = await stores.accounts.find(account.id)
    if (!changed) throw new Problem('general_unauthorized_scope')
    return { account: changed, session, token }
  })
}
