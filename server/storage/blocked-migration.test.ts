import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, engines } from '#testing/create-database.ts'
import { onUnlimitedConnection } from './postgresql/connection-settings.ts'
import type { Schema } from './schema.ts'
import { migrateToLatest, migrationsOf, type Upgrade } from './upkeep/migrate.ts'

/** What the server's connections have (rules §7). */
const requestLockTimeout = '2s'
const before = Object.keys(migrationsOf('postgresql')).at(-1) ?? ''
const change = '9999-of-tomorrow'
const migrations = {
  ...migrationsOf('postgresql'),
  [change]: {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('made_tomorrow').addColumn('id', 'text').execute()
      for (const table of ['marks', 'students', 'organisations'])
        await db.schema.alterTable(table).addColumn('of_tomorrow', 'text').execute()
    },
  },
}

/** Rules §7: attendance is taken while the tables are brought up to date. */
describe.runIf(engines.includes('postgresql'))('a migration behind a transaction that reads the tables', () => {
  let url: string
  let reader: pg.Client
  let server: pg.Client

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }

  beforeEach(async () => {
    const database = await createDatabase('postgresql')
    onTestFinished(database.drop)
    url = database.databaseUrl ?? ''
    await onUnlimitedConnection({ url }, (db) => migrate(db, before))
    reader = await connect()
    server = await connect()
    await server.query(`set lock_timeout = '${requestLockTimeout}'`)
    // As pg_dump reads.
    await reader.query('begin; select 1 from students; select 1 from marks; select 1 from organisations')
  })

  async function migrate(db: Kysely<Schema>, name: string): Promise<void> {
    const provider = { getMigrations: async () => migrations }
    const { error } = await new Migrator({ db, provider }).migrateTo(name)
    if (error !== undefined) throw error
  }

  const start = (upgrade: Upgrade = {}) =>
    onUnlimitedConnection({ url }, (db) => migrateToLatest(db, 'postgresql', { ...upgrade, migrations }))

  /** Resolves when the migration waits in the queue of `marks`: later calls wait behind it. */
  const queued = () =>
    expect
      .poll(
        async () => {
          const { rows } = await reader.query(`select from pg_locks where relation = 'marks'::regclass and not granted`)
          return rows.length
        },
        { interval: 20, timeout: 10_000 },
      )
      .toBe(1)

  /** The tables that a mark writes to. No row fits: what counts is the lock. */
  async function mark(): Promise<void> {
    await server.query('begin')
    try {
      for (const [table, column] of [
        ['students', 'id'],
        ['organisations', 'id'],
        ['marks', 'student_id'],
      ]) {
        await server.query(`update ${table} set ${column} = ${column} where false`)
      }
    } finally {
      await server.query('rollback')
    }
  }

  const readDone = async () =>
    (await server.query<{ name: string }>('select max(name) as name from kysely_migration')).rows[0]?.name

  test('lets marks through meanwhile, says once that it waits, and is done when the reader has ended', async () => {
    const lines: string[] = []
    const migrated = start({ print: (line) => lines.push(line) })
    for (let round = 1; round <= 2; round++) {
      await queued()
      await mark()
      expect(await readDone()).toBe(before)
    }
    await reader.query('rollback')
    await migrated
    expect(await readDone()).toBe(change)
    expect(lines).toEqual([
      'Waiting to change the tables: another transaction uses them. This is tried again for 300 s; attendance is taken meanwhile.',
    ])
  })

  test('control: without its limit, a mark waits behind it and is refused', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    const migrated = migrate(db, change)
    await queued()
    await expect(mark()).rejects.toMatchObject({ code: '55P03' })
    await reader.query('rollback')
    await migrated
    await db.destroy()
  })

  test('that finds no gap in time changes nothing, and one line says so', async () => {
    const refused = start({ patienceMs: 1_000 })
    await expect(refused).rejects.toThrow(/^its tables could not be changed: for 1 s another transaction used them\./)
    expect(await readDone()).toBe(before)
    const { rows } = await server.query(`select to_regclass('made_tomorrow') as made`)
    expect(rows).toEqual([{ made: null }])
  })

  test('of several processes is run by one: the others wait for it, and none is refused', async () => {
    const starts = Promise.all([1, 2, 3].map(() => start()))
    await queued()
    await reader.query('rollback')
    await starts
    expect(await readDone()).toBe(change)
  })
})
