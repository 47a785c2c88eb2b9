import type { KnownBrowserStore } from '../../domain/accounts/stores.ts'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { KnownBrowsersTable } from '../schema.ts'

const replaceToken = prepareQuery(
  ({ db }, { formerHash, tokenHash }: { readonly formerHash: string; readonly tokenHash: string }) =>
    db.updateTable('known_browsers').where('token_hash', '=', formerHash).set({ token_hash: tokenHash }),
)
const remember = prepareQuery(({ db }, row: KnownBrowsersTable) =>
  db
    .insertInto('known_browsers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'account_id']).doUpdateSet({ expires_at: row.expires_at }),
    ),
)
const trim = prepareQuery(({ db }, { accountId, keep }: { readonly accountId: string; readonly keep: number }) =>
  db
    .deleteFrom('known_browsers')
    .where('account_id', '=', accountId)
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('known_browsers')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('expires_at', 'desc')
        .orderBy('id')
        .limit(keep),
    ),
)

export function knownBrowserStore(handle: Handle): KnownBrowserStore {
  const { db, clock } = handle
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
      await replaceToken(handle, { formerHash, tokenHash })
    },
    async remember({ id, accountId, tokenHash, expiresAt }) {
      await remember(handle, { id, account_id: accountId, token_hash: tokenHash, expires_at: expiresAt })
    },
    async trim(accountId, keep) {
      await trim(handle, { accountId, keep })
    },
    async forgetAllOf(accountId, exceptId) {
      const all = db.deleteFrom('known_browsers').where('account_id', '=', accountId)
      await (exceptId === undefined ? all : all.where('id', '!=', exceptId)).execute()
    },
  }
}
