import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs } from '#contract/rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
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
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { setTeachers } from '../groups/courses.ts'
import { readReceipts } from '../receipts/read-receipts.ts'
import { disputeCell } from './dispute-cell.ts'
import { readOwnReport } from './read-own-report.ts'
import { readPersonRecord } from './read-person-record.ts'
import { readRegister } from './read-register.ts'
import { readStudentReport, readStudentsReport } from './read-reports.ts'

const hour = attendanceSessionMs
const page = { limit: 25, offset: 0 }

describe.each(engines)('one person in all groups on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let passkey: MadePasskey
  let maths: string
  let physics: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    for (const id of ['institute', 'elsewhere']) await addInstitute(storage, id)
    for (const id of ['bala', 'ravi', 'mira', 'tara']) await addStudent(storage, id, ['institute'])
    passkey = await addStudent(storage, 'asha', ['institute', 'elsewhere'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    maths = await makeCourse(deps, office, 'MATH', ['asha', 'bala'])
    physics = await makeCourse(deps, office, 'PHYS', ['asha'])
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const fresh = async (by: Phone) => {
    await logPhoneIn(storage, by, by.staff?.accountId ?? '')
    return contextOf(by)
  }
  const door = async (by: Phone) => enter('register.view', await fresh(by))
  const read = async (
    personId: string,
    wanted: { group?: string; limit?: number; offset?: number } = {},
    by = office,
  ) => readPersonRecord(deps, await door(by), { ...page, personId, ...wanted })
  const checkAshaIn = async (sessionId: string) => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, passkey, sessionId)
  }
  /** Sessions one after the other; Asha is in those that are true. */
  const hold = async (course: string, ...isThere: readonly boolean[]) => {
    const ids: string[] = []
    for (const [place, isHere] of isThere.entries()) {
      await fresh(office)
      const { session } = await startCourse(deps, office, course, { expected: place + 1 })
      ids.push(session.id)
      if (isHere) await checkAshaIn(session.id)
      storages.clock.advance(hour + 1)
    }
    return ids
  }
  const holdClass = async (number: number, isThere: boolean) => {
    const id = await startSession(storage, 'institute', number)
    if (isThere) await checkAshaIn(id)
    storages.clock.advance(hour + 1)
    return id
  }
  const teacherOf = async (id: string, course: string, holdsWhole = false) => {
    const teacher = await logStaffIn(storage, id, 'teacher', '', holdsWhole)
    const courses = await enter('courses.manage', await fresh(office))
    await setTeachers(deps, courses, { courseId: course, staff: [teacher.staff.id] })
    return teacher
  }

  test('has the numbers and the letters of the registers, and the standing of the reports', async () => {
    await hold(maths, true, false, true)
    await hold(physics, true)
    await holdClass(1, true)
    await holdClass(2, false)
    const record = await read('asha')
    for (const [course, groupId] of [
      [record.courses[0], maths],
      [record.courses[1], physics],
    ] as const) {
      const register = await readRegister(deps, await door(office), { groupId })
      const row = register.people.find(({ studentId }) => studentId === 'asha')
      expect(course).toMatchObject({ id: groupId, working: row?.working, isEnrolled: true, goal: 75, by: 'sessions' })
      const { sessions } = await read('asha', { group: groupId })
      if (sessions?.of !== 'course') throw new Error('the sessions are of another group')
      const letters = sessions.entries.map(({ letter }) => letter)
      expect(letters.toReversed().join('')).toBe(row?.letters)
    }
    const reports = await enter('reports.view', await fresh(office))
    const { student, history } = await readStudentReport(deps, reports, { studentId: 'asha', ...page })
    expect(record.whole).toEqual(student)
    expect(record.sessions).toEqual({ of: 'whole', ...history })
  })

  test('is found by the roster’s person and by the student, and is unknown to another institute', async () => {
    const person = await personOf(storage, 'asha')
    const record = await read(person)
    expect({ ...(await read('asha')), serverTime: record.serverTime }).toEqual(record)
    expect(record.person).toMatchObject({ personId: person, studentId: 'asha', section: '' })
    await expect(read('no-one')).rejects.toMatchObject({ type: 'document_not_found' })
    const other: Phone = {}
    await logPhoneIn(storage, other, 'elsewhere', 'ORG')
    const theirs = await enter('register.view', contextOf(other))
    await expect(readPersonRecord(deps, theirs, { ...page, personId: person })).rejects.toMatchObject({
      type: 'document_not_found',
    })
    // A student of both: each sees the own groups.
    expect((await readPersonRecord(deps, theirs, { ...page, personId: 'asha' })).courses).toEqual([])
    await expect(readPersonRecord(deps, theirs, { ...page, personId: 'asha', group: maths })).rejects.toMatchObject({
      type: 'document_not_found',
    })
  })

  test('a teacher reads the own groups alone, and who is in none of them is unknown', async () => {
    const mira = await teacherOf('mira', physics)
    const record = await read('asha', {}, mira)
    expect([record.whole, record.courses.map(({ code }) => code)]).toEqual([null, ['PHYS']])
    for (const [id, group] of [
      ['asha', maths],
      ['asha', 'institute'],
      ['bala', undefined],
    ] as const) {
      await expect(read(id, group === undefined ? {} : { group }, mira)).rejects.toMatchObject({
        type: 'document_not_found',
      })
    }
    const tara = await teacherOf('tara', maths, true)
    const ofBoth = await read('asha', {}, tara)
    expect([ofBoth.whole?.id, ofBoth.courses.map(({ code }) => code)]).toEqual(['asha', ['MATH']])
  })

  test('pages the sessions, the newest first, with the reason of a decision and the open dispute', async () => {
    const [first = '', , third = ''] = await hold(maths, true, false, false)
    await ruleOnStudent(deps, await enter('cells.rule', await fresh(office)), {
      ...{ sessionId: first, studentId: 'asha', status: 'late', reason: 'The bus.', after: 0 },
    })
    const asha: Phone = {}
    await logPhoneIn(storage, asha, 'asha')
    const said = { attendanceSessionId: third, reason: 'was-there', words: 'In the third row.' } as const
    await ruleOnStudent(deps, await enter('cells.rule', await fresh(office)), {
      ...{ sessionId: third, studentId: 'bala', status: 'present', reason: 'Seen.', after: 0 },
    })
    await disputeCell(deps, await enter('mark.flag', contextOf(asha)), said)
    const { sessions } = await read('asha', { group: maths, limit: 1 })
    expect(sessions).toMatchObject({
      total: 3,
      entries: [{ number: 3, letter: 'A', dispute: { words: 'In the third row.' } }],
    })
    const last = await read('asha', { group: maths, limit: 1, offset: 2 })
    expect(last.sessions).toMatchObject({
      entries: [{ number: 1, letter: 'L', cell: { ruling: { reason: 'The bus.', by: { name: 'ravi' } } } }],
    })
    expect(last.courses).toEqual((await read('asha')).courses)
  })

  test('who joined after a class reads the part since then first, while it is at the goal and all classes are below', async () => {
    for (const number of [1, 2, 3]) await holdClass(number, false)
    const joinedAt = await storage.now()
    passkey = await addStudent(storage, 'nila', ['institute'], { joinedAt })
    const standing = async () => (await read('nila')).whole
    const since = async () => (await standing())?.sinceJoining
    expect(await since()).toEqual({ after: 3, counted: 0, attended: 0 })
    const checkIn4 = await startSession(storage, 'institute', 4)
    // Not yet missed.
    expect(await since()).toEqual({ after: 3, counted: 0, attended: 0 })
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'nila')
    await checkIn(deps, phone, passkey, checkIn4)
    storages.clock.advance(hour + 1)
    expect(await standing()).toMatchObject({
      total: 1,
      classes: 4,
      official: { percentage: 25 },
      sinceJoining: { after: 3, counted: 1, attended: 1 },
    })
    await logPhoneIn(storage, phone, 'nila')
    const own = await readOwnReport(deps, await enter('reports.own', contextOf(phone)), {
      organisation: 'institute',
      ...page,
    })
    expect(own.sinceJoining).toEqual(await since())
    const { joinedAfter } = await readReceipts(deps, await enter('receipts.list', contextOf(phone)))
    expect(joinedAfter).toEqual([{ organisationId: 'institute', joinedAt, after: 3 }])
    // In the list of those below 75 such a person stands last, whatever the order.
    const reports = await enter('reports.view', await fresh(office))
    for (const direction of ['asc', 'desc'] as const) {
      const wanted = { ...page, search: '', below75: true, sort: 'percentage', direction } as const
      const { students } = await readStudentsReport(deps, reports, wanted)
      expect(students.map(({ id }) => id).at(-1)).toBe('nila')
      expect(students).toHaveLength(6)
    }
    // Half of the own part is below the goal, too: there is one number.
    await holdClass(5, false)
    expect(await since()).toBeUndefined()
    expect((await read('asha')).whole?.sinceJoining).toBeUndefined()
  })
})
