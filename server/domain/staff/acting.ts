import type { AccountLabel } from '#contract/identifiers.ts'
import { recentAuthenticationMs } from '#contract/rules.ts'
import type { Acting } from '#contract/staff.ts'
import { publishSessionEnds } from '../accounts/publish-account-change.ts'
import { maxSessionsPerAccount, sessionLife } from '../accounts/session-life.ts'
import type { LoginSession } from '../accounts/stores.ts'
import type { Caller } from '../callers.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import type { Staff } from './stores.ts'

type Named = Staff & { readonly organisationName: string }

/** The institutes that the caller may act for, and the one that this session acts for. */
export async function readActing({ storage }: Pick<Deps, 'storage'>, door: Door<'acting.view'>): Promise<Acting> {
  const { account, session } = door.caller
  const all = (await storage.staff.listInstitutesOf(account.id)).map(describe)
  return { now: all.find(({ institute }) => institute === session.actingFor) ?? null, institutes: all }
}

function describe({ organisationId, organisationName, name, title, role }: Named): Acting['institutes'][number] {
  return { institute: organisationId, instituteName: organisationName, name, title, role }
}

/**
 * Begins a session that acts for an institute, beside the person's own, which goes on. It needs a passkey that was just
 * given. Throws passkey-step-up-needed; document_not_found for every institute that the caller may not act for;
 * general_unauthorized_scope.
 */
export async function beginActing(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'acting.begin'>,
  { institute: organisationId }: { readonly institute: string },
): Promise<{ token: string }> {
  const caller = door.caller
  const { account, session: former } = caller
  const token = random.secret()
  await storage.transaction(async (stores) => {
    await stores.accounts.lock(account.id)
    const now = await stores.now()
    await requireToken(stores, caller)
    const live = (await stores.sessions.listLive(account.id)).find(({ id }) => id === former.id)
    if (live?.passkeyAt == null || now - live.passkeyAt > recentAuthenticationMs) {
      throw new Problem('passkey-step-up-needed')
    }
    const staff = await stores.staff.findNow(organisationId, account.id)
    if (!staff || !(await stores.staff.isStill(staff.id))) throw new Problem('document_not_found')
    const { idleMs, absoluteMs } = sessionLife('STF')
    const session: LoginSession = {
      ...live,
      id: random.id(),
      createdAt: now,
      lastSeenAt: now,
      enrolment: null,
      idleExpiresAt: now + idleMs,
      expiresAt: now + absoluteMs,
      actingFor: organisationId,
      ownSessionId: live.ownSessionId ?? live.id,
    }
    await stores.sessions.insert(session, hashSecret(token))
    const trimmed = await stores.sessions.trim(account.id, maxSessionsPerAccount, session.ownSessionId)
    await publishSessionEnds(stores, trimmed, now)
    // Another institute takes the place of the former one; the own session stays.
    if (live.actingFor !== null) await endOne(stores, live, now)
    await event(stores, door, 'acting.begin', { facts: { organisationId } })
  })
  return { token }
}

/**
 * Ends acting, and gives the browser its own session again. `token`: undefined where that one is over. Throws
 * document_not_found for a session that acts for no institute, general_unauthorized_scope.
 */
export async function endActing(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'acting.end'>,
): Promise<{ token: string | undefined; label: AccountLabel | null }> {
  const caller = door.caller
  const { account, session } = caller
  const { actingFor: acted } = session
  if (acted === null) throw new Problem('document_not_found')
  const token = random.secret()
  return storage.transaction(async (stores) => {
    await stores.accounts.lock(account.id)
    await requireToken(stores, caller)
    const now = await stores.now()
    const own = (await stores.sessions.listLive(account.id)).find(({ id }) => id === session.ownSessionId)
    if (own) await stores.sessions.replaceToken(own.id, hashSecret(token), own.authenticatedAt)
    await event(stores, door, 'acting.end', { facts: { organisationId: acted } })
    await endOne(stores, session, now)
    return { token: own && token, label: account.label }
  })
}

/**
 * The session makes room for another: what it was given meanwhile would be lost with it (rules R5.2.5). Throws
 * general_unauthorized_scope, as for a request that comes later.
 */
async function requireToken({ sessions }: Pick<Stores, 'sessions'>, { session, tokenHash }: Caller): Promise<void> {
  if (!(await sessions.holdToken(session.id, tokenHash))) throw new Problem('general_unauthorized_scope')
}

async function endOne(
  stores: Pick<Stores, 'sessions' | 'changes'>,
  { id, accountId }: LoginSession,
  now: number,
): Promise<void> {
  const ended = await stores.sessions.remove(id, accountId)
  await publishSessionEnds(stores, ended ? [ended] : [], now)
}
