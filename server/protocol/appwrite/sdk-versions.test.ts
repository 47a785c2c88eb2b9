import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseId } from '#contract/identifiers.ts'
import { connectAppwrite, sdks } from '#testing/connect-appwrite.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { defaultStudent, type Person, readMailedToken, registerOrganisation } from '#testing/people-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/**
 * The unmodified SDKs (protocol §1) do what the screens do. Calls are positional, which all versions accept; the types
 * are those of the version that the web app uses.
 */

type Version = keyof typeof sdks
type Sdk = (typeof sdks)['18.2.0']

type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly reply: Response
  readonly text: string
}

const facts = {
  '16.1.0': { verification: '/v1/account/verification', sequence: 'number', response: 'object' },
  '18.2.0': { verification: '/v1/account/verification', sequence: 'number', response: 'string' },
  '27.0.0': { verification: '/v1/account/verifications/email', sequence: 'string', response: 'string' },
} as const satisfies Record<Version, object>

const versions = Object.keys(facts) as Version[]

const times = ['$createdAt', '$updatedAt']
const userKeys = ['$id', ...times, 'name', 'registration', 'status', 'labels', 'passwordUpdate', 'email', 'phone']
const restOfUserKeys = ['emailVerification', 'phoneVerification', 'mfa', 'prefs', 'targets', 'accessedAt']
const tokenKeys = ['$id', '$createdAt', 'userId', 'secret', 'expire', 'phrase']
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/

/** Newer SDKs return objects without a prototype; the test compares only their contents. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const keysOf = (value: object) => new Set(Object.keys(plain(value)))

/** A browser that records the traffic. */
function recordFetch(http: HttpClient, sent: Sent[]): HttpClient {
  return {
    ...http,
    async fetch(input, init) {
      const request = new Request(input, init)
      const reply = await http.fetch(input, init)
      const { method, headers } = request
      sent.push({ method, path: new URL(request.url).pathname, headers, reply, text: await reply.clone().text() })
      return reply
    },
  }
}

