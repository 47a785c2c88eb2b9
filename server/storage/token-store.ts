import type { TokenPurpose, TokenStore } from '../domain/accounts/stores.ts'
import type { Handle } from './handle.ts'

export function tokenStore({ db, clock }: Handle): TokenStore {
  return {
    async replace(token) {
      const row = {
        id: token.id,
        account_id: token.accountId,
        purpose: token.purpose,
        email_canonical: token.emailCanonical,
        secret_hash: null,
        created_at: token.createdAt,
        expires_at: token.expiresAt,
      }
      await db
        .insertInto('tokens')
        .values(row)
        .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(row))
        .execute()
    },
    async setSecretHash(id, hash) {
      const row = await db
        .updateTable('tokens')
        .where('id', '=', id)
        .where('expires_at', '>', clock.now())
        .set({ secret_hash: hash })
        .returning(['account_id', 'expires_at'])
        .executeTakeFirst()
      return row && { userId: row.account_id, expiresAt: row.expires_at }
    },
    async isOpen(hash, accountId, purpose) {
      const row = await db
        .selectFrom('tokens')
        .select('id')
        .where('secret_hash', '=', hash)
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      return row !== undefined
    },
    async take(hash, accountId, purpose) {
      const row = await db
        .deleteFrom('tokens')
        .where('secret_hash', '=', hash)
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', clock.now())
        .returningAll()
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          accountId: row.account_id,
          purpose: row.purpose as TokenPurpose,
          emailCanonical: row.email_canonical,
          createdAt: row.created_at,
          expiresAt: row.expires_at,
        }
      )
    },
    async voidAllOf(accountId) {
      await db.deleteFrom('tokens').where('account_id', '=', accountId).execute()
    },
  }
}
