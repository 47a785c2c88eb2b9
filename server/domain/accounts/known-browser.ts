import type { Deps } from '../deps.ts'
import type { Stores } from '../ports.ts'
import { hashSecret } from '../secret-hash.ts'
import type { RequestContext } from './caller.ts'

/**
 * A browser that has logged in to an account carries a secret in a cookie (OWASP, 'Slow Down Online Guessing Attacks
 * with Device Cookies'). It opens nothing: it only keeps the tries of its owner apart from those of strangers.
 */

/** How long a browser stays known after its last login. Milliseconds. */
export const knownBrowserMs = 180 * 24 * 60 * 60_000

/** Those that have not logged in for longest are forgotten first. To add one takes the password. */
const maxKnownBrowsersPerAccount = 20

/** False for a browser that brings nothing by which it could be told from a stranger's. */
export function canBeKnown({ caller, preLoginToken, browserToken }: RequestContext): boolean {
  return caller !== undefined || preLoginToken !== undefined || browserToken !== undefined
}

/** The id of this browser, as the account knows it. `accountId` is undefined for an email without an account. */
export async function findKnownBrowser(
  { knownBrowsers }: Pick<Stores, 'knownBrowsers'>,
  { browserToken }: RequestContext,
  accountId: string | undefined,
): Promise<string | undefined> {
  if (browserToken === undefined) return undefined
  // Asked for an email without an account, too: both take the same time.
  return knownBrowsers.find(hashSecret(browserToken), accountId ?? '')
}

/**
 * Makes this browser known to the account, in the caller's transaction. Returns the cookie's new value: a copy of the
 * former one is worth nothing from now on, for this account and for all others that know the browser.
 */
export async function rememberBrowser(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  { browserToken }: RequestContext,
  accountId: string,
): Promise<string> {
  const token = random.secret()
  const tokenHash = hashSecret(token)
  if (browserToken !== undefined) await stores.knownBrowsers.replaceToken(hashSecret(browserToken), tokenHash)
  const expiresAt = (await stores.now()) + knownBrowserMs
  await stores.knownBrowsers.remember({ id: random.id(), accountId, tokenHash, expiresAt })
  await stores.knownBrowsers.trim(accountId, maxKnownBrowsersPerAccount)
  return token
}

/** Forgets the account's browsers but this one, in the caller's transaction: a thief of the password may have logged in there. */
export async function forgetOtherBrowsers(stores: Stores, context: RequestContext, accountId: string): Promise<void> {
  await stores.knownBrowsers.forgetAllOf(accountId, await findKnownBrowser(stores, context, accountId))
}
