import type { Caller } from '../callers.ts'
import type { Deps } from '../deps.ts'
import type { Stores } from '../ports.ts'

/**
 * The token that the caller's session gets now. Undefined where another request, which came with the same token, has
 * replaced it meanwhile: of two that a browser sends at once the first gives the new one, so that the browser keeps it
 * whichever answer comes last (rules R5.2.5).
 */
export async function nextToken(
  { sessions }: Pick<Stores, 'sessions'>,
  { random }: Pick<Deps, 'random'>,
  { session, tokenHash }: Caller,
): Promise<string | undefined> {
  return (await sessions.holdToken(session.id, tokenHash)) ? random.secret() : undefined
}
