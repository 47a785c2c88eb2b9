import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

test('a process is ready while its database answers, and not from the moment on that it stops', async () => {
  const readiness = createReadiness({ ask: async () => 1 })
  expect(await readiness.check()).toBe('ready')
  readiness.end()
  expect(await readiness.check()).toBe('stopping')
})

test('a database that refuses, or is silent for too long, is none', async () => {
  expect(await createReadiness({ ask: () => Promise.reject(new Error('no')) }).check()).toBe('no database')
  expect(await createReadiness({ ask: () => new Promise(() => undefined), deadlineMs: 1 }).check()).toBe('no database')
})

test('however many ask, the database is asked once', async () => {
  let asked = 0
  const readiness = createReadiness({ ask: async () => void asked++ })
  await Promise.all(Array.from({ length: 100 }, () => readiness.check()))
  await readiness.check()
  expect(asked).toBe(1)
})
