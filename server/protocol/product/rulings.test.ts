import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** What rulings and settings do is tested in server/domain. */

let server: TestServer
let institute: Person
let student: Person

beforeAll(async () => {
  server = await startTestServer('sqlite')
  institute = await registerOrganisation(server)
  student = await registerStudent(server, institute.id)
})
afterAll(() => server.close())

test('a reason must be given, in one line', async () => {
  const unread = { status: 'absent', after: 0 }
  for (const reason of ['', ' ', 'two\nlines', 'x'.repeat(301), undefined]) {
    const reply = await institute.http.post('/api/v1/sessions/unknown/people/unknown/rulings', { ...unread, reason })
    expect(reply).toMatchObject(refusal(400, 'general_argument_invalid'))
  }
})

test('a zone that no clock follows is refused', async () => {
  for (const timeZone of ['Mars/Olympus', '+05:30', '', 7]) {
    expect(await institute.http.patch('/api/v1/settings', { timeZone })).toMatchObject({ status: 400 })
  }
})

test('a student sees neither history nor settings of the institute', async () => {
  for (const path of ['/api/v1/settings', '/api/v1/sessions/unknown/people/unknown/rulings']) {
    expect(await student.http.get(path)).toMatchObject(refusal(401, 'user_unauthorized'))
  }
})
