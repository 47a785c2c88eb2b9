import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { loginMissKey } from '../limits/login-misses.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import type { Visit } from './caller.ts'
import { requireCanonicalEmail } from './canonical-email.ts'
import { queueTokenMail } from './mailed-token.ts'
import { assertOwnPage } from './own-page.ts'
import { describePasswordOwner } from './password-owner.ts'
import { assertPasswordAllowed } from './password-rules.ts'
import type { MailedToken } from './stores.ts'

/**
 * Sends a link that sets a new password, if there is such an account. Returns the token or undefined; the answer to the
 * browser must be the same for both, and both commit one transaction.
 */
export async function requestRecovery(
  deps: Pick<Deps, 'storage' | 'random' | 'mailWorker' | 'relyingParty'>,
  visit: Visit,
  input: { readonly email: string; readonly url: string },
): Promise<MailedToken | undefined> {
  const [byEmail] = requestLimits.requestRecovery
  const emailCanonical = requireCanonicalEmail(input.email)
  await visit.limiter.count(byEmail, emailCanonical)
  assertOwnPage(deps.relyingParty, input.url, '/new-password')
  const token = await deps.storage.transaction(async (stores) => {
    const account = await stores.accounts.findByEmail(emailCanonical)
    await record(stores, visit, {
      action: 'recovery.request',
      outcome: account ? 'done' : 'refused',
      subject: account?.id ?? loginMissKey(emailCanonical),
    })
    return account && queueTokenMail(stores, deps, account, 'recovery')
  })
  deps.mailWorker.wake()
  return token
}

/**
 * Sets a new password by the link's secret (spec §5, password reset). Ends every session and token of the account, also
 * those of somebody who registered a stranger's email first. Passkeys stay, and so does an organisation's need for one.
 * Throws user_invalid_token; general_argument_invalid for a password that is refused, which leaves the link usable.
 */
export async function resetPassword(
  { storage, hasher, mailWorker }: Pick<Deps, 'storage' | 'hasher' | 'mailWorker'>,
  visit: Visit,
  input: { readonly userId: string; readonly secret: string; readonly password: string },
): Promise<MailedToken> {
  const [byUser, byAddress] = requestLimits.confirmRecovery
  const useToken = async () => {
    const passwordHash = await hasher.hash(input.password)
    return storage.transaction((stores) => setPassword(stores, visit, input, passwordHash))
  }
  const counted = [[byUser, input.userId] as const, [byAddress, visit.address] as const]
  const token = await visit.limiter.attempt(counted, useToken, (taken) => taken === undefined)
  if (!token) {
    await record(storage, visit, { action: 'recovery.confirm', outcome: 'refused', subject: input.userId })
    throw new Problem('user_invalid_token')
  }
  mailWorker.wake()
  return token
}

async function setPassword(
  stores: Stores,
  visit: Visit,
  input: { readonly userId: string; readonly secret: string; readonly password: string },
  passwordHash: string,
): Promise<MailedToken | undefined> {
  const taken = await stores.tokens.take(hashSecret(input.secret), input.userId, 'recovery')
  const account = taken && (await stores.accounts.lock(taken.accountId))
  if (!taken || account?.emailCanonical !== taken.emailCanonical) return undefined
  // Only behind a right token: what the password must not contain would tell a stranger whose account this is.
  assertPasswordAllowed(input.password, await describePasswordOwner(stores, account))
  const now = await stores.now()
  await stores.accounts.changePassword(account.id, passwordHash, now)
  await stores.accounts.markEmailVerified(account.id, now)
  // No live connection is left that could be told of what this changes.
  await stores.sessions.removeAllOf(account.id)
  await stores.tokens.voidAllOf(account.id)
  await stores.loginMisses.clear(loginMissKey(account.emailCanonical))
  await stores.outbox.queue({ kind: 'password-changed', accountId: account.id, recipient: account.email })
  await record(stores, visit, { action: 'recovery.confirm', outcome: 'done', subject: account.id })
  return taken
}
