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
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
} from '#testing/room-world.ts'
import { enter } from '../doors.ts'
import { readRegister } from '../register/read-register.ts'
import { ruleOnCell } from '../register/rule-on-cell.ts'
import { changePerson } from '../roster/people.ts'
import { addCourse, closeCourse, makeCoursesOfSections, reopenCourse } from './courses.ts'
import {
  endEnrolment,
  enrolPeople,
  enrolSection,
  listCoursePeople,
  listNewOfSections,
  movePerson,
} from './enrolments.ts'

const hour = 60 * 60_000

describe.each(engines)('enrolments on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let asha: string
  let bala: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    for (const id of ['asha', 'bala', 'ravi']) await addStudent(storage, id, ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    asha = await personOf(storage, 'asha')
    bala = await personOf(storage, 'bala')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const now = { meanwhile: 'left-out' } as const
  /** A step-up of now. */
  const fresh = async () => {
    await logPhoneIn(storage, office, 'ravi')
    return contextOf(office)
  }
  /** A session that is over; these are present, all others absent. */
  const hold = async (course: string, expected: number, present: readonly string[]) => {
    const { session } = await startCourse(deps, office, course, { expected })
    for (const personId of present) {
      const key = { sessionId: session.id, personId }
      const ruling = { status: 'present', reason: 'Was there.', after: 0 } as const
      await ruleOnCell(deps, await enter('cells.rule', await fresh()), { ...key, ...ruling })
    }
    storages.clock.advance(hour)
  }
  const numbers = async (course: string, personId: string) => {
    const { people } = await readRegister(deps, await enter('register.view', contextOf(office)), { groupId: course })
    const person = people.find((one) => one.personId === personId)
    return person && [person.letters, person.working.points / 100, person.working.counted]
  }

  test('a move keeps both histories, and counts in each course what was there', async () => {
    const a = await makeCourse(deps, office, 'A', ['asha'])
    const b = await makeCourse(deps, office, 'B', ['bala'])
    for (const [expected, present] of [
      [1, [asha]],
      [2, [asha]],
      [3, [asha]],
      [4, []],
    ] as const) {
      await hold(a, expected, present)
      await hold(b, expected, [bala])
    }
    storages.clock.advance(1)
    await movePerson(deps, await enter('courses.manage', await fresh()), { courseId: a, personId: asha, to: b, ...now })
    for (const expected of [5, 6, 7, 8]) {
      await hold(a, expected, [])
      await hold(b, expected, [asha, bala])
    }
    expect(await numbers(a, asha)).toEqual(['PPP?----', 3, 3])
    expect(await numbers(b, asha)).toEqual(['----PPPP', 4, 4])
  })

  test('a move from an earlier time leaves out what ended meanwhile, or counts it as absent', async () => {
    const a = await makeCourse(deps, office, 'A', ['asha'])
    const b = await makeCourse(deps, office, 'B', ['bala'])
    storages.clock.advance(1)
    const from = await storage.now()
    await hold(b, 1, [bala])
    storages.clock.advance(1)
    await movePerson(deps, await enter('courses.manage', await fresh()), {
      courseId: a,
      personId: asha,
      to: b,
      from,
      meanwhile: 'left-out',
    })
    expect(await numbers(b, asha)).toEqual(['·', 0, 0])
    const c = await makeCourse(deps, office, 'C', ['bala'])
    storages.clock.advance(1)
    const earlier = await storage.now()
    await hold(c, 1, [bala])
    storages.clock.advance(1)
    await enrolPeople(deps, await enter('courses.manage', await fresh()), {
      courseId: c,
      people: [asha],
      from: earlier,
      meanwhile: 'absent',
    })
    expect(await numbers(c, asha)).toEqual(['A', 0, 1])
  })

  test('never overlap, and an end lies behind the beginning', async () => {
    const a = await makeCourse(deps, office, 'A', ['asha'])
    storages.clock.advance(hour)
    const context = await fresh()
    expect(
      await enrolPeople(deps, await enter('courses.manage', context), { courseId: a, people: [asha, bala], ...now }),
    ).toEqual({ enrolled: 1, already: 1, elsewhere: [] })
    const long = (await storage.now()) - 2 * hour
    await expect(
      endEnrolment(deps, await enter('courses.manage', context), { courseId: a, personId: asha, from: long }),
    ).rejects.toMatchObject({ reason: 'enrolment-too-early' })
    await endEnrolment(deps, await enter('courses.manage', context), { courseId: a, personId: asha, from: 0 })
    const overlapping = { people: [asha], from: long, meanwhile: 'absent' as const }
    await expect(
      enrolPeople(deps, await enter('courses.manage', context), { courseId: a, ...overlapping }),
    ).rejects.toMatchObject({ reason: 'enrolment-overlaps' })
    storages.clock.advance(1)
    expect(
      await enrolPeople(deps, await enter('courses.manage', context), { courseId: a, people: [asha], ...now }),
    ).toEqual({ enrolled: 1, already: 0, elsewhere: [] })
    const { people } = await listCoursePeople(deps, await enter('courses.view', context), { courseId: a })
    expect(people.map(({ studentId, passkey, enrolments }) => [studentId, passkey, enrolments.length])).toEqual([
      ['asha', 'ready', 2],
      ['bala', 'ready', 1],
    ])
  })

  test('courses are made of the sections of the roster, with their people', async () => {
    for (const [person, section] of [
      [asha, '10A'],
      [bala, '10B'],
    ] as const)
      await changePerson(deps, await enter('people.change', await fresh()), { personId: person, section })
    const { courses } = await makeCoursesOfSections(deps, await enter('courses.manage', contextOf(office)), {
      sections: ['10A', '10B'],
      term: 'Spring',
    })
    expect(courses.map(({ code, people, term }) => [code, people, term])).toEqual([
      ['10A', 1, 'Spring'],
      ['10B', 1, 'Spring'],
    ])
    const [courseId = ''] = courses.map(({ id }) => id)
    const newOfSection = async () =>
      (await listCoursePeople(deps, await enter('courses.view', contextOf(office)), { courseId })).newOfSection
    const again = makeCoursesOfSections(deps, await enter('courses.manage', contextOf(office)), {
      sections: ['10A'],
      term: '',
    })
    await expect(again).rejects.toMatchObject({ reason: 'course-code-taken' })
    expect(await newOfSection()).toEqual([])
    await changePerson(deps, await enter('people.change', await fresh()), { personId: bala, section: '10A' })
    expect(await newOfSection()).toEqual([bala])
    // The page of people proposes the same, of every open course.
    const proposed = async () => (await listNewOfSections(deps, await enter('people.view', contextOf(office)))).courses
    expect(await proposed()).toEqual([{ courseId, code: '10A', people: [bala] }])
    await changePerson(deps, await enter('people.change', await fresh()), { personId: bala, section: '10B' })
    const enrolled = await enrolSection(deps, await enter('courses.manage', contextOf(office)), {
      courseId,
      section: '10B',
      ...now,
    })
    expect(enrolled).toEqual({ enrolled: 1, already: 0, elsewhere: [] })
    await changePerson(deps, await enter('people.change', await fresh()), { personId: bala, section: '10A' })
    expect(await proposed()).toEqual([])
  })

  test('the roster of a course with sections is that of its sections', async () => {
    const named = { title: 'Maths', kind: 'course', department: '', term: '' } as const
    const { id: parent } = await addCourse(deps, await enter('courses.manage', contextOf(office)), {
      ...named,
      code: 'M',
    })
    const section = async (code: string) =>
      (
        await addCourse(deps, await enter('courses.manage', contextOf(office)), {
          ...named,
          code,
          kind: 'section',
          parentId: parent,
        })
      ).id
    const [one, two] = [await section('M-1'), await section('M-2')]
    const enrol = async (course: string, person: string) =>
      enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
        courseId: course,
        people: [person],
        ...now,
      })
    await expect(enrol(parent, asha)).rejects.toMatchObject({ reason: 'course-has-sections' })
    await enrol(one, asha)
    await enrol(two, bala)
    // A person is in one section at a time: who is in another is named with it, and is moved by one call more.
    const elsewhere = [{ personId: asha, given: 'Name', family: 'asha', courseId: one, code: 'M-1' }]
    expect(await enrol(two, asha)).toEqual({ enrolled: 0, already: 0, elsewhere })
    expect(await enrol(one, asha)).toEqual({ enrolled: 0, already: 1, elsewhere: [] })
    storages.clock.advance(1)
    await hold(parent, 1, [asha, bala])
    expect(await numbers(parent, asha)).toEqual(['P', 1, 1])
    expect(await numbers(parent, bala)).toEqual(['P', 1, 1])
  })

  test('a closed course takes no one, keeps its register, and opens again', async () => {
    const a = await makeCourse(deps, office, 'A', ['asha'])
    await hold(a, 1, [asha])
    await closeCourse(deps, await enter('courses.manage', await fresh()), { courseId: a })
    const enrol = async () =>
      enrolPeople(deps, await enter('courses.manage', await fresh()), { courseId: a, people: [bala], ...now })
    await expect(enrol()).rejects.toMatchObject({ reason: 'course-closed' })
    await expect(startCourse(deps, office, a, { expected: 2 })).rejects.toMatchObject({ reason: 'course-closed' })
    expect(await numbers(a, asha)).toEqual(['P', 1, 1])
    const taken = await makeCourse(deps, office, 'A', [])
    await expect(
      reopenCourse(deps, await enter('courses.manage', contextOf(office)), { courseId: a }),
    ).rejects.toMatchObject({
      reason: 'course-code-taken',
    })
    await closeCourse(deps, await enter('courses.manage', contextOf(office)), { courseId: taken })
    await reopenCourse(deps, await enter('courses.manage', contextOf(office)), { courseId: a })
    expect(await enrol()).toEqual({ enrolled: 1, already: 0, elsewhere: [] })
  })

  test('foreign people and courses look like unknown ones', async () => {
    await addInstitute(storage, 'elsewhere')
    await addStudent(storage, 'stranger', ['elsewhere'])
    const a = await makeCourse(deps, office, 'A', [])
    const enrol = async (course: string, person: string) =>
      enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
        courseId: course,
        people: [person],
        ...now,
      })
    const [stranger] = await storage.courses.listOnRoster('elsewhere', [
      (await storage.rosters.listRoster('elsewhere', { search: '', show: 'all', limit: 1, offset: 0 }, 1)).people[0]
        ?.id ?? '',
    ])
    await expect(enrol(a, stranger ?? '')).rejects.toMatchObject({ type: 'document_not_found' })
    await expect(enrol('institute', asha)).rejects.toMatchObject({ type: 'document_not_found' })
  })
})
