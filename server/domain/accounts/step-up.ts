import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { hashSecret } from '../secret-hash.ts'
import { checkCurrentPassword } from './check-current-password.ts'
import { nextToken } from './next-token.ts'

/**
 * Records that the person at this browser knows the password: the session gets a new token, or keeps that of another
 * request (nextToken). Throws user_invalid_credentials, general_rate_limit_exceeded.
 */
export async function confirmByPassword(
  deps: Pick<Deps, 'storage' | 'random' | 'hasher' | 'limitScale'>,
  door: Door<'session.confirm'>,
  { password }: { readonly password: string },
): Promise<{ token: string | undefined }> {
  const caller = await checkCurrentPassword(deps, door, password)
  return deps.storage.transaction(async (stores) => {
    const token = await nextToken(stores, deps, caller)
    await stores.sessions.replaceToken(caller.session.id, token && hashSecret(token), await stores.now())
    await event(stores, door, 'step-up', { facts: { by: 'password' } })
    return { token }
  })
}
