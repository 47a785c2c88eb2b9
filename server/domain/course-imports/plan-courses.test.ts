import { describe, expect, test } from 'vitest'
import type { FileCourse, FileEnrolment } from '#contract/course-imports.ts'
import { ownSources } from '#contract/import-rules.ts'
import { isOnHold, planCourses, sealOf } from './plan-courses.ts'
import type { CourseFile, CourseRoster, KnownCourse, KnownEnrolment } from './stores.ts'

const course = (id: string, more: Partial<FileCourse> = {}): FileCourse => ({
  ...{ id, code: id.toUpperCase(), title: `Title ${id}`, term: 'Autumn', isHomeroom: false, isEnded: false },
  ...more,
})
const enrolment = (course_: string, person: string, more: Partial<FileEnrolment> = {}): FileEnrolment => ({
  ...{ course: course_, person, isTeacher: false, isEnded: false },
  ...more,
})
const teaching = (course_: string, person: string, more: Partial<FileEnrolment> = {}) =>
  enrolment(course_, person, { isTeacher: true, ...more })
const file = (courses: FileCourse[], enrolments: FileEnrolment[] = [], teachers: CourseFile['teachers'] = []) => ({
  ...{ courses, enrolments, teachers },
})

const known = (externalId: string, more: Partial<KnownCourse> = {}): KnownCourse => ({
  ...{ id: `here-${externalId}`, externalId, source: 'SIS', code: externalId.toUpperCase() },
  ...{ title: `Title ${externalId}`, term: 'Autumn', isClosed: false, hasSections: false, runs: false },
  ...more,
})
const enrolled = (courseId: string, personId: string, source: string | null = 'SIS'): KnownEnrolment => ({
  ...{ courseId, personId, sequence: 1, source },
})
const people = ['s1', 's2', 's3', 's4', 's5', 's6'].map((externalId) => ({ id: `person-${externalId}`, externalId }))
const institute = (more: Partial<CourseRoster> = {}): CourseRoster => ({
  ...{ courses: [], enrolments: [], teaching: [], people, staff: [] },
  ...more,
})

const plan = (given: CourseFile, roster: CourseRoster = institute(), isWhole = false) =>
  planCourses({ source: 'SIS', isWhole }, given, roster)
const outcomes = (...given: Parameters<typeof plan>) =>
  plan(...given).courses.map(({ externalId, outcome, problem }) => [externalId, problem ?? outcome])

