import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { attemptPassword } from './password-attempt.ts'
import { findGuesser } from './password-guesser.ts'
import type { Account } from './stores.ts'

/** What lets a browser finish a registration, and for how long. */
export type RegistrationCookie = { readonly tokenHash: string; readonly lifeMs: number }

/**
 * True for an account that makes room for another one with its email: its registration is unfinished, and its email was
 * never verified. The caller must hold the lock of the account, because it may be finished or verified at this moment.
 */
export function isReplaceable(locked: Account | undefined): boolean {
  return locked !== undefined && !locked.hasProfile && !locked.isEmailVerified
}

/**
 * The account that a registration with this email may continue, if the password is right. Its email is verified, so the
 * account belongs to the owner of the address, and it has no profile yet. An account with a passkey is left out: a
 * password alone must not open it.
 */
export async function findContinuable(storage: Storage, emailCanonical: string): Promise<Account | undefined> {
  const account = await storage.accounts.findByEmail(emailCanonical)
  if (!account?.isEmailVerified || account.hasProfile) return undefined
  return (await storage.passkeys.listOf(account.id)).length === 0 ? account : undefined
}

/**
 * Lets this browser finish a registration whose email is verified. Returns the account, under the name that the form
 * has now. A wrong password counts like one at a login and gets the answer of any email that is taken. Throws
 * user_already_exists, general_rate_limit_exceeded.
 */
export async function continueRegistration(
  deps: Pick<Deps, 'storage' | 'hasher' | 'limitScale'>,
  context: RequestContext,
  found: Account,
  given: { readonly password: string; readonly name: string },
  cookie: RegistrationCookie,
): Promise<Account> {
  const { storage, hasher } = deps
  const { missKey, isStranger } = await findGuesser(storage, context, found.emailCanonical, found, false)
  const run = () =>
    attemptPassword(deps, missKey, async () => {
      if (!(await hasher.verify(found.passwordHash, given.password))) return undefined
      return goOn(storage, context, found, given.name, cookie, missKey)
    })
  const counted = isStranger ? ([[requestLimits.logIn.byAddress, context.address]] as const) : []
  const continued = await context.limiter.attempt(counted, run, (result) => result === undefined)
  if (continued) return continued
  await record(storage, context, {
    action: 'account.continue',
    outcome: 'refused',
    subject: found.id,
    facts: { why: 'wrong-password' },
  })
  throw new Problem('user_already_exists')
}

/** The password was right. Throws user_already_exists when the account has changed since it was found. */
function goOn(
  storage: Storage,
  context: RequestContext,
  found: Account,
  newName: string,
  cookie: RegistrationCookie,
  missKey: string,
): Promise<Account> {
  return storage.transaction(async (stores) => {
    const account = await stores.accounts.lock(found.id)
    // Between the first read and the lock, the account may have got a profile, another password or another email.
    const isSame = account?.passwordHash === found.passwordHash && account.emailCanonical === found.emailCanonical
    if (!isSame || account.hasProfile) throw new Problem('user_already_exists')
    const now = await stores.now()
    const name = newName || account.name
    await stores.accounts.rename(account.id, name, now)
    await stores.registrations.insert(cookie.tokenHash, account.id, now + cookie.lifeMs)
    await stores.loginMisses.clear(missKey)
    await event(stores, context, 'account.continue', { subject: account.id })
    return { ...account, name, updatedAt: now }
  })
}
