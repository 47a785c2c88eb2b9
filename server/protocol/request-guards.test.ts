import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import type { Reply, RequestOptions } from '#testing/http-client.ts'
import {
  type Callers,
  type KnownCall,
  listBodyCalls,
  listBodylessCalls,
  listExportCalls,
  listReadCalls,
  methodOf,
  prepareCallers,
} from '#testing/known-calls.ts'
import { documentsPath } from '#testing/people-over-http.ts'
import type { Tables } from '#testing/read-tables.ts'
import { shareOf } from '#testing/share-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/**
 * Where a request comes from, which project it names, and which of several errors is answered (rules §5.2, protocol §2
 * and §2.2).
 */

const described = ({ status, body }: Reply) => [status, (body as { type?: string } | undefined)?.type]
const unknownOrigin = [403, 'general_unknown_origin']

describe.each(engines)('the guards before every call on %s', (engine) => {
  let server: TestServer
  let callers: Callers
  let before: Tables

  beforeAll(async () => {
    server = await startTestServer(engine)
    callers = await prepareCallers(server)
    before = await server.readTables()
  })
  afterAll(() => server.close())

  const unsafeCalls = () => [...listBodyCalls(callers), ...listBodylessCalls(callers)]
  const send = (call: KnownCall, headers: RequestOptions['headers'] = {}) =>
    call.http.request(methodOf(call), call.path, methodOf(call) === 'GET' ? undefined : (call.body ?? {}), { headers })

  describe('an unsafe method', () => {
    const badOrigins: readonly (readonly [what: string, make: (origin: string) => string | null])[] = [
      ['no origin', () => null],
      ['the origin null', () => 'null'],
      ['an empty origin', () => ''],
      ['another site', () => 'https://evil.example'],
      ['our host on another port', () => 'http://localhost:1'],
      ['our host over https', (origin) => origin.replace('http:', 'https:')],
      ['our host by its address', (origin) => origin.replace('localhost', '127.0.0.1')],
      ['a subdomain of ours', (origin) => origin.replace('localhost', 'a.localhost')],
      ['a host that begins like ours', (origin) => `${origin}.evil.example`],
      ['our origin with a slash', (origin) => `${origin}/`],
      ['our origin in capitals', (origin) => origin.toUpperCase()],
      ['our origin twice', (origin) => `${origin}, ${origin}`],
      ['our origin behind a name', (origin) => origin.replace('//', '//rollkey@')],
    ]
    test.each(badOrigins.map(([what, make], turn) => [what, make, turn] as const))(
      'with %s is refused by whatever call gets it',
      async (_what, make, turn) => {
        for (const call of shareOf(unsafeCalls(), turn, 4)) {
          const reply = await send(call, { origin: make(server.origin) })
          expect([call.route, ...described(reply)]).toEqual([call.route, ...unknownOrigin])
          expect(reply.headers.has('access-control-allow-origin')).toBe(false)
          expect(reply.headers.getSetCookie()).toEqual([])
        }
        expect(await server.readTables()).toEqual(before)
      },
    )

    test.each(['cross-site', 'same-site'])('that the browser calls %s is refused, from any origin', async (site) => {
      for (const call of unsafeCalls()) {
        expect(described(await send(call, { 'sec-fetch-site': site }))).toEqual(unknownOrigin)
      }
      expect(await server.readTables()).toEqual(before)
    })

    test('cannot give its origin in Referer or Host instead', async () => {
      const { http } = callers.student
      const headers = { origin: null, referer: `${server.origin}/login` }
      expect(described(await http.patch('/v1/account/email', {}, { headers }))).toEqual(unknownOrigin)
    })

    test('on an address that does not exist is refused first, too', async () => {
      const headers = { origin: 'https://evil.example' }
      expect(described(await callers.guest.post('/v1/nothing', {}, { headers }))).toEqual(unknownOrigin)
      expect(described(await callers.guest.request('OPTIONS', '/v1/account', undefined, { headers }))).toEqual(
        unknownOrigin,
      )
    })
  })

  test('reading needs no origin; an answer to another origin stays closed to its scripts', async () => {
    for (const call of listReadCalls(callers)) {
      for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'none' }]) {
        const reply = await send(call, headers)
        expect([call.route, reply.status]).toEqual([call.route, call.status])
        expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
        expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      }
    }
  })

  test('reading changes nothing', async () => {
    for (const call of listReadCalls(callers)) await send(call)
    expect(await server.readTables()).toEqual(before)
  })

  test('reading a file records the export, and changes nothing else', async () => {
    const { audit_log: logBefore, ...tablesBefore } = await server.readTables()
    const files = listExportCalls(callers)
    for (const call of files) expect([call.route, (await send(call, {})).status]).toEqual([call.route, 200])
    const { audit_log: log, ...tables } = await server.readTables()
    expect(tables).toEqual(tablesBefore)
    expect((log?.length ?? 0) - (logBefore?.length ?? 0)).toBe(files.length)
    before = await server.readTables()
  })

  test.each([
    ['no project', null],
    ['an empty project', ''],
    ['another project', 'other'],
    ['the project in capitals', 'ROLLKEY'],
    ['the project twice', 'rollkey, rollkey'],
  ])('with %s every call under /v1 is refused', async (_what, project) => {
    const calls = [...unsafeCalls(), ...listReadCalls(callers)].filter(({ path }) => path.startsWith('/v1'))
    for (const call of calls) {
      const reply = await send(call, { 'x-appwrite-project': project })
      expect([call.route, ...described(reply)]).toEqual([call.route, 404, 'project_not_found'])
    }
    expect(await server.readTables()).toEqual(before)
  })

  test('a project in the address instead of the header does not count', async () => {
    const headers = { 'x-appwrite-project': null }
    expect(described(await callers.guest.get('/v1/ping?project=rollkey', { headers }))).toEqual([
      404,
      'project_not_found',
    ])
  })

  test('the product’s own calls need no project', async () => {
    expect((await callers.guest.get('/api/v1/ping', { headers: { 'x-appwrite-project': null } })).status).toBe(200)
  })

  describe('of several errors', () => {
    type Step = readonly [error: string, expected: readonly [number, string], mended: RequestOptions]
    const evil = { origin: 'https://evil.example' }
    const noProject = { 'x-appwrite-project': null }
    const asText = { 'content-type': 'text/plain' }

    test.each<[string, string, (callers: Callers) => string, unknown]>([
      ['changing an email', 'PATCH', () => '/v1/account/email', { email: 7 }],
      ['asking for a mail', 'POST', () => '/v1/account/verification', { url: 7 }],
      ['editing a student', 'PATCH', ({ student }) => `${documentsPath('STD')}/${student.id}`, { data: { email: 7 } }],
    ])(
      'in %s, origin comes before project, project before session, session before the body',
      async (_what, method, findPath, body) => {
        const [path, badBody] = [findPath(callers), JSON.stringify(body)]
        const steps: Step[] = [
          ['origin', [403, 'general_unknown_origin'], { headers: { ...evil, ...noProject, ...asText, cookie: null } }],
          ['project', [404, 'project_not_found'], { headers: { ...noProject, ...asText, cookie: null } }],
          ['session', [401, 'general_unauthorized_scope'], { headers: { ...asText, cookie: null } }],
          ['type of the body', [415, 'general_bad_request'], { headers: asText }],
        ]
        for (const [error, expected, options] of steps) {
          const reply = await callers.student.http.request(method, path, undefined, { ...options, rawBody: badBody })
          expect([error, ...described(reply)]).toEqual([error, ...expected])
        }
        const last = await callers.student.http.request(method, path, undefined, { rawBody: badBody })
        expect(last.status).toBe(400)
      },
    )

    test('project comes before an unknown route, and both before the method', async () => {
      const { guest } = callers
      expect(described(await guest.get('/v1/nothing', { headers: noProject }))).toEqual([404, 'project_not_found'])
      expect(described(await guest.put('/v1/account', {}, { headers: noProject }))).toEqual([404, 'project_not_found'])
      expect(described(await guest.put('/v1/account', {}))).toEqual([405, 'general_not_implemented'])
    })

    test('the session comes before the size and the shape of the body', async () => {
      for (const rawBody of ['{"half":', `"${'x'.repeat(70_000)}"`]) {
        const reply = await callers.guest.request('PATCH', '/v1/account/password', undefined, { rawBody })
        expect(described(reply)).toEqual([401, 'general_unauthorized_scope'])
      }
    })

    test('the verified email comes before the body', async () => {
      const { http } = callers.newStudent
      await http.post('/v1/account/sessions/email', {
        email: callers.newStudent.email,
        password: 'tramway-umbrella-77',
      })
      const reply = await http.request('PATCH', '/v1/account/password', undefined, { rawBody: '{"half":' })
      expect(described(reply)).toEqual([403, 'user_email_not_verified'])
    })
  })
})

describe.each(engines)('limits among the guards on %s', (engine) => {
  test('the session comes before a limit, and a limit before any error of the call itself', async () => {
    const server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    try {
      const { guest, student } = await prepareCallers(server)
      const wrong = { email: 'x@new.example', password: 'not-the-password' }
      const answers = []
      for (let round = 0; round < 6; round++) answers.push(await student.http.patch('/v1/account/email', wrong))
      expect(answers.map(described)).toEqual([
        ...Array(5).fill([401, 'user_invalid_credentials']),
        [429, 'general_rate_limit_exceeded'],
      ])
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answers.at(-1)?.headers.get('x-ratelimit-remaining')).toBe('0')
      expect(described(await guest.patch('/v1/account/email', wrong))).toEqual([401, 'general_unauthorized_scope'])
    } finally {
      await server.close()
    }
  })
})
