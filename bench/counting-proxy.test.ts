import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, engines } from '#testing/create-database.ts'
import { openCountingProxy } from './counting-proxy.ts'

describe.runIf(engines.includes('postgresql'))('the count of what goes to PostgreSQL', () => {
  async function count(work: (client: pg.Client) => Promise<unknown>) {
    const database = await createDatabase('postgresql')
    onTestFinished(database.drop)
    const proxy = await openCountingProxy(database.databaseUrl ?? '')
    onTestFinished(proxy.close)
    const client = new pg.Client({ connectionString: proxy.url, pipeline: true })
    await client.connect()
    onTestFinished(() => client.end())
    const before = proxy.read()
    await work(client)
    const after = proxy.read()
    return {
      trips: after.trips - before.trips,
      statements: after.statements - before.statements,
      transactions: after.transactions - before.transactions,
    }
  }

  test('has a statement alone as one trip and one transaction', async () => {
    expect(await count((client) => client.query('select $1::text', ['x'.repeat(200_000)]))).toEqual({
      trips: 1,
      statements: 1,
      transactions: 1,
    })
  })

  test('has a transaction as one, and each of its statements as a trip when they wait for each other', async () => {
    const work = async (client: pg.Client) => {
      for (const text of ['begin', 'select 1', 'commit']) await client.query(text)
    }
    expect(await count(work)).toEqual({ trips: 3, statements: 3, transactions: 1 })
  })

  test('has statements that leave together as one trip', async () => {
    const work = (client: pg.Client) => Promise.all(['begin', 'select 1', 'commit'].map((text) => client.query(text)))
    expect(await count(work)).toEqual({ trips: 1, statements: 3, transactions: 1 })
  })
})
