import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { openFreezableProxy } from '#testing/freezable-proxy.ts'
import { makeAccount } from '#testing/open-test-storage.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.ts'
import { awaitDatabase } from './await-database.ts'
import { isDatabaseOutage, ReadOnlyDatabase } from './engine-errors.ts'
import { openStorage } from './open-storage.ts'
import type { OpenStorage } from './opened-storage.ts'

/** So that a test need not wait for the server's own seven seconds. */
const answerTimeoutMs = 1_000

/** Rules §7: what the server does when the machine of its database is gone, frozen, or no longer the one that writes. */
describe.runIf(engines.includes('postgresql'))('a PostgreSQL that was lost', () => {
  let postgres: TemporaryPostgres
  beforeAll(async () => {
    const started = await startTemporaryPostgres()
    if (!started) throw new Error('PostgreSQL is not installed')
    postgres = started
  })
  afterAll(() => postgres.stop())

  async function administer(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  async function setUntilTheEnd(setting: string, value: string): Promise<void> {
    const reset = async () => {
      await administer(`alter system reset ${setting}`)
      await administer('select pg_reload_conf()')
    }
    onTestFinished(reset)
    await administer(`alter system set ${setting} = '${value}'`)
    await administer('select pg_reload_conf()')
    await expect.poll(() => administer(`show ${setting}`)).toEqual([{ [setting]: value }])
  }

  async function open(url = postgres.url): Promise<OpenStorage> {
    const storage = await openStorage({ database: { url }, answerTimeoutMs })
    onTestFinished(() => storage.close())
    return storage
  }

  const insert = (storage: OpenStorage, id: string) =>
    storage.transaction((stores) => stores.accounts.insert(makeAccount(id)))

  async function refusalOf(work: Promise<unknown>): Promise<unknown> {
    return work.then(
      () => 'no refusal',
      (error: unknown) => error,
    )
  }

  test('connections that swallow everything end after one wait, those that stand unused in the pool with them', async () => {
    const proxy = await openFreezableProxy(postgres.url)
    onTestFinished(proxy.close)
    const storage = await open(proxy.url)
    const gate = Promise.withResolvers<void>()
    const opened = Array.from({ length: 5 }, () => storage.transaction(() => gate.promise))
    await expect.poll(() => storage.readPoolUse?.().open).toBe(5)
    gate.resolve()
    await Promise.all(opened)

    proxy.swallow()
    expect(isDatabaseOutage(await refusalOf(insert(storage, 'swallowed')))).toBe(true)
    const refusals = []
    for (const id of ['first', 'second', 'third', 'fourth', 'fifth'])
      refusals.push(await refusalOf(insert(storage, id)))
    expect(refusals).toEqual(Array(5).fill('no refusal'))
  })

  // A report may take 35 s.
  test('a read over connections that swallow everything ends as soon as a write', { timeout: 20_000 }, async () => {
    const proxy = await openFreezableProxy(postgres.url)
    onTestFinished(proxy.close)
    const storage = await open(proxy.url)
    const read = () => refusalOf(storage.readOwnRecords('none'))
    expect(await read()).toBe('no refusal')
    proxy.swallow()
    expect(isDatabaseOutage(await read())).toBe(true)
    expect(await read()).toBe('no refusal')
  })

  test('once one of them has met a standby, no connection from before is used again', async () => {
    const storage = await open()
    await insert(storage, 'before')
    await setUntilTheEnd('default_transaction_read_only', 'on')
    expect(isDatabaseOutage(await refusalOf(insert(storage, 'refused')))).toBe(true)
    const [noted] = await administer('select clock_timestamp()::text as at')
    await administer('alter system reset default_transaction_read_only')
    await administer('select pg_reload_conf()')
    await expect.poll(async () => refusalOf(insert(storage, `after-${Math.random()}`))).toBe('no refusal')
    // What listens for changes writes nothing, and stays.
    const older = await administer(
      `select query from pg_stat_activity where backend_type = 'client backend' and backend_start < '${noted?.at}'
        and query !~ 'pending_changes|listen' and pid <> pg_backend_pid()`,
    )
    expect(older).toEqual([])
  })

  test('a commit that waits for a lost standby is an outage, and is not cancelled', async () => {
    const storage = await open()
    await setUntilTheEnd('synchronous_standby_names', 'missing')
    expect(isDatabaseOutage(await refusalOf(insert(storage, 'waiting')))).toBe(true)
    const waiting = await administer(`select wait_event from pg_stat_activity where wait_event = 'SyncRep'`)
    expect(waiting).toEqual([{ wait_event: 'SyncRep' }])
    await administer('alter system reset synchronous_standby_names')
    await administer('select pg_reload_conf()')
    await expect.poll(() => storage.accounts.find('waiting')).toMatchObject({ id: 'waiting' })
  })

  test('a commit whose wait for the standby is cancelled is not answered as done', async () => {
    const storage = await open()
    await setUntilTheEnd('synchronous_standby_names', 'missing')
    const refused = refusalOf(insert(storage, 'cancelled'))
    const cancel = () =>
      administer(`select pg_cancel_backend(pid) as done from pg_stat_activity where wait_event = 'SyncRep'`)
    await expect.poll(cancel).toEqual([{ done: true }])
    expect(isDatabaseOutage(await refused)).toBe(true)
  })

  test('a start waits for a read-only database, says so once, and goes on when it takes writes', async () => {
    await setUntilTheEnd('default_transaction_read_only', 'on')
    const reasons: unknown[] = []
    const waits = Promise.withResolvers<void>()
    const opening = awaitDatabase(() => openStorage({ database: { url: postgres.url } }), {
      timeoutMs: 30_000,
      onWait: (reason) => {
        reasons.push(reason)
        waits.resolve()
      },
    })
    await waits.promise
    await administer('alter system reset default_transaction_read_only')
    await administer('select pg_reload_conf()')
    await (await opening).close()
    expect(reasons).toEqual([new ReadOnlyDatabase()])
  })

  test('a start without a database ends with the reason when the time is over', async () => {
    const open = () => openStorage({ database: { url: 'postgresql://postgres@127.0.0.1:1/none' } })
    const reasons: unknown[] = []
    const refused = awaitDatabase(open, { timeoutMs: 1_500, onWait: (reason) => reasons.push(reason) })
    await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(reasons).toHaveLength(1)
  })

  test('what waiting cannot mend ends a start at once', async () => {
    const open = () => openStorage({ database: { url: postgres.url.replace('/postgres?', '/missing?') } })
    const onWait = () => expect.unreachable('it waits')
    await expect(awaitDatabase(open, { timeoutMs: 30_000, onWait })).rejects.toMatchObject({ code: '3D000' })
  })
})
