import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import {
  documentsPath,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** Their rules are tested in server/domain/passkeys. */
describe.each(engines)('own passkeys over HTTP on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let student: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    student = await registerStudent(server, institute.id)
    for (const person of [institute, student]) await registerPasskey(person)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const idOf = async ({ http }: Person) => (await http.get<OwnPasskeys>('/api/v1/passkeys')).body.passkeys[0]?.id ?? ''

  test('are named in ordinary characters', async () => {
    const path = `/api/v1/passkeys/${await idOf(student)}`
    const named = await student.http.patch<OwnPasskeys>(path, { name: '  My phone ' })
    expect(named).toMatchObject({ status: 200, body: { passkeys: [{ name: 'My phone' }] } })
    for (const name of ['', ' ', 'x'.repeat(65), 'a\u202eb', '\u2800', 'My\u200bkey', 7]) {
      expect(await student.http.patch(path, { name })).toMatchObject(refusal(400, 'general_argument_invalid'))
    }
  })

  test('leave the document of an organisation with the last one', async () => {
    const document = `${documentsPath('ORG')}/${institute.id}`
    const removed = await institute.http.delete<OwnPasskeys>(`/api/v1/passkeys/${await idOf(institute)}`)
    expect(removed).toMatchObject({ status: 200, body: { passkeys: [] } })
    expect((await institute.http.get<object>(document)).body).not.toHaveProperty('passKey')
    const { email, password } = institute
    const http = server.openBrowser()
    const login = await http.post('/v1/account/sessions/email', { email, password })
    expect(login).toMatchObject({ status: 201, body: { factors: ['password'] } })
    const authenticator = createSoftwareAuthenticator({ origin: server.origin })
    await registerPasskey({ ...institute, http, authenticator })
    expect((await http.get<object>(document)).body).toMatchObject({ passKey: true })
  })

  test('wait for the password, which gives the session a new cookie', async () => {
    server.clock.advance(10 * 60_000 + 1)
    const { http, password } = student
    const remove = async () => http.delete(`/api/v1/passkeys/${await idOf(student)}`)
    expect(await remove()).toMatchObject(refusal(401, 'user_unauthorized', 'Please confirm that it is you.'))
    expect(await http.post('/api/v1/session/confirm', { password: 'not-the-password' })).toMatchObject(
      refusal(401, 'user_invalid_credentials', 'The current password is wrong.'),
    )
    const formerToken = http.cookies.get('session')
    expect(await http.post('/api/v1/session/confirm', { password })).toMatchObject({
      status: 200,
      body: { confirmed: true },
    })
    expect(http.cookies.get('session')).not.toBe(formerToken)
    expect(await remove()).toMatchObject({ status: 200, body: { passkeys: [] } })
  })

  test('other sessions are listed by the device that each named', async () => {
    const http = server.openBrowser()
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    const { email, password } = student
    await http.post('/v1/account/sessions/email', { email, password }, { headers: { 'user-agent': agent } })
    expect(await http.get('/v1/account/sessions')).toMatchObject({
      body: {
        total: 2,
        sessions: [
          { current: true, clientName: 'Firefox', clientVersion: '145', osName: 'Linux', deviceName: 'desktop' },
          { current: false, clientName: '' },
        ],
      },
    })
  })
})
