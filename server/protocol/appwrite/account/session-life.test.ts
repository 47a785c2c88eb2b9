import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { logIn, type Person, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The header with which the web app marks its automatic requests. */
const byItself = { 'x-rollkey-background': '1' }
const documents = '/v1/databases/rollkey/collections/students/documents'

/** Rules §5.2 */
const lives = [
  { label: 'ORG', idleMs: hour, absoluteMs: 12 * hour },
  { label: 'STD', idleMs: 72 * hour, absoluteMs: 14 * day },
] as const

describe.each(engines)('a session on %s', (engine) => {
  let server: TestServer
  let people: Record<'ORG' | 'STD', Person>

  beforeAll(async () => {
    server = await startTestServer(engine)
    const organisation = await registerOrganisation(server)
    people = { ORG: organisation, STD: await registerStudent(server, organisation.id) }
  })
  afterAll(() => server.close())

  const step = clockStepMs[engine]
  const openSession = async (person: Person): Promise<HttpClient> => (await logIn(person, server.openBrowser())).http
  const readSession = async ({ id }: Person) => {
    const [newest] = await server.storage.sessions.listLive(id)
    if (newest === undefined) throw new Error('there is no session')
    return newest
  }
  const isLive = async (http: HttpClient) => (await http.get('/v1/account')).status === 200

  describe.each(lives)('of an account with the label $label', ({ label, idleMs, absoluteMs }) => {
    test(`ends ${idleMs / minute} idle minutes after its last use, and not before`, async () => {
      holdTime()
      const [used, unused] = [await openSession(people[label]), await openSession(people[label])]
      const { lastSeenAt, idleExpiresAt } = await readSession(people[label])
      expect(idleExpiresAt - lastSeenAt).toBe(idleMs)
      moveTo(server.clock, lastSeenAt + idleMs - step)
      expect(await isLive(used)).toBe(true)
      moveTo(server.clock, lastSeenAt + idleMs)
      expect(await unused.get('/v1/account')).toMatchObject(refusal(401, 'general_unauthorized_scope'))
      expect(await isLive(used)).toBe(true)
      const kept = await readSession(people[label])
      moveTo(server.clock, kept.lastSeenAt + idleMs)
      expect(await isLive(used)).toBe(false)
    })

    test(`ends ${absoluteMs / hour} hours after it began, however much it is used`, async () => {
      holdTime()
      const http = await openSession(people[label])
      const { createdAt, expiresAt } = await readSession(people[label])
      expect(expiresAt - createdAt).toBe(absoluteMs)
      for (let at = createdAt + idleMs / 2; at < expiresAt; at += idleMs / 2) {
        moveTo(server.clock, at)
        expect(await isLive(http)).toBe(true)
      }
      moveTo(server.clock, expiresAt - step)
      expect(await isLive(http)).toBe(true)
      moveTo(server.clock, expiresAt)
      expect(await isLive(http)).toBe(false)
    })
  })

  test('has its use stored at most once a minute', async () => {
    holdTime()
    const http = await openSession(people.STD)
    const opened = await readSession(people.STD)
    moveTo(server.clock, opened.lastSeenAt + minute - step)
    await http.get('/v1/account')
    expect(await readSession(people.STD)).toEqual(opened)
    moveTo(server.clock, opened.lastSeenAt + minute)
    await http.get('/v1/account')
    expect((await readSession(people.STD)).lastSeenAt).toBeGreaterThanOrEqual(opened.lastSeenAt + minute)
  })

  test.each(['/api/v1/ping', '/v1/ping'])('is not kept alive by %s', async (path) => {
    holdTime()
    const http = await openSession(people.ORG)
    const opened = await readSession(people.ORG)
    moveTo(server.clock, opened.lastSeenAt + hour / 2)
    expect(await http.get(path)).toMatchObject({ status: 200 })
    expect(await readSession(people.ORG)).toEqual(opened)
    moveTo(server.clock, opened.lastSeenAt + hour)
    expect(await isLive(http)).toBe(false)
  })

  test('is not kept alive by automatic requests of a page, and is by all others', async () => {
    holdTime()
    const http = await openSession(people.ORG)
    const opened = await readSession(people.ORG)
    moveTo(server.clock, opened.lastSeenAt + hour / 2)
    for (const path of ['/v1/account', documents, '/api/v1/attendance/running']) {
      expect(await http.get(path, { headers: byItself }), path).toMatchObject({ status: 200 })
    }
    expect(await readSession(people.ORG)).toEqual(opened)
    for (const headers of [{}, { 'x-rollkey-background': '0' }]) {
      const before = await readSession(people.ORG)
      moveTo(server.clock, before.lastSeenAt + hour / 2)
      expect(await http.get('/v1/account', { headers })).toMatchObject({ status: 200 })
      expect((await readSession(people.ORG)).lastSeenAt).toBeGreaterThanOrEqual(before.lastSeenAt + hour / 2)
    }
  })

  test('ends while its page goes on sending automatic requests', async () => {
    holdTime()
    const http = await openSession(people.ORG)
    const { lastSeenAt } = await readSession(people.ORG)
    const ask = () => http.get('/v1/account', { headers: byItself })
    for (let at = minute; at < hour; at += 10 * minute) {
      moveTo(server.clock, lastSeenAt + at)
      expect(await ask()).toMatchObject({ status: 200 })
    }
    moveTo(server.clock, lastSeenAt + hour)
    expect(await ask()).toMatchObject(refusal(401, 'general_unauthorized_scope'))
  })

  test('is kept alive by each step of a ceremony at the kiosk, even when marked as automatic', async () => {
    holdTime()
    const http = await openSession(people.ORG)
    const calls = [
      ['POST', '/api/v1/passkey/login'],
      ['POST', '/api/v1/passkey/verify-login'],
      ['PATCH', `${documents}/${people.STD.id}`],
    ] as const
    for (const [method, path] of calls) {
      const { lastSeenAt } = await readSession(people.ORG)
      moveTo(server.clock, lastSeenAt + hour / 2)
      await http.request(method, path, {}, { headers: byItself })
      expect((await readSession(people.ORG)).lastSeenAt, path).toBeGreaterThanOrEqual(lastSeenAt + hour / 2)
    }
  })

  test('is not kept alive by a live connection that opens', async () => {
    holdTime()
    const http = await openSession(people.ORG)
    const opened = await readSession(people.ORG)
    moveTo(server.clock, opened.lastSeenAt + hour / 2)
    const { socket, next, closed } = connectRealtime(http, 'project=rollkey&channels[]=documents')
    expect(await next()).toMatchObject({ type: 'connected' })
    expect(await readSession(people.ORG)).toEqual(opened)
    socket.close()
    await closed
  })

  test('that has ended is no longer listed, and counts as a guest everywhere', async () => {
    holdTime()
    const ended = await openSession(people.ORG)
    moveTo(server.clock, server.clock.now() + hour + step)
    const http = await openSession(people.ORG)
    expect(await http.get('/v1/account/sessions')).toMatchObject({ status: 200, body: { total: 1 } })
    expect(await ended.delete('/v1/account/sessions/current')).toMatchObject(refusal(401, 'general_unauthorized_scope'))
    expect(await ended.patch('/v1/account/password', { password: 'a-new-password-99' })).toMatchObject({ status: 401 })
  })
})
