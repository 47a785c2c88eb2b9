import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import {
  type Callers,
  listBodyCalls,
  listBodylessCalls,
  listExportCalls,
  listReadCalls,
  methodOf,
  prepareCallers,
} from '#testing/known-calls.ts'
import { seededRandom } from '#testing/mutate-body.ts'
import { documentsPath } from '#testing/people-over-http.ts'
import type { Tables } from '#testing/read-tables.ts'
import { times } from '#testing/share-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** Malformed routes, ids, methods and queries: a typed 4xx each time, and nothing changes (protocol §2, §3, §6). */

const equal = (attribute: unknown, values: unknown) => ({ method: 'equal', attribute, values })
const email = equal('email', ['a@b.example'])
const badId = 'a'.repeat(37)
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
const withoutBody = ['GET', 'OPTIONS', 'TRACE']

/** Each is one query, as it is in the address before percent-encoding. */
const badQueries: readonly [what: string, query: unknown][] = [
  ['no JSON', 'equal("email", ["a@b.example"])'],
  ['half a JSON text', '{"method":"equal"'],
  ['an empty text', ''],
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"limit"'],
  ['a list', '[]'],
  ['a depth of 4,000', '['.repeat(4_000)],
  ['no method', {}],
  ['a method that is no text', { method: ['limit'], values: [1] }],
  ['an unknown method', { method: 'drop', attribute: 'email', values: ['x'] }],
  ['a method of every object', { method: 'toString', values: [1] }],
  ...[
    'notEqual',
    'lessThan',
    'between',
    'isNull',
    'contains',
    'startsWith',
    'search',
    'select',
    'cursorAfter',
    'and',
  ].map((method): [string, unknown] => [
    `the method ${method}`,
    { method, attribute: 'email', values: ['a@b.example'] },
  ]),
  ['a field more', { ...email, or: [] }],
  ['values that are no list', equal('email', 'a@b.example')],
  ['no values', equal('email', [])],
  [
    '26 values',
    equal(
      'email',
      Array.from({ length: 26 }, (_, n) => `${n}@b.example`),
    ),
  ],
  ['a number for an email', equal('email', [7])],
  ['null for an email', equal('email', [null])],
  ['an object for an email', equal('email', [{ $ne: '' }])],
  ['U+0000 in a value', equal('email', ['a\u0000@b.example'])],
  ['a lone surrogate in a value', equal('$id', ['\ud800'])],
  ['U+0000 in an id', equal('$id', ['\u0000'])],
  ['an unknown attribute', equal('password', ['x'])],
  ['an attribute of every object', equal('__proto__', ['x'])],
  ['an attribute that is no text', equal(['email'], ['x'])],
  ['a limit of 0', { method: 'limit', values: [0] }],
  ['a limit of 101', { method: 'limit', values: [101] }],
  ['half a limit', { method: 'limit', values: [1.5] }],
  ['a limit of text', { method: 'limit', values: ['10'] }],
  ['two limits in one', { method: 'limit', values: [1, 2] }],
  ['an offset below 0', { method: 'offset', values: [-1] }],
  ['an offset beyond all', { method: 'offset', values: [1e300] }],
  ['or of one', { method: 'or', values: [email] }],
  ['or of text', { method: 'or', values: [JSON.stringify(email), JSON.stringify(email)] }],
  ['or within or', { method: 'or', values: [email, { method: 'or', values: [email, email] }] }],
  ['or of limits', { method: 'or', values: [{ method: 'limit', values: [1] }, email] }],
  ['an order of another attribute', { method: 'orderAsc', attribute: 'phoneNumber' }],
  ['an order of no attribute', { method: 'orderDesc' }],
]

const search = (...queries: unknown[]) =>
  queries
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    .map((text, index) => `queries[${index}]=${encodeURIComponent(text.toWellFormed())}`)
    .join('&')

