import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, startSession } from '#testing/room-world.ts'
import { openForTampering } from '#testing/tamper.ts'
import type { OpenStorage } from './opened-storage.ts'

/** Rules R6.1.6, where the tables hold it. */
describe.each(engines)('a group on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await addInstitute(storage, 'institute')
  })
  afterEach(() => storages.close())

  async function run(statement: string): Promise<void> {
    const { db, close } = openForTampering(storages.database)
    try {
      await db.executeQuery(CompiledQuery.raw(statement))
    } finally {
      await close()
    }
  }

  test('a session stays in its group, and each group numbers its own', async () => {
    const first = await startSession(storage, 'institute', 1)
    await run("insert into groups (id, organisation_id, kind) values ('maths', 'institute', 'course')")
    await expect(run("update attendance_sessions set group_id = 'maths'")).rejects.toThrow(
      'a session stays in its group',
    )
    const { startedAt, endsAt } = (await storage.attendance.findRunning('institute')) ?? { startedAt: 0, endsAt: 0 }
    const times = { startedAt, endsAt, starterSessionId: '' }
    await storage.attendance.insert({
      id: 'lesson',
      organisationId: 'institute',
      groupId: 'maths',
      number: 1,
      ...times,
    })
    expect((await storage.attendance.findRunning('maths'))?.id).toBe('lesson')
    expect((await storage.attendance.findRunning('institute'))?.id).toBe(first)
    const again = { id: 'second', organisationId: 'institute', groupId: 'maths', number: 1, ...times }
    await expect(storage.attendance.insert(again)).rejects.toThrow()
  })

  test('of all members has the institute’s id, and no other group has it', async () => {
    const refused = (id: string, kind: string) =>
      expect(
        run(`insert into groups (id, organisation_id, kind) values ('${id}', 'institute', '${kind}')`),
      ).rejects.toThrow()
    await refused('another', 'whole')
    await refused('club', 'club')
  })
})
