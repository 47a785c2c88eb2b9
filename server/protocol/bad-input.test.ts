import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import { problems } from '#contract/problems.ts'
import { productCalls } from '#contract/product-calls.ts'
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
import { mutateBody, seededRandom } from '#testing/mutate-body.ts'
import { documentsPath } from '#testing/people-over-http.ts'
import type { Tables } from '#testing/read-tables.ts'
import { shareOf, times } from '#testing/share-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/**
 * Malformed bodies: a typed 4xx each time, and nothing changes (rules §2 and §3). `npm run attacks` sends each body to
 * every call; the short form sends each to some calls, and every call gets some.
 */

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const manyKeys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])))
const ofSize = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`
const asType = (type: string | null): RequestOptions => ({ headers: { 'content-type': type }, rawBody: bytes('{}') })

type BadBody = readonly [what: string, sent: RequestOptions, status: number]

const inTurn = (bodies: readonly BadBody[]) => bodies.map((body, turn) => [...body, turn] as const)

/** Bodies that are refused before any call reads them. */
const unreadable: readonly BadBody[] = [
  ['half of a JSON text', { rawBody: '{"email":' }, 400],
  ['an empty text', { rawBody: '' }, 400],
  ['two JSON texts', { rawBody: '{}{}' }, 400],
  ['JSON with a comment', { rawBody: '{/**/}' }, 400],
  ['a byte order mark', { rawBody: '\ufeff{}' }, 400],
  ['bytes that are no UTF-8', { rawBody: bytes('7b2261223a22ff227d', 'hex') }, 400],
  ['an encoded surrogate', { rawBody: bytes('7b2261223a22eda080227d', 'hex') }, 400],
  ['U+0000 in a value', { rawBody: '{"a":"\\u0000"}' }, 400],
  ['U+0000 in a key', { rawBody: '{"a\\u0000":1}' }, 400],
  ['a lone surrogate', { rawBody: '{"a":"\\ud800"}' }, 400],
  ['a lone surrogate deep inside', { rawBody: '{"a":[{"b":["x\\udc00"]}]}' }, 400],
  ['a depth of 17', { rawBody: nested(17) }, 400],
  ['a depth of 20,000', { rawBody: nested(20_000) }, 400],
  ['a list of 10,000', { rawBody: `[${'0,'.repeat(9_999)}0]` }, 400],
  ['the key __proto__', { rawBody: '{"__proto__":{"isAdmin":true}}' }, 400],
  ['the key constructor', { rawBody: '{"a":{"constructor":{"prototype":{}}}}' }, 400],
  ['the key prototype', { rawBody: '{"a":[{"prototype":1}]}' }, 400],
  ['a key __proto__ that is escaped', { rawBody: '{"\\u005f_proto__":{}}' }, 400],
  ['plain text', asType('text/plain'), 415],
  ['a form', asType('application/x-www-form-urlencoded'), 415],
  ['a form with files', asType('multipart/form-data; boundary=x'), 415],
  ['a type that begins like JSON', asType('application/jsonx'), 415],
  ['a type built on JSON', asType('application/merge-patch+json'), 415],
  ['no type', asType(null), 415],
  ['JSON in Latin-1', asType('application/json; charset=iso-8859-1'), 415],
  ['JSON in UTF-16', asType('application/json; charset="utf-16"'), 415],
  ['gzip', { headers: { 'content-encoding': 'gzip' }, rawBody: new Uint8Array(gzipSync('{}')) }, 415],
]

/** Valid JSON, but no valid request. */
const senseless: readonly BadBody[] = [
  ['null', { rawBody: 'null' }, 400],
  ['a list', { rawBody: '[]' }, 400],
  ['a text', { rawBody: '"body"' }, 400],
  ['a number', { rawBody: '1' }, 400],
  ['nothing in it', { rawBody: '{}' }, 400],
  ['a depth of 16', { rawBody: nested(16) }, 400],
  ['200 keys', { rawBody: manyKeys(200) }, 400],
  ['exactly 64 KiB', { rawBody: ofSize(64 * 1_024) }, 400],
]

const argumentTypes = [
  'general_argument_invalid',
  'document_invalid_structure',
  'document_missing_data',
  'document_missing_payload',
]

/** All tables except the audit log. */
async function readUnchanged(server: TestServer): Promise<Tables> {
  const { audit_log: _, ...tables } = await server.readTables()
  return tables
}

function expectProblem({ status, body, text, headers }: Reply): void {
  const { type, code, message } = body as { type: string; code: number; message: string }
  expect(Object.keys(problems)).toContain(type)
  expect([code, typeof message]).toEqual([status, 'string'])
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(text).not.toMatch(/\.ts\b|node_modules|\bselect\b.*\bfrom\b|\binsert into\b/i)
}

describe.each(engines)('a bad request on %s', (engine) => {
  let server: TestServer
  let callers: Callers
  let before: Tables

  beforeAll(async () => {
    server = await startTestServer(engine)
    callers = await prepareCallers(server)
    before = await readUnchanged(server)
  })
  afterAll(() => server.close())

  const send = (call: KnownCall, options: RequestOptions) =>
    call.http.request(methodOf(call), call.path, undefined, options)

  test('is tried on every call that the server has', () => {
    const known = [
      ...listBodyCalls(callers),
      ...listBodylessCalls(callers),
      ...listReadCalls(callers),
      ...listExportCalls(callers),
    ]
    const served = [
      ...Object.keys(appwriteCalls).map((name) => name.replace(' ', ` ${prefixes.appwrite}`)),
      ...Object.keys(productCalls).map((name) => name.replace(' ', ` ${prefixes.product}`)),
    ]
    expect(new Set(known.map(({ route }) => route))).toEqual(new Set(served))
  })

  describe('with a body', () => {
    test.each(inTurn(unreadable))(
      'of %s is refused by every call that gets it',
      async (_what, options, status, turn) => {
        for (const call of shareOf([...listBodyCalls(callers), ...listBodylessCalls(callers)], turn, 6)) {
          const reply = await send(call, options)
          expect([call.route, reply.status, reply.body]).toMatchObject([
            call.route,
            status,
            { type: 'general_bad_request' },
          ])
          expectProblem(reply)
        }
        expect(await readUnchanged(server)).toEqual(before)
      },
    )

    test.each(inTurn(senseless))(
      'of %s is refused by every call that reads it',
      async (_what, options, status, turn) => {
        for (const call of shareOf(listBodyCalls(callers), turn, 4)) {
          const reply = await send(call, options)
          expect([call.route, reply.status]).toEqual([call.route, status])
          expect(argumentTypes).toContain((reply.body as { type: string }).type)
          expectProblem(reply)
        }
        expect(await readUnchanged(server)).toEqual(before)
      },
    )

    test('with a field more is refused by every call that reads it', async () => {
      for (const call of listBodyCalls(callers)) {
        const reply = await send(call, { rawBody: JSON.stringify({ ...call.body, isAdmin: true }) })
        expect([call.route, reply.status, reply.body]).toMatchObject([
          call.route,
          400,
          { type: 'general_argument_invalid' },
        ])
      }
      expect(await readUnchanged(server)).toEqual(before)
    })

    test('is refused by every call that takes none', async () => {
      for (const call of listBodylessCalls(callers)) {
        for (const body of [{ isAdmin: true }, { userId: callers.student.id }, [], ['x'], 'all', 1, true]) {
          const reply = await send(call, { rawBody: JSON.stringify(body) })
          expect([call.route, body, reply.status, reply.body]).toMatchObject([
            call.route,
            body,
            400,
            { type: 'general_argument_invalid' },
          ])
          expectProblem(reply)
        }
      }
      expect(await readUnchanged(server)).toEqual(before)
    })

    test('with a field less is refused by every call that reads it', async () => {
      const optional = ['name', 'oldPassword', 'words']
      for (const call of listBodyCalls(callers)) {
        for (const field of Object.keys(call.body ?? {}).filter((one) => !optional.includes(one))) {
          const { [field]: _, ...rest } = call.body ?? {}
          const reply = await send(call, { rawBody: JSON.stringify(rest) })
          expect([call.route, field, reply.status]).toEqual([call.route, field, 400])
          expectProblem(reply)
        }
      }
      expect(await readUnchanged(server)).toEqual(before)
    })

    test('with lists, objects, numbers or null for something else is refused by every call that reads it', async () => {
      for (const call of listBodyCalls(callers)) {
        for (const [field, right] of Object.entries(call.body ?? {})) {
          for (const value of [null, true, 7, ['x'], { $ne: 'x' }]) {
            if (Array.isArray(value) && Array.isArray(right)) continue
            if (typeof value === typeof right && typeof value !== 'object') continue
            const reply = await send(call, { rawBody: JSON.stringify({ ...call.body, [field]: value }) })
            expect([call.route, field, value, reply.status]).toEqual([call.route, field, value, 400])
          }
        }
      }
      expect(await readUnchanged(server)).toEqual(before)
    })

    test('changed in one of many ways is refused and changes nothing', async () => {
      const random = seededRandom(20_261_121)
      const rounds = times(100, 12)
      for (const call of listBodyCalls(callers)) {
        // Optional fields may be left out, and credentials may have extra fields.
        const { name: _name, oldPassword: _oldPassword, ...body } = call.body ?? {}
        for (let round = 0; round < rounds; round++) {
          const rawBody = mutateBody(body, random)
          const reply = await send(call, { rawBody })
          // 409: a list of institutes that was cut back to the present ones is a change that was already made.
          // 404: a readable decision about a mark that is not there.
          const isRefused = [400, 404, 409, 413].includes(reply.status)
          expect([call.route, rawBody.slice(0, 300), isRefused]).toEqual([call.route, rawBody.slice(0, 300), true])
          expectProblem(reply)
        }
      }
      expect(await readUnchanged(server)).toEqual(before)
    })
  })

  describe('for a document', () => {
    const create = (collection: 'organisations' | 'students', change: object) => {
      const call = listBodyCalls(callers).find(
        ({ route, path }) =>
          route.startsWith('POST') && path === documentsPath(collection === 'students' ? 'STD' : 'ORG'),
      ) as KnownCall
      const { data, ...rest } = call.body as { data: object }
      return send(call, { rawBody: JSON.stringify({ ...rest, data: { ...data, ...change } }) })
    }

    test.each<[string, 'organisations' | 'students', object]>([
      ['an organisation’s number of classes', 'organisations', { classes: 5 }],
      ['an organisation’s passkey', 'organisations', { passKey: true }],
      ['an organisation’s students', 'organisations', { students: ['someone'] }],
      ['an organisation’s pin code', 'organisations', { pinCode: '570001' }],
      ['an organisation’s label', 'organisations', { label: 'STD' }],
      ['an organisation without a name', 'organisations', { name: ' \t ' }],
      ['an organisation’s name with a direction override', 'organisations', { name: 'a\u202eb' }],
      ['an organisation’s name that shows nothing', 'organisations', { name: '\u3164\u200b' }],
      ['an address with a tag in it', 'organisations', { addressLine1: '12\u{e0031} River Road' }],
      ['a second line of blank Braille', 'organisations', { addressLine2: '\u2800' }],
      ['a student’s last name with a zero-width space', 'students', { lastName: 'Rao\u200b' }],
      ['a student’s email with a soft hyphen', 'students', { email: 'new@\u00adnew.example' }],
      ['an organisation’s name of 129 characters', 'organisations', { name: 'x'.repeat(129) }],
      ['an organisation’s phone number of letters', 'organisations', { phoneNumber: 'call me' }],
      ['an email that is not the account’s', 'organisations', { email: 'other@new.example' }],
      ['a student’s attendance', 'students', { attendance: '{"K7QF3M9T":{"total":9,"expiryTime":0}}' }],
      ['a student’s passkey', 'students', { passKey: true }],
      ['a student in no institute', 'students', { organisation: [] }],
      ['a student in two institutes at once', 'students', { organisation: ['K7QF3M9T', 'K7QF3M9V'] }],
      ['a roll number like an email', 'students', { rollNumber: 'a@b' }],
      ['a roll number with a zero-width space', 'students', { rollNumber: '21CS\u200b042' }],
      ['a roll number of 33 characters', 'students', { rollNumber: '1'.repeat(33) }],
    ])('%s is refused, and there is no document', async (_what, collection, change) => {
      const reply = await create(collection, change)
      expect([reply.status, reply.body]).toMatchObject([400, { type: 'document_invalid_structure' }])
      expect(await readUnchanged(server)).toEqual(before)
    })

    test('an unknown institute code is refused, and there is no document', async () => {
      const reply = await create('students', { organisation: ['ZZZZZZZZ'] })
      expect([reply.status, reply.body]).toMatchObject([404, { message: 'Invalid org-code' }])
      expect(await readUnchanged(server)).toEqual(before)
    })

    test.each<[string, (callers: Callers) => object]>([
      ['two intents', () => ({ phoneNumber: '080 1234567', email: 'a@b.example' })],
      ['a name', () => ({ firstName: 'Other' })],
      ['a roll number', () => ({ rollNumber: 'X-1' })],
      ['a passkey', () => ({ passKey: true })],
      ['no institute', () => ({ organisation: [] })],
      ['only system keys', () => ({ $id: 'other', $permissions: ['read("any")'] })],
    ])('an update of a student with %s is refused', async (_what, make) => {
      const { student } = callers
      const reply = await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: make(callers) })
      expect([reply.status, reply.body]).toMatchObject([400, { type: 'document_invalid_structure' }])
      expect(await readUnchanged(server)).toEqual(before)
    })

    test.each([1, 2, 3])('a list of institutes that names the present one %i times adds nothing', async (times) => {
      const { student, organisation } = callers
      const list = Array<string>(times).fill(organisation.id)
      const reply = await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: { organisation: list } })
      expect([reply.status, reply.body]).toMatchObject([409, { message: 'Already added' }])
      expect(await readUnchanged(server)).toEqual(before)
    })

    test.each<[string, (own: string) => string]>([
      ['that is no JSON', () => 'present'],
      ['of a list', () => '[]'],
      ['of no institute', () => '{}'],
      ['of another institute', () => '{"ZZZZZZZZ":{"total":1,"expiryTime":1}}'],
      ['of two institutes', (own) => `{"${own}":{"total":1,"expiryTime":1},"ZZZZZZZZ":{"total":1,"expiryTime":1}}`],
      ['of a total below 0', (own) => `{"${own}":{"total":-1,"expiryTime":1}}`],
      ['of a half', (own) => `{"${own}":{"total":0.5,"expiryTime":1}}`],
      ['of a text', (own) => `{"${own}":{"total":"1","expiryTime":1}}`],
      ['without a time', (own) => `{"${own}":{"total":1}}`],
      ['with a field more', (own) => `{"${own}":{"total":1,"expiryTime":1,"by":"me"}}`],
      ['of the prototype of all', () => '{"__proto__":{"total":1,"expiryTime":1}}'],
      ['beyond what a number holds', (own) => `{"${own}":{"total":1e400,"expiryTime":1}}`],
    ])('attendance %s is refused', async (_what, make) => {
      const { organisation, student } = callers
      const data = { attendance: make(organisation.id) }
      const reply = await organisation.http.patch(`${documentsPath('STD')}/${student.id}`, { data })
      expect([reply.status, reply.body]).toMatchObject([400, { type: 'document_invalid_structure' }])
      expect(await readUnchanged(server)).toEqual(before)
    })
  })

  // Last: these requests succeed.
  test('that is corrected is accepted by every call', async () => {
    for (const call of listBodyCalls(callers)) {
      const options = {
        rawBody: JSON.stringify(call.body),
        headers: { 'content-type': 'Application/JSON; charset=UTF-8' },
      }
      expect([call.route, call.path, (await send(call, options)).status]).toEqual([call.route, call.path, call.status])
    }
  })
})
