import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

export type NumberedSettings = {
  /** The values, by their places. */
  readonly list: () => Promise<string[]>
  /** `place`: from 1. False, and changes nothing, when another process has added that place. */
  readonly add: (place: number, value: string) => Promise<boolean>
}

/** Settings of which each place is a row of its own: the server's role may add settings, and not change them. */
export function numberedSettings(db: Kysely<Schema>, kind: 'origin' | 'installation-key'): NumberedSettings {
  return {
    async list() {
      const rows = await db
        .selectFrom('settings')
        .where('name', 'like', `${kind} %`)
        .select('value')
        .orderBy('name')
        .execute()
      return rows.map(({ value }) => value)
    },
    async add(place, value) {
      const added = await db
        .insertInto('settings')
        .values({ name: `${kind} ${String(place).padStart(9, '0')}`, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst()
      return added !== undefined
    },
  }
}
