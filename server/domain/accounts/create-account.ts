import { serverMadeId } from '#contract/identifiers.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import type { Visit } from './caller.ts'
import { requireCanonicalEmail } from './canonical-email.ts'
import { assertPasswordAllowed } from './password-rules.ts'
import type { Account } from './stores.ts'

type NewAccount = {
  readonly userId: string
  readonly email: string
  readonly password: string
  readonly name?: string | undefined
}

const registrationMs = 15 * 60_000

/**
 * The first step of registration (spec §4). The returned token lets this browser finish it: set the label, create the
 * profile. An account without a profile is unfinished and is replaced, so that a dropped connection locks nobody out.
 * Throws user_already_exists, general_argument_invalid.
 */
export async function createAccount(
  { storage, random, hasher }: Pick<Deps, 'storage' | 'random' | 'hasher'>,
  visit: Visit,
  input: NewAccount,
): Promise<{ account: Account; registrationToken: string; registrationMs: number }> {
  const emailCanonical = requireCanonicalEmail(input.email)
  const name = input.name ?? ''
  assertPasswordAllowed(input.password, { email: input.email, names: [name] })
  // Hashed before the look at the email: the time of the answer must not tell whether it is taken.
  const passwordHash = await hasher.hash(input.password)
  const registrationToken = random.secret()

  const account = await storage.transaction(async (stores) => {
    const now = await stores.now()
    const earlier = await stores.accounts.findByEmail(emailCanonical)
    if (earlier && !(await stores.accounts.lock(earlier.id))?.hasProfile) {
      await stores.accounts.remove(earlier.id)
      await record(stores, visit, { action: 'account.replace-unfinished', outcome: 'done', subject: earlier.id })
    }
    const created: Account = {
      id: input.userId === serverMadeId ? random.accountId() : input.userId,
      email: input.email,
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
    await stores.registrations.insert(hashSecret(registrationToken), created.id, now + registrationMs)
    await record(stores, visit, { action: 'account.create', outcome: 'done', subject: created.id })
    return created
  })
  return { account, registrationToken, registrationMs }
}
