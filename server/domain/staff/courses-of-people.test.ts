import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/staff-rights.ts'
import { makeCourse, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { insertStaff } from '#testing/insert-staff.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { readCourseSheet } from '#testing/read-sheets.ts'
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
import { enter } from '../doors.ts'
import { closeCourse, listCourses, readCourse, reopenCourse, setTeachers } from '../groups/courses.ts'
import { readToday } from '../register/read-sheet.ts'
import { answerFormerCourses } from './former-courses.ts'
import { changeStaff, endStaff, listStaff } from './manage-staff.ts'
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
  const give = async (course: string, ...staffIds: string[]) =>
    setTeachers(deps, await enter('courses.manage', contextOf(office)), { courseId: course, staff: staffIds })
  async function change(role: StaffRole, title = '', holdsWhole = false) {
    storages.clock.advance(1_000)
    await changeStaff(deps, await enter('staff.manage', contextOf(office)), {
      staffId: (await raviNow()).staff.id,
      role,
      title,
      holdsWhole,
    })
  }
  const own = async () =>
    (await listCourses(deps, await enter('courses.view', contextOf(await raviNow())))).courses.map(({ code }) => code)
  const teachersOf = async (course: string) =>
    (await readCourse(deps, await enter('courses.view', contextOf(office)), { courseId: course })).teachers.map(
      ({ name }) => name,
    )

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
    expect((await readToday(deps, await enter('sessions.view', phone))).running.map(({ id }) => id)).toEqual([
      session.id,
    ])
    expect(
      (await readCourseSheet(deps, await enter('sessions.view', phone), { sessionId: session.id })).session.id,
    ).toBe(session.id)
  })

  describe('of a person who was ended and came back', () => {
    let a: string
    let b: string
    beforeEach(async () => {
      a = await makeCourse(deps, office, 'A', [])
      b = await makeCourse(deps, office, 'B', [])
      for (const course of [a, b]) await give(course, ravi.id)
    })
    async function leave() {
      storages.clock.advance(1_000)
      await endStaff(deps, await enter('staff.manage', contextOf(office)), { staffId: (await raviNow()).staff.id })
    }
    /** As by a link. */
    async function comeBack() {
      storages.clock.advance(1_000)
      const staff = { ...ravi, id: `ravi again ${await storage.now()}`, since: await storage.now() }
      await insertStaff(storage, staff)
      await storage.staff.askAboutCourses(staff)
    }
    const asked = async () =>
      (await listStaff(deps, await enter('staff.view', contextOf(office)))).people.flatMap(({ formerCourses = [] }) =>
        formerCourses.map(({ code }) => code),
      )
    const answer = async (giveBack: boolean) =>
      answerFormerCourses(deps, await enter('courses.manage', contextOf(office)), {
        staffId: (await raviNow()).staff.id,
        giveBack,
      })

    test.each([
      ['are given back', true, ['A', 'B']],
      ['stay with others', false, []],
    ])('%s as the office says, which is asked once', async (_what, giveBack, courses) => {
      await leave()
      expect(await asked()).toEqual([])
      await comeBack()
      expect([await asked(), await own()]).toEqual([['A', 'B'], []])
      await answer(giveBack)
      expect([await asked(), await own()]).toEqual([[], courses])
      await expect(answer(true)).rejects.toMatchObject({ reason: 'document_not_found' })
      await change('teacher', 'Head of Physics')
      expect([await asked(), await own()]).toEqual([[], courses])
    })

    test('are asked about as they are by then', async () => {
      storages.clock.advance(1_000)
      await give(b)
      await leave()
      await comeBack()
      expect(await asked()).toEqual(['A'])
      await closeCourse(deps, await enter('courses.manage', contextOf(office)), { courseId: a })
      expect(await asked()).toEqual([])
      await expect(answer(true)).rejects.toMatchObject({ reason: 'document_not_found' })
      await reopenCourse(deps, await enter('courses.manage', contextOf(office)), { courseId: a })
      await give(a, (await raviNow()).staff.id)
      expect(await asked()).toEqual([])
    })

    test('are asked about until the office has answered, whatever happens to the person', async () => {
      await leave()
      await comeBack()
      await change('desk', 'Front desk')
      expect(await asked()).toEqual(['A', 'B'])
      await leave()
      expect(await asked()).toEqual([])
      await comeBack()
      expect(await asked()).toEqual(['A', 'B'])
      await answer(true)
      expect(await teachersOf(a)).toEqual(['ravi'])
    })

    test('are the office’s question of this institute alone', async () => {
      await leave()
      await comeBack()
      const { staff } = await raviNow()
      const teacher = await logStaffIn(storage, 'meera', 'teacher')
      await expect(enter('courses.manage', contextOf(teacher))).rejects.toMatchObject({
        reason: 'user_unauthorized',
      })
      await addInstitute(storage, 'elsewhere')
      const elsewhere: Phone = {}
      await logPhoneIn(storage, elsewhere, 'elsewhere', 'ORG')
      for (const [context, id] of [
        [elsewhere, staff.id],
        [office, 'unknown'],
        [office, ravi.id],
      ] as const) {
        await expect(
          answerFormerCourses(deps, await enter('courses.manage', contextOf(context)), { staffId: id, giveBack: true }),
        ).rejects.toMatchObject({
          reason: 'document_not_found',
        })
      }
      expect(await asked()).toEqual(['A', 'B'])
    })
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
