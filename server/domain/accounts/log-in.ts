import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { loginMissKey } from '../limits/login-misses.ts'
import type { LoginProof } from '../passkeys/stores.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { requireCanonicalEmail } from './canonical-email.ts'
import { rememberBrowser } from './known-browser.ts'
import { openSession } from './open-session.ts'
import { attemptPassword } from './password-attempt.ts'
import { findGuesser, type Guesser } from './password-guesser.ts'
import { preLoginBinding, sessionBinding } from './session-binding.ts'
import type { Account, LoginSession } from './stores.ts'

type LogInDeps = Pick<Deps, 'storage' | 'random' | 'hasher' | 'limitScale'>
type OpenedLogin = {
  readonly account: Account
  readonly session: LoginSession
  readonly token: string
  /** The new cookie by which the account knows this browser. */
  readonly browserToken: string
}
/** `account`: undefined for an email that has none. */
type Target = { readonly emailCanonical: string; readonly account: Account | undefined; readonly guesser: Guesser }

/** Passwords that may be tried with one login proof: the third wrong one uses it up. */
const maxLoginProofTries = 3

/**
 * Logs in with email and password; a live session of this browser is replaced. An organisation with a passkey first
 * needs a verified assertion (spec §4) or a recovery code; without either, the server does not compare the password.
 * The limit of misses for an address counts and refuses strangers only. Throws user_invalid_credentials,
 * user_more_factors_required, general_rate_limit_exceeded.
 */
export async function logIn(
  deps: LogInDeps,
  door: Door<'session.create'>,
  input: { readonly email: string; readonly password: string },
): Promise<OpenedLogin> {
  const { storage } = deps
  const emailCanonical = requireCanonicalEmail(input.email)
  const account = await storage.accounts.findByEmail(emailCanonical)
  const hasProof = account !== undefined && (await findLoginProof(storage, door, account)) !== undefined
  const guesser = await findGuesser(storage, door, emailCanonical, account, hasProof)
  const run = () => tryToLogIn(deps, door, { emailCanonical, account, guesser }, input.password)
  const counted = [[requestLimits.logIn.byAddress, door.address]] as const
  const opened = guesser.isStranger
    ? await door.limiter.attempt(counted, run, (result) => result === undefined)
    : await run()
  if (!opened) throw new Problem('user_invalid_credentials')
  return opened
}

/**
 * Undefined for a wrong password. Throws before the password is compared when the account needs a login proof or no try
 * is left.
 */
async function tryToLogIn(
  deps: LogInDeps,
  context: RequestContext,
  { emailCanonical, account: found, guesser }: Target,
  password: string,
): Promise<OpenedLogin | undefined> {
  const { storage, hasher } = deps
  const proof = found && (await requireLoginProof(storage, context, found))
  let tries = 0
  const opened = await attemptPassword(deps, guesser.missKey, async () => {
    if (proof) tries = await takeProofTry(storage, proof)
    try {
      if (!(await hasher.verify(found?.passwordHash, password)) || !found) return undefined
      return await openLogin(deps, context, found, guesser, password)
    } catch (error) {
      if (proof) await storage.ceremonies.takeBackLoginProofTry(proof.id)
      throw error
    }
  })
  if (opened) return opened
  await noteMiss(deps, context, emailCanonical, found, tries === maxLoginProofTries ? proof : undefined)
  return undefined
}

/** `found`: the account when the password was compared. */
async function openLogin(
  deps: LogInDeps,
  context: RequestContext,
  found: Account,
  { missKey }: Guesser,
  password: string,
): Promise<OpenedLogin> {
  const { storage, random, hasher } = deps
  const newHash = hasher.isOutdated(found.passwordHash) ? await hasher.hash(password) : undefined
  const token = random.secret()
  return storage.transaction(async (stores) => {
    const account = await stores.accounts.lock(found.id)
    // Between the hash and the lock the password may have changed, or another account may have taken this one's place.
    if (account?.passwordHash !== found.passwordHash) throw new Problem('user_invalid_credentials')
    const stillProof = await requireLoginProof(stores, context, account)
    if (stillProof && !(await stores.ceremonies.consumeLoginProof(stillProof.id))) {
      throw new Problem('user_more_factors_required')
    }
    if (newHash !== undefined) await stores.accounts.rehashPassword(account.id, newHash)
    const now = await stores.now()
    const strength = {
      withPasskey: stillProof?.by === 'passkey',
      enrolment: stillProof?.by === 'recovery-code' ? ('recovery-code' as const) : null,
    }
    const session = await openSession(stores, deps, context, account, token, strength, now)
    const browserToken = await rememberBrowser(stores, deps, context, account.id, now)
    await stores.loginMisses.clear(missKey)
    await event(stores, context, 'login', { accountId: account.id })
    return { account, session, token, browserToken }
  })
}

/**
 * The proof that this browser holds: a verified ceremony of the organisation, or a recovery code. Undefined for
 * accounts that need none.
 */
async function requireLoginProof(
  stores: Stores,
  context: RequestContext,
  account: Account,
): Promise<LoginProof | undefined> {
  if (account.label !== 'ORG' || (await stores.passkeys.listOf(account.id)).length === 0) return undefined
  const proof = await findLoginProof(stores, context, account)
  if (!proof) throw new Problem('user_more_factors_required')
  return proof
}

async function findLoginProof(
  stores: Stores,
  context: RequestContext,
  account: Account,
): Promise<LoginProof | undefined> {
  if (account.label !== 'ORG') return undefined
  for (const binding of loginBindings(context, account)) {
    const proof = await stores.ceremonies.findLoginProof(account.id, binding)
    if (proof) return proof
  }
  return undefined
}

/**
 * What the proof may be bound to: the session, when the browser is logged in as this organisation already, or its
 * pre-login cookie.
 */
function loginBindings({ caller, cookies }: RequestContext, account: Account): string[] {
  return [
    ...(caller?.account.id === account.id ? [sessionBinding(caller.session.id)] : []),
    ...(cookies.preLogin === undefined ? [] : [preLoginBinding(cookies.preLogin)]),
  ]
}

/** Counts the try before the password is compared, so that simultaneous tries cannot exceed what the proof allows. */
async function takeProofTry({ ceremonies }: Stores, proof: LoginProof): Promise<number> {
  const tries = await ceremonies.countLoginProofTry(proof.id)
  if (tries === undefined || tries > maxLoginProofTries) throw new Problem('user_more_factors_required')
  return tries
}

/** `burntProof`: this miss used up the proof, so the passkey is asked for again. */
async function noteMiss(
  { storage }: LogInDeps,
  context: RequestContext,
  emailCanonical: string,
  account: Account | undefined,
  burntProof: LoginProof | undefined,
): Promise<void> {
  await storage.transaction(async (stores) => {
    if (burntProof) await stores.ceremonies.consumeLoginProof(burntProof.id)
    await record(stores, context, {
      action: 'login',
      outcome: 'refused',
      accountId: account?.id ?? null,
      subject: account ? null : loginMissKey(emailCanonical),
      facts: { why: 'wrong-password' },
    })
  })
}
