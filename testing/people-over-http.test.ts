import { describe, expect, onTestFinished, test } from 'vitest'
import { engines } from './create-database.ts'
import {
  logIn,
  markStudent,
  readOwnOrganisation,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from './people-over-http.ts'
import { startTestServer } from './test-server.ts'

describe.each(engines)('on %s', (engine) => {
  test('an organisation and a student get as far as a mark, which counts once an hour', async () => {
    const server = await startTestServer(engine)
    onTestFinished(server.close)
    const organisation = await registerOrganisation(server)
    await registerPasskey(organisation)
    const student = await registerStudent(server, organisation.id)
    await registerPasskey(student)
    const started = await startAttendance(organisation)
    expect(started).toMatchObject({ classes: 1, members: 1, sessionExpiry: expect.any(Number) })

    const first = await markStudent(organisation, '21cs042', student.authenticator)
    expect(first.status).toBe(200)
    expect(JSON.parse(first.body.attendance)).toEqual({
      [organisation.id]: { total: 1, expiryTime: expect.any(Number) },
    })
    const again = await markStudent(organisation, student.email, student.authenticator)
    expect(again).toMatchObject({ status: 409, body: { message: 'Attendance has already been marked' } })

    server.clock.advance(61 * 60_000)
    const back = await logIn(organisation, server.openBrowser())
    await startAttendance(back)
    const second = await markStudent(back, student.email, student.authenticator)
    expect(JSON.parse(second.body.attendance)).toMatchObject({ [organisation.id]: { total: 2 } })
    expect(await readOwnOrganisation(back)).toMatchObject({ classes: 2, passKey: true })
  })
})
