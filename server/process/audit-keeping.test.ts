import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ChainHead } from '../domain/audit/audit-chain.ts'
import type { AuditLog } from '../domain/audit/audit-log.ts'
import { appendAuditHead, startAuditKeeping } from './audit-keeping.ts'

type KeepHead = (head: ChainHead) => Promise<void>

const keepNothing: AuditLog['append'] = async () => undefined

function start(seal: () => Promise<boolean>, append = keepNothing, takeLeftOut = () => 0, keepHead?: KeepHead) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const log = { info: vi.fn(), error: vi.fn() }
  const head = { position: 7, hash: 'of the newest row' }
  const keeping = startAuditKeeping({
    chain: { seal, readHead: async () => ({ ...head }) },
    audit: { append },
    budget: { takeLeftOut },
    log,
    keepHead,
  })
  return { keeping, log, head }
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

test('the head of the chain is logged and kept in every minute in which it moved, and at the end', async () => {
  const seal = vi.fn(async () => false)
  const keepHead = vi.fn<KeepHead>(async () => undefined)
  const { keeping, log, head } = start(seal, keepNothing, () => 0, keepHead)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log.info.mock.calls).toEqual([[{ position: 7, hash: 'of the newest row' }, 'Head of the audit chain']])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(log.info).toHaveBeenCalledTimes(1)
  head.position = 8
  await vi.advanceTimersByTimeAsync(60_000)
  head.position = 9
  const sealed = seal.mock.calls.length
  await keeping.stop()
  expect(seal).toHaveBeenCalledTimes(sealed + 1)
  expect(log.info).toHaveBeenCalledTimes(3)
  expect(keepHead.mock.calls.map(([{ position }]) => position)).toEqual([7, 8, 9])
})

test('a head that could not be kept is tried again every minute, and logged as a failure once', async () => {
  const keepHead = vi.fn<KeepHead>().mockRejectedValue(new Error('no such folder'))
  const { log } = start(
    async () => false,
    keepNothing,
    () => 0,
    keepHead,
  )
  await vi.advanceTimersByTimeAsync(180_000)
  expect(keepHead).toHaveBeenCalledTimes(3)
  expect(log.error).toHaveBeenCalledTimes(1)
  keepHead.mockResolvedValue(undefined)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(keepHead).toHaveBeenCalledTimes(4)
})

test('the file gets a line that `verify-data -- --head` takes, and only its owner may read it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-head-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'heads')
  for (const position of [7, 8]) await appendAuditHead(file, { position, hash: 'abc' })
  expect(readFileSync(file, 'utf8')).toMatch(/^\d{4}-\S+Z 7:abc\n\d{4}-\S+Z 8:abc\n$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the number of rows left out during an outage is recorded after it, with later ones', async () => {
  const append = vi.fn(keepNothing).mockRejectedValueOnce(new Error('gone'))
  const takeLeftOut = vi
    .fn(() => 0)
    .mockReturnValueOnce(40)
    .mockReturnValueOnce(2)
  start(async () => false, append, takeLeftOut)
  await vi.advanceTimersByTimeAsync(5_000)
  const facts = append.mock.calls.flat().map((entry) => entry.facts)
  expect(facts).toEqual([{ entries: 40 }, { entries: 42 }])
})
