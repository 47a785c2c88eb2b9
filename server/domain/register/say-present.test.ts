import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs, handMarkMs } from '#contract/rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { readClassSheet } from '#testing/read-sheets.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { readHistoryOf, ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { readOwnReport } from './read-own-report.ts'

describe.each(engines)('a student of an ended class without a mark on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let session: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    const asha = await addStudent(storage, 'asha', ['institute'])
    await addStudent(storage, 'bala', ['institute'])
    await addStudent(storage, 'ravi', ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    session = await startSession(storage, 'institute', 1)
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, asha, session)
    storages.clock.advance(attendanceSessionMs)
  })
  afterEach(async () => {
    await storage.settleSessions()
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const key = (studentId: string) => ({ sessionId: session, studentId })
  const say = async (studentId: string, status: 'present' | 'absent', { after = 0, by = office } = {}) => {
    await logPhoneIn(storage, by, by.caller?.id ?? '')
    return ruleOnStudent(deps, await enter('cells.rule', contextOf(by)), {
      ...key(studentId),
      status,
      reason: 'Was in the front row.',
      after,
    })
  }
  const totals = async () =>
    Object.fromEntries(
      rowsOf(await storages.readTables(), 'memberships').map((row) => [row.student_id, [row.total, row.expiry_time]]),
    )
  const past = () => storages.clock.advance(handMarkMs)

  test('is present once the office says so with a reason: total one more, no window', async () => {
    past()
    await storage.settleSessions()
    const before = await totals()
    const history = await say('bala', 'present')
    expect(history).toMatchObject({
      mark: { way: 'office' },
      rulings: [{ status: 'present', by: { role: 'registrar' } }],
    })
    expect(await totals()).toEqual({ ...before, bala: [1, null] })
    const wanted = { filter: 'all', search: '', limit: 10, offset: 0 } as const
    const sheet = await readClassSheet(deps, await enter('sessions.view', contextOf(office)), {
      sessionId: session,
      ...wanted,
    })
    expect(sheet.counts).toMatchObject({ marked: 2, office: 1 })
    const student: Phone = {}
    await logPhoneIn(storage, student, 'bala')
    const report = await readOwnReport(deps, await enter('reports.own', contextOf(student)), {
      organisation: 'institute',
      limit: 10,
      offset: 0,
    })
    expect(report.history.entries).toMatchObject([{ presence: 'present', mark: { method: 'office' } }])
  })

  test('is absent again once that is taken back, and stays in the history', async () => {
    past()
    await say('bala', 'present')
    await say('bala', 'absent', { after: 1 })
    expect(await totals()).toMatchObject({ bala: [0, null] })
    expect(
      (await readHistoryOf(deps, await enter('sessions.view', contextOf(office)), key('bala'))).rulings,
    ).toHaveLength(2)
  })

  test('is marked by hand while that is possible', async () => {
    await expect(say('bala', 'present')).rejects.toMatchObject({ reason: 'hand-still-possible' })
  })

  test('is not said present by a teacher, by themselves, or where the roster did not have them', async () => {
    past()
    const teacher = await logStaffIn(storage, 'bala', 'teacher')
    await expect(say('ravi', 'present', { by: teacher })).rejects.toMatchObject({ type: 'user_unauthorized' })
    await expect(say('ravi', 'present')).rejects.toMatchObject({ reason: 'own-record' })
    await addStudent(storage, 'charu', ['institute'], { joinedAt: await storage.now() })
    await expect(say('charu', 'present')).rejects.toMatchObject({ type: 'document_not_found' })
    await expect(say('bala', 'absent')).rejects.toMatchObject({ type: 'document_not_found' })
  })

  test('is said present also after the membership has ended', async () => {
    past()
    await storage.transaction(({ memberships }) =>
      memberships.end('institute', 'bala', 'taken-out', storages.clock.now()),
    )
    await say('bala', 'present')
    expect(await totals()).toMatchObject({ bala: [1, null] })
  })
})
