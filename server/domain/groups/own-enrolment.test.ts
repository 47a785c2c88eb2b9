import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileEnrolment } from '#contract/course-imports.ts'
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
import { rowsOf } from '#testing/rows-of.ts'
import { courseImports, readPlannedCourses } from '../course-imports/course-imports.ts'
import { enter } from '../doors.ts'
import { beginRollCall } from '../marks/begin-roll-call.ts'
import { ruleOnCell } from '../register/rule-on-cell.ts'
import type { RequestContext } from '../request-context.ts'
import { changePerson } from '../roster/people.ts'
import { makeCoursesOfSections } from './courses.ts'
import { endEnrolment, enrolPeople, enrolSection, movePerson } from './enrolments.ts'

const hour = 60 * 60_000

/** Files that write enrolments and rulings of people in courses, with what holds the own person out of each. */
const writers: Readonly<Record<string, string>> = {
  'course-imports/course-imports.ts': 'an import of courses, and its undo',
  'groups/courses.ts': 'a course of a section',
  'groups/enrolments.ts': 'an enrolment, a section, a move and an end',
  // A day pass acts for no person.
  'register/rule.ts': 'a ruling, a roll call and a day pass',
}

test('every use case that writes an enrolment or a ruling of a course is walked here', () => {
  const folder = join(import.meta.dirname, '..')
  const writes = /\.(enrol|endEnrolment|addToCells)\(|courseImports\.(apply|undo)\(/
  const found = globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !file.endsWith('.test.ts') && writes.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(new Set(found)).toEqual(new Set(Object.keys(writers)))
})

describe.each(engines)('how the own person counts on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let own: Phone
  let other: Phone
  let here: string
  let there: string
  let session: string
  let people: Record<'asha' | 'ravi', string>

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    for (const id of ['asha', 'ravi', 'meera']) await addStudent(storage, id, ['institute'])
    own = await logStaffIn(storage, 'ravi', 'registrar')
    other = await logStaffIn(storage, 'meera', 'registrar')
    people = { asha: await personOf(storage, 'asha'), ravi: await personOf(storage, 'ravi') }
    for (const personId of [people.asha, people.ravi]) {
      const person = await storage.roster.find('institute', personId)
      if (!person) throw new Error('the person is on the roster')
      const facts = { ...person, externalId: `id of ${person.studentId}`, section: '10A', rollNumber: null }
      await storage.roster.change(personId, facts, person.linkedBy, 1)
    }
    here = await makeCourse(deps, other, 'HERE', ['asha', 'ravi'])
    there = await makeCourse(deps, other, 'THERE', [])
    storages.clock.advance(hour)
    session = (await startCourse(deps, other, here)).session.id
    storages.clock.advance(hour)
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  /** With a step-up of now. */
  async function fresh(phone: Phone, id: string): Promise<RequestContext> {
    await logPhoneIn(storage, phone, id)
    return contextOf(phone)
  }
  const ofOwn = async () => {
    const tables = await storages.readTables()
    const rows = [...rowsOf(tables, 'enrolments'), ...rowsOf(tables, 'rulings')]
    return rows.filter((row) => row.person_id === people.ravi)
  }
  const open = async (courseId: string) =>
    rowsOf(await storages.readTables(), 'enrolments').flatMap((row) =>
      row.group_id === courseId && row.ends_at === null ? [row.person_id] : [],
    )
  const from = () => storages.clock.now() - hour - 1

  const refused: readonly [string, (context: RequestContext, person: string) => Promise<unknown>][] = [
    [
      'enrolled',
      async (context, person) =>
        enrolPeople(deps, await enter('courses.manage', context), {
          courseId: there,
          people: [person],
          meanwhile: 'left-out',
        }),
    ],
    [
      'enrolled from earlier',
      async (context, person) =>
        enrolPeople(deps, await enter('courses.manage', context), {
          courseId: there,
          people: [person],
          from: from(),
          meanwhile: 'absent',
        }),
    ],
    [
      'ended',
      async (context, person) =>
        endEnrolment(deps, await enter('courses.manage', context), { courseId: here, personId: person, from: 0 }),
    ],
    [
      'ended from earlier',
      async (context, person) =>
        endEnrolment(deps, await enter('courses.manage', context), { courseId: here, personId: person, from: from() }),
    ],
    [
      'moved',
      async (context, person) =>
        movePerson(deps, await enter('courses.manage', context), {
          courseId: here,
          personId: person,
          to: there,
          meanwhile: 'left-out',
        }),
    ],
    [
      'moved from earlier',
      async (context, person) =>
        movePerson(deps, await enter('courses.manage', context), {
          courseId: here,
          personId: person,
          to: there,
          from: from(),
          meanwhile: 'left-out',
        }),
    ],
    [
      'put into another section',
      async (context, person) =>
        changePerson(deps, await enter('people.change', context), { personId: person, section: '10B' }),
    ],
    [
      'ruled on',
      async (context, personId) =>
        ruleOnCell(deps, await enter('cells.rule', context), {
          sessionId: session,
          personId,
          status: 'present',
          reason: 'Was.',
          after: 0,
        }),
    ],
    [
      'called',
      async (context, person) =>
        beginRollCall(deps, await enter('check-in.hand', context), {
          way: 'roll-call',
          session,
          statuses: [{ person, status: 'present' }],
          reason: '',
        }),
    ],
  ]

  test.each(refused)('is not %s by that person, and is by another', async (_what, act) => {
    const before = await ofOwn()
    await expect(act(await fresh(own, 'ravi'), people.ravi)).rejects.toMatchObject({ reason: 'own-record' })
    expect(await ofOwn()).toEqual(before)
    const outcome = await act(await fresh(other, 'meera'), people.ravi).catch(
      (error: { reason?: string }) => error.reason,
    )
    expect(outcome).not.toBe('own-record')
  })

  test('a list with the own person enrols no one', async () => {
    const list = { people: [people.asha, people.ravi], meanwhile: 'left-out' as const }
    await expect(
      enrolPeople(deps, await enter('courses.manage', await fresh(own, 'ravi')), { courseId: there, ...list }),
    ).rejects.toMatchObject({
      reason: 'own-record',
    })
    expect(await open(there)).toEqual([])
  })

  test('a section is enrolled without the own person, who is named', async () => {
    const section = { section: '10A', meanwhile: 'left-out' } as const
    const enrolled = await enrolSection(deps, await enter('courses.manage', await fresh(own, 'ravi')), {
      courseId: there,
      ...section,
    })
    expect(enrolled).toEqual({ enrolled: 1, already: 0, elsewhere: [], ownLeftOut: true })
    expect(await open(there)).toEqual([people.asha])
    expect(
      await enrolSection(deps, await enter('courses.manage', await fresh(other, 'meera')), {
        courseId: there,
        ...section,
      }),
    ).toEqual({ enrolled: 1, already: 1, elsewhere: [] })
  })

  test('a course of a section begins without the own person, who is named', async () => {
    const wanted = { sections: ['10A'], term: '' }
    const made = await makeCoursesOfSections(deps, await enter('courses.manage', await fresh(own, 'ravi')), wanted)
    expect(made).toMatchObject({ ownLeftOut: true, courses: [{ code: '10A', people: 1 }] })
    expect(await open(made.courses[0]?.id ?? '')).toEqual([people.asha])
  })

  describe('in files', () => {
    const courses = (...ids: readonly string[]) =>
      ids.map((id) => ({ id, code: id, title: id, term: '', isHomeroom: false, isEnded: false }))
    const lines = (course: string, isEnded: boolean, ...students: readonly string[]): FileEnrolment[] =>
      students.map((id) => ({ course, person: `id of ${id}`, isTeacher: false, isEnded }))
    async function plan(by: Phone, id: string, enrolments: readonly FileEnrolment[], ...named: readonly string[]) {
      storages.clock.advance(1_000)
      const context = await fresh(by, id)
      const begun = await courseImports.begin(deps, await enter('course-imports.plan', context), {
        source: 'SIS',
        fileName: '',
        isWhole: false,
      })
      const part = { part: 1, courses: courses(...named), enrolments: [...enrolments], teachers: [] }
      await courseImports.add(deps, await enter('course-imports.plan', context), { importId: begun.id, ...part })
      return courseImports.plan(deps, await enter('course-imports.plan', context), { importId: begun.id })
    }
    async function take(by: Phone, id: string, enrolments: readonly FileEnrolment[], ...named: readonly string[]) {
      const { id: importId, seal } = await plan(by, id, enrolments, ...named)
      return courseImports.apply(deps, await enter('course-imports.apply', await fresh(by, id)), {
        importId,
        seal,
        isReviewed: true,
      })
    }
    const idOf = async (externalId: string) =>
      rowsOf(await storages.readTables(), 'groups').find((row) => row.external_id === externalId)?.id ?? ''

    test('neither begins nor ends by an import of that person, and the plan says why', async () => {
      const planned = await plan(own, 'ravi', lines('F', false, 'asha', 'ravi'), 'F')
      expect(planned).toMatchObject({ ownLeftOut: true, counts: { newEnrolments: 1, unknownPeople: 0 } })
      const page = await readPlannedCourses(deps, await enter('course-imports.view', await fresh(own, 'ravi')), {
        importId: planned.id,
        part: 'people',
      })
      expect(page.courses).toMatchObject([{ begin: 1, end: 0, unknown: 0, ownLeftOut: true }])
      await take(own, 'ravi', lines('F', false, 'asha', 'ravi'), 'F')
      expect(await open(await idOf('F'))).toEqual([people.asha])
      await take(other, 'meera', lines('F', false, 'asha', 'ravi'), 'F')
      expect(await open(await idOf('F'))).toHaveLength(2)
      // It stays with the files of the own person, whatever they say, and is shown where nothing else happens.
      const ending = await plan(own, 'ravi', lines('F', true, 'ravi'), 'F')
      expect(ending).toMatchObject({ ownLeftOut: true, counts: { goneEnrolments: 0, sameEnrolments: 2 } })
      const shown = await readPlannedCourses(deps, await enter('course-imports.view', await fresh(own, 'ravi')), {
        importId: ending.id,
        part: 'people',
      })
      expect(shown.courses).toMatchObject([{ begin: 0, end: 0, ownLeftOut: true }])
      await take(own, 'ravi', lines('F', true, 'ravi'), 'F')
      expect(await open(await idOf('F'))).toHaveLength(2)
      await take(other, 'meera', lines('F', true, 'ravi'), 'F')
      expect(await open(await idOf('F'))).toEqual([people.asha])
    })

    test('the plan of another is not applied by that person', async () => {
      const { id, seal } = await plan(other, 'meera', lines('F', false, 'asha', 'ravi'), 'F')
      const input = { seal, isReviewed: true }
      await expect(
        courseImports.apply(deps, await enter('course-imports.apply', await fresh(own, 'ravi')), {
          importId: id,
          ...input,
        }),
      ).rejects.toMatchObject({
        reason: 'courses-moved',
      })
      expect(await idOf('F')).toBe('')
    })

    test('an undo leaves courses in which an import has begun or ended the own enrolment', async () => {
      const begun = await take(other, 'meera', [...lines('F', false, 'ravi'), ...lines('G', false, 'asha')], 'F', 'G')
      const undone = await courseImports.undo(deps, await enter('course-imports.apply', await fresh(own, 'ravi')), {
        importId: begun.id,
      })
      expect(undone).toMatchObject({ undone: 1, kept: 1, ownKept: true })
      expect([await open(await idOf('F')), await idOf('G')]).toEqual([[people.ravi], ''])
      const ended = await take(other, 'meera', lines('F', true, 'ravi'), 'F')
      expect(
        await courseImports.undo(deps, await enter('course-imports.apply', await fresh(own, 'ravi')), {
          importId: ended.id,
        }),
      ).toMatchObject({ undone: 0, kept: 1 })
      expect(await open(await idOf('F'))).toEqual([])
      const again = await take(other, 'meera', lines('F', false, 'ravi'), 'F')
      const control = await courseImports.undo(deps, await enter('course-imports.apply', await fresh(other, 'meera')), {
        importId: again.id,
      })
      expect(control).toMatchObject({ undone: 1, kept: 0 })
      expect(control).not.toHaveProperty('ownKept')
      expect(await open(await idOf('F'))).toEqual([])
    })
  })
})
