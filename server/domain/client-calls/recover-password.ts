import { requireCanonicalEmail } from '../accounts/canonical-email.ts'
import { rememberBrowser } from '../accounts/known-browser.ts'
import { queueMailForNoOne, queueTokenMail } from '../accounts/mailed-token.ts'
import { assertOwnPage } from '../accounts/own-page.ts'
import { describePasswordOwner } from '../accounts/password-owner.ts'
import { assertPasswordAllowed } from '../accounts/password-rules.ts'
import type { MailedToken } from '../accounts/stores.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { loginMissKey, ownMissKey } from '../limits/login-misses.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { linkByEmail } from '../roster/link-people.ts'
import { hashSecret } from '../secret-hash.ts'

/**
 * Sends a link that sets a new password, if there is such an account. The same statements run with and without an
 * account: the time of the answer must not show which it was.
 */
export async function requestRecovery(
  deps: Pick<Deps, 'storage' | 'random' | 'relyingParty'>,
  door: Door<'recovery.request'>,
  input: { readonly email: string; readonly url: string },
): Promise<void> {
  const { byEmail } = requestLimits.requestRecovery
  const emailCanonical = requireCanonicalEmail(input.email)
  await door.limiter.count(byEmail, emailCanonical)
  assertOwnPage(deps.relyingParty, input.url, '/new-password')
  await deps.storage.transaction(async (stores) => {
    const account = await stores.accounts.findByEmail(emailCanonical)
    await event(stores, door, 'recovery.request', {
      outcome: account ? 'done' : 'refused',
      subject: account?.id ?? loginMissKey(emailCanonical),
    })
    if (account) await queueTokenMail(stores, deps, account, 'recovery')
    else await queueMailForNoOne(stores, deps, 'recovery')
  })
}

/**
 * Sets a new password by the link's secret (spec §5, password reset). Ends every session and token of the account; this
 * also shuts out a stranger who registered the owner's email first. Passkeys stay, and an organisation still needs one.
 * Throws user_invalid_token; general_rate_limit_exceeded for a wrong link only; general_argument_invalid for a refused
 * password, after which the link still works.
 */
export async function resetPassword(
  { storage, hasher, random }: Pick<Deps, 'storage' | 'hasher' | 'random'>,
  door: Door<'recovery.confirm'>,
  input: { readonly userId: string; readonly secret: string; readonly password: string },
): Promise<{ token: MailedToken; browserToken: string }> {
  const { byAddress } = requestLimits.confirmRecovery
  const spendToken = async () => {
    const passwordHash = await hasher.hash(input.password)
    return storage.transaction((stores) => setPassword(stores, { random }, door, input, passwordHash))
  }
  // The secret is checked first: a wrong one costs no hash, and a right one passes however many wrong ones came before.
  const isOpen = await storage.tokens.isOpen(hashSecret(input.secret), input.userId, 'recovery')
  const done = isOpen ? await spendToken() : undefined
  if (!done) {
    await door.limiter.count(byAddress, door.address)
    await record(storage, door, { action: 'recovery.confirm', outcome: 'refused', subject: input.userId })
    throw new Problem('user_invalid_token')
  }
  return done
}

async function setPassword(
  stores: Stores,
  deps: Pick<Deps, 'random'>,
  context: RequestContext,
  input: { readonly userId: string; readonly secret: string; readonly password: string },
  passwordHash: string,
): Promise<{ token: MailedToken; browserToken: string } | undefined> {
  const taken = await stores.tokens.take(hashSecret(input.secret), input.userId, 'recovery')
  const account = taken && (await stores.accounts.lock(taken.accountId))
  if (!taken || account?.emailCanonical !== taken.emailCanonical) return undefined
  // Only after the token was found right: the reason of a refused password would show a stranger whose account this is.
  assertPasswordAllowed(input.password, await describePasswordOwner(stores, account))
  const now = await stores.now()
  await stores.accounts.changePassword(account.id, passwordHash, now)
  await stores.accounts.markEmailVerified(account.id, now)
  await linkByEmail(stores, deps.random, context, { ...account, isEmailVerified: true })
  // All sessions end here, so no live connection remains to notify.
  await stores.sessions.removeAllOf(account.id)
  await stores.screens.endAll(account.id, 'new-password')
  await stores.tokens.voidAllOf(account.id)
  await stores.loginMisses.clear(loginMissKey(account.emailCanonical))
  await stores.loginMisses.clear(ownMissKey('proof', account.id))
  // A thief of the old password may have made browsers known, so all are forgotten. This browser becomes known:
  // strangers must not block the login that follows.
  await stores.knownBrowsers.forgetAllOf(account.id)
  const browserToken = await rememberBrowser(stores, deps, context, account.id, now)
  await mailAtOnce(stores, 'password-changed', { ...account, isEmailVerified: true })
  await event(stores, context, 'recovery.confirm', { subject: account.id })
  return { token: taken, browserToken }
}
