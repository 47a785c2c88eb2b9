import { describe, expect, test } from 'vitest'
import { engines } from './create-database.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

describe.runIf(engines.includes('postgresql'))('a PostgreSQL of the tests', () => {
  test('says that it did not start, whatever words it ends with', async () => {
    await expect(startTemporaryPostgres({ shared_buffers: 'many' })).rejects.toThrow(/did not start.*many/s)
    await expect(startTemporaryPostgres({ config_file: '/nowhere' })).rejects.toThrow(/did not start.*nowhere/s)
  })

  test('ends when it is told to', async () => {
    const postgres = await startTemporaryPostgres()
    await expect(postgres?.stop()).resolves.toBeUndefined()
  })
})
