import type { Selectable } from 'kysely'
import type { Passkey, PasskeyStore } from '../domain/passkeys/stores.ts'
import { toAccount } from './account-store.ts'
import type { Handle } from './handle.ts'
import { prepareQuery } from './prepared-query.ts'
import type { PasskeysTable } from './schema.ts'

function toPasskey(row: Selectable<PasskeysTable>): Passkey {
  return {
    credentialId: row.credential_id,
    accountId: row.account_id,
    publicKey: row.public_key,
    counter: row.counter,
    backupEligible: row.backup_eligible === 1,
    backedUp: row.backed_up === 1,
    transports: JSON.parse(row.transports) as string[],
    aaguid: row.aaguid,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isSuspect: row.suspect === 1,
  }
}

const findWithOwner = prepareQuery(({ db }, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .where('credential_id', '=', credentialId)
    .selectAll('passkeys')
    // The columns that both tables have are renamed.
    .select([
      'accounts.id as id_of_account',
      'email',
      'email_canonical',
      'accounts.name as name_of_account',
      'password_hash',
      'email_verified',
      'label',
      'has_profile',
      'user_handle',
      'password_updated_at',
      'accounts.created_at as account_created_at',
      'updated_at',
    ]),
)

export function passkeyStore(handle: Handle): PasskeyStore {
  const { db } = handle
  return {
    async listOf(accountId) {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('credential_id')
        .execute()
      return rows.map(toPasskey)
    },
    async findWithOwner(credentialId) {
      const [row] = await findWithOwner(handle, credentialId)
      if (!row) return undefined
      const { id_of_account: id, name_of_account: name, account_created_at: created_at } = row
      return { passkey: toPasskey(row), owner: toAccount({ ...row, id, name, created_at }) }
    },
    async insert(passkey) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('passkeys')
        .values({
          credential_id: passkey.credentialId,
          account_id: passkey.accountId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          backup_eligible: passkey.backupEligible ? 1 : 0,
          backed_up: passkey.backedUp ? 1 : 0,
          transports: JSON.stringify(passkey.transports),
          aaguid: passkey.aaguid,
          name: passkey.name,
          created_at: passkey.createdAt,
          last_used_at: passkey.lastUsedAt,
          suspect: passkey.isSuspect ? 1 : 0,
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async recordUse(credentialId, counter, backedUp, now) {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .where('credential_id', '=', credentialId)
        .where('suspect', '=', 0)
        // Authenticators without a counter always say 0; all others must go up (WebAuthn L3 §7.2 step 21).
        .where(({ eb, and, or, val }) =>
          or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb(val(counter), '=', 0)])]),
        )
        .set({ counter, backed_up: backedUp ? 1 : 0, last_used_at: now })
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async markSuspect(credentialId) {
      await db.updateTable('passkeys').where('credential_id', '=', credentialId).set({ suspect: 1 }).execute()
    },
  }
}
