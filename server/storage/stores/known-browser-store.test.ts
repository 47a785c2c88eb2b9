import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import type { OpenStorage } from '../opened-storage.ts'

const day = 24 * 60 * 60_000

describe.each(engines)('known browsers on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage

  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    for (const id of ['one', 'two']) await storage.accounts.insert(makeAccount(id))
  })
  afterAll(() => storages.close())

  const remember = async (id: string, accountId: string, tokenHash: string, lifeMs = day) =>
    storage.knownBrowsers.remember({ id, accountId, tokenHash, expiresAt: (await storage.now()) + lifeMs })
  const find = (tokenHash: string, accountId: string) => storage.knownBrowsers.find(tokenHash, accountId)

  test('are found by their token, for the account that knows them', async () => {
    await remember('a', 'one', 'token-a')
    expect(await find('token-a', 'one')).toBe('a')
    expect(await find('token-a', 'two')).toBeUndefined()
    expect(await find('token-b', 'one')).toBeUndefined()
  })

  test('keep their ids under a new token, at every account that knows them', async () => {
    await remember('b1', 'one', 'token-b')
    await remember('b2', 'two', 'token-b')
    await storage.knownBrowsers.replaceToken('token-b', 'token-c')
    await remember('other', 'one', 'token-c')
    expect([await find('token-c', 'one'), await find('token-c', 'two')]).toEqual(['b1', 'b2'])
    expect([await find('token-b', 'one'), await find('token-b', 'two')]).toEqual([undefined, undefined])
  })

  test('end at their time, and are removed by the next purge', async () => {
    await remember('short', 'one', 'token-short', day)
    await remember('long', 'one', 'token-long', 3 * day)
    storages.clock.advance(2 * day)
    expect([await find('token-short', 'one'), await find('token-long', 'one')]).toEqual([undefined, 'long'])
    await storage.purgeExpired()
    expect((await storages.readTables()).known_browsers?.join()).not.toContain('token-short')
    expect(await find('token-long', 'one')).toBe('long')
  })

  test('are trimmed to those that logged in last, for one account only', async () => {
    await storage.knownBrowsers.forgetAllOf('one')
    await remember('kept', 'two', 'token-kept')
    for (const index of [1, 2, 3, 4]) await remember(`t${index}`, 'one', `token-${index}`, index * day)
    await storage.knownBrowsers.trim('one', 2)
    const found = await Promise.all([1, 2, 3, 4].map((index) => find(`token-${index}`, 'one')))
    expect(found).toEqual([undefined, undefined, 't3', 't4'])
    expect(await find('token-kept', 'two')).toBe('kept')
  })

  test('are all forgotten, or all but one', async () => {
    for (const id of ['f1', 'f2', 'f3']) await remember(id, 'one', `token-${id}`)
    await storage.knownBrowsers.forgetAllOf('one', 'f2')
    expect([await find('token-f1', 'one'), await find('token-f2', 'one')]).toEqual([undefined, 'f2'])
    await storage.knownBrowsers.forgetAllOf('one')
    expect(await find('token-f2', 'one')).toBeUndefined()
  })

  test('are deleted with their account', async () => {
    await remember('gone', 'two', 'token-gone')
    await storage.accounts.remove('two')
    expect(await find('token-gone', 'two')).toBeUndefined()
  })
})
