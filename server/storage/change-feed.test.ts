import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentChange } from '#server/domain/changes/change-feed.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import type { OpenStorage } from './opened-storage.ts'

const change = (id: string): DocumentChange => {
  return { collection: 'students', id, action: 'update', audience: [`account:${id}`], at: 1 }
}

/** The changes that the storage's listeners receive, in order. `next` may be called before or after a change comes. */
function listen({ changeFeed }: OpenStorage) {
  const heard: DocumentChange[] = []
  const wanted: PromiseWithResolvers<DocumentChange>[] = []
  const gap = Promise.withResolvers<void>()
  changeFeed.subscribe({
    onChange: (next) => {
      const waiting = wanted.shift()
      if (waiting) waiting.resolve(next as DocumentChange)
      else heard.push(next as DocumentChange)
    },
    onGap: () => gap.resolve(),
  })
  return {
    gap: gap.promise,
    next(): Promise<DocumentChange> {
      const early = heard.shift()
      if (early) return Promise.resolve(early)
      const waiting = Promise.withResolvers<DocumentChange>()
      wanted.push(waiting)
      return waiting.promise
    },
  }
}

describe.each(engines)('changes on %s', (engine) => {
  let test: TestStorage
  beforeEach(async () => {
    test = await createTestStorage(engine)
  })
  afterEach(() => test.close())

  it('are published after the commit, in their order, and never after a rollback', async () => {
    const storage = await test.open()
    const { next } = listen(storage)

    await storage.transaction(({ changes }) => changes.publish(change('first')))
    const undone = storage.transaction(async ({ changes }) => {
      await changes.publish(change('undone'))
      throw new Error('undo it')
    })
    await expect(undone).rejects.toThrow('undo it')
    await storage.transaction(({ changes }) => changes.publish(change('second')))

    expect([await next(), await next()]).toEqual([change('first'), change('second')])
  })

  it('outside of a transaction are published at once', async () => {
    const storage = await test.open()
    const { next } = listen(storage)

    await storage.changes.publish(change('alone'))

    expect(await next()).toEqual(change('alone'))
  })

  it.skipIf(engine === 'sqlite')('reach every process, however many commit at once', async () => {
    const [here, there] = [await test.open(), await test.open()]
    const { next } = listen(there)
    const ids = Array.from({ length: 50 }, (_, index) => `student-${index}`)

    await Promise.all(ids.map((id) => here.transaction(({ changes }) => changes.publish(change(id)))))

    const heard = await Promise.all(ids.map(() => next()))
    expect(new Set(heard.map(({ id }) => id))).toEqual(new Set(ids))
  })

  it.skipIf(engine === 'sqlite')('of a process that died after its commit are published by another one', async () => {
    const { next } = listen(await test.open())

    await query('insert into pending_changes (id, change, written_at) values ($1, $2, $3)', [
      'left behind',
      JSON.stringify(change('left-behind')),
      new Date(Date.now() - 10_000),
    ])

    expect(await next()).toEqual(change('left-behind'))
    expect(await query('select id from pending_changes')).toEqual([])
  })

  it.skipIf(engine === 'sqlite')('that a lost connection may have lost make a gap', async () => {
    const storage = await test.open()
    const { gap, next } = listen(storage)

    await query(`select pg_terminate_backend(pid) from pg_stat_activity where query like '%listen rollkey_changes%'
      and datname = current_database() and pid <> pg_backend_pid()`)
    await gap
    await storage.transaction(({ changes }) => changes.publish(change('after')))

    expect(await next()).toEqual(change('after'))
  })

  async function query(text: string, values: unknown[] = []): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: test.database.databaseUrl })
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
})
