import { loginMissKey, ownMissKey } from '../limits/login-misses.ts'
import type { Stores } from '../ports.ts'
import type { RequestContext } from './caller.ts'
import { findKnownBrowser } from './known-browser.ts'
import type { Account } from './stores.ts'

/** Whose tries at a password are counted together. */
export type Guesser = {
  /** The key of the count. */
  readonly missKey: string
  /** Strangers share the count of the email, and that of their address. */
  readonly isStranger: boolean
}

/**
 * Who tries a password, as far as this browser can prove it: one that has logged in to the account before, one with a
 * live session of it, one that has just shown the account's passkey or a recovery code, or a stranger. All but
 * strangers have a count of their own, so that no stranger can lock them out (rules §4).
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
