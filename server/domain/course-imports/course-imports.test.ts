import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BeginCourseImport, CourseImportPart, FileCourse, FileEnrolment } from '#contract/course-imports.ts'
import { engines } from '#testing/create-database.ts'
import { insertStaff } from '#testing/insert-staff.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { makeAccount } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { addCourse, changeCourse, closeCourse, listCourses } from '../groups/courses.ts'
import { endEnrolment, enrolPeople, listCoursePeople } from '../groups/enrolments.ts'
import { removePeople } from '../roster/people.ts'
import { startSession as startGroupSession } from '../sessions/start-session.ts'
import { courseImports, readPlannedCourses } from './course-imports.ts'

type Given = Partial<Pick<CourseImportPart, 'courses' | 'enrolments' | 'teachers'>>

const course = (id: string, more: Partial<FileCourse> = {}): FileCourse => ({
  ...{ id, code: id.toUpperCase(), title: `Title ${id}`, term: '', isHomeroom: false, isEnded: false },
  ...more,
})
const enrolments = (course_: string, ...people: readonly string[]): FileEnrolment[] =>
  people.map((person) => ({ course: course_, person, isTeacher: false, isEnded: false }))

describe.each(engines)('courses from files on %s', (engine) => {
  let institute: OpenInstitute
  let storages: OpenInstitute['storages']
  let storage: OpenInstitute['storage']
  let deps: OpenInstitute['deps']

  beforeEach(async () => {
    institute = await openInstitute(engine, ['institute', 'elsewhere'])
    ;({ storages, storage, deps } = institute)
    for (const id of ['s1', 's2', 's3', 's4', 's5', 's6']) {
      const names = { rollNumber: id, given: 'Given', family: id, email: null, section: '', externalId: id }
      await storage.roster.insert({ ...names, id: `person-${id}`, organisationId: 'institute' }, 'SIS', 1)
    }
    tick()
  })
  afterEach(() => institute.close())

  const office = () => institute.office()
  const tick = () => storages.clock.advance(1_000)

  async function plan(given: Given, more: Partial<BeginCourseImport> = {}) {
    tick()
    const input = { source: 'SIS', fileName: 'term.zip', isWhole: false, ...more }
    const { id } = await courseImports.begin(deps, await enter('course-imports.plan', await office()), input)
    const part = { part: 1, courses: [], enrolments: [], teachers: [], ...given }
    await courseImports.add(deps, await enter('course-imports.plan', await office()), { importId: id, ...part })
    return courseImports.plan(deps, await enter('course-imports.plan', await office()), { importId: id })
  }
  const apply = async ({ id, seal }: { id: string; seal: string }, isReviewed = false) => {
    tick()
    return courseImports.apply(deps, await enter('course-imports.apply', await office()), {
      importId: id,
      seal,
      isReviewed,
    })
  }
  const take = async (...given: Parameters<typeof plan>) => apply(await plan(...given))
  const undo = async ({ id }: { id: string }) => {
    tick()
    return courseImports.undo(deps, await enter('course-imports.apply', await office()), { importId: id })
  }

  /** 'CODE title: people by roll number', with what is closed in brackets. */
  async function courses(): Promise<string[]> {
    const { courses: listed } = await listCourses(deps, await enter('courses.view', await office()))
    return Promise.all(
      listed.map(async ({ id, code, title, closedAt }) => {
        const { people: all } = await listCoursePeople(deps, await enter('courses.view', await office()), {
          courseId: id,
        })
        const line = `${code} ${title}: ${all.flatMap((one) => (one.isEnrolled ? [one.rollNumber] : [])).join(' ')}`
        return closedAt === null ? line : `(${line})`
      }),
    )
  }
  const idOf = async (code: string) => {
    const { courses: listed } = await listCourses(deps, await enter('courses.view', await office()))
    return listed.find((one) => one.code === code)?.id ?? ''
  }
  const twoCourses: Given = {
    courses: [course('a'), course('b')],
    enrolments: [...enrolments('a', 's1', 's2'), ...enrolments('b', 's3', 's9')],
  }

  test('nothing is changed before the plan is applied, and everything then', async () => {
    const planned = await plan(twoCourses)
    expect(planned).toMatchObject({ state: 'planned', counts: { newCourses: 2, newEnrolments: 3, unknownPeople: 1 } })
    expect(await courses()).toEqual([])
    const applied = await apply(planned)
    expect(applied).toMatchObject({ state: 'applied', counts: planned.counts })
    expect(await courses()).toEqual(['A Title a: s1 s2', 'B Title b: s3'])
    const log = rowsOf(await storages.readTables(), 'audit_log').filter(({ action }) => action === 'course.import')
    expect(log.map(({ detail }) => detail)).toEqual([
      '{"organisationId":"institute","courses":2,"enrolled":3,"ended":0,"rows":{}}',
    ])
    const list = await courseImports.list(deps, await enter('course-imports.view', await office()))
    expect(list.imports).toEqual([applied])
    expect(rowsOf(await storages.readTables(), 'outbox')).toEqual([])
  })

  test('the same files twice change nothing', async () => {
    await take(twoCourses, { isWhole: true })
    const again = await take(twoCourses, { isWhole: true })
    expect(again.counts).toMatchObject({
      ...{ newCourses: 0, changedCourses: 0, sameCourses: 2, goneCourses: 0 },
      ...{ newEnrolments: 0, sameEnrolments: 3, goneEnrolments: 0, unknownPeople: 1 },
    })
    expect(await courses()).toEqual(['A Title a: s1 s2', 'B Title b: s3'])
  })

  test('a part that comes again takes the place of the first', async () => {
    const { id } = await plan(twoCourses)
    const context = await office()
    await courseImports.add(deps, await enter('course-imports.plan', context), {
      importId: id,
      part: 1,
      courses: [course('c')],
      enrolments: [],
      teachers: [],
    })
    await courseImports.add(deps, await enter('course-imports.plan', context), {
      importId: id,
      ...{ part: 2, courses: [course('d')], teachers: [] },
      enrolments: enrolments('c', 's1'),
    })
    await apply(await courseImports.plan(deps, await enter('course-imports.plan', context), { importId: id }))
    expect(await courses()).toEqual(['C Title c: s1', 'D Title d: '])
  })

  test('an import has a limit of courses, and what is too much is not kept', async () => {
    const { id } = await plan({})
    const many = (part: number) => ({
      ...{ part, enrolments: [], teachers: [] },
      courses: Array.from({ length: 5_000 }, (_, at) => course(`${part}-${at}`)),
    })
    await courseImports.add(deps, await enter('course-imports.plan', await office()), { importId: id, ...many(1) })
    await expect(
      courseImports.add(deps, await enter('course-imports.plan', await office()), { importId: id, ...many(2) }),
    ).rejects.toMatchObject({
      type: 'general_argument_invalid',
    })
    expect(
      await courseImports.plan(deps, await enter('course-imports.plan', await office()), { importId: id }),
    ).toMatchObject({ counts: { newCourses: 5_000 } })
  })

  test('a plan that says something else by now is refused, and changes nothing', async () => {
    const planned = await plan(twoCourses)
    await addCourse(deps, await enter('courses.manage', await office()), {
      code: 'A',
      title: 'By hand',
      kind: 'course',
      department: '',
      term: '',
    })
    await expect(apply(planned)).rejects.toMatchObject({ reason: 'courses-moved' })
    const other = await plan(twoCourses)
    await removePeople(deps, await enter('people.remove', await office()), { people: ['person-s1'] })
    await expect(apply(other)).rejects.toMatchObject({ reason: 'courses-moved' })
    expect(await courses()).toEqual(['A By hand: '])
  })

  test('what does not concern the files may change between plan and application', async () => {
    const planned = await plan(twoCourses)
    await addCourse(deps, await enter('courses.manage', await office()), {
      code: 'Z',
      title: 'By hand',
      kind: 'course',
      department: '',
      term: '',
    })
    await apply(planned)
    expect(await courses()).toEqual(['A Title a: s1 s2', 'B Title b: s3', 'Z By hand: '])
  })

  test('who is enrolled by hand between comparison and transaction is enrolled once', async () => {
    await take({ courses: [course('a')] })
    const planned = await plan({ courses: [course('a')], enrolments: enrolments('a', 's1', 's2') })
    const context = await office()
    const byHand = { people: ['person-s1'], meanwhile: 'left-out' as const }
    const id = await idOf('A')
    let isEntered = false
    const transaction: typeof storage.transaction = async (work) => {
      if (!isEntered) {
        isEntered = true
        await enrolPeople(deps, await enter('courses.manage', context), { courseId: id, ...byHand })
      }
      return storage.transaction(work)
    }
    const applied = courseImports.apply(
      { ...deps, storage: { ...storage, transaction } },
      await enter('course-imports.apply', context),
      { importId: planned.id, seal: planned.seal, isReviewed: false },
    )
    await expect(applied).rejects.toMatchObject({ reason: 'courses-moved' })
    expect(await courses()).toEqual(['A Title a: s1'])
  })

  test('only once, within a day, and only of its own institute', async () => {
    const planned = await plan(twoCourses)
    const elsewhere = await institute.office(['password'], 'elsewhere')
    await expect(
      courseImports.read(deps, await enter('course-imports.view', elsewhere), { importId: planned.id }),
    ).rejects.toMatchObject({ type: 'document_not_found' })
    const input = { seal: planned.seal, isReviewed: false }
    await expect(
      courseImports.apply(deps, await enter('course-imports.apply', elsewhere), { importId: planned.id, ...input }),
    ).rejects.toMatchObject({
      type: 'document_not_found',
    })
    await apply(planned)
    await expect(apply(planned)).rejects.toMatchObject({ reason: 'import-over' })
    const late = await plan(twoCourses)
    storages.clock.advance(24 * 3_600_000)
    await expect(apply(late)).rejects.toMatchObject({ reason: 'import-over' })
  })

  test('applying and undoing need a recent password or passkey', async () => {
    const planned = await plan(twoCourses)
    const late = await office()
    storages.clock.advance(601_000)
    const input = { seal: planned.seal, isReviewed: false }
    await expect(
      courseImports.apply(deps, await enter('course-imports.apply', late), { importId: planned.id, ...input }),
    ).rejects.toMatchObject({ reason: 'step-up-needed' })
    await apply(planned)
    await expect(
      courseImports.undo(deps, await enter('course-imports.apply', late), { importId: planned.id }),
    ).rejects.toMatchObject({ reason: 'step-up-needed' })
  })

  test('who is in files that have all stays, and others end, after a review where they are many', async () => {
    await take(twoCourses, { isWhole: true })
    const fewer = { courses: [course('a', { title: 'Other' })], enrolments: enrolments('a', 's1', 's4') }
    const planned = await plan(fewer, { isWhole: true })
    expect(planned).toMatchObject({
      isOnHold: true,
      ofSource: { courses: 2, enrolments: 3 },
      counts: { changedCourses: 1, goneCourses: 1, newEnrolments: 1, goneEnrolments: 1 },
    })
    await expect(apply(planned)).rejects.toMatchObject({ reason: 'import-on-hold' })
    await apply(planned, true)
    expect(await courses()).toEqual(['A Other: s1 s4', '(B Title b: s3)'])
  })

  test('who was enrolled by hand, and what another source has, is not ended', async () => {
    await take({ courses: [course('c')] }, { source: 'Office' })
    await take(twoCourses, { isWhole: true })
    await enrolPeople(deps, await enter('courses.manage', await office()), {
      courseId: await idOf('A'),
      people: ['person-s5'],
      meanwhile: 'left-out',
    })
    await take(twoCourses, { isWhole: true })
    expect(await courses()).toEqual(['A Title a: s1 s2 s5', 'B Title b: s3', 'C Title c: '])
  })

  test('who comes back is enrolled again, and the register keeps both times', async () => {
    await take(twoCourses)
    tick()
    await endEnrolment(deps, await enter('courses.manage', await office()), {
      courseId: await idOf('A'),
      personId: 'person-s1',
      from: 0,
    })
    await take(twoCourses)
    const { people: listed } = await listCoursePeople(deps, await enter('courses.view', await office()), {
      courseId: await idOf('A'),
    })
    expect(listed.map((one) => [one.rollNumber, one.enrolments.length, one.isEnrolled])).toEqual([
      ['s1', 2, true],
      ['s2', 1, true],
    ])
  })

  async function addTeacher(isEmailVerified: boolean): Promise<void> {
    const address = { email: 'asha@x.example', emailCanonical: 'asha@x.example' }
    await storage.accounts.insert(makeAccount('asha', { isEmailVerified, ...address }))
    const since = await storage.now()
    const staff = {
      organisationId: 'institute',
      accountId: 'asha',
      name: 'Asha Rao',
      title: '',
      role: 'teacher',
    } as const
    await insertStaff(storage, { ...staff, id: 'staff-asha', holdsWhole: false, since, until: null })
  }

  test('a teacher whose email is not verified gets no course', async () => {
    await addTeacher(false)
    const teachers = [{ id: 't1', name: 'A. Rao', email: 'asha@x.example' }]
    const teaching = [{ course: 'a', person: 't1', isTeacher: true, isEnded: false }]
    const planned = await plan({ courses: [course('a')], enrolments: teaching, teachers })
    expect(planned).toMatchObject({ counts: { newTeachers: 0, toInvite: 1 } })
  })

  test('a teacher with the verified email gets the course, until the file says otherwise', async () => {
    await addTeacher(true)
    const teaching = ['t1', 't2'].map((person) => ({ course: 'a', person, isTeacher: true, isEnded: false }))
    const teachers = [
      { id: 't1', name: 'A. Rao', email: 'Asha@x.example' },
      { id: 't2', name: 'B. Iyer', email: 'b.iyer@x.example' },
    ]
    const given = { courses: [course('a')], enrolments: teaching, teachers }
    const applied = await take(given)
    expect(applied).toMatchObject({
      counts: { newTeachers: 1, toInvite: 1 },
      invite: [{ name: 'B. Iyer', email: 'b.iyer@x.example' }],
    })
    const [made] = (await listCourses(deps, await enter('courses.view', await office()))).courses
    expect(made?.teachers).toEqual([{ staffId: 'staff-asha', name: 'Asha Rao' }])
    expect(await storage.staff.holdsGroup('staff-asha', made?.id ?? '')).toBe(true)
    const page = await readPlannedCourses(deps, await enter('course-imports.view', await office()), {
      importId: applied.id,
      part: 'people',
    })
    expect(page.courses).toMatchObject([{ teachersBegin: ['Asha Rao'], teachersToInvite: ['B. Iyer'] }])
    await take({ ...given, enrolments: teaching.slice(1) }, { isWhole: true })
    expect((await listCourses(deps, await enter('courses.view', await office()))).courses).toMatchObject([
      { teachers: [] },
    ])
  })

  test('an import is taken back whole', async () => {
    await take({ courses: [course('a'), course('b')], enrolments: enrolments('a', 's1', 's2', 's3') })
    const before = await courses()
    const applied = await apply(
      await plan(
        { courses: [course('a', { title: 'Other' }), course('c')], enrolments: enrolments('a', 's1', 's4') },
        { isWhole: true },
      ),
      true,
    )
    expect(await courses()).toEqual(['A Other: s1 s4', '(B Title b: )', 'C Title c: '])
    expect(await undo(applied)).toMatchObject({ state: 'undone', undone: 3, kept: 0 })
    expect(await courses()).toEqual(before)
    await expect(undo(applied)).rejects.toMatchObject({ reason: 'import-over' })
  })

  test('after an undo the same files can be imported again, and people may be taken off the roster', async () => {
    const applied = await take(twoCourses)
    await undo(applied)
    expect(await courses()).toEqual([])
    await take(twoCourses)
    expect(await courses()).toEqual(['A Title a: s1 s2', 'B Title b: s3'])
  })

  test('an undo leaves what was used or changed since, and is over after a day', async () => {
    const given = {
      courses: ['a', 'b', 'c', 'd', 'e'].map((id) => course(id)),
      enrolments: ['a', 'b', 'c', 'd', 'e'].flatMap((id) => enrolments(id, 's1')),
    }
    const applied = await take(given)
    tick()
    const context = await institute.office(['passkey'])
    await startGroupSession(deps, await enter('sessions.start', context), {
      groupId: await idOf('A'),
      minutes: 60,
      expected: 1,
    })
    await enrolPeople(deps, await enter('courses.manage', context), {
      courseId: await idOf('B'),
      people: ['person-s2'],
      meanwhile: 'left-out',
    })
    await closeCourse(deps, await enter('courses.manage', context), { courseId: await idOf('C') })
    await changeCourse(deps, await enter('courses.manage', context), { courseId: await idOf('D'), title: 'By hand' })
    expect(await undo(applied)).toMatchObject({ undone: 1, kept: 4 })
    expect(await courses()).toEqual(['A Title a: s1', 'B Title b: s1 s2', '(C Title c: s1)', 'D By hand: s1'])
    const late = await take({ courses: [course('f')] })
    storages.clock.advance(24 * 3_600_000)
    await expect(undo(late)).rejects.toMatchObject({ reason: 'import-over' })
  })

  test('an undo leaves a course whose session ran while its people came', async () => {
    await take({ courses: [course('a')] })
    const context = await institute.office(['passkey'])
    await startGroupSession(deps, await enter('sessions.start', context), {
      groupId: await idOf('A'),
      minutes: 60,
      expected: 1,
    })
    const applied = await take({ courses: [course('a')], enrolments: enrolments('a', 's1') })
    storages.clock.advance(2 * 3_600_000)
    expect(await undo(applied)).toMatchObject({ undone: 0, kept: 1 })
    expect(await courses()).toEqual(['A Title a: s1'])
  })

  test('an undo enrols no one who has left the roster meanwhile', async () => {
    await take(twoCourses)
    const applied = await apply(
      await plan({
        courses: [course('a')],
        enrolments: [{ ...(enrolments('a', 's1')[0] as FileEnrolment), isEnded: true }],
      }),
      true,
    )
    await removePeople(deps, await enter('people.remove', await office()), { people: ['person-s1'] })
    await undo(applied)
    expect(await courses()).toEqual(['A Title a: s2', 'B Title b: s3'])
  })

  test('the plan shows each course with what would happen', async () => {
    await take({ courses: [course('a')], enrolments: enrolments('a', 's1') })
    const many = Array.from({ length: 60 }, (_, at) => course(`new-${String(at).padStart(2, '0')}`, { code: 'X' }))
    const planned = await plan({
      courses: [course('a', { title: 'Other' }), ...many],
      enrolments: enrolments('a', 's1', 's2', 's9'),
    })
    const read = async (part: 'new' | 'changed' | 'people', after = '') =>
      readPlannedCourses(deps, await enter('course-imports.view', await office()), {
        importId: planned.id,
        part,
        after,
      })
    expect(await read('changed')).toEqual({
      courses: [
        {
          ...{ outcome: 'changed', problem: null, codeInFile: null },
          course: { code: 'A', title: 'Other', term: '' },
          before: { code: 'A', title: 'Title a', term: '' },
          ...{ begin: 1, end: 0, stay: 1, unknown: 1, unknownIds: ['s9'] },
          ...{ teachersBegin: [], teachersEnd: [], teachersToInvite: [] },
        },
      ],
      next: null,
    })
    const first = await read('new')
    expect(first.courses.map((one) => one.course.code).slice(0, 3)).toEqual(['X', 'X-2', 'X-3'])
    const second = await read('new', first.next ?? '')
    expect([first.courses.length, second.courses.length, second.next]).toEqual([50, 10, null])
    expect((await read('people')).courses.length).toBe(1)
  })
})
