import type { Storage } from '../ports.ts'
import { hashSecret } from '../secret-hash.ts'
import type { Caller } from './caller.ts'
import { sessionLife, touchIntervalMs } from './session-life.ts'

/**
 * Finds the live session behind a token. What `countsAsUse` keeps it from going idle; what a page asks by itself does not
 * (rules §5.2). Undefined for no, unknown or ended sessions.
 */
export async function authenticate(
  storage: Pick<Storage, 'sessions'>,
  token: string | undefined,
  countsAsUse: boolean,
): Promise<Caller | undefined> {
  if (token === undefined) return undefined
  const found = await storage.sessions.findLive(hashSecret(token))
  if (!found) return undefined
  const { session, account, now } = found
  const unseenMs = now - session.lastSeenAt
  // Seen in the future: the clock was ahead, and the idle limit must not wait for it.
  if (unseenMs >= 0 && (!countsAsUse || unseenMs < touchIntervalMs)) return { session, account }
  const idleExpiresAt = now + sessionLife(account.label).idleMs
  await storage.sessions.touch(session.id, now, idleExpiresAt)
  return { account, session: { ...session, lastSeenAt: now, idleExpiresAt } }
}
