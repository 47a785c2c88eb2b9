import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { engines } from '#testing/create-database.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { makeRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'

describe.each(engines)('a recovery code on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let codes: readonly string[]

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    for (const id of ['institute', 'elsewhere']) await storage.accounts.insert(makeAccount(id, { label: 'ORG' }))
    codes = await make()
  })
  afterEach(() => storages.close())

  const guest = makeContext()
  async function make(): Promise<readonly string[]> {
    const now = await storage.now()
    const id = await insertLogin(storage, 'institute', ['password', 'passkey'], systemRandom.secret(), now)
    const context = makeContext({ caller: makeCaller('institute', 'ORG', { id, authenticatedAt: now }) })
    return (await makeRecoveryCodes({ storage, random: systemRandom }, await enter('recovery-codes.make', context)))
      .codes
  }
  const spend = async (code = '', userId = 'institute') =>
    spendRecoveryCode(
      { storage },
      await enter('recovery-codes.use', { ...guest }),
      { userId, code },
      'token of the browser',
    )
  const refused = { type: 'user_invalid_token' }

  test('works once, and leaves the others', async () => {
    await spend(codes[0])
    await expect(spend(codes[0])).rejects.toMatchObject(refused)
    await spend(codes[1])
    expect(await storage.recoveryCodes.count('institute')).toBe(codes.length - 2)
  })

  test('works once, also where two calls have found it open', async () => {
    const outcomes = await Promise.allSettled([spend(codes[0]), spend(codes[0])])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('works for its own institute alone, and is stored as a hash', async () => {
    await expect(spend(codes[0], 'elsewhere')).rejects.toMatchObject(refused)
    const stored = JSON.stringify(rowsOf(await storages.readTables(), 'recovery_codes'))
    for (const code of codes) expect(stored).not.toContain(code)
    await spend(codes[0])
  })

  test('is void once new ones are made', async () => {
    const newer = await make()
    await expect(spend(codes[0])).rejects.toMatchObject(refused)
    await spend(newer[0])
  })
})
