import type { Kysely } from 'kysely'
import type { OriginStore, ServedOrigin } from '../../domain/origins/stores.ts'
import type { Handle } from '../handle.ts'
import { numberedSettings } from '../numbered-settings.ts'
import type { Schema } from '../schema.ts'

export function originStore({ db }: Handle): OriginStore {
  return {
    list: () => listOrigins(db),
    add: (place, { origin, since }) => numberedSettings(db, 'origin').add(place, `${since} ${origin}`),
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
  const values = await numberedSettings(db, 'origin').list()
  return values.map((value) => {
    const [since = '', origin = ''] = value.split(' ', 2)
    return { since: Number(since), origin }
  })
}
