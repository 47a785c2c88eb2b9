import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryCounters } from '#server/adapters/limits/memory-counters.ts'
import { engines } from '#testing/create-database.ts'
import { makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { createRateLimiter } from '../limits/rate-limiter.ts'
import type { RequestContext } from '../request-context.ts'
import { lookUpAsGuest } from './look-up-as-guest.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }

describe.each(engines)('a look-up by a guest on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let limiter: RequestContext['limiter']

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await storage.accounts.insert(makeAccount('institute', { label: 'ORG', hasProfile: true }))
    const institute = { id: 'institute', name: 'Institute', email: 'institute@example.org' }
    await storage.organisations.insert({ ...institute, ...contact, ...address })
    limiter = createRateLimiter(createMemoryCounters(Date.now), 1, Date.now)
  })
  afterEach(() => storages.close())

  /** The id that the guest gets; undefined for none. */
  async function lookUp(email: string | undefined, from = '192.0.2.7'): Promise<string | undefined> {
    const context = makeContext({ address: from, limiter })
    const { views } = await lookUpAsGuest({ storage, decoyKey: 'key' }, context, 'organisations', email)
    return views[0]?.id
  }

  test('finds an institute, whatever was asked before', async () => {
    for (let miss = 0; miss < 25; miss++) await lookUp(`unknown${miss}@example.org`)
    expect(await lookUp('institute@example.org')).toBe('institute')
  })

  test('of one email is answered ten times as a miss, then with the same decoy from everywhere', async () => {
    for (let asked = 1; asked <= 10; asked++)
      expect(await lookUp('unknown@example.org', `192.0.2.${asked}`)).toBeUndefined()
    const decoy = await lookUp('unknown@example.org', '192.0.2.11')
    expect(decoy).toMatch(/^[0-9A-Z]{8}$/)
    expect(await lookUp('unknown@example.org', '192.0.2.12')).toBe(decoy)
  })

  test('from one address is answered twenty times as a miss, then with decoys', async () => {
    for (let asked = 1; asked <= 20; asked++) expect(await lookUp(`unknown${asked}@example.org`)).toBeUndefined()
    const decoy = await lookUp('further@example.org')
    expect(decoy).toBeDefined()
    expect(await lookUp('another@example.org')).not.toBe(decoy)
    expect(await lookUp('another@example.org', '192.0.2.8')).toBeUndefined()
  })

  test('with text that is no email has no decoy', async () => {
    for (let asked = 1; asked <= 25; asked++) expect(await lookUp(undefined)).toBeUndefined()
  })
})
