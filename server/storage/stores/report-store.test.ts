import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs } from '#contract/rules.ts'
import { enter } from '#server/domain/doors.ts'
import { readReceipts } from '#server/domain/receipts/read-receipts.ts'
import { readScope, wholeGroup } from '#server/domain/register/report-scope.ts'
import type { StudentOrder } from '#server/domain/register/report-stores.ts'
import { toStanding } from '#server/domain/register/standing.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, addStudent, contextOf, logPhoneIn, type Phone, startSession } from '#testing/room-world.ts'

const evidence = { attachment: null, userVerified: true, backupEligible: false, backedUp: false }

/**
 * Four classes, the last of which runs. Asha was in all that ended, Bala in two of them, Chitra in two and in the one
 * that runs. Devi was in two; her mark in the one that runs was withdrawn.
 */
describe.each(engines)('while a class runs, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let running: string

  const mark = async (attendanceSessionId: string, ...students: string[]) => {
    const markedAt = await storage.now()
    for (const studentId of students) {
      const key = { attendanceSessionId, organisationId: 'institute', studentId }
      const proof = { credentialId: 'credential', proofId: `${attendanceSessionId} ${studentId}` }
      await storage.attendance.insertMarks({ ...key, markedAt, method: 'kiosk', ...proof, evidence })
      const total = (await storage.memberships.find('institute', studentId))?.total ?? 0
      const attendance = { studentId, total: total + 1, expiryTime: markedAt + attendanceSessionMs }
      await storage.memberships.saveAttendance('institute', attendance)
    }
  }
  const read = async (order: Partial<StudentOrder> = {}, below75 = false, from?: number) => {
    const { scope } = await readScope({ storage }, wholeGroup('institute'), { from })
    const [selection, sorting] = [{ search: '', below75 }, { sort: 'percentage', direction: 'desc', ...order } as const]
    const listed = await storage.reports.listStudents(scope, selection, sorting, { limit: 9, offset: 0 })
    expect(await storage.reports.countStudents(scope, selection)).toBe(listed.length)
    expect(await storage.reports.listStudentIds(scope, selection, sorting)).toEqual(listed.map(({ id }) => id))
    return listed.map((facts) => {
      const { shown, official } = toStanding(scope, facts)
      return `${facts.id} ${shown.attended}/${shown.counted}${shown.counted < official.counted ? ' running' : ''}`
    })
  }

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await addInstitute(storage, 'institute')
    for (const id of ['asha', 'bala', 'chitra', 'devi']) await addStudent(storage, id, ['institute'])
    const present = [
      ['asha', 'bala', 'chitra'],
      ['asha', 'bala', 'devi'],
      ['asha', 'chitra', 'devi'],
      ['chitra', 'devi'],
    ]
    for (const [index, students] of present.entries()) {
      running = await startSession(storage, 'institute', index + 1)
      await mark(running, ...students)
      if (index < 3) storages.clock.advance(attendanceSessionMs + 1)
    }
    const ruling = { status: 'absent', reason: 'Not in the room.', note: null, sequence: 1, cause: 'staff' } as const
    await storage.transaction(async ({ courses, rulings, memberships, now }) => {
      const personId = (await courses.findPersonOf('institute', 'devi')) ?? ''
      const said = { ...ruling, minutes: null, decidedBy: 'institute', decidedAt: await now() }
      await rulings.addToCells(running, { ...said, personId, studentId: 'devi' })
      await memberships.saveTotal('institute', { studentId: 'devi', total: 2, expiryTime: null })
    })
  })
  afterEach(() => storages.close())

  test('it is not yet missed in the order and in the numbers of students without a mark in it', async () => {
    expect(await read()).toEqual(['asha 3/3 running', 'chitra 3/4', 'bala 2/3 running', 'devi 2/4'])
    expect(await read({ direction: 'asc' })).toEqual(['devi 2/4', 'bala 2/3 running', 'chitra 3/4', 'asha 3/3 running'])
    expect(await read({ sort: 'attended' })).toEqual(['chitra 3/4', 'asha 3/3 running', 'devi 2/4', 'bala 2/3 running'])
  })

  test('the filter and the count leave out who would be below 75 by it alone', async () => {
    expect(await read({ sort: 'rollNumber', direction: 'asc' }, true)).toEqual(['bala 2/3 running', 'devi 2/4'])
    storages.clock.advance(attendanceSessionMs)
    expect(await read({ sort: 'rollNumber', direction: 'asc' }, true)).toEqual(['bala 2/4', 'devi 2/4'])
    expect(await read()).toEqual(['chitra 3/4', 'asha 3/4', 'devi 2/4', 'bala 2/4'])
  })

  test('and is the first of the period, there is no number yet, and no student is below 75 by it', async () => {
    const startsAt = (await storage.attendance.findRunning('institute'))?.startedAt
    expect(await read({}, false, startsAt)).toEqual(['chitra 1/1', 'devi 0/1', 'bala 0/0 running', 'asha 0/0 running'])
    expect(await read({}, true, startsAt)).toEqual(['devi 0/1'])
  })

  test('a student reads at which institutes it waits for a mark, and every member that it runs', async () => {
    const list = async (id: string) => {
      const phone: Phone = {}
      await logPhoneIn(storage, phone, id)
      return readReceipts({ storage }, await enter('receipts.list', contextOf(phone)))
    }
    const unmarked = async (id: string) => (await list(id)).unmarked
    const running = async (id: string) => (await list(id)).running?.map((one) => one.organisationName)
    expect(await unmarked('asha')).toEqual([{ organisationId: 'institute', number: 4 }])
    expect(await unmarked('chitra')).toEqual([])
    expect(await unmarked('devi')).toEqual([])
    for (const id of ['asha', 'chitra', 'devi']) expect(await running(id)).toEqual(['College institute'])
    storages.clock.advance(attendanceSessionMs)
    expect([await unmarked('asha'), await running('asha')]).toEqual([[], []])
  })
})
