import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Handle } from './handle.ts'
import type { Schema } from './schema.ts'

/**
 * The time since secrets were last forgotten. What is sealed for browsers and kept in no table carries its name, so that
 * nothing of before a restore counts after it. Each one is a row of its own: the server's role may not change settings.
 */
const prefix = 'secrets-epoch '

/** Written out: SQLite compiles a statement again at each run whose pattern is bound, and each mark reads this. */
const ofEpochs = sql.lit(`${prefix}%`)

/** Of the present epoch; null before the first renewal. */
export const selectSecretsEpoch = ({ db }: Pick<Handle, 'db'>) =>
  db
    .selectFrom('settings')
    .where('name', 'like', ofEpochs)
    .select(({ fn }) => fn.max<string | null>('name').as('epoch'))

/** Begins a new epoch. Its name is never used again, also where the same backup is restored twice. */
export async function renewSecretsEpoch(db: Kysely<Schema>): Promise<void> {
  const { count } = await db
    .selectFrom('settings')
    .where('name', 'like', ofEpochs)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const name = `${prefix}${String(count).padStart(9, '0')} ${randomBytes(9).toString('base64url')}`
  await db.insertInto('settings').values({ name, value: '' }).execute()
}
