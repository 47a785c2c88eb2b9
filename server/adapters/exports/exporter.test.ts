import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QueueFull } from '#server/async/bounded-queue.ts'
import type { ExportOrder } from '#server/domain/register/exporter.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { createExporter } from './exporter.ts'

/** An organisation without sessions: this file tests how a file is sent, not its content. */
const order: ExportOrder = {
  report: 'sessions',
  format: 'csv',
  zone: 'UTC',
  now: 0,
  scope: {
    organisationId: 'K7QF3M9T',
    groupId: 'K7QF3M9T',
    members: 0,
    classes: 0,
    firstNumber: 1,
    lastNumber: 0,
    lastEnded: 0,
    firstEndsAt: 0,
    running: undefined,
  },
}

describe.each(engines)('an exporter on %s', (engine) => {
  let storage: TestStorage
  const create = (stallMs?: number) => {
    const { dataDir, databaseUrl } = storage.database
    const location = databaseUrl === undefined ? { file: join(dataDir, 'rollkey.sqlite') } : { url: databaseUrl }
    return createExporter(location, stallMs === undefined ? {} : { stallMs })
  }
  /** Ends when no data comes any more; otherwise the test's own time limit makes it fail. */
  const untilIdle = async (exporter: ReturnType<typeof create>) => {
    while (exporter.countRunning() > 0) await wait(5)
  }

  beforeAll(async () => {
    storage = await createTestStorage(engine)
    await storage.open()
  })
  afterAll(() => storage.close())

  test('ends its thread when the file is sent', async () => {
    const exporter = create()
    const { body, isExact, bytes } = await exporter.start('one', order)
    const chunks = await body.toArray()
    expect([isExact, bytes]).toEqual([true, Buffer.concat(chunks).length])
    await untilIdle(exporter)
  })

  test('ends its thread when the download is aborted', async () => {
    const exporter = create()
    const { body } = await exporter.start('one', order)
    expect(exporter.countRunning()).toBe(1)
    body.destroy()
    await untilIdle(exporter)
  })

  test('aborts a download that accepts nothing, and lets the next one in', async () => {
    const exporter = create(20)
    const { body } = await exporter.start('one', order)
    await expect(once(body, 'close')).rejects.toThrow('The download was given up')
    const next = await exporter.start('one', order)
    expect((await next.body.toArray()).length).toBe(1)
    await untilIdle(exporter)
  })

  test('writes the files of one owner one after the other, those of two at once, and refuses further ones', async () => {
    const exporter = create()
    const first = await exporter.start('one', order)
    const second = exporter.start('one', order)
    const other = await exporter.start('two', order)
    expect(exporter.countRunning()).toBe(2)
    const waiting = Array.from({ length: 8 }, (_, index) => exporter.start(`waiting ${index}`, order))
    await expect(exporter.start('too late', order)).rejects.toBeInstanceOf(QueueFull)
    first.body.destroy()
    other.body.destroy()
    for (const file of [second, ...waiting]) void file.then(({ body }) => body.destroy())
    await Promise.all([second, ...waiting])
    await untilIdle(exporter)
  })
})
