import { verify } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { QueueFull } from '#server/async/bounded-queue.ts'
import { Problem } from '#server/domain/problem.ts'
import { type Argon2Parameters, createArgon2Hasher } from './argon2-hasher.ts'

const cheap: Argon2Parameters = { memoryKib: 64, passes: 1, lanes: 1 }
const password = 'correct horse battery staple'

describe('the hasher', () => {
  test('makes a PHC string of argon2id with today’s parameters, a 16-byte salt and a 32-byte tag', async () => {
    const stored = await createArgon2Hasher().hash(password)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  test('recognises the right password and no other', async () => {
    const hasher = createArgon2Hasher({ parameters: cheap })
    const stored = await hasher.hash(password)
    expect(await hasher.verify(stored, password)).toBe(true)
    for (const wrong of ['', `${password} `, ` ${password}`, password.toUpperCase(), password.slice(0, -1)]) {
      expect(await hasher.verify(stored, wrong)).toBe(false)
    }
  })

  test('salts: the same password hashes differently each time', async () => {
    const hasher = createArgon2Hasher({ parameters: cheap })
    expect(await hasher.hash(password)).not.toBe(await hasher.hash(password))
  })

  test('takes both spellings of a composed character for the same password', async () => {
    const hasher = createArgon2Hasher({ parameters: cheap })
    expect(await hasher.verify(await hasher.hash('Universit\u00e9 8'), 'Universite\u0301 8')).toBe(true)
  })

  test('uses a long password whole', async () => {
    const hasher = createArgon2Hasher({ parameters: cheap })
    const stored = await hasher.hash('😀'.repeat(256))
    expect(await hasher.verify(stored, '😀'.repeat(255))).toBe(false)
    expect(await hasher.verify(stored, '😀'.repeat(256))).toBe(true)
  })

  test('verifies hashes made with other parameters, and calls them outdated', async () => {
    const earlier = createArgon2Hasher({ parameters: cheap })
    const today = createArgon2Hasher({ parameters: { ...cheap, passes: 2 } })
    const stored = await earlier.hash(password)
    expect(await today.verify(stored, password)).toBe(true)
    expect(today.isOutdated(stored)).toBe(true)
    expect(today.isOutdated(await today.hash(password))).toBe(false)
  })

  test('refuses everything for an unknown account, at the cost of a wrong password', async () => {
    const compared: string[] = []
    const compare: typeof verify = (stored, given) => {
      compared.push(String(stored))
      return verify(stored, given)
    }
    const hasher = createArgon2Hasher({ parameters: cheap, compare })
    const stored = await hasher.hash(password)
    expect(await hasher.verify(stored, 'wrong')).toBe(false)
    for (const given of ['wrong', password, '']) expect(await hasher.verify(undefined, given)).toBe(false)
    // The cost of a comparison depends on the parameters and on the lengths of salt and tag, and on nothing else.
    const costs = compared.map((text) => text.split('$').map((part, index) => (index < 4 ? part : part.length)))
    expect(costs).toHaveLength(4)
    expect(new Set(costs.map((cost) => cost.join(' '))).size).toBe(1)
    expect(costs[0]).toEqual(['', 'argon2id', 'v=19', 'm=64,t=1,p=1', 22, 43])
  })

  test('reports a damaged hash as an error instead of a wrong password', async () => {
    const hasher = createArgon2Hasher({ parameters: cheap })
    await expect(hasher.verify('$argon2id$v=19$damaged', password)).rejects.not.toBeInstanceOf(Problem)
  })

  test('refuses at once when the queue is full, and works again afterwards', async () => {
    const hasher = createArgon2Hasher({ parameters: cheap, concurrency: 1, capacity: 2 })
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => hasher.hash(password)))
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(outcomes[3]).toMatchObject({ reason: expect.any(QueueFull) })
    expect(await hasher.hash(password)).toContain('$argon2id$')
  })
})
