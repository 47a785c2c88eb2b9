import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellStatuses, rulingCauses } from '#contract/course-cells.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { createDatabase, type TestDatabase } from '#testing/create-database.ts'
import { readTables, type Tables } from '#testing/read-tables.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { fillDatabase } from './fill-database.ts'

let database: TestDatabase
let tables: Tables

beforeAll(async () => {
  database = await createDatabase('sqlite')
  await fillDatabase({ file: join(database.dataDir, 'rollkey.sqlite') }, 'http://localhost:8080')
  tables = await readTables(database)
})
afterAll(() => database.drop())

test('the demo is as if made by calls: every invariant holds', async () => {
  await checkInvariants(database)
})

test('no mark of the demo lies outside its session, before its student joined, or in the future', () => {
  const sessions = new Map(rowsOf(tables, 'attendance_sessions').map((session) => [session.id, session]))
  const joined = new Map(
    rowsOf(tables, 'memberships').map((one) => [`${one.organisation_id} ${one.student_id}`, one.joined_at]),
  )
  const wrong = rowsOf(tables, 'marks').filter(({ attendance_session_id, organisation_id, student_id, marked_at }) => {
    const session = sessions.get(attendance_session_id)
    if (!session) return true
    const joinedAt = joined.get(`${organisation_id} ${student_id}`) ?? Number.POSITIVE_INFINITY
    return (
      marked_at < session.started_at || marked_at >= session.ends_at || marked_at < joinedAt || marked_at > Date.now()
    )
  })
  expect(wrong).toEqual([])
})

test('the demo has students below 75 %, students who joined late, and sessions of high and low attendance', () => {
  const [college] = rowsOf(tables, 'organisations').toSorted((one, other) => other.members - one.members)
  const members = rowsOf(tables, 'memberships').filter(({ organisation_id }) => organisation_id === college?.id)
  expect([college?.members, college?.classes]).toEqual([402, 60])
  const below = members.filter(({ total }) => total < 45).length
  expect(below).toBeGreaterThan(20)
  expect(below).toBeLessThan(120)
  const present = rowsOf(tables, 'attendance_sessions').flatMap((one) =>
    one.organisation_id === college?.id ? [one.present ?? 0] : [],
  )
  expect(Math.max(...present)).toBeGreaterThan(1.3 * Math.min(...present))
})

test('a passkey of the demo was used at the last mark of its student', () => {
  const lastMarks = new Map<string, number>()
  for (const { student_id, marked_at, method } of rowsOf(tables, 'marks')) {
    if (method === 'hand') continue
    lastMarks.set(student_id, Math.max(marked_at, lastMarks.get(student_id) ?? 0))
  }
  const students = new Set(rowsOf(tables, 'students').map(({ id }) => id))
  const wrong = rowsOf(tables, 'passkeys').filter(
    ({ account_id, last_used_at }) => students.has(account_id) && last_used_at !== (lastMarks.get(account_id) ?? null),
  )
  expect(wrong).toEqual([])
  expect(lastMarks.size).toBeGreaterThan(390)
})

test('the courses of the demo have every way, status and kind of dispute, one that is closed, and people who came, moved and went', () => {
  const valuesOf = (values: readonly unknown[]) => [...new Set(values)].toSorted()
  const groups = rowsOf(tables, 'groups').filter(({ kind }) => kind === 'course')
  const inCourses = new Set(groups.map(({ id }) => id))
  const sessions = rowsOf(tables, 'attendance_sessions').filter(({ group_id }) => inCourses.has(group_id))
  const held = new Set(sessions.map(({ id }) => id))
  expect(
    valuesOf(rowsOf(tables, 'marks').flatMap((one) => (held.has(one.attendance_session_id) ? one.method : []))),
  ).toEqual(['hand', 'room-code', 'screen'])
  const rulings = rowsOf(tables, 'rulings')
  expect(valuesOf(rulings.map(({ status }) => status))).toEqual(cellStatuses.toSorted())
  expect(valuesOf(rulings.map(({ cause }) => cause))).toEqual(rulingCauses.toSorted())
  const disputes = rowsOf(tables, 'disputes')
  expect(valuesOf(disputes.map(({ answer, reason }) => `${reason} ${answer === null ? 'open' : 'answered'}`))).toEqual([
    'not-me open',
    'was-there answered',
    'was-there open',
  ])
  const closed = groups.filter(({ closed_at }) => closed_at !== null)
  expect([groups.length, ...closed.map(({ code }) => code)]).toEqual([6, 'HS110'])
  const first = groups.find(({ code }) => code === 'CS201')?.id
  const enrolled = rowsOf(tables, 'enrolments').filter(({ group_id }) => group_id === first)
  expect(enrolled.filter(({ ends_at }) => ends_at === null)).toHaveLength(64)
  expect(enrolled.filter(({ ends_at }) => ends_at !== null)).toHaveLength(1)
  expect(enrolled.some(({ begins_at, counts_from }) => (counts_from ?? 0) > begins_at)).toBe(true)
  const running = sessions.filter(({ ends_at }) => ends_at > Date.now())
  const codeOf = (groupId: string) => groups.find(({ id }) => id === groupId)?.code
  expect(valuesOf(running.map(({ group_id, number }) => `${codeOf(group_id)} ${number}`))).toEqual([
    'CS201 26',
    'EE205 19',
  ])
})
