import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, type Engine, engines } from '#testing/create-database.ts'
import { openPool } from '#testing/open-pool.ts'
import { MigrationDialect } from './sqlite/embedded-dialect.ts'
import { openNodeSqlite } from './sqlite/node-sqlite.ts'
import { migrationsOf } from './upkeep/migrate.ts'

type Column = { readonly table: string; readonly name: string; readonly kind: string; readonly mustBeGiven: boolean }

/** Decision 39: the version before an expansion goes on with the tables, and writes no column that it does not know. */
describe.each(engines)('a migration whose name ends in .expansion, on %s', (engine) => {
  async function open(): Promise<Kysely<unknown>> {
    const { dataDir, databaseUrl, drop } = await createDatabase(engine)
    onTestFinished(drop)
    const dialect =
      engine === 'sqlite'
        ? new MigrationDialect({ database: openNodeSqlite(join(dataDir, 'rollkey.sqlite')) })
        : new PostgresDialect({ pool: openPool(databaseUrl) })
    const db = new Kysely<unknown>({ dialect })
    onTestFinished(() => db.destroy())
    return db
  }

  /** What the version before `name` would miss or could not fill after it. */
  async function findHarm(migrations: Readonly<Record<string, Migration>>, name: string): Promise<string[]> {
    const db = await open()
    const names = Object.keys(migrations)
    const migrateTo = async (target: string) => {
      const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(
        target,
      )
      expect(error).toBeUndefined()
    }
    await migrateTo(names[names.indexOf(name) - 1] ?? '')
    const before = await readColumns(db, engine)
    await migrateTo(name)
    const after = await readColumns(db, engine)
    const isSame = (one: Column) => (other: Column) => one.table === other.table && one.name === other.name
    const lost = before.filter((one) => !after.find(isSame(one)))
    const changed = before.filter((one) => {
      const now = after.find(isSame(one))
      return now && (now.kind !== one.kind || (now.mustBeGiven && !one.mustBeGiven))
    })
    const tables = new Set(before.map(({ table }) => table))
    const demanded = after.filter((one) => tables.has(one.table) && one.mustBeGiven && !before.find(isSame(one)))
    return [...lost, ...changed, ...demanded].map(({ table, name: column }) => `${table}.${column}`)
  }

  const expansions = Object.keys(migrationsOf(engine)).filter((name) => name.endsWith('.expansion'))
  test.each(expansions)('takes nothing away and demands nothing new: %s', async (name) => {
    expect(await findHarm(migrationsOf(engine), name)).toEqual([])
  })

  test('control: a column that is gone, and one that must be given, are found', async () => {
    const name = '9999-of-tomorrow.expansion'
    const tomorrow = {
      async up(db: Kysely<unknown>) {
        await db.schema.alterTable('marks').dropColumn('begun_at').execute()
        await db.schema.dropTable('login_misses').execute()
        await db.schema
          .createTable('login_misses')
          .addColumn('other', 'text', (column) => column.notNull())
          .execute()
      },
    }
    const harm = await findHarm({ ...migrationsOf(engine), [name]: tomorrow }, name)
    expect(harm).toContain('marks.begun_at')
    expect(harm).toContain('login_misses.other')
  })
})

async function readColumns(db: Kysely<unknown>, engine: Engine): Promise<Column[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<Column>`select tables.name as "table", columns.name as name, columns.type as kind,
        columns."notnull" and columns.dflt_value is null as "mustBeGiven"
        from sqlite_master as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'`
    : sql<Column>`select table_name as "table", column_name as name, data_type as kind,
        is_nullable = 'NO' and column_default is null as "mustBeGiven"
        from information_schema.columns where table_schema = current_schema()`
  ).execute(db)
  return rows.map((row) => ({ ...row, mustBeGiven: Boolean(row.mustBeGiven) }))
}