describe.each(engines)('on %s', (engine) => {
  let server: TestServer
  let organisation: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
  })
  afterAll(() => server.close())

  describe.each(versions)('SDK %s', (version) => {
    const sdk = sdks[version] as unknown as Sdk
    const { Query, Permission, Role } = sdk
    const sent: Sent[] = []
    const { password, firstName, lastName, phoneNumber } = defaultStudent
    const email = `asha+${version}@students.example`
    const rollNumber = `21CS-${version}`
    let http: HttpClient
    let account: InstanceType<Sdk['Account']>
    let databases: InstanceType<Sdk['Databases']>
    let client: InstanceType<Sdk['Client']>
    let userId: string
    let usedSecret: string

    beforeAll(() => {
      http = server.openBrowser()
      ;({ client, account, databases } = connectAppwrite(sdk, recordFetch(http, sent)))
    })

    const last = () => sent.at(-1) as Sent
    async function refusalOf(call: Promise<unknown>): Promise<InstanceType<Sdk['AppwriteException']>> {
      const error = await call.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(sdk.AppwriteException)
      return error as InstanceType<Sdk['AppwriteException']>
    }

    test('is answered a ping in plain text', async () => {
      expect(plain(await client.ping())).toEqual({ message: 'Pong!' })
      expect(last().reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    })

    test('creates an account, whose id is 8 characters long', async () => {
      const user = await account.create('unique()', email, password, 'Asha Rao')
      userId = user.$id
      expect(userId).toMatch(/^[2-9A-Z]{8}$/)
      expect(keysOf(user)).toEqual(new Set([...userKeys, ...restOfUserKeys]))
      expect(plain(user)).toMatchObject({
        email,
        name: 'Asha Rao',
        labels: [],
        emailVerification: false,
        prefs: {},
        mfa: false,
      })
      expect(user.registration).toMatch(dateTime)
    })

    test('creates an account with an id that the SDK has made', async () => {
      const id = sdk.ID.unique()
      const own = connectAppwrite(sdk, server.openBrowser())
      const user = await own.account.create(id, `own-id-${version}@students.example`, password)
      expect(user.$id).toBe(id)
    })

    test('creates the profile document with permissions of its own, which grant nothing', async () => {
      await http.post('/api/v1/user/label', { userId, label: 'STD' })
      const data = { firstName, lastName, email, phoneNumber, rollNumber, organisation: [organisation.id] }
      const permissions = [Permission.read(Role.any()), Permission.update(Role.user(userId))]
      const document = await databases.createDocument(databaseId, 'students', userId, data, permissions)
      expect(plain(document)).toMatchObject({
        $id: userId,
        $databaseId: databaseId,
        $collectionId: 'students',
        $permissions: permissions,
      })
    })

    test('logs in, which opens a session without a secret', async () => {
      const session = await account.createEmailPasswordSession(email, password)
      expect(plain(session)).toMatchObject({ userId, provider: 'email', providerUid: email, current: true, secret: '' })
      expect(plain(session)).toMatchObject({ factors: ['password'], ip: '127.0.0.1', countryCode: '--' })
      expect(session.expire).toMatch(dateTime)
      expect(last().reply.headers.has('x-fallback-cookies')).toBe(false)
      expect(plain(await account.get())).toMatchObject({ $id: userId, labels: ['STD'], emailVerification: false })
    })

    test('is refused documents until the email is verified', async () => {
      const refused = await refusalOf(databases.getDocument(databaseId, 'students', userId))
      expect([refused.code, refused.type]).toEqual([403, 'user_email_not_verified'])
    })

    test('asks for the verification mail and confirms it, by the path of its generation', async () => {
      const asked = await account.createVerification(`${server.origin}/verify-email`)
      expect([last().path, last().reply.status]).toEqual([facts[version].verification, 201])
      expect(keysOf(asked)).toEqual(new Set(tokenKeys))
      expect(asked.secret).toBe('')
      usedSecret = readMailedToken((await server.inbox.next(email)).links, '/verify-email').secret
      const confirmed = await account.updateVerification(userId, usedSecret)
      expect([last().path, last().reply.status]).toEqual([facts[version].verification, 200])
      expect([confirmed.$id, confirmed.secret]).toEqual([asked.$id, ''])
      expect((await account.get()).emailVerification).toBe(true)
    })

    test('gets a typed error for a link that was used', async () => {
      const { code, type, message } = await refusalOf(account.updateVerification(userId, usedSecret))
      expect([code, type]).toEqual([401, 'user_invalid_token'])
      expect(message).toBe('This request is no longer valid. Please start again.')
    })

    test(`reads documents, whose $sequence is a ${facts[version].sequence}`, async () => {
      const document = await databases.getDocument(databaseId, 'students', userId)
      expect(typeof document.$sequence).toBe(facts[version].sequence)
      expect(document.$createdAt).toMatch(dateTime)
      expect(document.$updatedAt).toMatch(dateTime)
    })

    test('lists documents with its own queries', async () => {
      const queries = [Query.limit(10), Query.offset(0), Query.orderAsc('name')]
      const all = await databases.listDocuments(databaseId, 'organisations', queries)
      expect([all.total, all.documents.map(({ $id }) => $id)]).toEqual([1, [organisation.id]])
      const self = await databases.listDocuments(databaseId, 'students', [Query.equal('email', email)])
      expect(self.documents.map(({ $id }) => $id)).toEqual([userId])
    })

    test('looks a member up by email or roll number', async () => {
      const { databases: ofOrganisation } = connectAppwrite(sdk, organisation.http)
      const typed = rollNumber.toLowerCase()
      const query = Query.or([Query.equal('email', typed), Query.equal('rollNumber', typed)])
      const { total, documents } = await ofOrganisation.listDocuments(databaseId, 'students', [query])
      expect([total, documents.map(({ $id }) => $id)]).toEqual([1, [userId]])
    })

    test('changes one attribute of a document', async () => {
      const changed = await databases.updateDocument(databaseId, 'students', userId, { phoneNumber: '080 1234567' })
      expect(plain(changed)).toMatchObject({ $id: userId, phoneNumber: '080 1234567' })
    })

    test('raises AppwriteException with code, type, message and response', async () => {
      const refused = await refusalOf(databases.getDocument(databaseId, 'students', 'ZZZZZZZZ'))
      expect(refused).toMatchObject({ code: 404, type: 'document_not_found', message: 'There is no such record.' })
      const { response }: { response: unknown } = refused
      expect(typeof response).toBe(facts[version].response)
      const body = typeof response === 'string' ? JSON.parse(response) : plain(response)
      expect(body).toEqual({
        code: 404,
        type: 'document_not_found',
        message: 'There is no such record.',
        version: '1.7.0',
        reason: 'document_not_found',
      })
    })

    test.each<[string, () => Promise<unknown>, number, string]>([
      [
        'a wrong password',
        () => account.createEmailPasswordSession(email, 'not-the-password'),
        401,
        'user_invalid_credentials',
      ],
      ['a short password', () => account.updatePassword('short', password), 400, 'general_argument_invalid'],
      ['a taken email', () => account.create('unique()', organisation.email, password), 409, 'user_already_exists'],
      [
        'a foreign page',
        () => account.createRecovery(email, 'https://evil.example/new-password'),
        400,
        'general_argument_invalid',
      ],
      [
        'an unsupported query',
        () => databases.listDocuments(databaseId, 'students', [Query.search('email', 'a')]),
        400,
        'general_query_invalid',
      ],
      ['an unknown session', () => account.getSession('unknown'), 404, 'user_session_not_found'],
      ['an unknown collection', () => databases.listDocuments(databaseId, 'teachers'), 404, 'collection_not_found'],
    ])('gets code and type for %s', async (_what, call, code, type) => {
      const refused = await refusalOf(call())
      expect([refused.code, refused.type]).toEqual([code, type])
    })

    test('changes the password and continues in the same session', async () => {
      await account.updatePassword('lantern-harbour-19', password)
      expect((await account.get()).$id).toBe(userId)
    })

    test('recovers a password by mail', async () => {
      const asked = await account.createRecovery(email, `${server.origin}/new-password`)
      expect([asked.userId, asked.secret]).toEqual(['', ''])
      await server.inbox.next(email) // The mail about the changed password.
      const mailed = readMailedToken((await server.inbox.next(email)).links, '/new-password')
      const token = await account.updateRecovery(mailed.userId, mailed.secret, password)
      expect([token.userId, token.secret]).toEqual([userId, ''])
      await account.createEmailPasswordSession(email, password)
    })

    test('lists sessions, of which one is the current', async () => {
      const { total, sessions } = await account.listSessions()
      expect([total, sessions.map(({ current }) => current)]).toEqual([1, [true]])
      expect((await account.getSession('current')).$id).toBe(sessions[0]?.$id)
    })

    test('logs out: 204 without a body and without a content type', async () => {
      expect(plain(await account.deleteSession('current'))).toEqual({ message: '' })
      const { reply, text } = last()
      expect([reply.status, reply.headers.get('content-type'), text]).toEqual([204, null, ''])
      const refused = await refusalOf(account.get())
      expect([refused.code, refused.type]).toEqual([401, 'general_unauthorized_scope'])
    })

    test('deletes a document and then all sessions: 204 both times', async () => {
      await account.createEmailPasswordSession(email, password)
      await databases.deleteDocument(databaseId, 'students', userId)
      expect([last().reply.status, last().reply.headers.get('content-type'), last().text]).toEqual([204, null, ''])
      await account.deleteSessions()
      expect([last().reply.status, last().reply.headers.get('content-type'), last().text]).toEqual([204, null, ''])
      expect(http.cookies.names()).toEqual(['browser'])
    })

    test('never gets a warning to print, and every other body is JSON', () => {
      for (const { reply, text, path } of sent) {
        expect(reply.headers.has('x-appwrite-warning')).toBe(false)
        expect(reply.headers.has('x-fallback-cookies')).toBe(false)
        const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true
        expect([path, isJson]).toEqual([path, text !== '' && path !== '/v1/ping'])
      }
    })

    test('sends headers about itself that the server ignores', () => {
      expect(last().headers.get('x-sdk-version')).toBe(version)
    })
  })

  describe('what an SDK may send besides', () => {
    test.each([
      ['junk of another app', '{"a_session_other":'],
      ['an empty list', '[]'],
      ['a session of its own', '{"a_session_rollkey":"abc"}'],
    ])('in X-Fallback-Cookies, %s, is ignored', async (_what, value) => {
      const headers = { 'x-fallback-cookies': value, 'x-appwrite-session': 'abc', 'x-appwrite-jwt': 'abc' }
      expect((await organisation.http.get('/v1/account', { headers })).status).toBe(200)
      expect((await server.openBrowser().get('/v1/account', { headers })).status).toBe(401)
    })

    test('a content type on GET without a body is accepted', async () => {
      const headers = { 'content-type': 'application/json' }
      expect((await organisation.http.get('/v1/account', { headers })).status).toBe(200)
    })

    test('transactionId, ttl and total are accepted with a list; with total off, nothing is counted', async () => {
      const path = `/v1/databases/${databaseId}/collections/organisations/documents`
      const { status, body } = await organisation.http.get(
        `${path}?transactionId=t&ttl=60&total=false&queries[]=${encodeURIComponent('{"method":"limit","values":[1]}')}`,
      )
      expect([status, body]).toMatchObject([200, { total: 0, documents: [{ $id: organisation.id }] }])
    })

    test.each([
      ['1.6.0', 'number'],
      ['1.8.0', 'number'],
      ['1.9.0', 'string'],
      ['1.10.0', 'string'],
      ['2.0.0', 'string'],
      ['nonsense', 'number'],
      [null, 'number'],
    ])('of the response format %s makes $sequence a %s', async (format, type) => {
      const path = `/v1/databases/${databaseId}/collections/organisations/documents/${organisation.id}`
      const { body } = await organisation.http.get<{ $sequence: unknown }>(path, {
        headers: { 'x-appwrite-response-format': format },
      })
      expect(typeof body.$sequence).toBe(type)
    })
  })
})
