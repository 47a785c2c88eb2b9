import type { RecoveryCodeStore } from '../../domain/passkeys/stores.ts'
import type { Handle } from '../handle.ts'

export function recoveryCodeStore({ db, clock }: Handle): RecoveryCodeStore {
  return {
    async replace(accountId, hashes, now) {
      await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
      await db
        .insertInto('recovery_codes')
        .values(hashes.map((code_hash) => ({ code_hash, account_id: accountId, created_at: now, expires_at: null })))
        .execute()
    },
    async add(accountId, hash, now, expiresAt) {
      await db
        .insertInto('recovery_codes')
        .values({ code_hash: hash, account_id: accountId, created_at: now, expires_at: expiresAt })
        .execute()
    },
    async isOpen(accountId, hash) {
      const row = await db
        .selectFrom('recovery_codes')
        .select('code_hash')
        .where('code_hash', '=', hash)
        .where('account_id', '=', accountId)
        .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
        .executeTakeFirst()
      return row !== undefined
    },
    async take(accountId, hash) {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('code_hash', '=', hash)
        .where('account_id', '=', accountId)
        .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
    async count(accountId) {
      const { left } = await db
        .selectFrom('recovery_codes')
        .where('account_id', '=', accountId)
        .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .executeTakeFirstOrThrow()
      return left
    },
  }
}