describe.each(engines)('a bad address on %s', (engine) => {
  let server: TestServer
  let callers: Callers
  let before: Tables

  beforeAll(async () => {
    server = await startTestServer(engine)
    callers = await prepareCallers(server)
    before = await readUnchanged()
  })
  afterAll(() => server.close())

  async function readUnchanged(): Promise<Tables> {
    const { audit_log: _, ...tables } = await server.readTables()
    return tables
  }

  const described = ({ status, body }: Reply) => [status, (body as { type?: string } | undefined)?.type]

  describe('in its route', () => {
    test.each([
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1/account/',
      '/v1/account/sessions/',
      '/v1/account/sessions/a/b',
      '/v1/account/verification/x',
      '/v1/databases',
      '/v1/databases/rollkey',
      '/v1/databases/rollkey/collections/students',
      '/v1/databases/rollkey/collections/students/documents/',
      '/v1/databases/rollkey/collections/students/documents/a/b',
      '/v1/databases/rollkey/collections//documents',
      '/v1//account',
      '/V1/account',
      '/api/v1',
      '/api/v1/nothing',
      '/api/v1/ping/',
      '/api/v2/ping',
      '/v2/account',
    ])('%s is not found, whatever the method', async (path) => {
      for (const method of methods) {
        const reply = await callers.student.http.request(method, path, withoutBody.includes(method) ? undefined : {})
        expect([method, ...described(reply)]).toEqual([method, 404, 'general_route_not_found'])
      }
    })

    test('of every call, any other method is refused by 405, which names the methods that exist', async () => {
      const known = [
        ...listBodyCalls(callers),
        ...listBodylessCalls(callers),
        ...listReadCalls(callers),
        ...listExportCalls(callers),
      ]
      const methodsByPath = new Map<string, Set<string>>()
      for (const call of known) {
        const [, route = ''] = call.route.split(' ')
        methodsByPath.set(route, (methodsByPath.get(route) ?? new Set()).add(methodOf(call)))
      }
      for (const [route, served] of methodsByPath) {
        const path = route.replace(':databaseId', 'rollkey').replace(':collectionId', 'students').replace(/:\w+/, 'x')
        const allowed = [...served, ...(served.has('GET') ? ['HEAD'] : [])].sort()
        for (const method of methods.filter((one) => !served.has(one))) {
          const reply = await callers.student.http.request(method, path, withoutBody.includes(method) ? undefined : {})
          expect([method, path, ...described(reply)]).toEqual([method, path, 405, 'general_not_implemented'])
          expect([path, reply.headers.get('allow')?.split(', ').sort()]).toEqual([path, allowed])
        }
      }
      expect(await readUnchanged()).toEqual(before)
    })

    test.each([
      ['an unknown database', '/v1/databases/other/collections/students/documents', 'database_not_found'],
      ['an unknown database and collection', '/v1/databases/other/collections/other/documents', 'database_not_found'],
      ['an unknown collection', '/v1/databases/rollkey/collections/teachers/documents', 'collection_not_found'],
      ['a collection of every object', '/v1/databases/rollkey/collections/__proto__/documents', 'collection_not_found'],
    ])('%s is not found', async (_what, path, type) => {
      const data = { phoneNumber: '080 1234567' }
      const { http, id } = callers.student
      const replies = [
        await http.get(path),
        await http.get(`${path}/${id}`),
        await http.patch(`${path}/${id}`, { data }),
      ]
      expect([...replies, await http.delete(`${path}/${id}`)].map(described)).toEqual(Array(4).fill([404, type]))
      expect(await readUnchanged()).toEqual(before)
    })

    test.each(['%', '%E0%A4%A', '%zz', '%c0%ae%c0%ae'])(
      '%s is not a valid encoding, and is answered like any other error',
      async (path) => {
        for (const base of ['/v1/account/sessions/', `${documentsPath('ORG')}/`, '/api/v1/', '/']) {
          const reply = await callers.guest.get(`${base}${path}`)
          expect(described(reply)).toEqual([400, 'general_bad_request'])
          expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
          expect(reply.text).not.toContain(path)
        }
      },
    )
  })

  describe('in its id', () => {
    test.each([
      ['that begins with a dash', '-abc'],
      ['that begins with a dot', '..%2f..%2fetc'],
      ['of 37 characters', badId],
      ['with a space', 'a%20b'],
      ['with a slash', 'a%2Fb'],
      ['with a question mark', 'a%3Fb'],
      ['with U+0000', 'a%00b'],
      ['with a letter beyond ASCII', '%C3%A9'],
      ['with a quote', "a'or'1"],
    ])('%s is refused by every call that takes one', async (_what, id) => {
      const { organisation, student } = callers
      const calls: [HttpClient, string, string, unknown?][] = [
        [organisation.http, 'GET', `${documentsPath('ORG')}/${id}`],
        [callers.guest, 'GET', `${documentsPath('ORG')}/${id}`],
        [organisation.http, 'GET', `${documentsPath('STD')}/${id}`],
        [organisation.http, 'PATCH', `${documentsPath('ORG')}/${id}`, { data: { classes: 2 } }],
        [student.http, 'PATCH', `${documentsPath('STD')}/${id}`, { data: { phoneNumber: '080 1234567' } }],
        [organisation.http, 'DELETE', `${documentsPath('ORG')}/${id}`, {}],
        [student.http, 'DELETE', `${documentsPath('STD')}/${id}`, {}],
        [student.http, 'GET', `/v1/account/sessions/${id}`],
        [student.http, 'DELETE', `/v1/account/sessions/${id}`, {}],
        [organisation.http, 'GET', `/api/v1/reports/sessions/${id}`],
        [organisation.http, 'GET', `/api/v1/reports/sessions/${id}/export?format=csv`],
        [organisation.http, 'GET', `/api/v1/reports/students/${id}`],
        [organisation.http, 'GET', `/api/v1/reports/students/${id}/export?format=csv`],
        [student.http, 'DELETE', `/api/v1/receipts/subscriptions/${id}`, {}],
      ]
      for (const [http, method, path, body] of calls) {
        const reply = await http.request(method, path, body)
        expect([method, path, ...described(reply)]).toEqual([method, path, 400, 'general_argument_invalid'])
      }
      expect(await readUnchanged()).toEqual(before)
    })

    test('of a passkey may have any shape, and is not found', async () => {
      const { organisation, student } = callers
      for (const id of ['a%00b', '-abc', 'a%20b', '%C3%A9']) {
        const replies = [
          await student.http.patch(`/api/v1/passkeys/${id}`, { name: 'Key' }),
          await student.http.delete(`/api/v1/passkeys/${id}`),
          await student.http.post(`/api/v1/passkeys/${id}/clear`),
          await organisation.http.post(`/api/v1/held-passkeys/${id}/confirm`),
        ]
        expect(replies.map(described)).toEqual(replies.map(() => [404, 'document_not_found']))
      }
    })

    test('of more than 256 characters is refused without being repeated', async () => {
      const reply = await callers.guest.get(`${documentsPath('ORG')}/${'a'.repeat(300)}`)
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expect(reply.status).toBeLessThan(500)
      expect(reply.text).not.toContain('aaaa')
    })

    test.each(['-abc', badId, '', 'a b', 'a\u00e9', 'a/b'])('%j in a body is refused', async (id) => {
      const { guest, newcomer, newStudent, student } = callers
      const replies = [
        await guest.post('/v1/account', { userId: id, email: 'x@new.example', password: 'tramway-umbrella-77' }),
        await guest.put('/v1/account/verification', { userId: id, secret: 'x' }),
        await newcomer.http.post('/api/v1/user/label', { userId: id, label: 'STD' }),
        await student.http.post('/api/v1/passkey/login', { userId: id, category: 'STD' }),
        await newStudent.http.post(documentsPath('STD'), { documentId: id, data: { firstName: 'x' } }),
      ]
      expect(replies.map(described)).toEqual(Array(5).fill([400, 'general_argument_invalid']))
      expect(await readUnchanged()).toEqual(before)
    })
  })

  describe('in its query', () => {
    test.each(badQueries)('%s is refused to every caller, in both collections', async (_what, query) => {
      const { guest, organisation, student } = callers
      for (const http of [guest, student.http, organisation.http]) {
        for (const label of ['ORG', 'STD'] as const) {
          const reply = await http.get(`${documentsPath(label)}?${search(query)}`)
          expect(described(reply)).toEqual([400, 'general_query_invalid'])
        }
      }
    })

    test.each<[string, readonly unknown[], string]>([
      ['six queries', Array(6).fill(email), 'general_query_invalid'],
      ['values of 321 characters', [equal('email', ['x'.repeat(321)])], 'general_argument_invalid'],
      [
        'alternatives of 321 characters',
        [{ method: 'or', values: [email, equal('$id', ['x'.repeat(321)])] }],
        'general_argument_invalid',
      ],
      ['two orders', Array(2).fill({ method: 'orderAsc', attribute: 'rollNumber' }), 'general_query_invalid'],
    ])('%s are refused', async (_what, queries, type) => {
      const reply = await callers.organisation.http.get(`${documentsPath('STD')}?${search(...queries)}`)
      expect(described(reply)).toEqual([400, type])
    })

    test.each([...badQueries, ['one that lists take', email], ['a selection', { method: 'select', values: ['name'] }]])(
      '%s is refused where one document is read',
      async (_what, query) => {
        const { guest, organisation, student } = callers
        const paths = [`${documentsPath('ORG')}/${organisation.id}`, `${documentsPath('STD')}/${student.id}`]
        for (const path of paths) {
          const reply = await student.http.get(`${path}?${search(query)}`)
          expect(described(reply)).toEqual([400, 'general_query_invalid'])
        }
        const replies = await Promise.all(paths.map((path) => guest.get(`${path}?${search(query)}`)))
        expect(replies.map(described)).toEqual([
          [400, 'general_query_invalid'],
          [401, 'general_unauthorized_scope'],
        ])
      },
    )

    test('the queries that newer SDKs send with every read are accepted', async () => {
      const { organisation } = callers
      const { status } = await organisation.http.get(`${documentsPath('ORG')}/${organisation.id}?transactionId=t`)
      expect(status).toBe(200)
    })

    test.each(['queries[email]', 'queries[__proto__]', 'queries[-1]', 'queries[0][]', 'queries[0]x', 'queries['])(
      'one in the place %j is refused, whatever it says',
      async (place) => {
        const { organisation } = callers
        const query = `${encodeURIComponent(place)}=${encodeURIComponent(JSON.stringify(email))}`
        for (const path of [documentsPath('STD'), `${documentsPath('ORG')}/${organisation.id}`]) {
          expect(described(await organisation.http.get(`${path}?${query}`))).toEqual([400, 'general_query_invalid'])
        }
      },
    )

    test('bytes that are not UTF-8 are refused, whichever call they are sent to', async () => {
      const { guest, organisation } = callers
      const paths = [
        `${documentsPath('STD')}?queries[0]=`,
        '/v1/account?x=',
        '/api/v1/ping?',
        '/api/v1/reports/students?search=',
      ]
      for (const path of paths) {
        for (const query of ['%ff', 'a%00b', '100%']) {
          for (const http of [guest, organisation.http]) {
            const reply = await http.get(`${path}${query}`)
            expect([path, query, ...described(reply)]).toEqual([path, query, 400, 'general_bad_request'])
          }
        }
      }
    })

    test('a second question mark hides no filter', async () => {
      const { organisation } = callers
      const reply = await organisation.http.get(`${documentsPath('STD')}?ttl=?&${search(equal('password', ['x']))}`)
      expect(described(reply)).toEqual([400, 'general_query_invalid'])
    })

    test('a roll number is no attribute of organisations', async () => {
      const reply = await callers.organisation.http.get(`${documentsPath('ORG')}?${search(equal('rollNumber', ['x']))}`)
      expect(described(reply)).toEqual([400, 'general_query_invalid'])
    })

    test('made of any pieces gets an answer of at most 409', async () => {
      const random = seededRandom(7)
      const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
      const scalars = [
        '',
        'a@b.example',
        '21CS042',
        '%',
        "' or 1=1 --",
        '\u0000',
        '\udc00',
        null,
        true,
        -1,
        1,
        1e21,
        {},
        [],
      ]
      const piece = (depth: number): unknown => {
        const values = Array.from({ length: random(4) }, () =>
          depth > 0 && random(3) === 0 ? piece(depth - 1) : pick(scalars),
        )
        const method = pick(['equal', 'or', 'limit', 'offset', 'orderAsc', 'orderDesc', 'select', '', null])
        const attribute = pick(['email', 'rollNumber', '$id', 'name', '', '$sequence', null])
        return pick([{ method, attribute, values }, { method, values }, { method, attribute }, values, pick(scalars)])
      }
      const { guest, organisation, student } = callers
      for (let rounds = times(300, 60); rounds > 0; rounds--) {
        const queries = search(...Array.from({ length: 1 + random(3) }, () => piece(2)))
        const path = `${documentsPath(pick(['ORG', 'STD'] as const))}?${queries}`
        const { status } = await pick([guest, organisation.http, student.http]).get(path)
        expect([path, [200, 400, 401, 409].includes(status)]).toEqual([path, true])
      }
      expect(await readUnchanged()).toEqual(before)
    })
  })

  describe('with cookies', () => {
    test.each([
      ['of junk', 'session=%E0%A4%A; reg="; pre=='],
      ['that are empty', 'session=; reg=; pre='],
      ['of 4,000 characters', `session=${'x'.repeat(4_000)}; reg=${'y'.repeat(4_000)}`],
      ['named like what every object has', '__proto__=x; constructor=y; session=z'],
      ['with a session’s hash instead of its token', 'session=Zv7mrrarZmWr410q4LbyOeWxcILEEZ_08llm-uqgREg'],
    ])('%s, make every caller a guest', async (_what, cookie) => {
      const reply = await callers.guest.get('/v1/account', { headers: { cookie } })
      expect(described(reply)).toEqual([401, 'general_unauthorized_scope'])
      expect(
        (await callers.guest.get(`${documentsPath('ORG')}/${callers.organisation.id}`, { headers: { cookie } })).status,
      ).toBe(200)
    })
  })
})
