import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The permissions that a client gave a profile document, as a JSON list. They are returned, and grant nothing. */
export function documentPermissions(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const table of ['organisations', 'students']) {
        await db.schema
          .alterTable(table)
          .addColumn('permissions', 'text', (column) => column.notNull().defaultTo('[]'))
          .execute()
      }
    },
  }
}
