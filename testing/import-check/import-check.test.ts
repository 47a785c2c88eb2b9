import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importColumns, maxLinesACall } from '#contract/import-rules.ts'
import { guessColumns } from '#roster-files/guess-columns.ts'
import { makeLines } from '#roster-files/make-lines.ts'
import { readCourses } from '#roster-files/read-courses.ts'
import { readFiles } from '#roster-files/read-files.ts'
import { enter } from '#server/domain/doors.ts'
import { readImportLines, rosterImports } from '#server/domain/roster/imports.ts'
import { engines } from '#testing/create-database.ts'
import { classList, newcomerFiles } from '#testing/newcomer-files.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { readWorkbook } from '../../web/screens/imports/reader/read-workbook.ts'
import { markBeside } from './mark-beside.ts'

/**
 * `npm run import-check`: a file of an office from its bytes to the roster. The short form in `npm test` has few lines and
 * judges no time; the long one imports 20,000 while marks are made, and holds how long a mark waits.
 * `npm run import-check -- FOLDER` also reads the files of a folder.
 */
const isFull = process.env.IMPORT_CHECK === 'full'
const folder = process.env.IMPORT_CHECK_FOLDER
const many = isFull ? 20_000 : 600

describe.each(engines)('an import on %s', (engine) => {
  let institute: OpenInstitute

  beforeEach(async () => {
    institute = await openInstitute(engine)
  })
  afterEach(() => institute.close())

  const office = () => institute.office()
  const deps = () => institute.deps

  /** As the browser does it: read, and guess the columns. */
  async function read(name: string, content: string) {
    const table = await readFiles([{ name, bytes: new TextEncoder().encode(content) }], {}, readWorkbook)
    if ('problem' in table) throw new Error(`${name} is not read: ${table.problem}`)
    return makeLines(table, guessColumns(table))
  }
  type Read = Awaited<ReturnType<typeof read>>

  /** As the browser does it: sends the lines, and asks what would happen. */
  async function plan({ lines, columns }: Read, isWhole = false) {
    const begun = { source: 'Office', fileName: 'students.csv', columns: [...columns], isWhole }
    const { id } = await rosterImports.begin(deps(), await enter('imports.plan', await office()), begun)
    for (let from = 0; from < lines.length; from += maxLinesACall) {
      const some = lines.slice(from, from + maxLinesACall).map((line) => [...line] as [number, ...string[]])
      await rosterImports.add(deps(), await enter('imports.plan', await office()), { importId: id, lines: some })
    }
    return rosterImports.plan(deps(), await enter('imports.plan', await office()), { importId: id })
  }
  const apply = async ({ id, seal }: { id: string; seal: string }) =>
    rosterImports.apply(deps(), await enter('imports.apply', await office()), {
      importId: id,
      seal,
      same: [],
      isReviewed: true,
    })
  const list = (search: string, offset: number) => institute.listPeople({ search, offset })

  const titles = 'Roll number,First name,Last name,Email,Section,Student ID'
  const right = ['21CS0001,Asha,Mehta,asha@school.example,A,s-1', '21CS0002,Chidi,Okafor,,B,s-2']
  /** Each wrong line, and how it is named. */
  const faults: readonly (readonly [line: string, problem: string])[] = [
    [',Van An,Nguyen,,A,', 'roll-number-missing'],
    ['=1+0,Jürgen,Groß,,A,', 'roll-number-invalid'],
    ['21 CS 0003,Jürgen,Groß,,A,', 'roll-number-invalid'],
    [`${'7'.repeat(33)},Jürgen,Groß,,A,`, 'roll-number-invalid'],
    ['j@school.example,Jürgen,Groß,,A,', 'roll-number-invalid'],
    ['21CS0004,,,,A,', 'name-missing'],
    ['21CS0005, ,,,A,', 'name-missing'],
    ['21CS0006,, ,,A,', 'name-missing'],
    ['21CS0007,Jür\u202egen,Groß,,A,', 'name-invalid'],
    [`21CS0008,${'J'.repeat(129)},Groß,,A,`, 'name-invalid'],
    ['21CS0009,Jürgen,Groß,j.gross,A,', 'email-invalid'],
    ['21CS0010,Jürgen,Groß,j@gross,A,', 'email-invalid'],
    ['21CS0011,Jürgen,Groß,a b@school.example,A,', 'email-invalid'],
    ['21CS0012,Jürgen,Groß,@school.example,A,', 'email-invalid'],
    [`21CS0013,Jürgen,Groß,,${'A'.repeat(41)},`, 'section-invalid'],
    [`21CS0014,Jürgen,Groß,,A,${'x'.repeat(65)}`, 'external-id-invalid'],
    ['21CS0020,Jürgen,Groß,,A,', 'number-twice'],
    ['21cs0020,Inès,Blanc,,A,', 'number-twice'],
    ['21CS0021,Jürgen,Groß,,A,s-9', 'external-id-twice'],
    ['21CS0022,Inès,Blanc,,A,s-9', 'external-id-twice'],
  ]

  test('twenty planted faults are named by their lines, and nothing else is', async () => {
    const planned = await plan(
      await read('students.csv', [titles, ...right, ...faults.map(([line]) => line)].join('\n')),
    )
    const { lines } = await readImportLines(deps(), await enter('imports.view', await office()), {
      importId: planned.id,
      part: 'problems',
    })
    expect(lines.map(({ line, problem }) => [line, problem])).toEqual(
      faults.map(([, problem], index) => [index + 2 + right.length, problem]),
    )
    expect(planned.counts).toMatchObject({ new: right.length, problems: faults.length })
  })

  test('control: the same lines without the faults have no problem', async () => {
    const mended = faults.map((_, index) => `22CS${index},Jürgen,Groß,,A,`)
    const planned = await plan(await read('students.csv', [titles, ...right, ...mended].join('\n')))
    expect(planned.counts).toMatchObject({ new: right.length + mended.length, problems: 0 })
  })

  test.each(newcomerFiles)(
    'a newcomer gets a number that is free after the file: %s',
    async (_what, file, roster, problems) => {
      await apply(await plan(await read('before.csv', classList)))
      const planned = await plan(await read('after.csv', file))
      const { lines } = await readImportLines(deps(), await enter('imports.view', await office()), {
        importId: planned.id,
        part: 'problems',
      })
      expect(lines.map(({ line, problem }) => [line, problem])).toEqual(problems.map((line) => [line, 'number-taken']))
      expect((await apply(planned)).counts).toEqual(planned.counts)
      const { people } = await list('', 0)
      expect(people).toHaveLength(roster.length)
    },
  )

  test(`${many} lines are planned, applied, found again and taken back while marks are made`, async () => {
    const lines = Array.from(
      { length: many },
      (_, n) => `R${n},Given ${n},Family ${n},p${n}@school.example,S${n % 40},x${n}`,
    )
    const text = [titles, ...lines].join('\n')
    const file = await read('students.csv', text)
    const other = await read('students.csv', text.replaceAll(/,S\d+,/g, ',T,'))
    // The browser reads the files, in a process of its own.
    const beside = await markBeside(institute)
    const { step } = beside
    const first = await step('send and plan', () => plan(file, true))
    expect(first.counts).toMatchObject({ new: many, problems: 0 })
    await step('apply', () => apply(first))
    const again = await step('send and plan the same file', () => plan(file, true))
    expect(again.counts).toMatchObject({ new: 0, changed: 0, same: many, gone: 0 })
    const firstPage = await step('the first page of people', () => list('', 0))
    expect(firstPage.counts.all).toBe(many + 1)
    expect((await step('the last page', () => list('', many))).people.length).toBe(1)
    expect((await step('a search', () => list(`Family ${many - 1}`, 0))).people.length).toBe(1)
    const changed = await step('send and plan another section for all', () => plan(other, true))
    expect(changed.counts).toMatchObject({ changed: many })
    await step('apply', () => apply(changed))
    const undone = await step('undo', async () =>
      rosterImports.undo(deps(), await enter('imports.apply', await office()), { importId: changed.id }),
    )
    expect(undone).toMatchObject({ undone: many, kept: 0 })
    const waits = await beside.end(engine, isFull)
    if (!isFull) return
    expect(waits.steps).toBeLessThan(60_000)
    expect(waits.longest).toBeLessThan(250)
  })
})

