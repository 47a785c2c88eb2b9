import { describe, expect, test } from 'vitest'
import { createDatabase, engines } from '#server/testing/create-database.ts'
import { createManualClock } from '#server/testing/manual-clock.ts'
import { openStorage } from './open-storage.ts'

const day = 24 * 60 * 60_000

describe.each(engines)('purging on %s', (engine) => {
  test('removes old wrong passwords, and keeps a password that was switched off', async () => {
    const created = await createDatabase(engine)
    const clock = createManualClock()
    const database = created.databaseUrl ? { url: created.databaseUrl } : { file: `${created.dataDir}/rollkey.sqlite` }
    const storage = await openStorage({ database, clockOffset: clock.offset })
    try {
      const state = { windowStartedAt: clock.now(), inWindow: 1, blockedUntil: 0 }
      await storage.loginMisses.save('forgotten', { ...state, inRow: 1 })
      await storage.loginMisses.save('switched-off', { ...state, inRow: 100 })
      clock.advance(day - 1_000)
      await storage.purgeExpired()
      expect(await storage.transaction((stores) => stores.loginMisses.lock('forgotten'))).toMatchObject({ inRow: 1 })
      clock.advance(2_000)
      await storage.purgeExpired()
      expect(await storage.transaction((stores) => stores.loginMisses.lock('forgotten'))).toMatchObject({ inRow: 0 })
      expect(await storage.transaction((stores) => stores.loginMisses.lock('switched-off'))).toMatchObject({
        inRow: 100,
      })
    } finally {
      await storage.close()
      await created.drop()
    }
  })
})
