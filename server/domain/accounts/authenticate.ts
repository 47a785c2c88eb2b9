import type { Caller } from '../callers.ts'
import type { Storage } from '../ports.ts'
import { hashSecret } from '../secret-hash.ts'
import { sessionLife, touchIntervalMs } from './session-life.ts'

/**
 * Finds the live session behind a token. A request with `countsAsUse` extends the idle limit; a request that a page
 * makes by itself does not (rules §5.2). Undefined without a token, for an unknown token and for an ended session.
 */
export async function authenticate(
  storage: Pick<Storage, 'sessions'>,
  token: string | undefined,
  countsAsUse: boolean,
): Promise<Caller | undefined> {
  if (token === undefined) return undefined
  const found = await storage.sessions.findLive(hashSecret(token))
  if (!found) return undefined
  const { now, ...known } = found
  const { session, account, staff } = known
  const unseenMs = now - session.lastSeenAt
  // The last use lies in the future, so the clock was ahead. The idle limit must not wait until the clock gets there.
  if (unseenMs >= 0 && (!countsAsUse || unseenMs < touchIntervalMs)) return known
  const idleExpiresAt = now + sessionLife(staff ? 'STF' : account.label).idleMs
  await storage.sessions.touch(session.id, now, idleExpiresAt)
  return { ...known, session: { ...session, lastSeenAt: now, idleExpiresAt } }
}
