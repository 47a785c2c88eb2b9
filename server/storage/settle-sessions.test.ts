import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '#server/testing/check-invariants.ts'
import { engines } from '#server/testing/create-database.ts'
import {
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#server/testing/people-over-http.ts'
import { rowsOf } from '#server/testing/rows-of.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

const minute = 60_000

describe.each(engines)('settling sessions on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let absent: Person
  const settled = async () =>
    rowsOf(await server.readTables(), 'attendance_sessions').map((session) => [session.present, session.expected])

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
    const student = await registerStudent(server, organisation.id)
    absent = await registerStudent(server, organisation.id, { email: 'absent@students.example', rollNumber: '21CS099' })
    for (const person of [organisation, student]) await registerPasskey(person)
    await startAttendance(organisation)
    await markStudent(organisation, student.email, student.authenticator)
  })
  afterAll(() => server.close())

  test('leaves one alone that runs, or has ended so lately that a mark may still be on its way', async () => {
    await server.storage.settleSessions()
    expect(await settled()).toEqual([[null, null]])
    server.clock.advance(61 * minute)
    await server.storage.settleSessions()
    expect(await settled()).toEqual([[null, null]])
  })

  test('writes down the marks of one that has ended, and who was a member by its end', async () => {
    await registerStudent(server, organisation.id, { email: 'late@students.example', rollNumber: '21CS100' })
    server.clock.advance(10 * minute)
    await server.storage.settleSessions()
    expect(await settled()).toEqual([[1, 2]])
  })

  test('expects nobody any more whose profile is deleted afterwards', async () => {
    await logIn(absent)
    const { status } = await absent.http.delete(`/v1/databases/rollkey/collections/students/documents/${absent.id}`)
    expect(status).toBe(204)
    expect(await settled()).toEqual([[1, 1]])
    await checkInvariants(server.database)
  })
})
