import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownSources } from '#contract/import-rules.ts'
import { engines } from '#testing/create-database.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { courseImports } from '../course-imports/course-imports.ts'
import { enter } from '../doors.ts'
import { addCourse, listCourses, makeCoursesOfSections } from '../groups/courses.ts'
import { enrolPeople, enrolSection, movePerson } from '../groups/enrolments.ts'
import { importAtNight } from './import-at-night.ts'
import { rosterImports } from './imports.ts'
import { addPerson } from './people.ts'

const columns = ['rollNumber', 'givenName', 'familyName'] as const
const everyone = { fileName: '', columns: [...columns], isWhole: true }
const allCourses = { fileName: '', isWhole: true }
const importer = { organisationId: 'institute', by: { id: 'institute' } }
const choices = { isTrial: false, leavesOut: true, isReviewed: true }

describe.each(engines)('what people made on %s', (engine) => {
  let institute: OpenInstitute
  let storage: OpenInstitute['storage']
  let deps: OpenInstitute['deps']

  beforeEach(async () => {
    institute = await openInstitute(engine)
    ;({ storage, deps } = institute)
    const add = async (rollNumber: string, section: string) => {
      const fields = { rollNumber, givenName: 'Given', familyName: 'Family', email: '', section }
      return (await addPerson(deps, await enter('people.add', await institute.office()), fields)).id
    }
    const [asha, bela] = [await add('R1', 'A'), await add('R2', 'B')]
    const office = await institute.office()
    const course = async (code: string) => {
      const named = { code, title: 'Title', kind: 'course', department: '', term: '' } as const
      return (await addCourse(deps, await enter('courses.manage', office), named)).id
    }
    const [first, second] = [await course('C1'), await course('C2')]
    await makeCoursesOfSections(deps, await enter('courses.manage', office), { sections: ['A'], term: '' })
    await enrolPeople(deps, await enter('courses.manage', office), {
      courseId: first,
      people: [asha],
      meanwhile: 'left-out',
    })
    await enrolSection(deps, await enter('courses.manage', office), {
      courseId: first,
      section: 'B',
      meanwhile: 'left-out',
    })
    institute.storages.clock.advance(1_000)
    await movePerson(deps, await enter('courses.manage', await institute.office()), {
      courseId: first,
      personId: bela,
      to: second,
      meanwhile: 'left-out',
    })
  })
  afterEach(() => institute.close())

  const rows = async () => {
    const tables = await institute.storages.readTables()
    return {
      people: rowsOf(tables, 'people'),
      courses: rowsOf(tables, 'groups').filter(({ kind }) => kind !== 'whole'),
      enrolments: rowsOf(tables, 'enrolments').filter(({ group_id }) => group_id !== 'institute'),
    }
  }
  const spellings = ownSources.flatMap((word) => [
    ...[word, word.toUpperCase(), `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`, ` ${word} `],
    ...[
      `${word.slice(0, 1)} ${word.slice(1)}`,
      `\u00a0${word}\u3000`,
      `${word}.`,
      `${word.slice(0, -1)}\u200b${word.slice(-1)}`,
    ],
    word.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ])

  test('has a word as its source that the server keeps for itself', async () => {
    const words: readonly (string | null)[] = ownSources
    for (const made of Object.values(await rows())) {
      expect(made.length).toBeGreaterThan(1)
      for (const { source } of made) expect(words).toContain(source)
    }
  })

  test.each(spellings)('is not what a file comes from that is called %j', async (source) => {
    const refused = { reason: 'source-by-hand' }
    const office = await institute.office()
    const before = await rows()
    await expect(
      rosterImports.begin(deps, await enter('imports.plan', office), { ...everyone, source }),
    ).rejects.toMatchObject(refused)
    await expect(
      courseImports.begin(deps, await enter('course-imports.plan', office), { ...allCourses, source }),
    ).rejects.toMatchObject(refused)
    const list = { ...everyone, source, lines: [], unsent: 0 }
    await expect(importAtNight(deps, 'institute', list, choices)).rejects.toMatchObject(refused)
    const bundle = { begin: { ...allCourses, source }, parts: [] }
    await expect(courseImports.atNight(deps, 'institute', bundle, choices)).rejects.toMatchObject(refused)
    expect(await rows()).toEqual(before)
  })

  test.each(ownSources)('is ended by no file, also by one that was called %s before', async (source) => {
    const begun = { id: 'people', ...importer, begunBy: 'institute', begunAt: await storage.now(), plan: null } as const
    const times = { state: 'begun', appliedAt: null, undoneAt: null } as const
    await storage.imports.insert({ ...begun, ...times, ...everyone, source })
    await storage.courseImports.insert({ ...begun, ...times, ...allCourses, source, id: 'courses' })
    const people = await rosterImports.keepPlan(deps, importer, 'people')
    expect(people.plan).toMatchObject({ ofSource: 0, counts: { gone: 0 } })
    const { courses: known } = await listCourses(deps, await enter('courses.view', await institute.office()))
    expect(known).toHaveLength(3)
    const part = { part: 1, courses: [], enrolments: [], teachers: [] }
    await courseImports.keepPart(storage, 'institute', 'courses', part)
    const courses = await courseImports.keepPlan(deps, importer, 'courses')
    expect(courses.plan).toMatchObject({
      ofSource: { courses: 0, enrolments: 0 },
      counts: { goneCourses: 0, goneEnrolments: 0 },
    })
  })
})
