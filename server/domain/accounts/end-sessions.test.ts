import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { enter } from '../doors.ts'
import { hashSecret } from '../secret-hash.ts'
import { endAllSessions, endSession } from './end-sessions.ts'

const minute = 60_000
const stepUpNeeded = { reason: 'step-up-needed' }

describe.each(engines)('other sessions on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let own: string
  let other: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await storage.accounts.insert(makeAccount('asha', { label: 'STD', hasProfile: true, isEmailVerified: true }))
    own = await insertLogin(storage, 'asha', ['password'], 'own', await storage.now())
    other = await insertLogin(storage, 'asha', ['password'], 'other', await storage.now())
    storages.clock.advance(10 * minute + 1)
  })
  afterEach(() => storages.close())

  const listLive = async () => (await storage.sessions.listLive('asha')).map(({ id }) => id)
  async function within(id: string) {
    const session = (await storage.sessions.listLive('asha')).find((one) => one.id === id)
    return makeContext({ caller: makeCaller('asha', 'STD', session) })
  }
  const givePassword = async () => storage.sessions.replaceToken(own, hashSecret('again'), await storage.now())

  test('end with a password or a passkey of the last ten minutes; the current one always', async () => {
    const end = async () => endSession({ storage }, await enter('session.end', await within(own)), { sessionId: other })
    await expect(end()).rejects.toMatchObject(stepUpNeeded)
    expect(await listLive()).toContain(other)
    await givePassword()
    expect(await end()).toEqual({ wasCurrent: false })
    expect(await listLive()).toEqual([own])
    storages.clock.advance(10 * minute + 1)
    expect(
      await endSession({ storage }, await enter('session.end', await within(own)), { sessionId: 'current' }),
    ).toEqual({
      wasCurrent: true,
    })
    expect(await listLive()).toEqual([])
  })

  test('end all at once in the same way; a single one needs no proof', async () => {
    const endAll = async (id: string) => endAllSessions({ storage }, await enter('session.end', await within(id)))
    await expect(endAll(own)).rejects.toMatchObject(stepUpNeeded)
    expect(await listLive()).toHaveLength(2)
    await givePassword()
    await endAll(own)
    expect(await listLive()).toEqual([])
    const next = await insertLogin(storage, 'asha', ['password'], 'next', await storage.now())
    storages.clock.advance(10 * minute + 1)
    await endAll(next)
    expect(await listLive()).toEqual([])
  })
})