describe('a course', () => {
  test('is found again by its id, first of the same source and then an open one', () => {
    const courses = [
      known('a', { id: 'other', source: 'Office' }),
      known('a', { id: 'closed', isClosed: true }),
      known('a', { id: 'own' }),
    ]
    expect(plan(file([course('a')]), institute({ courses })).courses).toMatchObject([
      { courseId: 'own', outcome: 'same' },
    ])
    expect(plan(file([course('a')]), institute({ courses: courses.slice(0, 1) })).courses).toMatchObject([
      { courseId: 'other', outcome: 'same' },
    ])
  })

  test('that differs is changed, and one that is new says so', () => {
    const roster = institute({ courses: [known('a', { title: 'Before' })] })
    expect(outcomes(file([course('a'), course('b')]), roster)).toEqual([
      ['a', 'changed'],
      ['b', 'new'],
    ])
  })

  test('that stands twice in the files counts once', () => {
    expect(outcomes(file([course('a'), course('a', { title: 'Again' })]))).toEqual([['a', 'new']])
  })

  test('shares its code with another one: the second gets a number, and keeps it', () => {
    const classes = [course('a', { code: 'X' }), course('b', { code: 'X' }), course('c', { code: 'X' })]
    const codes = plan(file(classes)).courses.map((planned) => [planned.course.code, planned.codeInFile])
    expect(codes).toEqual([
      ['X', null],
      ['X-2', 'X'],
      ['X-3', 'X'],
    ])
    const courses = [known('a', { code: 'X' }), known('b', { code: 'X-2' }), known('c', { code: 'X-3' })]
    expect(outcomes(file(classes.toReversed()), institute({ courses }))).toEqual([
      ['c', 'same'],
      ['b', 'same'],
      ['a', 'same'],
    ])
  })

  test('does not take the code of an open course that was made by hand', () => {
    const courses = [known('x', { externalId: null, source: 'hand', code: 'A' })]
    expect(plan(file([course('a')]), institute({ courses })).courses).toMatchObject([
      { outcome: 'new', course: { code: 'A-2' }, codeInFile: 'A' },
    ])
  })

  test('has labels that fit: what is too long is cut, and an id stands for a missing code', () => {
    const long = course('9f1b6f0c-0f3f-4a52-9d3c-1c6f6b2b7a11', { code: '', title: 'T'.repeat(200), term: ' A \n B ' })
    expect(plan(file([long])).courses[0]?.course).toEqual({
      code: '9f1b6f0c-0f3f-4a52-9d3c-1c6f6b2b',
      title: 'T'.repeat(120),
      term: 'A B',
    })
  })

  test.each([
    ['closed here', course('a'), known('a', { isClosed: true }), 'closed-here'],
    ['to be closed while a session runs', course('a', { isEnded: true }), known('a', { runs: true }), 'session-runs'],
    ['without a title', course('a', { title: ' ' }), undefined, 'title-invalid'],
    ['with a title that hides characters', course('a', { title: 'A\u202eB' }), undefined, 'title-invalid'],
    ['with an id that is too long', course('a'.repeat(65)), undefined, 'id-invalid'],
  ])('%s is left alone', (_what, given, here, problem) => {
    const planned = plan(file([given], [enrolment(given.id, 's1')]), institute({ courses: here ? [here] : [] }))
    expect(planned.courses).toMatchObject([{ outcome: 'left-out', problem, begin: [] }])
  })

  test('with sections has no people of its own', () => {
    const courses = [known('a', { hasSections: true })]
    expect(outcomes(file([course('a')], [enrolment('a', 's1')]), institute({ courses }))).toEqual([
      ['a', 'has-sections'],
    ])
  })

  test('takes 5,000 people at most', () => {
    const many = Array.from({ length: 5_001 }, (_, at) => ({ id: `p${at}`, externalId: `e${at}` }))
    const given = (count: number) =>
      file(
        [course('a')],
        many.slice(0, count).map(({ externalId }) => enrolment('a', externalId)),
      )
    expect(outcomes(given(5_000), institute({ people: many }))).toEqual([['a', 'new']])
    expect(outcomes(given(5_001), institute({ people: many }))).toEqual([['a', 'course-full']])
  })

  test('ends where the file takes it away, or where files that have all do not have it', () => {
    const courses = [known('a'), known('b'), known('c', { source: 'Office' })]
    const ended = file([course('a', { isEnded: true }), course('never-here', { isEnded: true })])
    expect(outcomes(ended, institute({ courses }))).toEqual([['a', 'gone']])
    expect(outcomes(ended, institute({ courses }), true)).toEqual([
      ['a', 'gone'],
      ['b', 'gone'],
    ])
  })
})

describe('an enrolment', () => {
  const courses = [known('a')]

  test('begins for people of the roster; others are named', () => {
    const given = file([course('a')], [enrolment('a', 's1'), enrolment('a', 's1'), enrolment('a', 's9')])
    expect(plan(given).courses).toMatchObject([{ begin: ['person-s1'], unknown: ['s9'] }])
    expect(plan(given).counts).toMatchObject({ newEnrolments: 1, unknownPeople: 1 })
  })

  test('that lasts stays, also one by hand', () => {
    const roster = institute({ courses, enrolments: [enrolled('here-a', 'person-s1', 'hand')] })
    expect(plan(file([course('a')], [enrolment('a', 's1')]), roster).courses).toMatchObject([
      { outcome: 'same', begin: [], end: [], stay: 1 },
    ])
  })

  test('ends where the file says so or has all, and only if the source began it', () => {
    const enrolments = [
      enrolled('here-a', 'person-s1'),
      enrolled('here-a', 'person-s2'),
      enrolled('here-a', 'person-s3', 'hand'),
    ]
    const roster = institute({ courses, enrolments })
    const ends = (given: CourseFile, isWhole: boolean) =>
      plan(given, roster, isWhole).courses.flatMap(({ end }) => end.map(({ personId }) => personId))
    const given = file(
      [course('a')],
      [enrolment('a', 's1', { isEnded: true }), enrolment('a', 's3', { isEnded: true })],
    )
    expect(ends(given, false)).toEqual(['person-s1'])
    expect(ends(given, true)).toEqual(['person-s1', 'person-s2'])
    expect(ends(file([course('a')]), false)).toEqual([])
  })
})

