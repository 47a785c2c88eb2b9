import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Change } from '#server/domain/changes/change-feed.ts'
import { createDatabase, engines, type TestDatabase } from '#testing/create-database.ts'
import { createChangeEmitter } from '../change-emitter.ts'
import { openStorage } from '../open-storage.ts'
import { changeChannel, openChangeExchange } from './postgresql-changes.ts'

const change: Change = { collection: 'students', id: 'one', action: 'update', audience: ['account:one'], at: 1 }

describe.runIf(engines.includes('postgresql'))('listening for changes', () => {
  let database: TestDatabase
  let notifier: pg.Client
  beforeAll(async () => {
    database = await createDatabase('postgresql')
    await (await openStorage({ database: { url: database.databaseUrl ?? '' } })).close()
    notifier = await connect()
  })
  afterAll(async () => {
    await notifier.end()
    await database.drop()
  })

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.databaseUrl })
    await client.connect()
    return client
  }
  /** Until the test ends. */
  function silence(pid: number | undefined): void {
    // The number 0 would be this process and all of its group.
    if (!pid) throw new Error('There is no such process of the database')
    process.kill(pid, 'SIGSTOP')
    onTestFinished(() => void process.kill(pid, 'SIGCONT'))
  }
  const terminate = ([pid]: readonly number[]) => notifier.query('select pg_terminate_backend($1)', [pid])
  const notify = () => notifier.query('select pg_notify($1, $2)', [changeChannel, JSON.stringify(change)])

  const countOpen = async (pids: readonly number[]) =>
    (await notifier.query('select from pg_stat_activity where pid = any($1)', [pids])).rowCount

  /** `spoil`: changes a connection before it is used; the first one has number 1. */
  async function listen(spoil?: (client: pg.Client, number: number, pid: number) => Promise<void>) {
    const emitter = createChangeEmitter()
    const heard: (Change | 'gap')[] = []
    const lost: string[] = []
    emitter.subscribe({ onChange: (one) => heard.push(one), onGap: () => heard.push('gap') })
    const pids: number[] = []
    const exchange = await openChangeExchange({
      emitter,
      async connect() {
        const client = await connect()
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        const pid = rows[0]?.pid ?? 0
        pids.push(pid)
        await spoil?.(client, pids.length, pid)
        return client
      },
      onLost: ({ message }) => lost.push(message),
      sweepEveryMs: 50,
      silenceMs: 1_000,
    })
    onTestFinished(exchange.close)
    return { heard, lost, pids, exchange }
  }

  test('hears each change once', async () => {
    const { heard, lost } = await listen()
    await notify()
    await expect.poll(() => heard).toEqual([change])
    expect(lost).toEqual([])
  })

  test('publishes by a plan that fits every change', async () => {
    let own: pg.Client | undefined
    const { exchange } = await listen(async (client) => {
      own = client
    })
    exchange.announce([randomUUID()])
    const plans = await own?.query(`select custom_plans, generic_plans from pg_prepared_statements
      where name = 'publish-these'`)
    expect(plans?.rows).toEqual([{ custom_plans: 0, generic_plans: 1 }])
  })

  test('reports a gap after its connection was ended, and receives changes again', async () => {
    const { heard, lost, pids } = await listen()
    await terminate(pids)
    await expect.poll(() => heard).toEqual(['gap'])
    await notify()
    await expect.poll(() => heard).toEqual(['gap', change])
    expect(lost).toHaveLength(1)
  })

  test('notices that its connection is silent, although nothing has broken it', async () => {
    const { heard, lost, pids } = await listen()
    silence(pids[0])
    await expect.poll(() => heard).toEqual(['gap'])
    expect(lost).toEqual(['The connection that listens for changes is silent'])
    expect(pids).toHaveLength(2)
    await notify()
    await expect.poll(() => heard).toEqual(['gap', change])
  })

  test('closes a connection that may not listen, and tries the next one', async () => {
    const { heard, pids } = await listen(async (client, number) => {
      if (number !== 2) return
      // From here on every statement is refused, as in any failed transaction.
      await client.query('begin; select 1 / 0').catch(() => undefined)
    })
    await terminate(pids)
    await expect.poll(() => heard).toEqual(['gap'])
    expect(pids).toHaveLength(3)
    await expect.poll(() => countOpen(pids)).toBe(1)
  })

  test('tries the next connection when a new one is silent', async () => {
    const { heard, pids } = await listen(async (_client, number, pid) => {
      if (number === 2) silence(pid)
    })
    await terminate(pids)
    await expect.poll(() => heard).toEqual(['gap'])
    expect(pids).toHaveLength(3)
  })

  test('does not wait for a try that hangs', async () => {
    const hanging = Promise.withResolvers<void>()
    onTestFinished(() => hanging.resolve())
    const { heard, pids } = await listen(async (_client, number) => {
      if (number === 2) await hanging.promise
    })
    await terminate(pids)
    await expect.poll(() => heard).toEqual(['gap'])
    hanging.resolve()
    await expect.poll(() => countOpen(pids)).toBe(1)
    await notify()
    await expect.poll(() => heard).toEqual(['gap', change])
  })

  test('leaves no connection open and reports nothing when it is closed during a reconnect', async () => {
    const [connecting, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { heard, lost, pids, exchange } = await listen(async (_client, number) => {
      if (number !== 2) return
      connecting.resolve()
      await closed.promise
    })
    await terminate(pids)
    await connecting.promise
    await exchange.close()
    closed.resolve()
    await expect.poll(() => countOpen(pids)).toBe(0)
    expect(heard).toEqual([])
    expect(lost).toHaveLength(1)
  })
})
