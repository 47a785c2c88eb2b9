import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { openSession } from './open-session.ts'
import type { LoginSession } from './stores.ts'

const minute = 60_000
const hour = 60 * minute

describe.each(engines)('a login session on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    for (const label of ['ORG', 'STD', null] as const) {
      await storage.accounts.insert(makeAccount(`account ${label}`, { label }))
    }
  })
  afterEach(() => storages.close())

  async function open(label: 'ORG' | 'STD' | null, former?: LoginSession): Promise<LoginSession> {
    const account = makeAccount(`account ${label}`, { label })
    const caller = former && { account, session: former, tokenHash: 'former', staff: undefined }
    const context = makeContext({ caller })
    const strength = { withPasskey: false, enrolment: null }
    return storage.transaction(async (stores) => {
      const token = systemRandom.secret()
      return openSession(stores, { random: systemRandom }, context, account, token, strength, await stores.now())
    })
  }

  test.each([
    ['ORG', 60 * minute, 12 * hour],
    ['STD', 72 * hour, 14 * 24 * hour],
    [null, 60 * minute, 12 * hour],
  ] as const)('of the label %s has its idle and its absolute end', async (label, idleMs, absoluteMs) => {
    const { createdAt, idleExpiresAt, expiresAt } = await open(label)
    expect([idleExpiresAt - createdAt, expiresAt - createdAt]).toEqual([idleMs, absoluteMs])
  })

  test('ends the oldest one of the account beyond ten', async () => {
    const opened: string[] = []
    for (let count = 0; count < 11; count++) {
      storages.clock.advance(1_000)
      opened.push((await open('STD')).id)
    }
    const live = (await storage.sessions.listLive('account STD')).map(({ id }) => id)
    expect(new Set(live)).toEqual(new Set(opened.slice(1)))
  })

  test('replaces the one of the same browser', async () => {
    const former = await open('ORG')
    const { id } = await open('ORG', former)
    expect((await storage.sessions.listLive('account ORG')).map((session) => session.id)).toEqual([id])
  })
})
