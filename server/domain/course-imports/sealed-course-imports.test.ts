import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CourseImport, CourseImportPart } from '#contract/course-imports.ts'
import { engines } from '#testing/create-database.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { pickTables } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { courseImports } from './course-imports.ts'

const part: CourseImportPart = {
  part: 1,
  courses: [{ id: 'a', code: 'A', title: 'Title', term: 'Autumn', isHomeroom: false, isEnded: false }],
  enrolments: [
    { course: 'a', person: 's1', isTeacher: false, isEnded: false },
    { course: 'a', person: 't1', isTeacher: true, isEnded: false },
  ],
  teachers: [{ id: 't1', name: 'Meera Rao', email: 'meera@college.example' }],
}
type List = 'courses' | 'enrolments' | 'teachers'
/** Every field of every line of the files. */
const fields = (['courses', 'enrolments', 'teachers'] as const).flatMap((list) =>
  part[list].flatMap((row, at) => Object.keys(row).map((field) => [list, at, field] as const)),
)
/** The part with another value in one field. */
function change(list: List, at: number, field: string): CourseImportPart {
  const other = (value: unknown) => (typeof value === 'boolean' ? !value : field === 'person' ? 's2' : `${value}x`)
  const rows = part[list].map((row, index) =>
    index === at ? { ...row, [field]: other((row as Readonly<Record<string, unknown>>)[field]) } : row,
  )
  return { ...part, [list]: rows }
}

describe.each(engines)('an import of courses that was looked at on %s', (engine) => {
  let institute: OpenInstitute
  let storage: OpenInstitute['storage']
  let deps: OpenInstitute['deps']

  beforeEach(async () => {
    institute = await openInstitute(engine)
    ;({ storage, deps } = institute)
    for (const id of ['s1', 's2']) {
      const names = { rollNumber: id, given: 'Given', family: id, email: null, section: '', externalId: id }
      await storage.roster.insert({ ...names, id: `person-${id}`, organisationId: 'institute' }, 'SIS', 1)
    }
  })
  afterEach(() => institute.close())

  const office = () => institute.office()
  async function send(id: string, given: CourseImportPart): Promise<CourseImport> {
    await courseImports.add(deps, await enter('course-imports.plan', await office()), { importId: id, ...given })
    return courseImports.plan(deps, await enter('course-imports.plan', await office()), { importId: id })
  }
  async function plan(): Promise<CourseImport> {
    const { id } = await courseImports.begin(deps, await enter('course-imports.plan', await office()), {
      source: 'SIS',
      fileName: '',
      isWhole: false,
    })
    return send(id, part)
  }
  const apply = async ({ id, seal }: CourseImport, use = deps) =>
    courseImports.apply(use, await enter('course-imports.apply', await office()), {
      importId: id,
      seal,
      isReviewed: true,
    })
  const made = async () =>
    pickTables(await institute.storages.readTables(), 'groups', 'enrolments', 'staff_groups', 'people')

  test.each(fields)('is refused where %s came again, and line %i has another %s', async (...field) => {
    const reviewed = await plan()
    const before = await made()
    await send(reviewed.id, change(...field))
    await expect(apply(reviewed)).rejects.toMatchObject({ reason: 'courses-moved' })
    expect(await made()).toEqual(before)
  })

  test('is applied where the same lines came again', async () => {
    const reviewed = await plan()
    await send(reviewed.id, part)
    expect(await apply(reviewed)).toMatchObject({ state: 'applied', counts: { newCourses: 1, newEnrolments: 1 } })
  })

  test('is refused where lines came between comparison and transaction', async () => {
    const reviewed = await plan()
    const before = await made()
    let hasCome = false
    const transaction: typeof storage.transaction = async (work) => {
      if (!hasCome) {
        hasCome = true
        await send(reviewed.id, change('courses', 0, 'title'))
      }
      return storage.transaction(work)
    }
    const use = { ...deps, storage: { ...storage, transaction } }
    await expect(apply(reviewed, use)).rejects.toMatchObject({ reason: 'courses-moved' })
    expect(await made()).toEqual(before)
  })

  test('is refused, and not tried for ever, where the courses never rest', async () => {
    const reviewed = await plan()
    let moved = 0
    const courseImports = { ...storage.courseImports, readState: async () => `${++moved}` }
    await expect(apply(reviewed, { ...deps, storage: { ...storage, courseImports } })).rejects.toMatchObject({
      reason: 'courses-moved',
    })
    expect(moved).toBeLessThan(20)
  })
})
