import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enter } from '#server/domain/doors.ts'
import { listCourses } from '#server/domain/groups/courses.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { importRoster, readImportArguments } from './import-roster.ts'

let folder: string
let institute: OpenInstitute
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  institute = await openInstitute('sqlite')
  write('users.csv', 'sourcedId,role,givenName,familyName,identifier,email', [
    's1,student,Asha,Mehta,R1,',
    's2,student,Bela,Shah,R2,',
    't1,teacher,Tara,Bose,,tara@x.example',
  ])
  write('classes.csv', 'sourcedId,title,classCode', ['c1,Physics,PHY', 'c2,Maths,MAT'])
  write('enrollments.csv', 'classSourcedId,userSourcedId,role', ['c1,s1,student', 'c1,s2,student', 'c1,t1,teacher'])
})
afterEach(async () => {
  await institute.close()
  rmSync(folder, { recursive: true })
})

function write(name: string, titles: string, lines: readonly string[]): void {
  writeFileSync(join(folder, name), [titles, ...lines].join('\n'))
}
function run(...options: string[]) {
  const read = readImportArguments(['institute', folder, ...options])
  return importRoster(institute.deps, read.code, read.place, read.options)
}
async function courses(): Promise<string[]> {
  const { courses: listed } = await listCourses(institute.deps, await enter('courses.view', await institute.office()))
  return listed.map(({ code, people, closedAt }) => `${code} ${people}${closedAt === null ? '' : ' closed'}`)
}

test('takes the people and then the courses, and the log names the operator', async () => {
  const { text, exitCode } = await run('--courses')
  expect(text.split('\n').slice(-5)).toEqual(
    [
      'Courses: 2 new, 0 changed, 0 as they are, 0 closed, 0 left alone.',
      'Enrolments: 2 begin, 0 stay, 0 end. Teachers: 0 begin, 0 end.',
      'Invite first: Tara Bose tara@x.example',
      'The courses are imported. The institute can undo it for 24 hours.',
    ].toSpliced(0, 0, expect.stringContaining('The import is applied.')),
  )
  expect(exitCode).toBe(0)
  expect(await courses()).toEqual(['MAT 0', 'PHY 2'])
  const log = rowsOf(await institute.storages.readTables(), 'audit_log')
  expect(log.filter(({ action }) => action === 'course.import')).toEqual([
    expect.objectContaining({ account_id: null, address_prefix: 'operator', outcome: 'done' }),
  ])
})

test('takes the same bundle twice and changes nothing', async () => {
  await run('--courses')
  const { text, exitCode } = await run('--courses')
  expect(text).toContain('the institute has all of these courses')
  expect(exitCode).toBe(0)
})

test('leaves courses alone without the option', async () => {
  await run()
  expect(await courses()).toEqual([])
})

test('says what would happen, and changes nothing', async () => {
  const { text } = await run('--courses', '--try')
  expect(text).toContain('Enrolments of people who are not on the roster, left out: 2.')
  expect(await courses()).toEqual([])
})

test('is on hold where many would end, until a person has looked', async () => {
  await run('--courses')
  write('classes.csv', 'sourcedId,title,classCode', ['c2,Maths,MAT'])
  const held = await run('--courses', '--whole')
  expect(held.exitCode).toBe(3)
  expect(held.text).toContain('These files would close 1 of 2 courses')
  expect(await courses()).toEqual(['MAT 0', 'PHY 2'])
  await run('--courses', '--whole', '--reviewed')
  expect(await courses()).toEqual(['MAT 0', 'PHY 2 closed'])
})

test('takes no courses where the people are held back', async () => {
  write('users.csv', 'sourcedId,role,givenName,familyName,identifier', ['s1,student,Asha,Mehta,R1', 's2,student,,,R2'])
  const { exitCode } = await run('--courses')
  expect(exitCode).toBe(2)
  expect(await courses()).toEqual([])
})

test('says that a list has no courses', async () => {
  rmSync(join(folder, 'classes.csv'))
  await expect(run('--courses')).rejects.toThrow('These files have no courses')
})
