import { rememberBrowser } from '../accounts/known-browser.ts'
import { queueTokenMail } from '../accounts/mailed-token.ts'
import { openSession } from '../accounts/open-session.ts'
import { attemptPassword } from '../accounts/password-attempt.ts'
import type { Account } from '../accounts/stores.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import { ownMissKey } from '../limits/login-misses.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'

const purpose = 'passkey-replacement'

type OpenDeps = Pick<Deps, 'storage' | 'random' | 'hasher' | 'limitScale'>
type ReplacementLink = { readonly userId: string; readonly secret: string; readonly password: string }
type OpenedReplacement = { readonly account: Account; readonly token: string; readonly browserToken: string }

/**
 * Mails a link to a student who lost the passkey (rules §5.5). Never to an organisation: access to a mailbox must not
 * be enough to mark a whole institute.
 */
export async function requestPasskeyReplacement(
  deps: Pick<Deps, 'storage' | 'random'>,
  door: Door<'passkey-replacement.request'>,
): Promise<{ sentTo: string }> {
  const { account } = door.caller
  await deps.storage.transaction(async (stores) => {
    await queueTokenMail(stores, deps, account, purpose)
    await event(stores, door, 'passkey.replacement-request', {})
  })
  return { sentTo: account.email }
}

/**
 * Opens a session by the link's secret and the password, on the device that will keep the new passkey. In this session
 * a passkey can be registered without the lost one. After a wrong password the link still works. Throws
 * user_invalid_token, one answer for every wrong link; user_invalid_credentials, general_rate_limit_exceeded.
 */
export async function openPasskeyReplacement(
  deps: OpenDeps,
  door: Door<'passkey-replacement.open'>,
  input: ReplacementLink,
): Promise<OpenedReplacement> {
  const { byAddress } = requestLimits.openPasskeyReplacement
  const opened = await open(deps, door, input)
  if (opened) return opened
  // After the secret was compared: a right one passes however many wrong ones came before.
  await door.limiter.count(byAddress, door.address)
  const { userId: subject } = input
  await record(deps.storage, door, { action: 'passkey.replacement-open', outcome: 'refused', subject })
  throw new Problem('user_invalid_token')
}

/** Undefined for a link that does not work. */
async function open(
  deps: OpenDeps,
  context: RequestContext,
  { userId, secret, password }: ReplacementLink,
): Promise<OpenedReplacement | undefined> {
  const { storage } = deps
  const secretHash = hashSecret(secret)
  const isOpen = await storage.tokens.isOpen(secretHash, userId, purpose)
  const account = isOpen ? await storage.accounts.find(userId) : undefined
  if (!account) return undefined
  // No stranger has the link, so the wrong passwords of strangers do not count here.
  const tried = await attemptPassword(deps, ownMissKey('link', secretHash), async () => {
    if (!(await deps.hasher.verify(account.passwordHash, password))) return undefined
    return { opened: await spendLink(deps, context, account, secretHash) }
  })
  if (tried) return tried.opened
  await record(storage, context, {
    action: 'login',
    outcome: 'refused',
    subject: account.id,
    facts: { why: 'wrong-password' },
  })
  throw new Problem('current-password-wrong')
}

/** Undefined when the link no longer works, or the password has just changed. */
function spendLink(
  { storage, random }: OpenDeps,
  context: RequestContext,
  account: Account,
  secretHash: string,
): Promise<OpenedReplacement | undefined> {
  const token = random.secret()
  return storage.transaction(async (stores) => {
    const locked = await stores.accounts.lock(account.id)
    await stores.loginMisses.clear(ownMissKey('link', secretHash))
    const taken = await stores.tokens.take(secretHash, account.id, purpose)
    const isStill = locked?.emailCanonical === taken?.emailCanonical && locked?.passwordHash === account.passwordHash
    if (!locked || !taken || !isStill) return undefined
    const strength = { withPasskey: false, enrolment: 'mailed-link' } as const
    const now = await stores.now()
    await openSession(stores, { random }, context, locked, token, strength, now)
    const browserToken = await rememberBrowser(stores, { random }, context, locked.id, now)
    await event(stores, context, 'passkey.replacement-open', { accountId: locked.id })
    return { account: locked, token, browserToken }
  })
}
