import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { insertOrganisation } from '#testing/insert-people.ts'
import { listStatements } from '#testing/list-statements.ts'
import { makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { enter } from '../doors.ts'
import { lookUpForLogin } from './look-up-for-login.ts'

describe.each(engines)('the look-up of a login on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    const form = { name: 'Kaveri College', phoneNumber: '12345', addressLine1: '1', city: 'Mysuru', state: 'Karnataka' }
    await insertOrganisation(storage, { ...form, email: 'office@example.org', passwordHash: '' }, 1)
    await storage.accounts.insert(makeAccount('meera', { label: 'STF', hasProfile: true }))
  })
  afterAll(() => storages.close())

  /** `count`: of the misses that came before. */
  async function ask(email: string, category: 'ORG' | 'STD', count: number) {
    const context = makeContext({
      limiter: { miss: async () => ({ max: 20, count, resetAt: 1, isUsedUp: false }) },
    })
    return lookUpForLogin({ storage, decoyKey: 'key' }, await enter('profiles.look-up', context), { email, category })
  }

  test.each([1, 21])(
    'runs the same statements for a hit, an email of the other tab and an unknown one, at miss %i',
    async (count) => {
      const list = (email: string, category: 'ORG' | 'STD') =>
        listStatements(async () => void (await ask(email, category, count)))
      // The first ones prepare statements.
      await list('office@example.org', 'ORG')
      await list('nobody@example.org', 'ORG')
      const unknown = await list('nobody@example.org', 'STD')
      expect(unknown.filter((text) => text.includes('from "organisations"'))).toHaveLength(1)
      expect(unknown.filter((text) => text.includes('from "students"'))).toHaveLength(1)
      expect(await list('office@example.org', 'STD')).toEqual(unknown)
      expect(await list('office@example.org', 'ORG')).toEqual(unknown)
      expect(await list('meera@example.org', 'ORG')).toEqual(unknown)
    },
  )

  test('finds a person who was invited under organisations, and says nothing of a passkey', async () => {
    const profile = { userId: 'meera', hasPasskey: false }
    expect(await ask('meera@example.org', 'ORG', 1)).toEqual({ profile, otherCategory: null })
    expect(await ask('meera@example.org', 'STD', 1)).toEqual({ profile: null, otherCategory: 'ORG' })
  })

  test('names the other tab up to the limit, and no tab beyond it', async () => {
    expect(await ask('office@example.org', 'STD', 20)).toEqual({ profile: null, otherCategory: 'ORG' })
    expect(await ask('office@example.org', 'STD', 21)).toMatchObject({
      profile: { hasPasskey: false },
      otherCategory: null,
    })
  })
})
