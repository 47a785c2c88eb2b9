import type { Kysely } from 'kysely'
import { publicKeyDigest } from '../../domain/audit/compared-facts.ts'
import type { Schema } from '../../storage/schema.ts'
import { readFacts } from './logged-facts.ts'

/** Whether a key is that of the account's passkey, or the audit log has it as registered by the account. */
export async function isKeyOf(
  db: Kysely<Schema>,
  accountId: string,
  credentialId: string,
  publicKey: string,
): Promise<boolean> {
  const passkey = await db
    .selectFrom('passkeys')
    .select(['account_id', 'public_key'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (passkey) return passkey.account_id === accountId && passkey.public_key === publicKey
  return wasRegistered(db, accountId, publicKey)
}

/** Whether the audit log has a key as registered by the account: its passkey may be removed since. */
export async function wasRegistered(db: Kysely<Schema>, accountId: string, publicKey: string): Promise<boolean> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'account_id', 'detail'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('account_id', '=', accountId), eb('action', '=', 'passkey.register')]),
        // Of an account that was deleted.
        and([eb('subject', '=', accountId), eb('action', '=', 'passkey.remove')]),
      ]),
    )
    .where('outcome', '=', 'done')
    .execute()
  const key = publicKeyDigest(publicKey)
  return entries.some((entry) => readFacts(entry)?.key === key)
}
