import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Change } from '#server/domain/changes/change-feed.ts'
import { createDatabase, engines, type TestDatabase } from '#server/testing/create-database.ts'
import { createChangeEmitter } from './change-emitter.ts'
import { openStorage } from './open-storage.ts'
import { changeChannel, openChangeExchange } from './postgresql-changes.ts'

const change: Change = { collection: 'students', id: 'one', action: 'update', audience: ['one'], at: 1 }

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
  const notify = () => notifier.query('select pg_notify($1, $2)', [changeChannel, JSON.stringify(change)])

  async function listen() {
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
        pids.push(rows[0]?.pid ?? 0)
        return client
      },
      onLost: ({ message }) => lost.push(message),
      sweepEveryMs: 50,
      silenceMs: 1_000,
    })
    onTestFinished(exchange.close)
    return { heard, lost, pids }
  }

  test('hears each change once', async () => {
    const { heard, lost } = await listen()
    await notify()
    await expect.poll(() => heard).toEqual([change])
    expect(lost).toEqual([])
  })

  test('tells of a gap after its connection was ended, and hears again', async () => {
    const { heard, lost, pids } = await listen()
    await notifier.query('select pg_terminate_backend($1)', [pids[0]])
    await expect.poll(() => heard).toEqual(['gap'])
    await notify()
    await expect.poll(() => heard).toEqual(['gap', change])
    expect(lost).toHaveLength(1)
  })

  test('finds out that its connection is silent, although nothing has broken it', async () => {
    const { heard, lost, pids } = await listen()
    const [silenced = 0] = pids
    process.kill(silenced, 'SIGSTOP')
    onTestFinished(() => void process.kill(silenced, 'SIGCONT'))
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['gap'])
    expect(lost).toEqual(['The connection that listens for changes is silent'])
    expect(pids).toHaveLength(2)
    await notify()
    await expect.poll(() => heard).toEqual(['gap', change])
  })
})
