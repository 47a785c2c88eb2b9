import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCourses } from '#roster-files/read-courses.ts'
import { splitCourses } from '#roster-files/split-courses.ts'
import { courseImports } from '#server/domain/course-imports/course-imports.ts'
import { enter } from '#server/domain/doors.ts'
import { engines } from '#testing/create-database.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { markBeside } from './mark-beside.ts'

/**
 * `npm run import-check`: courses of a bundle from its bytes to the registers. The short form in `npm test` has few people and
 * judges no time; the long one enrols 20,000 people in eight courses each while marks are made, and says how long a mark waits.
 */
const isFull = process.env.IMPORT_CHECK === 'full'
const people = isFull ? 20_000 : 200
const coursesEach = 8
const size = 50

describe.each(engines)('an import of courses on %s', (engine) => {
  let institute: OpenInstitute
  beforeEach(async () => {
    institute = await openInstitute(engine)
  })
  afterEach(() => institute.close())

  const office = () => institute.office()
  const file = (name: string, lines: readonly string[]) => ({ name, bytes: new TextEncoder().encode(lines.join('\n')) })

  /** What the browser sends of the files. */
  function read(...files: Parameters<typeof readCourses>[0]) {
    const courses = readCourses(files, '2026-11-27')
    if (!courses) throw new Error('The files have no courses.')
    return splitCourses(courses)
  }
  /** As the browser does it: sends the parts, and asks what would happen. */
  async function plan(parts: ReturnType<typeof read>) {
    const begun = { source: 'SIS', fileName: 'term.zip', isWhole: true }
    const { id } = await courseImports.begin(institute.deps, await enter('course-imports.plan', await office()), begun)
    for (const part of parts)
      await courseImports.add(institute.deps, await enter('course-imports.plan', await office()), {
        importId: id,
        ...part,
      })
    return courseImports.plan(institute.deps, await enter('course-imports.plan', await office()), { importId: id })
  }
  const apply = async ({ id, seal }: { id: string; seal: string }) => {
    institute.storages.clock.advance(1_000)
    return courseImports.apply(institute.deps, await enter('course-imports.apply', await office()), {
      importId: id,
      seal,
      isReviewed: true,
    })
  }

  test(`${people * coursesEach} enrolments are planned, applied, found again and taken back while marks are made`, async () => {
    const { storage } = institute
    await storage.transaction(async (stores) => {
      for (let n = 0; n < people; n += 1) {
        const names = { rollNumber: `R${n}`, given: 'Given', family: `Family ${n}`, email: null, section: '' }
        const ids = { id: `person-${n}`, organisationId: 'institute', externalId: `x${n}` }
        await stores.roster.insert({ ...names, ...ids }, 'SIS', 1)
      }
    })
    const courses = Math.ceil((people * coursesEach) / size)
    const lines = Array.from({ length: people * coursesEach }, (_, n) => `c${n % courses},x${n % people},student`)
    const classes = file('classes.csv', [
      'sourcedId,title,classCode',
      ...Array.from({ length: courses }, (_, n) => `c${n},Course ${n},C${n}`),
    ])
    const enrolments = (some: readonly string[]) =>
      file('enrollments.csv', ['classSourcedId,userSourcedId,role', ...some])
    const all = read(classes, enrolments(lines))
    const fewer = lines.filter((_, n) => n % 10 !== 0)
    const less = read(classes, enrolments(fewer))
    const beside = await markBeside(institute)
    const { step } = beside
    const first = await step('send and plan', () => plan(all))
    expect(first.counts).toMatchObject({ newCourses: courses, newEnrolments: new Set(lines).size, unknownPeople: 0 })
    await step('apply', () => apply(first))
    const again = await step('send and plan the same files', () => plan(all))
    expect(again.counts).toMatchObject({ newCourses: 0, newEnrolments: 0, goneEnrolments: 0 })
    const changed = await step('send and plan a tenth less', () => plan(less))
    expect(changed.counts.goneEnrolments).toBe(new Set(lines).size - new Set(fewer).size)
    await step('apply', () => apply(changed))
    institute.storages.clock.advance(1_000)
    const undone = await step('undo', async () =>
      courseImports.undo(institute.deps, await enter('course-imports.apply', await office()), { importId: changed.id }),
    )
    expect(undone.kept).toBe(0)
    const { longest } = await beside.end(engine, isFull)
    if (isFull) expect(longest).toBeLessThan(longestMark[engine])
  })
})

/** A mark beside the largest import, ms. The embedded engine has one writer, which 160,000 rows hold once a term. */
const longestMark = { sqlite: 1_000, postgresql: 250 } as const
