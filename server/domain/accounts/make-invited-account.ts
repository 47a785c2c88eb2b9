import type { AccountLabel } from '#contract/identifiers.ts'
import type { Deps } from '../deps.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { rememberBrowser } from './known-browser.ts'
import { openSession } from './open-session.ts'
import type { Account } from './stores.ts'

/**
 * Makes the account of a person who has opened a mailed invitation, with a profile and a verified email. An account
 * without a profile makes room: the link proves the address, so what was begun there, verified or not, is no one else's.
 * Throws user_already_exists.
 */
export async function makeInvitedAccount(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  context: RequestContext,
  given: Pick<Account, 'email' | 'emailCanonical' | 'name' | 'passwordHash'>,
  label: AccountLabel,
): Promise<Account> {
  const now = await stores.now()
  const earlier = await stores.accounts.findByEmail(given.emailCanonical)
  const locked = earlier && (await stores.accounts.lock(earlier.id))
  if (locked && !locked.hasProfile) {
    await stores.accounts.remove(locked.id)
    await event(stores, context, 'account.replace-unfinished', { subject: locked.id })
  }
  const account: Account = {
    ...given,
    id: random.accountId(),
    isEmailVerified: true,
    label,
    hasProfile: true,
    userHandle: random.secret(),
    passwordUpdatedAt: now,
    createdAt: now,
    updatedAt: now,
  }
  if (!(await stores.accounts.insert(account))) throw new Problem('user_already_exists')
  return account
}

/** What a new account gets for its browser. */
export async function openFirstSession(
  stores: Stores,
  deps: Pick<Deps, 'random'>,
  context: RequestContext,
  account: Account,
): Promise<{ readonly token: string; readonly browserToken: string }> {
  const token = deps.random.secret()
  const now = await stores.now()
  await openSession(stores, deps, context, account, token, { withPasskey: false, enrolment: null }, now)
  return { token, browserToken: await rememberBrowser(stores, deps, context, account.id, now) }
}
