import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openStorage } from '#server/storage/open-storage.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { makeAccount } from '#testing/open-test-storage.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { populateInstitute } from '../populate-institute.ts'
import { isFullSuite } from './full-suite.ts'
import { askForMark, connect, findLosses, type Institute, prove, withWaitingStudents } from './marking.ts'

const asOutage = expect.objectContaining({
  message: expect.stringMatching(/: 503 .*"The service is busy\. .*general_service_unavailable/),
})

/** Rules §7: another client's lock, a slow statement and an idle transaction delay other requests only briefly. */
describe.runIf(engines.includes('postgresql'))('PostgreSQL with another client in the way', () => {
  let database: TestDatabase
  let folder: string
  let origin: string
  let institute: Institute
  let server: ServerProcess

  beforeAll(async () => {
    database = await createDatabaseWithTables('postgresql')
    folder = mkdtempSync(join(tmpdir(), 'rollkey-locks-'))
    const port = await findFreePort()
    origin = `http://localhost:${port}`
    const { databaseUrl = '' } = database
    institute = withWaitingStudents(await populateInstitute({ url: databaseUrl }, origin, 8))
    const env = { PORT: String(port), DATA_DIR: folder, DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE: '100000' }
    server = await startServerProcess({ ...env, LOG_LEVEL: 'silent' })
  })
  afterAll(async () => {
    await server.kill()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  /** Another client with its own connection, which holds its locks until it is told to release them. */
  async function openConnection(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const openScreen = () => {
    const screen = connect(origin, institute)
    onTestFinished(screen.close)
    return screen
  }

  test('the limits of rules §7 are in force where the server writes', async () => {
    const client = await openConnection()
    await client.query(`
      create table seen (name text, setting text);
      create function see() returns trigger language plpgsql as $$
        begin
          insert into seen select name, setting from pg_settings where name in
            ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout');
          return null;
        end $$;
      create trigger see after insert on presence_proofs for each row execute function see()`)
    onTestFinished(async () => {
      await client.query('drop trigger see on presence_proofs; drop function see; drop table seen')
    })
    const [student] = institute.take(1)
    if (student === undefined) throw new Error('no student is left')
    await prove(openScreen(), student)
    const { rows } = await client.query('select distinct name, setting from seen order by name')
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '2000' },
      { name: 'statement_timeout', setting: '5000' },
    ])
  })

  test('a mark whose row is locked is answered with a time to retry after two seconds, and others are marked meanwhile', async () => {
    const [held, free] = institute.take(2)
    if (held === undefined || free === undefined) throw new Error('no student is left')
    const screen = openScreen()
    for (const student of [held, free]) await prove(screen, student)
    const locker = await openConnection()
    await locker.query('begin')
    await locker.query('select 1 from memberships where student_id = $1 for update', [held.id])
    const began = performance.now()
    const refused = askForMark(screen, institute, held.id).then(
      () => 'marked',
      (error: Error) => error,
    )
    // The lock is still held.
    await askForMark(screen, institute, free.id)
    expect(await refused).toEqual(asOutage)
    expect(performance.now() - began).toBeGreaterThan(1_900)
    await locker.query('rollback')
    // The proof was not spent with it.
    const { attendance } = await askForMark(screen, institute, held.id)
    expect(JSON.parse(attendance)).toMatchObject({ [institute.id]: { total: 1 } })
    expect(await findLosses(database, new Set([held.id, free.id]))).toEqual([])
  })

  test('sixty simultaneous calls that a lock stops are all refused in time, and work as soon as it is gone', async () => {
    const screen = openScreen()
    const ask = () => Promise.allSettled(Array.from({ length: 60 }, () => screen.call('GET', '/v1/account')))
    const locker = await openConnection()
    await locker.query('begin; lock table accounts in access exclusive mode')
    for (const reply of await ask()) expect(reply).toEqual({ status: 'rejected', reason: asOutage })
    await locker.query('rollback')
    for (const reply of await ask()) expect(reply).toMatchObject({ status: 'fulfilled' })
  })

  test.runIf(isFullSuite)('a statement is ended after five seconds, as an outage', async () => {
    const client = await openConnection()
    await client.query(`
      create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(20); return null; end $$;
      create trigger dawdle after insert on presence_proofs for each row execute function dawdle()`)
    onTestFinished(async () => {
      await client.query('drop trigger dawdle on presence_proofs; drop function dawdle')
    })
    const [student] = institute.take(1)
    if (student === undefined) throw new Error('no student is left')
    const began = performance.now()
    await expect(prove(openScreen(), student)).rejects.toEqual(asOutage)
    expect(performance.now() - began).toBeGreaterThan(4_900)
  })

  test.runIf(isFullSuite)(
    'a transaction that stands still loses its locks after ten seconds, and nothing else',
    async () => {
      const storage = await openStorage({ database: { url: database.databaseUrl ?? '' } })
      onTestFinished(storage.close)
      const locker = await openConnection()
      const standing = storage.transaction(async ({ accounts }) => {
        await accounts.insert(makeAccount('standing'))
        await locker.query('select pg_sleep(11)')
        await accounts.find('standing')
      })
      await expect(standing).rejects.toThrow()
      expect(await storage.accounts.find('standing')).toBeUndefined()
      expect(await storage.accounts.insert(makeAccount('standing'))).toBe(true)
    },
  )
})
