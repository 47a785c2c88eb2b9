import { authenticate } from '../accounts/authenticate.ts'
import type { Caller } from '../callers.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'

/**
 * Lets a page connect that wants to hear of changes. Every try counts, before the session is read: a flood of tries
 * costs no query. Throws RateLimitProblem; general_unauthorized_scope without a live session.
 *
 * @param token of the session cookie.
 */
export async function connectRealtime(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  token: string | undefined,
): Promise<Caller> {
  await enter('realtime.connect', context)
  // A page opens the connection again by itself, so this does not count as a use of the session.
  const known = { ...context, caller: await authenticate(storage, token, false) }
  const channels = ['account', 'documents', 'organisations', 'students', 'groups'] as const
  await enter(
    channels.map((name) => `channels.${name}` as const),
    known,
  )
  return requireCaller(known)
}
