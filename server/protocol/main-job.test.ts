import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareForServer, readConnected } from '#server/storage/postgresql/prepare-postgresql.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { createDatabase, type Engine, engines, type TestDatabase } from '#testing/create-database.ts'
import { createDatabaseWithRoles } from '#testing/create-roles.ts'
import {
  logIn,
  markStudent,
  type Person,
  readOwnOrganisation,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const hour = 3_600_000

type Place = readonly [name: string, engine: Engine, create: () => Promise<TestDatabase>]

const places = engines.flatMap((engine): Place[] => {
  const own: Place = [engine, engine, () => createDatabase(engine)]
  return engine === 'sqlite' ? [own] : [own, ['postgresql by a role without DDL', engine, createPreparedForServer]]
})

async function createPreparedForServer(): Promise<TestDatabase> {
  const database = await createDatabaseWithRoles()
  await prepareForServer({ url: database.ownerUrl }, await readConnected({ url: database.databaseUrl }))
  return database
}

/** The main journey over HTTP, in the order of an institute's first day. */
describe.each(places)('the main job on %s', (_, engine, create) => {
  let server: TestServer
  let organisation: Person
  let student: Person

  beforeAll(async () => {
    server = await startTestServer(engine, { database: await create() })
    organisation = await registerOrganisation(server)
    await registerPasskey(organisation)
    student = await registerStudent(server, organisation.id)
    await registerPasskey(student)
  })
  afterAll(() => server.close())

  test('an organisation with a passkey logs in by passkey and password', async () => {
    organisation = await logIn(organisation, server.openBrowser())
    expect(await readOwnOrganisation(organisation)).toMatchObject({
      $id: organisation.id,
      name: 'Kaveri College',
      passKey: true,
      classes: 0,
      members: 1,
      sessionExpiry: null,
    })
  })

  test('a started session runs for 60 minutes and counts as a class', async () => {
    const { classes, sessionExpiry, serverTime } = await startAttendance(organisation)
    expect(classes).toBe(1)
    expect((sessionExpiry ?? 0) - serverTime).toBeGreaterThan(hour - 5_000)
  })

  test('a student is found by roll number in any case, and marked by the passkey on that screen', async () => {
    const { status, body } = await markStudent(organisation, '21cs042', student.authenticator)
    expect(status).toBe(200)
    expect(JSON.parse(body.attendance)).toEqual({ [organisation.id]: { total: 1, expiryTime: expect.any(Number) } })
  })

  test('marking again changes nothing and says so', async () => {
    const { status, body } = await markStudent(organisation, student.email, student.authenticator)
    expect([status, body]).toMatchObject([409, { message: 'Attendance has already been marked' }])
  })

  test('a session an hour later counts again', async () => {
    server.clock.advance(hour + 1_000)
    organisation = await logIn(organisation, server.openBrowser())
    await startAttendance(organisation)
    const { body } = await markStudent(organisation, student.email, student.authenticator)
    expect(JSON.parse(body.attendance)).toMatchObject({ [organisation.id]: { total: 2 } })
    expect((await readOwnOrganisation(organisation)).classes).toBe(2)
  })

  test('afterwards housekeeping runs, and verify-data finds nothing wrong', async () => {
    server.clock.advance(2 * hour)
    await server.storage.settleSessions()
    await server.storage.purgeExpired()
    while (await server.storage.auditChain.seal());
    await checkInvariants(server.database, server.clock.now())
  })
})
