import { expect, test } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

/** Work that ends when the test says so. */
function gatedWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const state = { started: false }
  return {
    state,
    open: resolve,
    fail: reject,
    work: async () => {
      state.started = true
      await promise
    },
  }
}

test('runs no more at once than allowed, and the next in order when one ends', async () => {
  const queue = createBoundedQueue(2, 10)
  const gates = [gatedWork(), gatedWork(), gatedWork(), gatedWork()]
  const runs = gates.map((gate) => queue.run(gate.work))
  const started = () => gates.map((gate) => gate.state.started)
  await Promise.resolve()
  expect(started()).toEqual([true, true, false, false])
  gates[1]?.open()
  await runs[1]
  expect(started()).toEqual([true, true, true, false])
  for (const gate of gates) gate.open()
  await Promise.all(runs)
  expect(started()).toEqual([true, true, true, true])
})

test('refuses at once when as many wait as may', async () => {
  const queue = createBoundedQueue(1, 1)
  const [first, second, third] = [gatedWork(), gatedWork(), gatedWork()]
  const runs = [queue.run(first.work), queue.run(second.work)]
  await expect(queue.run(third.work)).rejects.toMatchObject({ type: 'general_service_unavailable' })
  expect(third.state.started).toBe(false)
  first.open()
  second.open()
  await Promise.all(runs)
})

test('gives the place of failed work to the next', async () => {
  const queue = createBoundedQueue(1, 1)
  const [failing, next] = [gatedWork(), gatedWork()]
  const failed = queue.run(failing.work)
  const run = queue.run(next.work)
  failing.fail(new Error('no'))
  await expect(failed).rejects.toThrow('no')
  next.open()
  await run
  await queue.run(async () => undefined)
})
