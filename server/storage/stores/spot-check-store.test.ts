import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, addStudent, startSession } from '#testing/room-world.ts'
import { openForTampering, replacing } from '#testing/tamper.ts'

describe.each(engines)('head counts and draws on %s', (engine) => {
  let storages: TestStorage

  beforeAll(async () => {
    storages = await createTestStorage(engine)
    const storage = await storages.open()
    await addInstitute(storage, 'institute')
    await addStudent(storage, 'asha', ['institute'])
    const session = await startSession(storage, 'institute', 1)
    const by = 'institute'
    await storage.spotChecks.addHeadCount(session, { sequence: 1, counted: 51, countedBy: by, countedAt: 3 })
    const note = { studentId: 'asha', status: 'drawn', notedBy: by, notedAt: 3 } as const
    await storage.spotChecks.addDrawNote(session, { sequence: 1, ...note })
  })
  afterAll(() => storages.close())

  test.each([
    ['update head_counts set counted = 58', 'head_counts'],
    ['delete from head_counts', 'head_counts'],
    ["update draws set status = 'here'", 'draws'],
    ['delete from draws', 'draws'],
    [replacing(engine, 'head_counts', 'attendance_session_id, sequence', 'counted = 58'), 'head_counts'],
    [replacing(engine, 'draws', 'attendance_session_id, sequence', "status = 'here'"), 'draws'],
  ])('stay as they were added: the database refuses “%s”', async (statement, table) => {
    const before = await storages.readTables()
    const { db, close } = openForTampering(storages.database)
    await expect(db.executeQuery(CompiledQuery.raw(statement))).rejects.toThrow(`${table} is append-only`)
    await close()
    expect((await storages.readTables())[table]).toEqual(before[table])
  })
})
