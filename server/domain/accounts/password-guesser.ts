import { loginMissKey, ownMissKey } from '../limits/login-misses.ts'
import type { Stores } from '../ports.ts'
import type { RequestContext } from '../request-context.ts'
import { findKnownBrowser } from './known-browser.ts'
import type { Account } from './stores.ts'

/** The caller whose password tries are counted together. */
export type Guesser = {
  /** The key of the count. */
  readonly missKey: string
  /** Strangers share the count of the email and the count of their address. */
  readonly isStranger: boolean
}

/**
 * Decides whose count a password try belongs to, by what the browser can prove: it has logged in to the account before,
 * has a live session of it, has just shown the account's passkey or a recovery code, or is a stranger. Each except the
 * stranger has a separate count, so that strangers cannot lock them out (rules §4).
 */
export async function findGuesser(
  stores: Pick<Stores, 'knownBrowsers'>,
  context: RequestContext,
  emailCanonical: string,
  account: Account | undefined,
  hasLoginProof: boolean,
): Promise<Guesser> {
  const browserId = await findKnownBrowser(stores, context, account?.id)
  if (browserId !== undefined) return { missKey: ownMissKey('browser', browserId), isStranger: false }
  if (account && context.caller?.account.id === account.id) {
    return { missKey: ownMissKey('session', context.caller.session.id), isStranger: false }
  }
  if (account && hasLoginProof) return { missKey: ownMissKey('proof', account.id), isStranger: false }
  return { missKey: loginMissKey(emailCanonical), isStranger: true }
}
