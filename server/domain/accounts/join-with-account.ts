import type { AccountLabel } from '#contract/identifiers.ts'
import type { Invitation } from '#contract/staff.ts'
import type { Deps } from '../deps.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { rememberBrowser } from './known-browser.ts'
import { openSession } from './open-session.ts'
import { assertPasswordAllowed } from './password-rules.ts'
import type { Account } from './stores.ts'

/** As a student, or as one of the staff. */
type JoinsAs = Extract<AccountLabel, 'STD' | 'STF'>
type ProvenEmail = Pick<Account, 'email' | 'emailCanonical'>
/** `names`: what the password must not hold. */
type NewAccount = Readonly<Record<'name' | 'password', string>> & { readonly names: readonly string[] }
/** What a new account gets for its browser; undefined where a login joined. */
export type Joined = { readonly token: string; readonly browserToken: string } | undefined

/** Which tab of the login has an account. */
export const loginOf = ({ label }: Pick<Account, 'label'>): 'STD' | 'ORG' => (label === 'STD' ? 'STD' : 'ORG')

/** How the person at this browser can join. `account`: that of the invited email. */
export function wayIn(
  { caller }: RequestContext,
  account: Account | undefined,
  as: JoinsAs,
): Pick<Invitation, 'step' | 'login'> {
  const isOwn = caller !== undefined && caller.account.id === account?.id
  // Who has not verified the address may be a stranger, whose password its owner does not know.
  const holder = account?.hasProfile && (account.isEmailVerified || isOwn) ? account : undefined
  const login = holder ? loginOf(holder) : null
  // One of the staff has no profile of a student, and cannot get one beside the own login.
  if (holder?.label === 'ORG' || (as === 'STD' && holder?.label === 'STF')) return { step: 'institute', login }
  if (caller && !isOwn) return { step: 'another-account', login }
  if (!holder) return { step: 'register', login }
  return { step: caller ? 'join' : 'log-in', login }
}

/**
 * Joins with a new account, or with the one that is logged in and has the email, which this proves: by an invitation of
 * staff or of students, or at a desk. `join` does what is joined, in the transaction. Throws invitation-for-another,
 * invitation-log-in, invitation-for-institute, user_already_exists; what assertPasswordAllowed throws.
 */
export async function joinWithAccount(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher'>,
  context: RequestContext,
  { email, emailCanonical }: ProvenEmail,
  as: JoinsAs,
  made: NewAccount | undefined,
  join: (stores: Stores, context: RequestContext, account: Account) => Promise<void>,
): Promise<Joined> {
  const { storage } = deps
  const { step } = wayIn(context, await storage.accounts.findByEmail(emailCanonical), as)
  if (step === 'institute') throw new Problem('invitation-for-institute')
  if (step === 'another-account') throw new Problem('invitation-for-another')
  if (step === 'log-in') throw new Problem('invitation-log-in')
  if (step === 'join') {
    await storage.transaction(async (stores) => {
      const account = context.caller && (await stores.accounts.lock(context.caller.account.id))
      if (account?.emailCanonical !== emailCanonical) throw new Problem('user_invalid_token')
      if (!account.isEmailVerified) await stores.accounts.markEmailVerified(account.id, await stores.now())
      await join(stores, context, account)
    })
    return undefined
  }
  const missing = as === 'STD' ? 'student is missing' : 'account is missing'
  if (!made) throw new Problem('malformed-argument', { message: missing })
  const { name, password, names } = made
  assertPasswordAllowed(password, { email, names })
  const passwordHash = await deps.hasher.hash(password)
  return storage.transaction(async (stores) => {
    const account = await makeAccount(stores, deps, context, { email, emailCanonical, name, passwordHash }, as)
    await join(stores, { ...context, caller: undefined }, account)
    return openFirstSession(stores, deps, context, account)
  })
}

/**
 * The account of a person who has proven the email, with a profile. One without a profile, verified or not, makes room:
 * what was begun there is no one else's. One that has not verified the email loses the email, and keeps all else: it may
 * be a stranger's, or of someone who mistyped it. Throws user_already_exists.
 */
async function makeAccount(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  context: RequestContext,
  given: Pick<Account, 'email' | 'emailCanonical' | 'name' | 'passwordHash'>,
  label: JoinsAs,
): Promise<Account> {
  const now = await stores.now()
  const earlier = await stores.accounts.findByEmail(given.emailCanonical)
  const locked = earlier && (await stores.accounts.lock(earlier.id))
  if (locked && !locked.hasProfile) {
    await stores.accounts.remove(locked.id)
    await event(stores, context, 'account.replace-unfinished', { subject: locked.id })
  } else if (locked && !locked.isEmailVerified) {
    // No mail reaches an address of this end (RFC 2606), and no one can verify it.
    const unreachable = `${locked.id.toLowerCase()}@nobody.invalid`
    await stores.accounts.changeEmail(locked.id, unreachable, unreachable, now)
    await stores.tokens.voidAllOf(locked.id)
    await event(stores, context, 'account.release-email', { subject: locked.id })
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

async function openFirstSession(
  stores: Stores,
  deps: Pick<Deps, 'random'>,
  context: RequestContext,
  account: Account,
): Promise<NonNullable<Joined>> {
  const token = deps.random.secret()
  const now = await stores.now()
  await openSession(stores, deps, context, account, token, { withPasskey: false, enrolment: null }, now)
  return { token, browserToken: await rememberBrowser(stores, deps, context, account.id, now) }
}
