import type { KnownBrowserStore } from '../../domain/accounts/stores.ts'
import type { Handle } from '../handle.ts'

export function knownBrowserStore({ db, clock }: Handle): KnownBrowserStore {
  return {
    async find(tokenHash, accountId) {
      const row = await db
        .selectFrom('known_browsers')
        .select('id')
        .where('token_hash', '=', tokenHash)
        .where('account_id', '=', accountId)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      return row?.id
    },
    async replaceToken(formerHash, tokenHash) {
      await db
        .updateTable('known_browsers')
        .where('token_hash', '=', formerHash)
        .set({ token_hash: tokenHash })
        .execute()
    },
    async remember({ id, accountId, tokenHash, expiresAt }) {
      await db
        .insertInto('known_browsers')
        .values({ id, account_id: accountId, token_hash: tokenHash, expires_at: expiresAt })
        .onConflict((conflict) => conflict.columns(['token_hash', 'account_id']).doUpdateSet({ expires_at: expiresAt }))
        .execute()
    },
    async trim(accountId, keep) {
      const kept = db
        .selectFrom('known_browsers')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('expires_at', 'desc')
        .orderBy('id')
        .limit(keep)
      await db.deleteFrom('known_browsers').where('account_id', '=', accountId).where('id', 'not in', kept).execute()
    },
    async forgetAllOf(accountId, exceptId) {
      const all = db.deleteFrom('known_browsers').where('account_id', '=', accountId)
      await (exceptId === undefined ? all : all.where('id', '!=', exceptId)).execute()
    },
  }
}
