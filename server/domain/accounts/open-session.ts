import type { Enrolment } from '#contract/passkey.ts'
import type { Deps } from '../deps.ts'
import type { Stores } from '../ports.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { publishSessionBegin, publishSessionEnds } from './publish-account-change.ts'
import { maxSessionsPerAccount, sessionLife } from './session-life.ts'
import type { Account, LoginSession } from './stores.ts'

/** What the person proved at the login, and what that allows. */
export type LoginStrength = {
  /** 'passkey': no password was given. */
  readonly by?: 'password' | 'passkey'
  readonly withPasskey: boolean
  readonly enrolment: Enrolment | null
}

/**
 * Begins a login session in this browser, in the caller's transaction. It replaces the session that the browser may
 * have had. `token` becomes its cookie. `now`: epoch ms.
 */
export async function openSession(
  stores: Stores,
  { random }: Pick<Deps, 'random'>,
  context: RequestContext,
  account: Account,
  token: string,
  { by = 'password', withPasskey, enrolment }: LoginStrength,
  now: number,
): Promise<LoginSession> {
  if (context.caller) {
    const { session: former } = context.caller
    const ended = await stores.sessions.remove(former.id, former.accountId)
    await publishSessionEnds(stores, ended ? [ended] : [], now)
  }
  const { idleMs, absoluteMs } = sessionLife(account.label)
  const session: LoginSession = {
    id: random.id(),
    accountId: account.id,
    factors: [...(by === 'password' ? [by] : []), ...(withPasskey ? (['passkey'] as const) : [])],
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    passkeyAt: withPasskey ? now : null,
    enrolment,
    idleExpiresAt: now + idleMs,
    expiresAt: now + absoluteMs,
    addressPrefix: context.address,
    userAgent: context.userAgent,
    actingFor: null,
    ownSessionId: null,
  }
  await stores.sessions.insert(session, hashSecret(token))
  await publishSessionBegin(stores, session)
  await publishSessionEnds(stores, await stores.sessions.trim(account.id, maxSessionsPerAccount), now)
  return session
}