test.each(ownSources)('files that were called %s end nothing that people have made', (source) => {
  const courses = [known('a'), known('b', { externalId: null, source })]
  const enrolments = [enrolled('here-a', 'person-s1', source), enrolled('here-b', 'person-s2', source)]
  const teaching = [{ courseId: 'here-a', staffId: 'staff', source: null }]
  const given = file([course('a')], [enrolment('a', 's1', { isEnded: true })])
  expect(planCourses({ source, isWhole: true }, given, institute({ courses, enrolments, teaching }))).toMatchObject({
    counts: { goneCourses: 0, goneEnrolments: 0, goneTeachers: 0 },
    ofSource: { courses: 0, enrolments: 0 },
  })
})

describe('a teacher', () => {
  const staff = [
    { id: 'staff-t1', name: 'Asha Rao', emailKey: 'asha@college.example' },
    { id: 'staff-t2', name: 'Not Verified', emailKey: null },
  ]
  const teachers = [
    { id: 't1', name: 'Asha Rao', email: 'Asha@college.example' },
    { id: 't2', name: 'Not Verified', email: 'other@college.example' },
  ]
  const given = file([course('a')], [teaching('a', 't1'), teaching('a', 't2'), teaching('a', 't3')], teachers)

  test('gets the course by a verified email; others are to be invited first', () => {
    const planned = plan(given, institute({ staff }))
    expect(planned.courses).toMatchObject([{ teachersBegin: ['staff-t1'], teachersToInvite: ['t2', 't3'] }])
    expect(planned.counts).toMatchObject({ newTeachers: 1, toInvite: 2 })
    expect(planned.invite).toEqual([
      { name: 'Not Verified', email: 'other@college.example' },
      { name: 't3', email: '' },
    ])
  })

  test('keeps what a person has said, and loses what only the source has', () => {
    const roster = institute({
      ...{ staff, courses: [known('a')] },
      teaching: [
        { courseId: 'here-a', staffId: 'staff-t1', source: 'SIS' },
        { courseId: 'here-a', staffId: 'staff-t2', source: null },
      ],
    })
    expect(plan(given, roster, true).courses).toMatchObject([{ teachersBegin: [], teachersEnd: [] }])
    const without = file([course('a')], [], teachers)
    expect(plan(without, roster, true).courses).toMatchObject([{ teachersEnd: ['staff-t1'] }])
    expect(plan(without, roster).courses).toMatchObject([{ teachersEnd: [] }])
  })
})

describe('an import is on hold', () => {
  const hold = (given: CourseFile, roster: CourseRoster, isWhole = true) =>
    isOnHold({ isWhole }, plan(given, roster, isWhole))
  const ids = ['a', 'b', 'c', 'd', 'e']
  const courses = ids.map((id) => known(id))
  const named = (count: number) => file(ids.slice(0, count).map((id) => course(id)))

  test('where more than a fifth of its courses would end', () => {
    expect(hold(named(4), institute({ courses }))).toBe(false)
    expect(hold(named(3), institute({ courses }))).toBe(true)
  })

  test('where more than a fifth of its enrolments would end, of open courses', () => {
    const closed = known('z', { isClosed: true })
    const enrolments = people.slice(0, 5).map(({ id }) => enrolled('here-a', id))
    const old = Array.from({ length: 50 }, (_, at) => enrolled('here-z', `old-${at}`))
    const roster = institute({ courses: [known('a'), closed], enrolments: [...enrolments, ...old] })
    const keep = (count: number) =>
      file(
        [course('a')],
        people.slice(0, count).map(({ externalId }) => enrolment('a', externalId)),
      )
    expect(hold(keep(4), roster)).toBe(false)
    expect(hold(keep(3), roster)).toBe(true)
  })

  test('where it has all and is empty', () => {
    expect(hold(file([]), institute())).toBe(true)
    expect(hold(file([]), institute(), false)).toBe(false)
  })
})

test('the seal is that of what would happen', () => {
  const given = file([course('a')], [enrolment('a', 's1'), enrolment('a', 's2')])
  const seal = sealOf(plan(given))
  expect(sealOf(plan({ ...given, enrolments: given.enrolments.toReversed() }))).toBe(seal)
  expect(sealOf(plan(given, institute({ people: people.slice(1) })))).not.toBe(seal)
  expect(sealOf(plan(file([course('a', { title: 'Other' })], given.enrolments)))).not.toBe(seal)
})
