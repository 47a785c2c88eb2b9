import { Socket } from 'node:net'
import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createUnawaitedWrites } from './unawaited-writes.ts'

const write = 'insert into written values ($1)'
const returning = `${write} returning value as rows`
const count = 'select count(*)::int as rows from written'

describe.runIf(engines.includes('postgresql'))('writes that are not waited for', () => {
  /** Counts the calls to the operating system. */
  let sendings = 0
  class CountedSocket extends Socket {
    override _write(...chunk: Parameters<Socket['_write']>): void {
      sendings += 1
      super._write(...chunk)
    }
    override _writev(...chunks: Parameters<NonNullable<Socket['_writev']>>): void {
      sendings += 1
      super._writev?.(...chunks)
    }
  }
  let pool: pg.Pool
  let client: pg.PoolClient
  let wrapped: PostgresPoolClient
  const ask = (text: string, ...values: unknown[]) => wrapped.query<{ rows: number }>(text, values)
  const countRows = async () => (await ask(count)).rows[0]?.rows

  beforeAll(async () => {
    const connectionString = inject('postgresUrl') ?? ''
    pool = new pg.Pool({ connectionString, max: 1, pipeline: true, stream: () => new CountedSocket() })
    client = await pool.connect()
    const writes = createUnawaitedWrites()
    writes.add(write)
    wrapped = writes.wrap(client, client as unknown as PostgresPoolClient)
  })
  afterAll(async () => {
    client.release()
    await pool.end()
  })
  beforeEach(async () => {
    await ask('drop table if exists pg_temp.written')
    await ask('create temporary table written (value integer check (value > 0))')
    sendings = 0
  })

  test('travel with the commit', async () => {
    await ask('begin')
    await ask(write, 1)
    await ask(write, 2)
    expect(sendings).toBe(0)
    await ask('commit')
    expect(sendings).toBe(1)
    expect(await countRows()).toBe(2)
  })

  test('are visible to the next query of their transaction', async () => {
    await ask('begin')
    await ask(write, 1)
    expect(await countRows()).toBe(1)
    expect(sendings).toBe(1)
    await ask('commit')
  })

  test('make the commit fail with the first error, and nothing is kept', async () => {
    await ask('begin')
    await ask(write, 1)
    await ask(write, -1)
    await ask(write, 'no number')
    await expect(ask('commit')).rejects.toMatchObject({ code: '23514' })
    expect(await countRows()).toBe(0)
  })

  test('make the next query fail with the first error, not with one that followed from it', async () => {
    await ask('begin')
    await ask(write, -1)
    await expect(countRows()).rejects.toMatchObject({ code: '23514' })
    await ask('rollback')
    expect(await countRows()).toBe(0)
  })

  test('go together with all queries of the same moment, which are answered in order', async () => {
    await ask('begin')
    const answers = await Promise.all([ask(write, 1), countRows(), ask(returning, 2), countRows()])
    expect(sendings).toBe(1)
    expect([answers[1], answers[2].rows[0]?.rows, answers[3]]).toEqual([1, 2, 2])
    await ask('commit')
    expect(await countRows()).toBe(2)
  })

  test('make all queries of the same moment fail with the first error', async () => {
    await ask('begin')
    const answers = await Promise.allSettled([countRows(), ask(returning, -1), countRows()])
    const failure = { status: 'rejected', reason: expect.objectContaining({ code: '23514' }) }
    expect(answers).toMatchObject([{ status: 'fulfilled', value: 0 }, failure, failure])
    await ask('rollback')
    expect(await countRows()).toBe(0)
  })

  test('are undone by a rollback, which reports none of their errors', async () => {
    await ask('begin')
    await ask(write, 1)
    await ask(write, -1)
    await ask('rollback')
    expect(await countRows()).toBe(0)
  })

  test('are waited for outside of a transaction', async () => {
    await expect(ask(write, -1)).rejects.toMatchObject({ code: '23514' })
    await ask(write, 1)
    expect(sendings).toBe(2)
    expect(await countRows()).toBe(1)
  })
})
