import type { Kysely } from 'kysely'
import type { OriginStore, ServedOrigin } from '../../domain/origins/stores.ts'
import type { Handle } from '../handle.ts'
import type { Schema } from '../schema.ts'

/** Each place is a row of its own: the server's role may not change settings. */
const prefix = 'origin '

export function originStore({ db }: Handle): OriginStore {
  return {
    list: () => listOrigins(db),
    async add(place, { origin, since }) {
      const added = await db
        .insertInto('settings')
        .values({ name: `${prefix}${String(place).padStart(9, '0')}`, value: `${since} ${origin}` })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst()
      return added !== undefined
    },
    async listSigned() {
      const signed = await db
        .selectFrom('mark_signatures')
        .select(({ fn }) => ['origin', fn.max('begun_at').as('last')])
        .groupBy('origin')
        .unionAll(
          db
            .selectFrom('hand_check_ins')
            .where('signature', 'is not', null)
            .select(({ fn }) => ['origin', fn.max('begun_at').as('last')])
            .groupBy('origin'),
        )
        .orderBy('last', 'desc')
        .execute()
      return [...new Set(signed.map(({ origin }) => origin))].reverse()
    },
    async hasPasskeys() {
      return (await db.selectFrom('passkeys').select('credential_id').limit(1).executeTakeFirst()) !== undefined
    },
  }
}

/** In the order in which they were served. */
export async function listOrigins(db: Kysely<Schema>): Promise<ServedOrigin[]> {
  const rows = await db
    .selectFrom('settings')
    .where('name', 'like', `${prefix}%`)
    .select('value')
    .orderBy('name')
    .execute()
  return rows.map(({ value }) => {
    const [since = '', origin = ''] = value.split(' ', 2)
    return { since: Number(since), origin }
  })
}
