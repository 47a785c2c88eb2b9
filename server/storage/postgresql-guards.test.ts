import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Problem } from '#server/domain/problem.ts'
import { administer, createDatabase, engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.ts'
import { isDatabaseOutage } from './engine-errors.ts'
import { openForReading } from './open-for-reading.ts'
import { openStorage } from './open-storage.ts'
import type { OpenStorage } from './opened-storage.ts'
import { prepareForServer, readConnected } from './postgresql/prepare-postgresql.ts'

/** Rules §7: the guards that keep one slow or unlucky request from delaying all others. */
describe.runIf(engines.includes('postgresql'))('PostgreSQL', () => {
  let storages: TestStorage
  let storage: OpenStorage
  beforeAll(async () => {
    storages = await createTestStorage('postgresql')
    storage = await storages.open()
  })
  afterAll(() => storages.close())

  const run = (statement: string, url = storages.database.databaseUrl) => runAt(url, statement)

  test('runs twenty transactions and lets two hundred wait, and refuses the next at once', async () => {
    const gate = Promise.withResolvers<void>()
    onTestFinished(() => gate.resolve())
    const hold = () => storage.transaction(() => gate.promise)
    const running = Array.from({ length: 220 }, hold)
    const refusals = await Promise.allSettled([hold(), storage.accounts.find('anybody')])
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: 'rejected', reason: { type: 'general_service_unavailable' } })
      expect(refused.status === 'rejected' && refused.reason).toBeInstanceOf(Problem)
    }
    expect(storage.readPoolUse?.().waiting).toBe(200)
    gate.resolve()
    await Promise.all(running)
    expect(await storage.accounts.find('anybody')).toBeUndefined()
    const { open = 0, waiting } = storage.readPoolUse?.() ?? {}
    expect(open).toBeLessThanOrEqual(20)
    expect(waiting).toBe(0)
  })

  test('a table that a newer version widens is read as before, alone and within a transaction', async () => {
    const asha = makeAccount('asha')
    await storage.accounts.insert(asha)
    const readBoth = () =>
      Promise.all([
        storage.accounts.find('asha'),
        storage.transaction((stores) => stores.accounts.find('asha')),
        storage.briefTransaction((stores) => stores.accounts.find('asha')),
      ])
    expect(await readBoth()).toEqual([asha, asha, asha])
    await run('alter table accounts add column added_later text')
    expect(await readBoth()).toEqual([asha, asha, asha])
    await run('alter table accounts drop column added_later')
    expect(await readBoth()).toEqual([asha, asha, asha])
  })

  test('statements of one text that leave together fail for the reason of the first', async () => {
    await run('alter table attendance_sessions rename to hidden')
    onTestFinished(async () => void (await run('alter table hidden rename to attendance_sessions')))
    const find = () => storage.checkIns.findRunning('nowhere')
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, find))
    const codes = outcomes.map((one) => one.status === 'rejected' && (one.reason as { code: string }).code)
    expect(new Set(codes)).toEqual(new Set(['42P01']))
  })

  test('two transactions that lock the same rows in opposite orders both complete', async () => {
    let runs = 0
    // Existing rows: after the rollback of an insert there is no row to wait for.
    for (const key of ['row one', 'row two']) await storage.transaction((stores) => stores.loginMisses.lock(key))
    const lockBoth = (first: string, second: string, otherHasFirst: Promise<void>, hasFirst: () => void) =>
      storage.transaction(async (stores) => {
        runs += 1
        const state = await stores.loginMisses.lock(first)
        hasFirst()
        await otherHasFirst
        await stores.loginMisses.lock(second)
        await stores.loginMisses.save(first, { ...state, inRow: state.inRow + 1 })
      })
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await Promise.all([
      lockBoth('row one', 'row two', other.promise, one.resolve),
      lockBoth('row two', 'row one', one.promise, other.resolve),
    ])
    // On a busy machine PostgreSQL may undo both of them, before either goes on.
    expect(runs).toBeGreaterThan(2)
    for (const key of ['row one', 'row two']) {
      expect(await storage.transaction((stores) => stores.loginMisses.lock(key))).toMatchObject({ inRow: 1 })
    }
  })

  test.each([
    [40, '40001', 4],
    [2, '40P01', 3],
  ])('a transaction that fails %d times with %s is tried %j times', async (failures, code, tries) => {
    let runs = 0
    const work = storage.transaction(async (stores) => {
      runs += 1
      await stores.accounts.insert(makeAccount(`tried-${code}`))
      if (runs <= failures) throw Object.assign(new Error('undone'), { code })
    })
    if (failures < 4) await work
    else await expect(work).rejects.toThrow('undone')
    expect(runs).toBe(tries)
    expect((await storage.accounts.find(`tried-${code}`)) !== undefined).toBe(failures < 4)
  })

  test('ends a wait for a lock after two seconds, as an outage and not as an error of the request', async () => {
    const locker = new pg.Client({ connectionString: storages.database.databaseUrl })
    await locker.connect()
    onTestFinished(() => locker.end())
    await storage.accounts.insert(makeAccount('locked'))
    await locker.query('begin; lock table accounts in access exclusive mode')
    const error: unknown = await storage.accounts.find('locked').catch((caught: unknown) => caught)
    expect(isDatabaseOutage(error)).toBe(true)
    await locker.query('rollback')
    expect(await storage.accounts.find('locked')).toBeDefined()
  })

  test('lets a process that starts during a migration wait longer than any request may', async () => {
    const other = await createTestStorage('postgresql', await createDatabase('postgresql'))
    onTestFinished(other.close)
    await (await other.open()).close()
    const migrating = new pg.Client({ connectionString: other.database.databaseUrl })
    await migrating.connect()
    onTestFinished(() => migrating.end())
    await migrating.query('begin; lock table kysely_migration in access exclusive mode')
    const opening = other.open()
    await migrating.query('select pg_sleep(2.5)')
    await migrating.query('rollback')
    expect(await (await opening).accounts.find('nobody')).toBeUndefined()
  })

  test('gives operators the time that whole tables take, whatever limits the role has', async () => {
    const other = await createTestStorage('postgresql', await createDatabase('postgresql'))
    onTestFinished(other.close)
    const url = other.database.databaseUrl ?? ''
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const unlimited = limits.map((name) => ({ name, setting: '0' })).toSorted((a, b) => a.name.localeCompare(b.name))
    const select = `select name, setting from pg_settings where name in (${limits.map((name) => `'${name}'`)}) order by name`
    const database = new URL(url).pathname.slice(1)
    const limitTo = async (time: string) => {
      for (const name of limits) await administer(`alter database ${database} set ${name} = '${time}'`)
    }
    await limitTo('1ms')
    // Making all tables takes longer.
    expect(await prepareForServer({ url }, await readConnected({ url }))).toBeUndefined()
    await limitTo('1h')
    const opened = await other.open()
    await run(
      `create table seen (name text, setting text);
       create function see() returns trigger language plpgsql as $$ begin insert into seen ${select}; return null; end $$;
       create trigger see before delete on sessions for each statement execute function see()`,
      url,
    )
    await opened.forgetSecrets()
    const { db, close } = await openForReading({ url })
    onTestFinished(close)
    expect((await sql.raw(select).execute(db)).rows).toEqual(unlimited)
    expect((await sql`select name, setting from seen order by name`.execute(db)).rows).toEqual(unlimited)
  })
})

