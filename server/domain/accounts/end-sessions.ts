import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { publishSessionEnds } from './publish-account-change.ts'
import type { LoginSession } from './stores.ts'

/** The word that stands for the caller's own session in a URL. */
const currentSession = 'current'

/**
 * Ends one of the caller's sessions; any but the current one needs a step-up (rules §5.7). Throws user_unauthorized;
 * user_session_not_found, also for the id of another person's session.
 */
export async function endSession(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'session.end'>,
  { sessionId }: { readonly sessionId: string },
): Promise<{ wasCurrent: boolean }> {
  const { account, session } = door.caller
  const id = sessionId === currentSession ? session.id : sessionId
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    const confirmed = door.stepUpIf(id !== session.id, now)
    const ended = await stores.sessions.remove(id, account.id)
    if (!ended) throw new Problem('user_session_not_found')
    // Who logs out while acting for an institute leaves the browser: the own session behind it ends, too.
    const own = ended.ownSessionId === null ? undefined : await stores.sessions.remove(ended.ownSessionId, account.id)
    await publishSessionEnds(stores, own ? [ended, own] : [ended], now)
    await event(stores, confirmed, 'logout', {})
  })
  return { wasCurrent: id === session.id }
}

/**
 * Ends all of the caller's sessions, the current one too; where there are others, that needs a step-up as well. Throws
 * user_unauthorized.
 */
export async function endAllSessions({ storage }: Pick<Deps, 'storage'>, door: Door<'session.end'>): Promise<void> {
  const { account, session } = door.caller
  await storage.transaction(async (stores) => {
    const isAlone = (await stores.sessions.listLive(account.id)).every(({ id }) => id === session.id)
    const confirmed = door.stepUpIf(!isAlone, await stores.now())
    // No session remains whose screens could hear of this, so nothing is published.
    await stores.sessions.removeAllOf(account.id)
    await event(stores, confirmed, 'logout', { facts: { everywhere: true } })
  })
}

/** Ends all sessions of the account except this one, in the caller's transaction, and notifies their screens. */
export async function endOtherSessions(stores: Stores, { id, accountId }: LoginSession, now: number): Promise<void> {
  await publishSessionEnds(stores, await stores.sessions.removeAllOf(accountId, id), now)
}

/** The caller's live sessions, newest first. */
export async function listSessions(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'session.list'>,
): Promise<LoginSession[]> {
  return storage.sessions.listLive(door.caller.account.id)
}

/** One of the caller's live sessions. Throws user_session_not_found, also for the id of another person's session. */
export async function getSession(
  deps: Pick<Deps, 'storage'>,
  door: Door<'session.list'>,
  { sessionId }: { readonly sessionId: string },
): Promise<LoginSession> {
  const { session } = door.caller
  if (sessionId === currentSession || sessionId === session.id) return session
  const found = (await listSessions(deps, door)).find(({ id }) => id === sessionId)
  if (!found) throw new Problem('user_session_not_found')
  return found
}
