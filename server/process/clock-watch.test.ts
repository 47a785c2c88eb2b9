import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { describeJump } from '#server/domain/clock/clock-jumps.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import type { OpenStorage } from '../storage/opened-storage.ts'
import { startClockWatch } from './clock-watch.ts'

const hour = 60 * 60_000

describe.each(engines)('a clock that jumps, on %s', (engine) => {
  async function create(): Promise<TestStorage> {
    const storages = await createTestStorage(engine)
    onTestFinished(storages.close)
    return storages
  }
  /** A watch that compares when the test says so. */
  function watch(
    { clock }: TestStorage,
    storage: Pick<OpenStorage, 'clock' | 'transaction'>,
    monotonic = clock.monotonic,
  ) {
    const log = { warn: vi.fn(), error: vi.fn() }
    const { look, stop } = startClockWatch({ storage, log, monotonic, intervalMs: hour })
    onTestFinished(stop)
    return { log, look, stop }
  }
  const readEntries = async (storages: TestStorage) =>
    rowsOf(await storages.readTables(), 'audit_log').map(({ action, detail }) => [
      action,
      detail === null ? null : describeJump(JSON.parse(String(detail))),
    ])

  test('leaves one line in the log and one row in the audit log, with its size', async () => {
    const storages = await create()
    const { clock } = storages
    const { log, look } = watch(storages, await storages.open())
    await look()
    clock.jump(-5_000)
    await look()
    clock.jump(3 * hour)
    await look()
    await look()
    clock.jump(-3 * hour)
    await look()
    const jumps = ['was set back by 5 s', 'leapt forward by 10800 s', 'was set back by 10800 s']
    expect((await readEntries(storages)).map(([action, detail]) => [action, round(String(detail))])).toEqual(
      jumps.map((jump) => ['clock.jump', jump]),
    )
    expect(log.warn.mock.calls.map(([, message]) => round(String(message)))).toEqual(
      jumps.map((jump) => `The clock ${jump}`),
    )
    expect(log.error).not.toHaveBeenCalled()
  })

  test('is not seen in passing time, in half a second, or in a slow reading', async () => {
    const storages = await create()
    const { clock } = storages
    const storage = await storages.open()
    let delayMs = 0
    const read = async () => {
      const reading = await storage.clock.read()
      clock.advance(delayMs)
      return reading
    }
    const { look } = watch(storages, { ...storage, clock: { ...storage.clock, read } })
    await look()
    clock.advance(5 * hour)
    await look()
    clock.jump(500)
    await look()
    delayMs = 20_000
    await look()
    await look()
    expect(await readEntries(storages)).toEqual([])
  })

  test('is noticed after the next start, when it was set back while no server ran', async () => {
    const storages = await create()
    const { clock } = storages
    const storage = await storages.open()
    const first = watch(storages, storage)
    await storage.audit.append(entry)
    await storage.auditChain.seal()
    await first.stop()
    clock.jump(-2 * hour)
    await watch(storages, storage).look()
    // And only once: the row that was sealed before is still the last one.
    await watch(storages, storage).look()
    const details = (await readEntries(storages)).map(([, detail]) => round(String(detail)))
    expect(details).toEqual(['null', 'was set back by 7200 s'])
  })

  test('is recorded when the database is back, and the failure is logged once', async () => {
    const storages = await create()
    const storage = await storages.open()
    const failures = [new Error('away'), new Error('still away')]
    const transaction: OpenStorage['transaction'] = async (work) => {
      const failure = failures.shift()
      if (failure) throw failure
      return storage.transaction(work)
    }
    const { log, look } = watch(storages, { clock: storage.clock, transaction })
    await look()
    storages.clock.jump(-5_000)
    await look()
    await look()
    expect(log.error).toHaveBeenCalledTimes(1)
    await look()
    expect(await readEntries(storages)).toHaveLength(1)
  })

  test.runIf(engine === 'postgresql')('is recorded once, however many processes notice it', async () => {
    const storages = await create()
    const watches = [watch(storages, await storages.open()), watch(storages, await storages.open())]
    const lookAll = () => Promise.all(watches.map(({ look }) => look()))
    await lookAll()
    for (const ms of [-5_000, 3 * hour, -3 * hour]) {
      storages.clock.jump(ms)
      await lookAll()
      await lookAll()
    }
    expect(await readEntries(storages)).toHaveLength(3)
    expect(watches.map(({ log }) => log.warn.mock.calls.length).reduce((sum, calls) => sum + calls)).toBe(3)
  })
})

/** A reading takes time: tenths of a second are left out. */
const round = (text: string) => text.replace(/\d+(\.\d)?/, (number) => String(Math.round(Number(number))))

const entry = {
  action: 'login',
  outcome: 'done',
  accountId: null,
  subject: null,
  sessionId: null,
  addressPrefix: '',
  requestId: '',
} as const