test.runIf(folder !== undefined)('every list of a folder is read, or says why not', async () => {
  const place = folder ?? ''
  const files = readdirSync(place, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const lists = Map.groupBy(
    files.filter(({ name }) => /\.(csv|xlsx|zip)$/i.test(name)),
    // The files of a bundle belong together.
    ({ parentPath, name }) => (/^(roster|hostile)/.test(name) ? join(parentPath, name) : parentPath),
  )
  for (const [name, entries] of lists) {
    const bytes = entries.map((entry) => ({
      name: entry.name,
      bytes: readFileSync(join(entry.parentPath, entry.name)),
    }))
    const table = await readFiles(bytes, {}, readWorkbook)
    if ('problem' in table) console.log(`${name}: not read, ${table.problem}`)
    else {
      const { lines, columns, spoilt } = makeLines(table, guessColumns(table))
      expect(columns.every((column) => importColumns.includes(column))).toBe(true)
      console.log(
        `${name}: ${lines.length} lines, ${spoilt.length} spoilt, ${table.notStudents} not students; ${columns}`,
      )
    }
  }
  expect(lists.size).toBeGreaterThan(0)
})

/** What bundles of these names say of courses: counted in their files. */
const ended = {
  ...{ courses: 2, endedCourses: 2, students: 4, teaching: 2, teachers: 1 },
  ...{ 'course-parent-unknown': 2, 'term-over': 1 },
}
const bundles: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'oneroster-1.1': ended,
  'oneroster-1.2-with-faults': ended,
  'oneroster-1.1-vendor-columns': {
    ...{ courses: 3, endedCourses: 0, students: 3, teaching: 0, teachers: 0 },
    'term-unknown': 3,
  },
  'sds-100': { courses: 28, endedCourses: 28, students: 602, teaching: 28, teachers: 12, 'term-over': 28 },
  'sds-2.1': { courses: 2, endedCourses: 2, students: 4, teaching: 2, teachers: 2, 'term-over': 2 },
  'sds-uk-25': { courses: 28, endedCourses: 28, students: 154, teaching: 4, teachers: 2, 'term-over': 28 },
}

test.runIf(folder !== undefined)(
  'the courses and enrolments of the bundles of a folder are those that were counted',
  () => {
    const entries = readdirSync(folder ?? '', { withFileTypes: true, recursive: true }).filter((entry) =>
      entry.isFile(),
    )
    const csv = entries.filter(({ name }) => /\.csv$/i.test(name) && !/^(roster|hostile)/.test(name))
    for (const [place, files] of Map.groupBy(csv, ({ parentPath }) => parentPath)) {
      const found = readCourses(
        files.map(({ name }) => ({ name, bytes: readFileSync(join(place, name)) })),
        '2026-11-27',
      )
      if (found === undefined) continue
      const { courses, students, teaching, teachers, warnings } = found
      const counted = {
        courses: courses.length,
        endedCourses: courses.filter(({ isEnded }) => isEnded).length,
        students: students.length,
        teaching: teaching.length,
        teachers: teachers.length,
        ...Object.fromEntries(warnings.map(({ kind, count }) => [kind, count])),
      }
      console.log(`${place}: ${JSON.stringify(counted)}`)
      const known = bundles[basename(place)]
      if (known !== undefined) expect(counted).toEqual(known)
    }
  },
)
