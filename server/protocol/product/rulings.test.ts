import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MarkHistory } from '#contract/rulings.ts'
import type { InstituteSettings } from '#contract/settings.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import {
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000

let server: TestServer
let institute: Person
let student: Person

beforeAll(async () => {
  server = await startTestServer('sqlite')
  institute = await registerOrganisation(server)
  student = await registerStudent(server, institute.id)
  for (const person of [institute, student]) await registerPasskey(person)
})
afterAll(async () => {
  await checkInvariants(server.database, server.clock.now())
  await server.close()
})

const mark = () => markStudent(institute, student.email, student.authenticator)
const marks = async () => rowsOf(await server.readTables(), 'marks')
const rule = async (body: object) => {
  const session = (await marks()).at(-1)?.attendance_session_id
  return institute.http.post<MarkHistory>(`/api/v1/attendance/rulings/${session}/${student.id}`, body)
}

test('a student whose mark was withdrawn is not marked again in that session, and is marked in the next one', async () => {
  await startAttendance(institute)
  server.clock.advance(50 * minute)
  institute = await logIn(institute, server.openBrowser())
  expect(await mark()).toMatchObject({ status: 200 })
  expect(await rule({ status: 'absent', reason: 'Not in the room.', after: 0 })).toMatchObject({
    status: 200,
    body: { isDisputed: false, rulings: [{ sequence: 1, status: 'absent', cause: 'staff', decidedBy: institute.id }] },
  })
  expect(await mark()).toMatchObject({ status: 409, body: { reason: 'mark-withdrawn' } })
  // Within the hour of the withdrawn mark.
  server.clock.advance(15 * minute)
  institute = await logIn(institute, server.openBrowser())
  await startAttendance(institute)
  expect(await mark()).toMatchObject({ status: 200 })
  expect(await marks()).toHaveLength(2)
})

test('a reason must be given, in one line', async () => {
  const unread = { status: 'absent', after: 0 }
  for (const reason of ['', ' ', 'two\nlines', 'x'.repeat(301), undefined]) {
    expect(await rule({ ...unread, reason })).toMatchObject({ status: 400 })
  }
})

test('a zone that no clock follows is refused, and one change leaves the others', async () => {
  const change = (body: object) => institute.http.patch<InstituteSettings>('/api/v1/settings', body)
  for (const timeZone of ['Mars/Olympus', '+05:30', '', 7]) {
    expect(await change({ timeZone })).toMatchObject({ status: 400 })
  }
  await change({ displayNames: 'off' })
  expect((await change({ timeZone: 'Asia/Kolkata' })).body).toEqual({
    timeZone: 'Asia/Kolkata',
    displayNames: 'off',
    ways: ['screen'],
  })
  expect((await change({ timeZone: null })).body).toEqual({ timeZone: null, displayNames: 'off', ways: ['screen'] })
})

test('a student sees neither history nor settings of the institute', async () => {
  for (const path of ['/api/v1/settings', `/api/v1/attendance/rulings/unknown/${student.id}`]) {
    expect(await student.http.get(path)).toMatchObject(refusal(401, 'user_unauthorized'))
  }
})
