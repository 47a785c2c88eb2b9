import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginRegistration } from '#testing/begin-registration.ts'
import { engines } from '#testing/create-database.ts'
import { type Person, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

type SessionList = { total: number; sessions: { $id: string; current: boolean }[] }

describe.each(engines)('the password login on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let student: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
    student = await registerStudent(server, organisation.id)
  })
  afterAll(() => server.close())

  const open = (http: Person['http'], email: string, password: string, path = '/v1/account/sessions/email') =>
    http.post<{ $id: string; userId: string; expire: string }>(path, { email, password })

  test.each(['/v1/account/sessions/email', '/v1/account/sessions'])('opens a session at %s', async (path) => {
    const http = server.openBrowser()
    const reply = await open(http, student.email.toUpperCase(), student.password, path)
    expect(reply).toMatchObject({
      status: 201,
      body: { userId: student.id, provider: 'email', current: true, factors: ['password'], secret: '' },
    })
    expect(await http.get('/v1/account')).toMatchObject({
      status: 200,
      body: { $id: student.id, email: student.email, emailVerification: true, labels: ['STD'], prefs: {} },
    })
  })

  test('gives the browser a random token that scripts cannot read, and keeps only its hash', async () => {
    const http = server.openBrowser()
    const { headers } = await open(http, student.email, student.password)
    const cookie = headers.getSetCookie().find((text) => text.startsWith('session=')) ?? ''
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Strict'])
    expect(headers.get('x-fallback-cookies')).toBeNull()
    const token = http.cookies.get('session') ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await server.readTables())).not.toContain(token)
  })

  test('answers a wrong password and an unknown email with the same bytes', async () => {
    const before = pickTables(await server.readTables(), 'sessions')
    const wrongPassword = await open(server.openBrowser(), student.email, 'not-the-password-1')
    const unknownEmail = await open(server.openBrowser(), 'nobody@students.example', 'not-the-password-1')
    expect(wrongPassword).toMatchObject(refusal(401, 'user_invalid_credentials'))
    expect(unknownEmail.text).toBe(wrongPassword.text)
    expect([...unknownEmail.headers.keys()]).toEqual([...wrongPassword.headers.keys()])
    expect(wrongPassword.headers.getSetCookie()).toEqual([])
    expect(pickTables(await server.readTables(), 'sessions')).toEqual(before)
  })

  test('refuses at once a password that no account can have', async () => {
    for (const password of ['short', 'x'.repeat(257), ['umbrella-monsoon-tramway-7'], null]) {
      const reply = await server.openBrowser().post('/v1/account/sessions/email', { email: student.email, password })
      expect(reply).toMatchObject(refusal(400, 'general_argument_invalid'))
    }
  })

  test('replaces the live session of the same browser', async () => {
    const http = server.openBrowser()
    await open(http, student.email, student.password)
    const formerToken = http.cookies.get('session')
    const count = rowsOf(await server.readTables(), 'sessions').length
    expect(await open(http, organisation.email, organisation.password)).toMatchObject({ status: 201 })
    expect(await http.get('/v1/account')).toMatchObject({ status: 200, body: { $id: organisation.id } })
    const former = server.openBrowser()
    former.cookies.store([`session=${formerToken}; Path=/`])
    expect(await former.get('/v1/account')).toMatchObject(refusal(401, 'general_unauthorized_scope'))
    expect(rowsOf(await server.readTables(), 'sessions')).toHaveLength(count)
  })

  test('leaves the live session alone when the login fails', async () => {
    const http = server.openBrowser()
    await open(http, student.email, student.password)
    expect(await open(http, organisation.email, 'not-the-password-1')).toMatchObject({ status: 401 })
    expect(await http.get('/v1/account')).toMatchObject({ status: 200, body: { $id: student.id } })
  })

  test('ends the oldest session of the account beyond ten', async () => {
    const { email, password } = await beginRegistration(server, 'many.browsers@example.org')
    const browsers = Array.from({ length: 12 }, server.openBrowser)
    for (const http of browsers) {
      expect(await open(http, email, password)).toMatchObject({ status: 201 })
      server.clock.advance(1)
    }
    const statuses = []
    for (const http of browsers) statuses.push((await http.get('/v1/account')).status)
    expect(statuses).toEqual([401, 401, ...Array<number>(10).fill(200)])
    expect(await open(server.openBrowser(), student.email, student.password)).toMatchObject({ status: 201 })
  })

  test('removes the registration cookie', async () => {
    const { http, email, password } = await beginRegistration(server, 'registering@example.org')
    expect(http.cookies.names()).toContain('reg')
    await open(http, email, password)
    expect(http.cookies.names()).not.toContain('reg')
  })

  describe('its sessions', () => {
    let here: Person['http']
    let there: Person['http']
    let hereId: string
    let thereId: string

    beforeAll(async () => {
      here = server.openBrowser()
      there = server.openBrowser()
      hereId = (await open(here, student.email, student.password)).body.$id
      thereId = (await open(there, student.email, student.password)).body.$id
    })

    test('are listed for their owner, exactly one of them as the current one', async () => {
      const { body } = await here.get<SessionList>('/v1/account/sessions')
      expect(body.total).toBe(body.sessions.length)
      expect(body.sessions.filter(({ current }) => current)).toMatchObject([{ $id: hereId }])
      expect(body.sessions.map(({ $id }) => $id)).toContain(thereId)
      expect(await here.get(`/v1/account/sessions/${thereId}`)).toMatchObject({
        status: 200,
        body: { $id: thereId, current: false },
      })
      expect(await here.get('/v1/account/sessions/current')).toMatchObject({ body: { $id: hereId, current: true } })
    })

    test('can be read and ended by their owner only', async () => {
      const stranger = server.openBrowser()
      await open(stranger, organisation.email, organisation.password)
      const before = pickTables(await server.readTables(), 'sessions')
      for (const id of [hereId, 'no-such-session']) {
        expect(await stranger.get(`/v1/account/sessions/${id}`)).toMatchObject(refusal(404, 'user_session_not_found'))
        expect(await stranger.delete(`/v1/account/sessions/${id}`)).toMatchObject(
          refusal(404, 'user_session_not_found'),
        )
      }
      expect(await server.openBrowser().delete('/v1/account/sessions/current')).toMatchObject(
        refusal(401, 'general_unauthorized_scope'),
      )
      expect(pickTables(await server.readTables(), 'sessions')).toEqual(before)
    })

    test('end one by one from another browser, which stays signed in', async () => {
      const reply = await here.delete(`/v1/account/sessions/${thereId}`)
      expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([204, '', null])
      expect(reply.headers.getSetCookie()).toEqual([])
      expect(await there.get('/v1/account')).toMatchObject(refusal(401, 'general_unauthorized_scope'))
      expect(await here.get('/v1/account')).toMatchObject({ status: 200 })
    })

    test('end by logging out, after which only the known browser remains and the token no longer works', async () => {
      const token = here.cookies.get('session')
      const reply = await here.delete('/v1/account/sessions/current')
      expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([204, '', null])
      expect(reply.headers.get('clear-site-data')).toBe('"storage"')
      expect(here.cookies.names()).toEqual(['browser'])
      here.cookies.store([`session=${token}; Path=/`])
      expect(await here.get('/v1/account')).toMatchObject(refusal(401, 'general_unauthorized_scope'))
    })

    test('end all at once', async () => {
      const browsers = [server.openBrowser(), server.openBrowser()] as const
      for (const http of browsers) await open(http, student.email, student.password)
      const reply = await browsers[0].delete('/v1/account/sessions')
      expect([reply.status, reply.text]).toEqual([204, ''])
      for (const http of browsers) expect(await http.get('/v1/account')).toMatchObject({ status: 401 })
      const left = rowsOf(await server.readTables(), 'sessions').filter(({ account_id }) => account_id === student.id)
      expect(left).toEqual([])
    })
  })
})
