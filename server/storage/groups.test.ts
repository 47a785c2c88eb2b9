import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Counter } from '#server/domain/groups/group-kind.ts'
import { countClass } from '#server/domain/groups/whole.ts'
import { makeMark } from '#server/domain/marks/make-mark.ts'
import { readScope, wholeGroup } from '#server/domain/register/report-scope.ts'
import type { AttendanceSession } from '#server/domain/sessions/stores.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, addStudent, startSession } from '#testing/room-world.ts'
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

  test('a mark of another group moves no number of a member', async () => {
    await startSession(storage, 'institute', 1)
    await addStudent(storage, 'asha', ['institute'])
    await run("insert into groups (id, organisation_id, kind) values ('maths', 'institute', 'course')")
    const now = await storage.now()
    const times = { startedAt: now, endsAt: now + 1_000, starterSessionId: '' }
    const lesson = { id: 'lesson', organisationId: 'institute', groupId: 'maths', number: 1, ...times }
    await storage.attendance.insert(lesson)
    const evidence = { attachment: null, userVerified: true, backupEligible: false, backedUp: false, flags: [] }
    const signed = { method: 'screen', credentialId: 'credential', proofId: 'proof', evidence } as const
    const mark = async (session: AttendanceSession, counter: Counter | undefined) =>
      storage.transaction(async (stores) => {
        const member = await stores.memberships.lockMember('institute', 'asha')
        if (!member) throw new Error('there is no such member')
        const earlier = await stores.checkIns.findMark(session.id, 'asha')
        const wanted = { ...signed, earlier, now: await stores.now() }
        const { outcome, total } = await makeMark(stores, member, session, counter, wanted)
        return { outcome, total }
      })
    const running = { ...lesson, setBackMs: 0 }
    expect(await mark(running, undefined)).toEqual({ outcome: 'counted', total: 0 })
    expect(await mark(running, undefined)).toEqual({ outcome: 'already-marked', total: 0 })
    expect(await storage.memberships.find('institute', 'asha')).toMatchObject({ total: 0, expiryTime: null })
    const { scope } = await readScope({ storage }, wholeGroup('institute'), {})
    expect(await storage.reports.findStudent(scope, 'asha')).toMatchObject({ total: 0, marks: 0, attended: 0 })
    // The class counts beside it.
    const held = await storage.attendance.findRunning('institute')
    if (!held) throw new Error('no class runs')
    expect(await mark(held, countClass('session'))).toEqual({ outcome: 'counted', total: 1 })
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
