import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabaseWithTables } from '#testing/create-database.ts'
import type { Schema } from '../schema.ts'
import { courseReader } from './course-reader.ts'

/** PostgreSQL's plans are in query-plans.test.ts. A thread of its own reads for reports, so the texts are taken here. */
test('one person’s cells of a course are read without the marks of the others', async () => {
  const texts: string[] = []
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => {
      texts.push(query.sql)
    },
  })
  await courseReader({ db }).readRegister('course', { people: ['person'] })
  const created = await createDatabaseWithTables('sqlite')
  const database = new DatabaseSync(join(created.dataDir, 'rollkey.sqlite'), { readOnly: true })
  const plans = texts
    .filter((text) => text.includes('k.student_id in'))
    .map((text) => database.prepare(`explain query plan ${text}`).all())
  database.close()
  await created.drop()
  expect(plans).toHaveLength(2)
  for (const plan of plans)
    expect(plan).toContainEqual(
      expect.objectContaining({ detail: expect.stringMatching(/^SEARCH k USING .*student_id=\?/) }),
    )
})
