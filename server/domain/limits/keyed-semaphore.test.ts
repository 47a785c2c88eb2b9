import { expect, test } from 'vitest'
import { createKeyedSemaphore } from './keyed-semaphore.ts'

/** Lets at most `places` in at once, and answers asynchronously. */
const atMost = (places: number) => async (inside: number) => {
  await Promise.resolve()
  return inside < places
}

test('as many are inside as there are places, in the order of arrival, and all get in', async () => {
  const semaphore = createKeyedSemaphore()
  const came: number[] = []
  let inside = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const leave = await semaphore.enter('a', atMost(3))
      came.push(index)
      inside += 1
      most = Math.max(most, inside)
      for (let tick = 0; tick <= index % 3; tick++) await new Promise(setImmediate)
      inside -= 1
      leave()
    }),
  )
  expect(came).toEqual(Array.from({ length: 200 }, (_, index) => index))
  expect(most).toBe(3)
})

test('an error while one waits lets the next one in', async () => {
  const semaphore = createKeyedSemaphore()
  const turnedAway = semaphore.enter('a', async () => {
    throw new Error('closed')
  })
  const next = semaphore.enter('a', atMost(1))
  await expect(turnedAway).rejects.toThrow('closed')
  expect(await next).toBeTypeOf('function')
})

test('each key has its own queue', async () => {
  const semaphore = createKeyedSemaphore()
  await semaphore.enter('a', atMost(1))
  expect(await semaphore.enter('b', atMost(1))).toBeTypeOf('function')
})
