import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { maxRegisterPeople } from '#contract/course-rules.ts'
import { attendanceSessionMs } from '#contract/rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse } from '#testing/course-world.ts'
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
import { removeMember } from '../institutes/remove-member.ts'
import { readRegister } from './read-register.ts'
import { readStudentsReport } from './read-reports.ts'

const minute = 60_000
const students = ['asha', 'bala', 'chidi'] as const
type Who = (typeof students)[number]

describe.each(engines)('the register of the whole institute on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<Who, MadePasskey>
  let office: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    passkeys = {} as typeof passkeys
    for (const id of students) passkeys[id] = await addStudent(storage, id, ['institute'])
    await addStudent(storage, 'ravi', [])
    office = await logStaffIn(storage, 'ravi', 'registrar')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const fresh = async () => {
    await logPhoneIn(storage, office, 'ravi')
    return contextOf(office)
  }
  const read = async (groupId = 'institute') =>
    readRegister(deps, await enter('register.view', contextOf(office)), { groupId })
  const lettersOf = async () =>
    Object.fromEntries((await read()).people.map(({ studentId, letters }) => [studentId, letters]))
  const mark = async (who: Who, session: string) => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, who)
    await checkIn(deps, phone, passkeys[who], session)
  }
  const rule = async (session: string, studentId: Who, status: 'present' | 'absent', after: number) =>
    ruleOnStudent(deps, await enter('cells.rule', await fresh()), {
      ...{ sessionId: session, studentId, status, after, reason: 'Seen on the list' },
    })

  test('has present and absent alone: a mark of the last minute is no late one', async () => {
    const session = await startSession(storage, 'institute', 1)
    storages.clock.advance(attendanceSessionMs - minute)
    await mark('asha', session)
    expect(await lettersOf()).toEqual({ asha: 'P', bala: '?', chidi: '?' })
    storages.clock.advance(minute)
    expect(await lettersOf()).toEqual({ asha: 'P', bala: 'A', chidi: 'A' })
  })

  test('counts each class that is over, also one without a mark', async () => {
    await startSession(storage, 'institute', 1)
    storages.clock.advance(attendanceSessionMs)
    const { sessions, people } = await read()
    expect(sessions.map(({ counts, isTaken }) => [counts, isTaken])).toEqual([[true, false]])
    expect(people.map(({ letters, working }) => [letters, working.counted])).toEqual(students.map(() => ['A', 1]))
  })

  test('shows a mark that was withdrawn as absent, and one that the office said as present', async () => {
    const session = await startSession(storage, 'institute', 1)
    await mark('asha', session)
    storages.clock.advance(30 * 60 * minute)
    await rule(session, 'asha', 'absent', 0)
    await rule(session, 'bala', 'present', 0)
    expect(await lettersOf()).toEqual({ asha: 'A', bala: 'P', chidi: 'A' })
    expect((await read()).people.map(({ rulings }) => rulings)).toEqual([[[0, 1]], [[0, 1]], []])
    await rule(session, 'asha', 'present', 1)
    expect(await lettersOf()).toMatchObject({ asha: 'P' })
  })

  test('lists whom Reports lists, with its numbers: former members as long as a class counts for them', async () => {
    const session = await startSession(storage, 'institute', 1)
    await mark('asha', session)
    await mark('bala', session)
    await rule(session, 'bala', 'absent', 0)
    for (const studentId of ['asha', 'bala'])
      await removeMember(deps, await enter('members.remove', await fresh()), { studentId })
    storages.clock.advance(2 * attendanceSessionMs)
    await startSession(storage, 'institute', 2)
    const { people, enrolled } = await read()
    const report = await readStudentsReport(deps, await enter('reports.view', contextOf(office)), {
      ...{ limit: 50, offset: 0, search: '', below75: false, sort: 'rollNumber', direction: 'asc' },
    })
    expect(people.map(({ studentId, working }) => [studentId, working.points / 100, working.counted])).toEqual(
      report.students.map(({ id, shown }) => [id, shown?.attended, shown?.counted]),
    )
    // A withdrawn mark keeps no one on the sheet who has left.
    expect(people.map(({ studentId, letters }) => [studentId, letters])).toEqual([
      ['asha', 'P-'],
      ['chidi', 'A?'],
    ])
    expect(enrolled).toEqual({ people: 1, before: 1 })
  })

  test('is not there for more people than a register has', async () => {
    const counting = (count: number) => ({
      storage: { ...storage, reports: { ...storage.reports, countStudents: async () => count } },
    })
    const readOf = async (count: number) =>
      readRegister(counting(count), await enter('register.view', contextOf(office)), { groupId: 'institute' })
    expect((await readOf(maxRegisterPeople)).people).toHaveLength(3)
    await expect(readOf(maxRegisterPeople + 1)).rejects.toMatchObject({ reason: 'register-too-large' })
  })

  test('is read by who reads the reports of classes: a teacher of a course alone finds nothing', async () => {
    const course = await makeCourse(deps, office, 'MATH', ['asha'])
    for (const [id, role, holdsWhole] of [
      ['vani', 'viewer', false],
      ['tara', 'teacher', true],
      ['lone', 'teacher', false],
    ] as const) {
      await addStudent(storage, id, [])
      const person = await logStaffIn(storage, id, role, '', holdsWhole)
      if (role === 'teacher') {
        await setTeachers(deps, await enter('courses.manage', await fresh()), {
          courseId: course,
          staff: [person.staff.id],
        })
      }
      const readAs = async (groupId: string) =>
        readRegister(deps, await enter('register.view', contextOf(person)), { groupId })
      expect((await readAs(course)).course?.code).toBe('MATH')
      if (id === 'lone') await expect(readAs('institute')).rejects.toMatchObject({ type: 'document_not_found' })
      else expect((await readAs('institute')).course).toBeUndefined()
    }
    await expect(read('unknown')).rejects.toMatchObject({ type: 'document_not_found' })
  })
})
