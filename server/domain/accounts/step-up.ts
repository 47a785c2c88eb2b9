import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { checkCurrentPassword } from './check-current-password.ts'

/**
 * Records that the person at this browser knows the password: the session gets a new token. Throws
 * user_invalid_credentials, general_rate_limit_exceeded.
 */
export async function confirmByPassword(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher' | 'limitScale'>,
  context: RequestContext,
  password: string,
): Promise<{ token: string }> {
  await enter('session.confirm', context)
  const { session } = await checkCurrentPassword(deps, context, password)
  const token = deps.random.secret()
  await deps.storage.transaction(async (stores) => {
    await stores.sessions.replaceToken(session.id, hashSecret(token), await stores.now())
    await record(stores, context, { action: 'step-up', outcome: 'done', facts: { by: 'password' } })
  })
  return { token }
}