/** On a server of its own: that of the other tests waits for no disk. */
describe.runIf(engines.includes('postgresql'))('PostgreSQL in production', () => {
  let postgres: TemporaryPostgres
  const run = (statement: string, url = postgres.url) => runAt(url, statement)
  const open = (url = postgres.url) => openStorage({ database: { url }, refusesUnsafeSettings: true })
  beforeAll(async () => {
    const started = await startTemporaryPostgres()
    if (!started) throw new Error('PostgreSQL is not installed')
    postgres = started
  })
  afterAll(() => postgres.stop())

  test.each([
    ['synchronous_commit', 'off'],
    ['synchronous_commit', 'local'],
  ])('production refuses a database with %s = %s, and changes nothing in it', async (name, value) => {
    await run(`create database commits_${value}`)
    await run(`alter database commits_${value} set ${name} = ${value}`)
    const url = Object.assign(new URL(postgres.url), { pathname: `/commits_${value}` }).href
    await expect(open(url)).rejects.toThrow(`its setting ${name} is ${value}, but in production it takes on.`)
    expect(await run("select tablename from pg_tables where schemaname = 'public'", url)).toEqual([])
    await (await openStorage({ database: { url } })).close()
  })

  test.each(['fsync', 'full_page_writes'])('production refuses a server with %s off', async (name) => {
    const set = async (change: string, value: string) => {
      await run(`alter system ${change}`)
      await run('select pg_reload_conf()')
      await expect.poll(() => run(`show ${name}`)).toEqual([{ [name]: value }])
    }
    onTestFinished(() => set(`reset ${name}`, 'on'))
    await set(`set ${name} = off`, 'off')
    await expect(open()).rejects.toThrow(`its setting ${name} is off`)
  })

  test('production accepts a server with default settings', async () => {
    await (await open()).close()
  })
})

async function runAt(url: string | undefined, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
