import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MailPass } from '#server/domain/mail/send-due-mail.ts'
import { startMailWorker } from './mail-worker.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const quiet: MailPass = { sent: 0, dropped: 0, failed: 0, hasMore: false }

/** A worker whose passes end as the test decides. */
function setUp() {
  const passes: { end: (pass?: Partial<MailPass>) => void; break: (error: Error) => void }[] = []
  const logged: string[] = []
  const log = {
    warn: (_fields: object, message: string) => void logged.push(`warn: ${message}`),
    error: (fields: object, _message: string) => void logged.push(`error: ${String((fields as { err: unknown }).err)}`),
  }
  const sendDueMail = () => {
    const { promise, resolve, reject } = Promise.withResolvers<MailPass>()
    passes.push({ end: (pass) => resolve({ ...quiet, ...pass }), break: reject })
    return promise
  }
  const worker = startMailWorker({ sendDueMail, log, intervalMs: 1_000 })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { worker, passes, logged, settle }
}

test('reads the outbox when it starts', () => {
  expect(setUp().passes).toHaveLength(1)
})

test('never runs two passes at once, and one more after all wake-ups during one', async () => {
  const { worker, passes, settle } = setUp()
  for (let call = 0; call < 5; call += 1) worker.wake()
  await settle()
  expect(passes).toHaveLength(1)
  passes[0]?.end()
  await settle()
  expect(passes).toHaveLength(2)
  passes[1]?.end()
  await settle()
  expect(passes).toHaveLength(2)
})

test('goes on while there may be more', async () => {
  const { passes, settle } = setUp()
  passes[0]?.end({ sent: 20, hasMore: true })
  await settle()
  passes[1]?.end({ sent: 3 })
  await settle()
  expect(passes).toHaveLength(2)
})

test('comes back at each interval for retries', async () => {
  const { passes, settle } = setUp()
  passes[0]?.end()
  await settle()
  await vi.advanceTimersByTimeAsync(999)
  expect(passes).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(passes).toHaveLength(2)
})

test('logs a failed pass, and waits for the timer instead of trying at once', async () => {
  const { passes, logged, settle } = setUp()
  passes[0]?.break(new Error('disk full'))
  await settle()
  expect(logged).toEqual(['error: Error: disk full'])
  expect(passes).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(passes).toHaveLength(2)
})

test('logs that mail could not be sent', async () => {
  const { passes, logged, settle } = setUp()
  passes[0]?.end({ failed: 2 })
  await settle()
  expect(logged).toEqual([expect.stringMatching(/^warn: Mail could not be sent/)])
})

test('stops for good after the running pass', async () => {
  const { worker, passes, settle } = setUp()
  worker.wake()
  let hasStopped = false
  const stopped = worker.stop().then(() => {
    hasStopped = true
  })
  await settle()
  expect(hasStopped).toBe(false)
  passes[0]?.end({ hasMore: true })
  await stopped
  worker.wake()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(passes).toHaveLength(1)
})

test('stops at once when nothing runs', async () => {
  const { worker, passes, settle } = setUp()
  passes[0]?.end()
  await settle()
  await worker.stop()
  expect(vi.getTimerCount()).toBe(0)
})
