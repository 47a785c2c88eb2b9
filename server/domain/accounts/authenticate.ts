import type { Storage } from '../ports.ts'
import { hashSecret } from '../secret-hash.ts'
import type { Caller } from './caller.ts'
import { sessionLife, touchIntervalMs } from './session-life.ts'

/**
 * Finds the live session behind a token. What `countsAsUse` keeps it from going idle; what a page asks by itself does not
 * (security §5.2). Undefined for no, unknown or ended sessions.
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
  if (!countsAsUse || now - session.lastSeenAt < touchIntervalMs) return { session, account }
  const idleExpiresAt = now + sessionLife(account.label).idleMs
  await storage.sessions.touch(session.id, now, idleExpiresAt)
  return { account, session: { ...session, lastSeenAt: now, idleExpiresAt } }
}
