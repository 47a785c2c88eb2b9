import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { insertLogin } from './insert-login.ts'

/** A login session for each account. Returns their tokens by the account's id. */
export async function logInAll(
  database: DatabaseLocation,
  accounts: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const storage = await openStorage({ database })
  try {
    return await storage.transaction(async (stores) => {
      const now = await stores.now()
      const tokens = new Map<string, string>()
      for (const { id } of accounts) {
        const token = systemRandom.secret()
        await insertLogin(stores, id, ['password'], token, now)
        tokens.set(id, token)
      }
      return tokens
    })
  } finally {
    await storage.close()
  }
}
