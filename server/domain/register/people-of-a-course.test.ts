import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
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
} from '#testing/room-world.ts'
import { enter } from '../doors.ts'
import { addCourse, listCourses, readCourse } from '../groups/courses.ts'
import { endEnrolment, enrolPeople, listCoursePeople, movePerson } from '../groups/enrolments.ts'
import { readCoursesReport, readRegister, setPolicy } from './read-register.ts'
import { readToday } from './read-sheet.ts'

const hour = 60 * 60_000
const now = { meanwhile: 'left-out' } as const

describe.each(engines)('the people of a course on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    for (const id of ['asha', 'bala', 'ravi']) await addStudent(storage, id, ['institute'])
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
  const manage = async () => enter('courses.manage', await fresh())

  /** What each place says: who are enrolled now, and who was before. */
  async function expectPeople(courseId: string, people: number, before: number): Promise<void> {
    const view = await enter('courses.view', contextOf(office))
    const register = await enter('register.view', contextOf(office))
    const course = await readCourse(deps, view, { courseId })
    const listed = (await listCourses(deps, view)).courses.find(({ id }) => id === courseId)
    const page = (await listCoursePeople(deps, view, { courseId })).people
    const { enrolled } = await readRegister(deps, register, { groupId: courseId })
    const figures = (await readCoursesReport(deps, register, { after: 0 })).courses.find(({ id }) => id === courseId)
    const trial = { courseId, policy: course.policy, isTrial: true }
    const effect = await setPolicy(deps, await enter('courses.policy', await fresh()), trial)
    const today = await readToday(deps, await enter('sessions.view', contextOf(office)))
    const count = (some: readonly { readonly isEnrolled: boolean }[], isEnrolled: boolean) =>
      some.filter((one) => one.isEnrolled === isEnrolled).length
    expect({
      course: course.people,
      list: listed?.people,
      sections: course.sections.length === 0 ? people : course.sections.reduce((sum, one) => sum + one.people, 0),
      page: [count(page, true), count(page, false)],
      register: [enrolled.people, enrolled.before],
      report: [figures?.people, figures?.before],
      policy: effect.people,
      today: today.courses.find(({ id }) => id === courseId)?.people,
    }).toEqual({
      ...{ course: people, list: people, sections: people, page: [people, before], register: [people, before] },
      ...{ report: [people, before], policy: people, today: people },
    })
    expect(figures?.below).toBeLessThanOrEqual(people)
    expect(effect.belowBefore).toBe(figures?.below)
  }

  test('are those enrolled now, in every place, after each enrolment, end and move', async () => {
    const [asha, bala] = [await personOf(storage, 'asha'), await personOf(deps.storage, 'bala')]
    const a = await makeCourse(deps, office, 'A', ['asha', 'bala'])
    const b = await makeCourse(deps, office, 'B', [])
    await expectPeople(a, 2, 0)
    // In which both are absent, and with that below the goal.
    await startCourse(deps, office, a)
    storages.clock.advance(hour)
    await endEnrolment(deps, await manage(), { courseId: a, personId: asha, from: 0 })
    await expectPeople(a, 1, 1)
    storages.clock.advance(1)
    await movePerson(deps, await manage(), { courseId: a, personId: bala, to: b, ...now })
    await expectPeople(a, 0, 2)
    await expectPeople(b, 1, 0)
    storages.clock.advance(1)
    await enrolPeople(deps, await manage(), { courseId: a, people: [asha], ...now })
    await expectPeople(a, 1, 1)
  })

  test('of a course with sections are those of its sections', async () => {
    const asha = await personOf(storage, 'asha')
    const a = await makeCourse(deps, office, 'A', [])
    const named = { title: 'Section', kind: 'section', department: '', term: '', parentId: a } as const
    const { id: first } = await addCourse(deps, await manage(), { ...named, code: 'A1' })
    const { id: second } = await addCourse(deps, await manage(), { ...named, code: 'A2' })
    await enrolPeople(deps, await manage(), { courseId: first, people: [asha], ...now })
    storages.clock.advance(1)
    await movePerson(deps, await manage(), { courseId: first, personId: asha, to: second, ...now })
    await expectPeople(a, 1, 0)
    await expectPeople(first, 0, 1)
    await expectPeople(second, 1, 0)
  })

  test('are not its guests', async () => {
    const a = await makeCourse(deps, office, 'A', ['asha'])
    const { policy } = await readCourse(deps, await enter('courses.view', contextOf(office)), { courseId: a })
    const guests = { courseId: a, policy: { ...policy, guests: true }, isTrial: false }
    await setPolicy(deps, await enter('courses.policy', await fresh()), guests)
    const { session } = await startCourse(deps, office, a)
    const passkey = await addStudent(storage, 'gita', ['institute'])
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'gita')
    await checkIn(deps, phone, passkey, session.id)
    storages.clock.advance(hour)
    await expectPeople(a, 1, 0)
  })
})
