import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningSession } from '#contract/attendance.ts'
import { engines } from '#testing/create-database.ts'
import {
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('the running session on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let student: Person
  const read = async () => (await organisation.http.get<RunningSession>('/api/v1/attendance/running')).body

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
    await registerPasskey(organisation)
    student = await registerStudent(server, organisation.id)
    await registerPasskey(student)
  })
  afterAll(() => server.close())

  test('is null while none runs', async () => {
    expect(await read()).toEqual({
      session: null,
      last: null,
      nextWays: ['screen'],
      members: 1,
      serverTime: expect.any(Number),
    })
  })

  test('counts who is present and names the newest marks in short', async () => {
    await startAttendance(organisation)
    expect((await read()).session).toMatchObject({ number: 1, present: 0, latest: [] })
    await markStudent(organisation, student.email, student.authenticator)
    expect((await read()).session).toMatchObject({
      present: 1,
      latest: [{ studentId: student.id, name: 'Asha R.', rollNumber: '', markedAt: expect.any(Number) }],
    })
  })

  test.each([
    ['full', [{ name: 'Asha Rao', rollNumber: '21CS042' }]],
    ['off', []],
    ['short', [{ name: 'Asha R.', rollNumber: '' }]],
  ])('names students as the institute has chosen: %s', async (displayNames, latest) => {
    await organisation.http.patch('/api/v1/settings', { displayNames })
    expect((await read()).session).toMatchObject({ present: 1, latest })
  })
})
