import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nameKey } from '#server/domain/profiles/name-key.ts'
import { createDatabase, engines } from '#testing/create-database.ts'
import { openPool } from '#testing/open-pool.ts'
import { MigrationDialect } from '../sqlite/embedded-dialect.ts'
import { openNodeSqlite } from '../sqlite/node-sqlite.ts'
import { migrationsOf } from '../upkeep/migrate.ts'

const names = ['José Núñez', 'Sean O’Brien', 'ΟΔΥΣΣΕΎΣ ΠΑΠΆΣ', 'फ़िरोज़ ख़ान', 'Işıl Groß', 'Ｔａｒａ ẞ', '김 민준']
/** More than the migration writes at once. */
const count = 2_500

describe.each(engines)('names that are there before their keys, on %s', (engine) => {
  test('have the same keys after the upgrade as new ones', async () => {
    const { dataDir, databaseUrl, drop } = await createDatabase(engine)
    onTestFinished(drop)
    const db = new Kysely<unknown>({
      dialect:
        engine === 'sqlite'
          ? new MigrationDialect({ database: openNodeSqlite(join(dataDir, 'rollkey.sqlite')) })
          : new PostgresDialect({ pool: openPool(databaseUrl) }),
    })
    onTestFinished(() => db.destroy())
    const migrateTo = async (name: string) => {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(engine) } })
      expect((await migrator.migrateTo(name)).error).toBeUndefined()
    }
    await migrateTo('0024-replaced-rows.expansion')
    const numbers = sql`numbers as (select 1 as i union all select i + 1 from numbers where i < cast(${count} as integer))`
    await sql`insert into accounts (id, email, email_canonical, name, password_hash, email_verified, has_profile,
        user_handle, password_updated_at, created_at, updated_at)
      with recursive ${numbers} select 'S' || i, 'e' || i, 'e' || i, '', '', 1, 1, 'h' || i, 1, 1, 1 from numbers`.execute(
      db,
    )
    for (const [table, columns, values] of [
      ['students', 'first_name, last_name, roll_number', sql`'Name', cast(i as text), 'R'`],
      [
        'organisations',
        'name, address_line1, address_line2, state, city, classes, members',
        sql`'Name ' || i, '', '', '', '', 0, 0`,
      ],
    ] as const) {
      await sql`insert into ${sql.table(table)} (id, email, phone_number, created_at, updated_at, ${sql.raw(columns)})
        with recursive ${numbers} select 'S' || i, '', '', 1, 1, ${values} from numbers`.execute(db)
    }
    for (const [index, name] of names.entries()) {
      const [firstName, lastName] = name.split(' ')
      const id = `S${index + 1}`
      await sql`update students set first_name = ${firstName}, last_name = ${lastName} where id = ${id}`.execute(db)
      await sql`update organisations set name = ${name} where id = ${id}`.execute(db)
    }

    await migrateTo('0025-name-keys.expansion')
    for (const [table, name] of [
      ['students', sql`first_name || ' ' || last_name`],
      ['organisations', sql`name`],
    ] as const) {
      const { rows } = await sql<{ name: string; name_key: string }>`
        select ${name} as name, name_key from ${sql.table(table)}`.execute(db)
      expect(rows).toHaveLength(count)
      expect(rows.filter((row) => row.name_key !== nameKey(row.name))).toEqual([])
    }
  })
})
