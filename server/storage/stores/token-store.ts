import { type RawBuilder, sql } from 'kysely'
import type { TokenPurpose, TokenStore, UnsentToken } from '../../domain/accounts/stores.ts'
import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'

/**
 * A token's hashes are in its row, so that voiding, using and replacing it is one statement each. All have the same
 * length and contain no space.
 */
const asListed = (hash: string) => ` ${hash} `
const allBut = (hash: string): RawBuilder<string> => sql`replace(coalesce(secret_hashes, ''), ${asListed(hash)}, '')`
const isListed = (hash: string): RawBuilder<boolean> => sql`${allBut(hash)} <> secret_hashes`

const toRow = (token: UnsentToken) => ({
  id: token.id,
  account_id: token.accountId,
  purpose: token.purpose,
  email_canonical: token.emailCanonical,
  secret_hashes: null,
  created_at: token.createdAt,
  expires_at: null,
  sent_by: token.sent?.by ?? null,
  sent_for: token.sent?.organisationId ?? null,
})

export function tokenStore(handle: Handle): TokenStore {
  const { db, clock } = handle
  const isOpen = (hash: string, purpose: TokenPurpose): RawBuilder<boolean> =>
    sql`purpose = ${purpose} and expires_at > ${clock.now()} and ${isListed(hash)}`
  return {
    async insert(tokens) {
      if (tokens.length > 0) await db.insertInto('tokens').values(tokens.map(toRow)).execute()
    },
    async replace(token) {
      const row = toRow(token)
      await db
        .insertInto('tokens')
        .values(row)
        .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(row))
        .execute()
    },
    async addSecret(id, hash, lifeMs) {
      const expiresAt = (await readClock(handle)) + lifeMs
      const row = await db
        .updateTable('tokens')
        .where('id', '=', id)
        .set({
          secret_hashes: sql`${allBut(hash)} || ${asListed(hash)}`,
          expires_at: sql`coalesce(expires_at, ${expiresAt})`,
        })
        .returning(['account_id', 'purpose'])
        .executeTakeFirst()
      const owner = row?.account_id ?? (row?.purpose.endsWith('-invitation') ? id : undefined)
      return owner == null ? undefined : { userId: owner, expiresAt }
    },
    async beginLife(id, lifeMs) {
      const expiresAt = (await readClock(handle)) + lifeMs
      await db.updateTable('tokens').where('id', '=', id).set({ expires_at: expiresAt }).execute()
    },
    async removeSecret(id, hash) {
      await db
        .updateTable('tokens')
        .where('id', '=', id)
        .set({
          secret_hashes: sql`nullif(${allBut(hash)}, '')`,
          expires_at: sql`case when ${allBut(hash)} = '' then null else expires_at end`,
        })
        .execute()
    },
    async isOpen(hash, accountId, purpose) {
      const row = await db
        .selectFrom('tokens')
        .select('id')
        .where('account_id', '=', accountId)
        .where(isOpen(hash, purpose))
        .executeTakeFirst()
      return row !== undefined
    },
    async take(hash, accountId, purpose) {
      const row = await db
        .deleteFrom('tokens')
        .where('account_id', '=', accountId)
        .where(isOpen(hash, purpose))
        .returningAll()
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          accountId,
          purpose: row.purpose,
          emailCanonical: row.email_canonical,
          createdAt: row.created_at,
          expiresAt: row.expires_at ?? 0,
        }
      )
    },
    async isOpenWithoutAccount(hash, id, purpose) {
      const row = await db
        .selectFrom('tokens')
        .select('id')
        .where('id', '=', id)
        .where('account_id', 'is', null)
        .where(isOpen(hash, purpose))
        .executeTakeFirst()
      return row !== undefined
    },
    async takeWithoutAccount(hash, id, purpose) {
      const { numDeletedRows } = await db
        .deleteFrom('tokens')
        .where('id', '=', id)
        .where('account_id', 'is', null)
        .where(isOpen(hash, purpose))
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
    async voidInvitationsTo(emailCanonical) {
      await db
        .deleteFrom('tokens')
        .where('account_id', 'is', null)
        .where('email_canonical', '=', emailCanonical)
        .execute()
    },
    async voidAllOf(accountId) {
      await db.deleteFrom('tokens').where('account_id', '=', accountId).execute()
    },
    async voidSentBy(accountId, organisationId) {
      const rows = await db
        .deleteFrom('tokens')
        .where('sent_by', '=', accountId)
        .where('sent_for', '=', organisationId)
        .returning('account_id')
        .execute()
      return rows.flatMap(({ account_id }) => account_id ?? [])
    },
  }
}
