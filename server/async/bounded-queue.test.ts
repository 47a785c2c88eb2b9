import { expect, test } from 'vitest'
import { createBoundedQueue, QueueFull } from './bounded-queue.ts'

/** Work that reports its begin, and ends when the test says so. */
function gatedWork() {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const state = { started: false }
  return {
    state,
    begun: begun.promise,
    open: gate.resolve,
    fail: gate.reject,
    work: async () => {
      state.started = true
      begun.resolve()
      await gate.promise
    },
  }
}

test('runs no more at once than allowed, and the next in order when one ends', async () => {
  const queue = createBoundedQueue(2, 10)
  const [first, second, third, fourth] = [gatedWork(), gatedWork(), gatedWork(), gatedWork()]
  const gates = [first, second, third, fourth]
  const runs = gates.map((gate) => queue.run(gate.work))
  await second.begun
  second.open()
  await third.begun
  expect(gates.map((gate) => gate.state.started)).toEqual([true, true, true, false])
  for (const gate of gates) gate.open()
  await Promise.all(runs)
  expect(fourth.state.started).toBe(true)
})

test('refuses at once when the queue is full', async () => {
  const queue = createBoundedQueue(1, 1)
  const [first, second, third] = [gatedWork(), gatedWork(), gatedWork()]
  const runs = [queue.run(first.work), queue.run(second.work)]
  await expect(queue.run(third.work)).rejects.toBeInstanceOf(QueueFull)
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
