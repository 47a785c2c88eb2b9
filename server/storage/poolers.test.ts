import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { makeAccount } from '#testing/open-test-storage.ts'
import { canRunPgbouncer, type Pgbouncer, startPgbouncer } from '#testing/pgbouncer.ts'
import { openForReading } from './open-for-reading.ts'
import { openStorage } from './open-storage.ts'
import { createNamedStatements } from './postgresql/named-statements.ts'

describe.runIf(engines.includes('postgresql') && canRunPgbouncer())('behind PgBouncer in session mode', () => {
  let database: TestDatabase
  let bouncer: Pgbouncer
  beforeAll(async () => {
    database = await createDatabase('postgresql')
    bouncer = await startPgbouncer(database.databaseUrl ?? '')
  })
  afterAll(async () => {
    await bouncer.stop()
    await database.drop()
  })

  async function open() {
    const storage = await openStorage({ database: { url: bouncer.url, pooler: 'session' } })
    onTestFinished(() => storage.close())
    return storage
  }

  test('two processes work, and hear each other’s changes', async () => {
    const [here, there] = [await open(), await open()]
    const heard: unknown[] = []
    there.changeFeed.subscribe({ onChange: (change) => heard.push(change), onGap: () => undefined })
    const change = { collection: 'students', id: 'one', action: 'update', audience: ['account:one'], at: 1 } as const
    await here.transaction(async (stores) => {
      await stores.accounts.insert(makeAccount('pooled'))
      await stores.changes.publish(change)
    })
    expect(await there.accounts.find('pooled')).toMatchObject({ id: 'pooled' })
    await expect.poll(() => heard).toEqual([change])
  })

  test('a request that waits for a lock ends after its two seconds', async () => {
    const storage = await open()
    await storage.accounts.insert(makeAccount('locked'))
    const locker = new pg.Client({ connectionString: database.databaseUrl })
    await locker.connect()
    onTestFinished(() => locker.end())
    await locker.query('begin; lock table accounts')
    await expect(storage.accounts.find('locked')).rejects.toMatchObject({ code: '55P03' })
  })

  test('what reads cannot write', async () => {
    const { db, close } = await openForReading({ url: bouncer.url, pooler: 'session' })
    onTestFinished(close)
    await expect(db.deleteFrom('accounts').execute()).rejects.toMatchObject({ code: '25006' })
  })

  test('a start that does not know of it is refused: its limits would be gone', async () => {
    const opening = openStorage({ database: { url: bouncer.url } })
    await expect(opening).rejects.toThrow(
      /_timeout is 0 on its connections and not \d+: .* Set DATABASE_POOLER=session/,
    )
  })

  test('a start whose connections for reports lose their limit is refused, too', async () => {
    const place = { url: database.databaseUrl ?? '', readUrl: bouncer.url }
    await expect(openStorage({ database: place })).rejects.toThrow(/is \w+ on its connections and not \w+: /)
  })

  test('a start does not wait for a standby that is away', async () => {
    const away = `postgresql://postgres@127.0.0.1:${await findFreePort()}/postgres`
    const storage = await openStorage({ database: { url: database.databaseUrl ?? '', readUrl: away } })
    onTestFinished(() => storage.close())
    await expect(storage.probeWrite()).resolves.toBeUndefined()
  })

  test('a statement that another process has named on the same connection is never run in place of an own one', async () => {
    const shared = await startPgbouncer(database.databaseUrl ?? '', {
      default_pool_size: '1',
      server_reset_query: '',
    })
    onTestFinished(shared.stop)
    for (const answer of ['first', 'second']) {
      const pool = new pg.Pool({ connectionString: shared.url, max: 1 })
      const statements = createNamedStatements()
      const text = `select $1::text as asked, '${answer}' as answer`
      statements.add(text)
      const client = await pool.connect()
      const { rows } = await statements.wrap(client).query(text, ['now'])
      expect(rows).toEqual([{ asked: 'now', answer }])
      client.release()
      await pool.end()
    }
  })
})
