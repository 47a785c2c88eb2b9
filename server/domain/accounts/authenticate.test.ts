import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { holdTime } from '#testing/hold-time.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import type { Storage } from '../ports.ts'
import { hashSecret } from '../secret-hash.ts'
import { authenticate } from './authenticate.ts'
import { sessionLife } from './session-life.ts'

const minute = 60_000
const token = 'token'

describe('the idle limit of an organisation', () => {
  let place: TestStorage
  let storage: Storage

  beforeEach(async () => {
    holdTime()
    place = await createTestStorage('sqlite')
    storage = await place.open()
    const now = place.clock.now()
    const account = makeAccount('organisation', { label: 'ORG' })
    const { idleMs, absoluteMs } = sessionLife(account.label)
    await storage.accounts.insert(account)
    const session = {
      id: 'session',
      accountId: account.id,
      factors: ['password' as const],
      createdAt: now,
      lastSeenAt: now,
      authenticatedAt: now,
      passkeyAt: null,
      enrolment: null,
      idleExpiresAt: now + idleMs,
      expiresAt: now + absoluteMs,
      addressPrefix: '',
      userAgent: '',
      actingFor: null,
      ownSessionId: null,
    }
    await storage.sessions.insert(session, hashSecret(token))
  })
  afterEach(() => place.close())

  const isLive = async (countsAsUse: boolean) => (await authenticate(storage, token, countsAsUse)) !== undefined

  test('requests that a page makes by itself do not extend it, however many there are', async () => {
    for (let asked = 0; asked < 59; asked++) {
      place.clock.advance(minute)
      expect(await isLive(false)).toBe(true)
    }
    place.clock.advance(minute)
    expect(await isLive(false)).toBe(false)
    expect(await isLive(true)).toBe(false)
  })

  test('a request by a person extends it, whatever the page has asked before', async () => {
    place.clock.advance(59 * minute)
    expect(await isLive(false)).toBe(true)
    expect(await isLive(true)).toBe(true)
    place.clock.advance(59 * minute)
    expect(await isLive(false)).toBe(true)
    place.clock.advance(minute)
    expect(await isLive(false)).toBe(false)
  })
})
