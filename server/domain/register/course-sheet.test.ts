import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cellStatuses } from '#contract/course-cells.ts'
import { teacherLockMs } from '#contract/course-rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { readCourseSheet } from '#testing/read-sheets.ts'
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
} from '#testing/room-world.ts'
import { enter } from '../doors.ts'
import { setTeachers } from '../groups/courses.ts'
import { countHeads } from '../sessions/count-heads.ts'
import { answerDraw, drawStudents } from '../sessions/draw-students.ts'
import { disputeCell } from './dispute-cell.ts'
import { readRegister } from './read-register.ts'
import { readCellToRule, ruleOnCell } from './rule-on-cell.ts'

const minute = 60_000
const students = ['asha', 'bala', 'chidi', 'dev'] as const
const unknown = { type: 'document_not_found' }

describe.each(engines)('the sheet of a session of a course on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Map<string, MadePasskey>
  let office: Phone
  let teacher: Awaited<ReturnType<typeof logStaffIn>>
  let maths: string
  let sessionId: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    passkeys = new Map()
    for (const id of [...students, 'ravi', 'tara']) passkeys.set(id, await addStudent(storage, id, ['institute']))
    office = await logStaffIn(storage, 'ravi', 'registrar')
    teacher = await logStaffIn(storage, 'tara', 'teacher')
    maths = await makeCourse(deps, office, 'MATH', students)
    sessionId = (await startCourse(deps, office, maths)).session.id
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const teach = async (...staff: readonly string[]) =>
    setTeachers(deps, await enter('courses.manage', contextOf(office)), { courseId: maths, staff })
  const mark = async (who: string, phone: Phone = {}) => {
    await logPhoneIn(storage, phone, who)
    await checkIn(deps, phone, passkeys.get(who) ?? expect.fail(), sessionId)
  }
  const rule = async (who: string, status: 'present' | 'absent') => {
    await logPhoneIn(storage, office, 'ravi')
    const ruling = { status, reason: 'Seen.', after: 0 }
    const key = { sessionId, personId: await personOf(storage, who) }
    await ruleOnCell(deps, await enter('cells.rule', contextOf(office)), { ...key, ...ruling })
  }
  const sheet = async (by = office) => readCourseSheet(deps, await enter('sessions.view', contextOf(by)), { sessionId })
  const cells = async () => new Map((await sheet()).people.map(({ studentId, cell }) => [studentId, cell] as const))
  const count = async (counted: number, by = office) =>
    countHeads(deps, await enter('head-count.set', contextOf(by)), { sessionId, counted })
  const draw = async (by = office) =>
    (await drawStudents(deps, await enter('draws.make', contextOf(by)), { sessionId })).draws
  const answer = async (studentId: string, here: boolean) =>
    (await answerDraw(deps, await enter('draws.answer', contextOf(office)), { sessionId, studentId, here })).draws

  test('says what deserves a look at each mark, and what all marks have in common', async () => {
    const shared: Phone = {}
    await mark('asha', shared)
    await mark('bala', shared)
    await mark('chidi')
    const isShared = [...(await cells())].map(([id, { mark: made }]) => [id, made?.flags.includes('shared-browser')])
    expect(isShared).toEqual([
      ['asha', true],
      ['bala', true],
      ['chidi', false],
      ['dev', undefined],
    ])
    expect((await cells()).get('asha')?.mark).toMatchObject({ way: 'room-code', isSigned: true, isWithdrawn: false })
    expect(await sheet()).not.toHaveProperty('roomFlags')
  })

  const rowOf = async (personId: string) => {
    const register = await readRegister(deps, await enter('register.view', contextOf(office)), { groupId: maths })
    return register.people.find((person) => person.personId === personId)?.working
  }

  test('has the numbers so far that the register has, for who reads it', async () => {
    await mark('asha')
    await rule('bala', 'absent')
    storages.clock.advance(61 * minute)
    for (const { personId, soFar } of (await sheet()).people) expect(soFar).toEqual(await rowOf(personId))
    expect((await sheet()).people.map(({ soFar }) => soFar?.percentage)).toEqual(['100%', '0%', '0%', '0%'])
    const desk = await logStaffIn(storage, 'dev', 'desk')
    expect((await sheet(desk)).people.map(({ soFar }) => soFar)).toEqual([undefined, undefined, undefined, undefined])
  })

  test('says of each status what it would make of the numbers, before it does', async () => {
    const personId = await personOf(storage, 'asha')
    for (const [after, status] of cellStatuses.entries()) {
      const { numbers } = await readCellToRule(deps, await enter('sessions.view', contextOf(office)), {
        ...{ sessionId, personId },
      })
      expect(numbers?.now).toEqual(await rowOf(personId))
      await logPhoneIn(storage, office, 'ravi')
      const ruling = { status, reason: 'Seen.', after, ...{ sessionId, personId } }
      await ruleOnCell(deps, await enter('cells.rule', contextOf(office)), ruling)
      expect(await rowOf(personId)).toEqual(numbers?.by[status])
    }
  })

  test('shows the last head count, which changes no mark', async () => {
    await mark('asha')
    await count(3)
    storages.clock.advance(1_000)
    const last = await count(2)
    const { headCount, session } = await sheet()
    expect([headCount, session.present]).toEqual([last, 1])
  })

  test('shows who was drawn, what was found, and whose mark was withdrawn since', async () => {
    await expect(draw()).rejects.toMatchObject({ reason: 'draw-empty' })
    await mark('asha')
    await mark('bala')
    expect((await draw()).map(({ studentId }) => studentId).sort()).toEqual(['asha', 'bala'])
    await answer('bala', false)
    await rule('bala', 'absent')
    const found = (await sheet()).draws.map(({ studentId, here, isWithdrawn }) => [studentId, here, isWithdrawn])
    expect(found.sort()).toEqual([
      ['asha', null, undefined],
      ['bala', false, true],
    ])
  })

  test('draws no one whom a roll call or a ruling alone calls present', async () => {
    await mark('asha')
    await rule('bala', 'present')
    expect((await draw()).map(({ studentId }) => studentId)).toEqual(['asha'])
  })

  test('names each cell that its student disputes, a mark or an absence, until it is answered', async () => {
    await mark('asha')
    storages.clock.advance(61 * minute)
    for (const [who, reason] of [
      ['asha', 'not-me'],
      ['bala', 'was-there'],
    ] as const) {
      const phone: Phone = {}
      await logPhoneIn(storage, phone, who)
      const dispute = { attendanceSessionId: sessionId, reason }
      await disputeCell(deps, await enter('mark.flag', contextOf(phone)), dispute)
    }
    const disputed = async () => [...(await cells())].flatMap(([id, { isDisputed }]) => (isDisputed ? [id] : []))
    expect(await disputed()).toEqual(['asha', 'bala'])
    await rule('bala', 'present')
    expect(await disputed()).toEqual(['asha'])
  })

  test('is counted and drawn by its own teachers, as long as they may change it', async () => {
    await mark('asha')
    for (const act of [() => sheet(teacher), () => count(3, teacher), () => draw(teacher)]) {
      await expect(act()).rejects.toMatchObject(unknown)
    }
    await teach(teacher.staff.id)
    await count(3, teacher)
    expect((await draw(teacher)).map(({ by }) => by?.role)).toEqual(['teacher'])
    storages.clock.advance(60 * minute + teacherLockMs)
    await expect(count(2, teacher)).rejects.toMatchObject({ reason: 'session-locked' })
    await count(2)
  })
})
