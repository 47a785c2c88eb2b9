import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, startCourse } from '#testing/course-world.ts'
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
  finish,
  logPhoneIn,
  logStaffIn,
  type Phone,
  scan,
  sign,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { readRegister, setPolicy } from '../register/read-register.ts'
import { readToday } from '../register/read-sheet.ts'
import { setTeachers } from './courses.ts'

describe.each(engines)('a course on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'asha' | 'bala', MadePasskey>
  let office: Phone
  let course: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    passkeys = {
      asha: await addStudent(storage, 'asha', ['institute']),
      bala: await addStudent(storage, 'bala', ['institute']),
    }
    await addStudent(storage, 'ravi', ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    course = await makeCourse(deps, office, 'MATH-1', ['asha'])
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const phoneOf = async (id: string): Promise<Phone> => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, id)
    return phone
  }

  test('a student who is enrolled checks in by room code, and no class moves', async () => {
    const { session } = await startCourse(deps, office, course)
    const answer = await checkIn(deps, await phoneOf('asha'), passkeys.asha, session.id)
    expect(answer.session).toMatchObject({ number: 1, course: { code: 'MATH-1', title: 'Course MATH-1' } })
    expect(answer.marks).toMatchObject([{ outcome: 'counted', student: { id: 'asha', working: null } }])
    const sheet = await readCourseSheet(deps, await enter('sessions.view', contextOf(office)), {
      sessionId: session.id,
    })
    expect(sheet.people).toMatchObject([{ studentId: 'asha', cell: { status: 'present', ruling: null } }])
    const tables = await storages.readTables()
    expect(rowsOf(tables, 'organisations')).toMatchObject([{ classes: 0 }])
    expect(rowsOf(tables, 'memberships').map(({ total, expiry_time }) => [total, expiry_time])).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ])
    expect(rowsOf(tables, 'marks')).toMatchObject([{ begun_at: expect.any(Number) }])
  })

  test('a student who is not enrolled is told so', async () => {
    const { session } = await startCourse(deps, office, course)
    expect(await scan(deps, await phoneOf('bala'), session.id)).toMatchObject({
      state: 'not-in-course',
      ceremony: null,
    })
  })

  test('where the policy takes guests, a student who is not enrolled checks in and counts nowhere', async () => {
    const { policy } = await deps.storage.courses.find('institute', course).then((found) => found ?? expect.fail())
    await setPolicy(deps, await enter('courses.policy', contextOf(office)), {
      courseId: course,
      policy: { ...policy, guests: true },
      isTrial: false,
    })
    const { session } = await startCourse(deps, office, course)
    const phone = await phoneOf('bala')
    const offer = await scan(deps, phone, session.id)
    expect(offer).toMatchObject({ state: 'ready', isGuest: true })
    const answer = sign(passkeys.bala, offer)
    const made = await finish(deps, phone, offer, answer)
    expect(made.marks).toMatchObject([{ outcome: 'counted', isGuest: true }])
    expect((await finish(deps, phone, offer, answer)).marks).toEqual(made.marks)
    expect(await scan(deps, phone, session.id)).toMatchObject({ state: 'already-marked', isGuest: true })
    expect(
      (await readCourseSheet(deps, await enter('sessions.view', contextOf(office)), { sessionId: session.id })).session,
    ).toMatchObject({
      present: 0,
      people: 1,
    })
    expect((await readToday(deps, await enter('sessions.view', contextOf(office)))).running).toMatchObject([
      { present: 0, people: 1 },
    ])
    storages.clock.advance(60 * 60_000)
    const register = await readRegister(deps, await enter('register.view', contextOf(office)), { groupId: course })
    expect(register.people.map(({ studentId, letters, working }) => [studentId, letters, working.counted])).toEqual([
      ['asha', 'A', 1],
      ['bala', 'G', 0],
    ])
  })

  test('a teacher sees and starts the own courses alone', async () => {
    const teacher = await logStaffIn(storage, 'bala', 'teacher')
    const start = () => startCourse(deps, teacher, course)
    await expect(start()).rejects.toMatchObject({ type: 'document_not_found' })
    expect((await readToday(deps, await enter('sessions.view', contextOf(teacher)))).courses).toEqual([])
    await setTeachers(deps, await enter('courses.manage', contextOf(office)), {
      courseId: course,
      staff: [teacher.staff.id],
    })
    expect((await readToday(deps, await enter('sessions.view', contextOf(teacher)))).courses).toMatchObject([
      { code: 'MATH-1', nextNumber: 1 },
    ])
    expect(await start()).toMatchObject({ session: { number: 1, groupId: course } })
  })

  test('two courses run at once', async () => {
    await startCourse(deps, office, course)
    const second = await makeCourse(deps, office, 'PHYS-1', ['bala'])
    await startCourse(deps, office, second)
    expect((await readToday(deps, await enter('sessions.view', contextOf(office)))).running).toHaveLength(2)
  })
})
