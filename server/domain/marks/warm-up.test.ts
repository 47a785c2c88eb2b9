import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, checkInDeps } from '#testing/room-world.ts'
import { verifyAssertion } from '../passkeys/verify-assertion.ts'
import { warmUp } from './warm-up.ts'

describe.each(engines)('the warming up of a process on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await addInstitute(storage, 'institute')
  })
  afterEach(() => storages.close())

  test('checks a right signature, and writes nothing', async () => {
    const checked: unknown[] = []
    const verify: typeof verifyAssertion = async (assertion) => {
      const verified = await verifyAssertion(assertion)
      checked.push(verified)
      return verified
    }
    const before = await storages.readTables()
    await warmUp({ ...checkInDeps(storage), assertionVerifier: { verify } })
    expect(checked).toEqual([{ counter: 0, backupEligible: false, backedUp: false }])
    expect(await storages.readTables()).toEqual(before)
  })
})
