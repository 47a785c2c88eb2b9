import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { Factor } from '#server/domain/accounts/stores.ts'
import type { Stores } from '#server/domain/ports.ts'
import { hashSecret } from '#server/domain/secret-hash.ts'

const day = 24 * 60 * 60_000

/** Inserts a login session that begins now. `actingFor`: the institute for which a person acts in it. Returns its id. */
export async function insertLogin(
  stores: Pick<Stores, 'sessions'>,
  accountId: string,
  factors: readonly Factor[],
  token: string,
  now: number,
  actingFor: string | null = null,
): Promise<string> {
  const id = systemRandom.id()
  const session = {
    id,
    accountId,
    factors,
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    passkeyAt: factors.includes('passkey') ? now : null,
    enrolment: null,
    idleExpiresAt: now + day,
    expiresAt: now + day,
    addressPrefix: '127.0.0.1',
    userAgent: 'bench',
    actingFor,
    ownSessionId: null,
  }
  await stores.sessions.insert(session, hashSecret(token))
  return id
}
