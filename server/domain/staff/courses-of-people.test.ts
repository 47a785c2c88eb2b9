import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/staff-rights.ts'
import { makeCourse, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
} from '#testing/room-world.ts'
import { listCourses, readCourse, setTeachers } from '../courses/courses.ts'
import { readCourseSheet, readToday } from '../courses/read-sheet.ts'
import { changeStaff } from './manage-staff.ts'
import type { Staff } from './stores.ts'

describe.each(engines)('the courses of people of an institute on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  const office: Phone = {}
  let ravi: Staff

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    for (const id of ['meera', 'ravi']) await addStudent(storage, id, [])
    await logPhoneIn(storage, office, 'institute', 'ORG')
    ravi = (await logStaffIn(storage, 'ravi', 'teacher')).staff
  })
  afterEach(() => storages.close())

  /** Ravi's pages, as they are after the newest change. */
  async function raviNow(): Promise<Phone & { readonly staff: Staff }> {
    const staff = await storage.staff.findNow('institute', 'ravi')
    if (!staff) throw new Error('ravi has no role')
    const phone = { staff }
    await logPhoneIn(storage, phone, 'ravi')
    return phone
  }
  const give = (course: string, ...staffIds: string[]) => setTeachers(deps, contextOf(office), course, staffIds)
  async function change(role: StaffRole, title = '', holdsWhole = false) {
    storages.clock.advance(1_000)
    await changeStaff(deps, contextOf(office), (await raviNow()).staff.id, { role, title, holdsWhole })
  }
  const own = async () => (await listCourses(deps, contextOf(await raviNow()))).courses.map(({ code }) => code)
  const teachersOf = async (course: string) =>
    (await readCourse(deps, contextOf(office), course)).teachers.map(({ name }) => name)

  test.each<[string, readonly (readonly [StaffRole, string, boolean])[]]>([
    ['another title', [['teacher', 'Head of Physics', true]]],
    ['the classes taken away', [['teacher', '', false]]],
    [
      'another role, and back',
      [
        ['registrar', 'Dean', false],
        ['teacher', '', false],
      ],
    ],
    [
      'a role without own courses, and back',
      [
        ['desk', '', false],
        ['viewer', '', false],
        ['teacher', '', true],
      ],
    ],
  ])('stay with a teacher who gets %s', async (_what, changes) => {
    const [a, b] = [await makeCourse(deps, office, 'A', []), await makeCourse(deps, office, 'B', [])]
    await makeCourse(deps, office, 'C', [])
    for (const course of [a, b]) await give(course, ravi.id)
    const { session } = await startCourse(deps, await raviNow(), a)
    for (const one of changes) {
      await change(...one)
      expect([await teachersOf(a), await teachersOf(b)]).toEqual([['ravi'], ['ravi']])
    }
    const phone = contextOf(await raviNow())
    expect(await own()).toEqual(['A', 'B'])
    expect((await readToday(deps, phone)).running.map(({ id }) => id)).toEqual([session.id])
    expect((await readCourseSheet(deps, phone, session.id)).session.id).toBe(session.id)
  })

  test('that were taken from a teacher stay so after another title', async () => {
    const [a, b] = [await makeCourse(deps, office, 'A', []), await makeCourse(deps, office, 'B', [])]
    for (const course of [a, b]) await give(course, ravi.id)
    storages.clock.advance(1_000)
    await give(b)
    await change('teacher', 'Head of Physics', true)
    expect(await own()).toEqual(['A'])
  })
})
