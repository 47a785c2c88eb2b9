import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from './schema.ts'
import { selectSecretsEpoch } from './secrets-epoch.ts'

test('the epoch is read without a bound pattern, for which SQLite would compile the statement at each mark', () => {
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const { sql, parameters } = selectSecretsEpoch({ db }).compile()
  expect(sql).toContain(`like 'secrets-epoch %'`)
  expect(parameters).toEqual([])
})
