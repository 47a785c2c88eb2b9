import { serverMadeId } from '#contract/identifiers.ts'
import { wordsBesideIds } from '#contract/words-beside-ids.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { requireCanonicalEmail } from './canonical-email.ts'
import {
  continueRegistration,
  findContinuable,
  isReplaceable,
  type RegistrationCookie,
} from './continue-registration.ts'
import { assertPasswordAllowed } from './password-rules.ts'
import type { Account } from './stores.ts'

type NewAccount = {
  readonly userId: string
  readonly email: string
  readonly password: string
  readonly name?: string | undefined
}

/** How long a browser may take to finish a registration. Milliseconds. */
export const registrationMs = 15 * 60_000

/**
 * The first step of registration (spec §4). The returned token lets this browser finish it: set the label, create the
 * profile. An account without a profile is unfinished. With an unverified email it is replaced, so that a dropped
 * connection locks no one out. With a verified email it belongs to the owner of the address, and that owner's password
 * continues it. Throws user_already_exists, general_argument_invalid, general_rate_limit_exceeded.
 */
export async function createAccount(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher' | 'limitScale'>,
  door: Door<'account.create'>,
  input: NewAccount,
): Promise<{ account: Account; registrationToken: string; registrationMs: number }> {
  const { userId, email, password, name = '' } = input
  if (wordsBesideIds.has(userId)) throw new Problem('malformed-argument', { message: 'userId is a word of an address' })
  const emailCanonical = requireCanonicalEmail(email)
  assertPasswordAllowed(password, { email, names: [name] })
  const registrationToken = deps.random.secret()
  const cookie: RegistrationCookie = { tokenHash: hashSecret(registrationToken), lifeMs: registrationMs }
  const earlier = await findContinuable(deps.storage, emailCanonical)
  // Both paths compute one hash before the server knows whether the email is taken: the time of the answer must not
  // show it.
  const account = earlier
    ? await continueRegistration(deps, door, earlier, { password, name }, cookie)
    : await makeAccount(deps, door, { ...input, emailCanonical, name }, cookie)
  return { account, registrationToken, registrationMs }
}

async function makeAccount(
  { storage, random, hasher }: Pick<Deps, 'storage' | 'random' | 'hasher'>,
  context: RequestContext,
  { userId, email, emailCanonical, name, password }: NewAccount & Pick<Account, 'emailCanonical' | 'name'>,
  cookie: RegistrationCookie,
): Promise<Account> {
  const passwordHash = await hasher.hash(password)
  return storage.transaction(async (stores) => {
    const now = await stores.now()
    const earlier = await stores.accounts.findByEmail(emailCanonical)
    if (earlier && isReplaceable(await stores.accounts.lock(earlier.id))) {
      await stores.accounts.remove(earlier.id)
      await event(stores, context, 'account.replace-unfinished', { subject: earlier.id })
    }
    const created: Account = {
      id: userId === serverMadeId ? random.accountId() : userId,
      email,
      emailCanonical,
      name,
      passwordHash,
      isEmailVerified: false,
      label: null,
      hasProfile: false,
      userHandle: random.secret(),
      passwordUpdatedAt: now,
      createdAt: now,
      updatedAt: now,
    }
    if (!(await stores.accounts.insert(created))) throw new Problem('user_already_exists')
    await stores.registrations.insert(cookie.tokenHash, created.id, now + cookie.lifeMs)
    await event(stores, context, 'account.create', { subject: created.id })
    return created
  })
}
