import { expect, onTestFinished, test, vi } from 'vitest'
import type { AuditLog } from '../domain/audit/audit-log.ts'
import { startAuditKeeping } from './audit-keeping.ts'

const keepNothing: AuditLog['append'] = async () => undefined

function start(seal: () => Promise<boolean>, append = keepNothing, takeLeftOut = () => 0) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const log = { info: vi.fn(), error: vi.fn() }
  const keeping = startAuditKeeping({
    chain: { seal, readHead: async () => ({ position: 7, hash: 'of the seventh row' }) },
    audit: { append },
    budget: { takeLeftOut },
    log,
  })
  return { keeping, log }
}

test('new rows are sealed every second, as many batches as there are', async () => {
  const seal = vi
    .fn(async () => false)
    .mockResolvedValueOnce(true)
    .mockResolvedValueOnce(true)
  start(seal)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seal).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seal).toHaveBeenCalledTimes(4)
})

test('an outage of a minute is logged once, and sealing goes on afterwards', async () => {
  const seal = vi.fn(async (): Promise<boolean> => {
    throw new Error('gone')
  })
  const { log } = start(seal)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log.error).toHaveBeenCalledTimes(1)
  seal.mockResolvedValue(false)
  await vi.advanceTimersByTimeAsync(1_000)
  seal.mockRejectedValue(new Error('gone again'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(log.error).toHaveBeenCalledTimes(2)
})

test('the head of the chain is logged every hour and at the end, after the last rows are sealed', async () => {
  const seal = vi.fn(async () => false)
  const { keeping, log } = start(seal)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(log.info.mock.calls).toEqual([[{ position: 7, hash: 'of the seventh row' }, 'Head of the audit chain']])
  const sealed = seal.mock.calls.length
  await keeping.stop()
  expect(seal).toHaveBeenCalledTimes(sealed + 1)
  expect(log.info).toHaveBeenCalledTimes(2)
})

test('the number of rows left out during an outage is recorded after it, with later ones', async () => {
  const append = vi.fn(keepNothing).mockRejectedValueOnce(new Error('gone'))
  const takeLeftOut = vi
    .fn(() => 0)
    .mockReturnValueOnce(40)
    .mockReturnValueOnce(2)
  start(async () => false, append, takeLeftOut)
  await vi.advanceTimersByTimeAsync(5_000)
  const details = append.mock.calls.map(([{ detail }]) => detail)
  expect(details).toEqual([expect.stringMatching(/^40 /), expect.stringMatching(/^42 /)])
})
