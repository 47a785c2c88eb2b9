import type { Deps } from '../deps.ts'
import type { Stores } from '../ports.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'

/**
 * A browser that has logged in to an account carries a secret in a cookie (OWASP, 'Slow Down Online Guessing Attacks
 * with Device Cookies'). The cookie grants no access: it only gives the owner's tries a counter apart from that of
 * strangers.
 */

/** How long a browser stays known after its last login. Milliseconds. */
export const knownBrowserMs = 180 * 24 * 60 * 60_000

/**
 * Browsers that an account knows at most; beyond it, those with the oldest login are forgotten. Adding one takes the
 * password.
 */
const maxKnownBrowsersPerAccount = 20

/** The id of this browser, as the account knows it. `accountId` is undefined for an email without an account. */
export async function findKnownBrowser(
  { knownBrowsers }: Pick<Stores, 'knownBrowsers'>,
  { cookies }: RequestContext,
  accountId: string | undefined,
): Promise<string | undefined> {
  if (cookies.browser === undefined) return undefined
  // The store is asked for an email without an account, too, so that both cases take the same time.
  return knownBrowsers.find(hashSecret(cookies.browser), accountId ?? '')
}

/**
 * Makes this browser known to the account, in the caller's transaction. Returns the cookie's new value. A copy of the
 * former cookie stops working, for this account and for all others that know the browser. `now`: epoch ms.
 */
export async function rememberBrowser(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  { cookies }: RequestContext,
  accountId: string,
  now: number,
): Promise<string> {
  const token = random.secret()
  const tokenHash = hashSecret(token)
  if (cookies.browser !== undefined) await stores.knownBrowsers.replaceToken(hashSecret(cookies.browser), tokenHash)
  await stores.knownBrowsers.remember({ id: random.id(), accountId, tokenHash, expiresAt: now + knownBrowserMs })
  await stores.knownBrowsers.trim(accountId, maxKnownBrowsersPerAccount)
  return token
}

/**
 * Forgets all browsers of the account except this one, in the caller's transaction: a thief who knew the password may
 * have logged in from one of them.
 */
export async function forgetOtherBrowsers(stores: Stores, context: RequestContext, accountId: string): Promise<void> {
  await stores.knownBrowsers.forgetAllOf(accountId, await findKnownBrowser(stores, context, accountId))
}
