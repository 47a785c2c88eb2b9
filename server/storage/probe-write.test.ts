import { expect, onTestFinished, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage } from '#testing/open-test-storage.ts'

test.each(engines)('the probe of writes on %s leaves one row at most, however often it runs', async (engine) => {
  const storages = await createTestStorage(engine)
  onTestFinished(storages.close)
  const storage = await storages.open()
  const before = await storages.readTables()
  for (let round = 0; round < 3; round++) await storage.probeWrite()
  const { settings = [], ...others } = await storages.readTables()
  // On PostgreSQL it is a counter. It is not read here, because counters change by themselves.
  expect(settings).toHaveLength((before.settings?.length ?? 0) + (engine === 'sqlite' ? 1 : 0))
  expect({ ...others, settings: before.settings }).toEqual(before)
})
