import type { RegistrationCookieStore } from '../../domain/accounts/stores.ts'
import type { Handle } from '../handle.ts'

export function registrationCookieStore({ db, clock }: Handle): RegistrationCookieStore {
  return {
    async insert(tokenHash, accountId, expiresAt) {
      await db
        .insertInto('registration_cookies')
        .values({ token_hash: tokenHash, account_id: accountId, expires_at: expiresAt })
        .execute()
    },
    async findLive(tokenHash) {
      const row = await db
        .selectFrom('registration_cookies')
        .select('account_id')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      return row?.account_id
    },
  }
}
