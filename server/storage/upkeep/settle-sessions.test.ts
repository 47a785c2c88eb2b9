import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import {
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { untilLockAwaited } from '#testing/until-lock-awaited.ts'

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

  test('leaves a running session alone, and one that ended so lately that a mark may still be committed', async () => {
    await server.storage.settleSessions()
    expect(await settled()).toEqual([[null, null]])
    server.clock.advance(61 * minute)
    await server.storage.settleSessions()
    expect(await settled()).toEqual([[null, null]])
  })

  test('stores the marks of an ended one, and the number of its members at the end', async () => {
    await registerStudent(server, organisation.id, { email: 'late@students.example', rollNumber: '21CS100' })
    server.clock.advance(10 * minute)
    await server.storage.settleSessions()
    expect(await settled()).toEqual([[1, 2]])
  })

  test('no longer expects a student whose profile is deleted afterwards', async () => {
    await logIn(absent)
    const { status } = await absent.http.delete(`/v1/databases/rollkey/collections/students/documents/${absent.id}`)
    expect(status).toBe(204)
    expect(await settled()).toEqual([[1, 1]])
    await checkInvariants(server.database)
  })

  test.runIf(engine === 'postgresql')('does not expect a student whose profile is being deleted', async () => {
    const leaving = await registerStudent(server, organisation.id, {
      email: 'leaving@students.example',
      rollNumber: '21CS101',
    })
    await startAttendance(await logIn(organisation))
    server.clock.advance(71 * minute)
    const [removed, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deleting = server.storage.transaction(async ({ memberships }) => {
      await memberships.removeAllOf(leaving.id)
      removed.resolve()
      await gate.promise
    })
    await removed.promise
    const settling = server.storage.settleSessions()
    await untilLockAwaited(server.database, settling)
    gate.resolve()
    await Promise.all([deleting, settling])
    // The marked student, and the one who joined late.
    expect(await settled()).toContainEqual([0, 2])
    await checkInvariants(server.database)
  })
})
