import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserModel } from '#contract/account.ts'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { engines } from '#testing/create-database.ts'
import { createHttpClient, type HttpClient, type Reply } from '#testing/http-client.ts'
import { defaultOrganisation, documentsPath, readMailedToken } from '#testing/people-over-http.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** The headers of every answer and the attributes of every cookie (rules §3 and §5.2), on http and behind https. */

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(self), geolocation=()',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'",
}
const strictTransport = 'max-age=31536000; includeSubDomains'

const minute = 60
const hour = 60 * minute

const schemes = [
  { scheme: 'http', publicUrl: undefined, prefix: '', isSecure: false },
  { scheme: 'https', publicUrl: 'https://rollkey.example', prefix: '__Host-', isSecure: true },
] as const
const cases = engines.flatMap((engine) => schemes.map((scheme) => ({ engine, ...scheme })))

describe.each(cases)('on $scheme with $engine', ({ engine, publicUrl, prefix, isSecure }) => {
  let server: TestServer
  let webRoot: string
  let origin: string

  beforeAll(async () => {
    webRoot = await mkdtemp(join(tmpdir(), 'rollkey-web-'))
    for (const folder of ['assets', 'powered-by']) await mkdir(join(webRoot, folder))
    const pages = [
      'index.html',
      'app.html',
      'student.html',
      'institute.html',
      'office.html',
      'checkin.html',
      'verify.html',
    ]
    const files = [...pages, 'assets/app-1a2b3c4d.js', `powered-by/${engine}.svg`]
    for (const file of files) await writeFile(join(webRoot, file), 'content')
    server = await startTestServer(engine, { webRoot, env: publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl } })
    origin = server.origin
  })
  afterAll(async () => {
    await server.close()
    await rm(webRoot, { recursive: true })
  })

  /** A browser at the public address. The proxy in front passes its requests on. */
  const openBrowser = (): HttpClient => createHttpClient(server.url)
  const post = <Body>(http: HttpClient, path: string, body: unknown) =>
    http.post<Body>(path, body, { headers: { origin } })

  function expectSecurityHeaders({ headers }: Reply): void {
    expect(Object.fromEntries([...headers].filter(([name]) => name in always))).toEqual(always)
    expect(headers.get('strict-transport-security')).toBe(isSecure ? strictTransport : null)
    const telling = [...headers.keys()].filter((name) => /^(server|x-powered-by|via|access-control-.*)$/.test(name))
    expect(telling).toEqual([])
  }

  describe('the headers', () => {
    test.each<[string, string, string, unknown, number]>([
      ['a plain answer', 'GET', '/api/v1/ping', undefined, 200],
      ['the SDK’s ping', 'GET', '/v1/ping', undefined, 200],
      ['a refusal for want of a session', 'GET', '/v1/account', undefined, 401],
      ['a missing document', 'GET', `${documentsPath('ORG')}/ZZZZZZZZ`, undefined, 404],
      ['an unknown call', 'GET', '/v1/nothing', undefined, 404],
      ['the calls’ own folder', 'GET', '/v1', undefined, 404],
      ['an unknown product call', 'GET', '/api/v1/nothing', undefined, 404],
      ['a wrong method', 'PUT', '/v1/account', {}, 405],
      ['a wrong body', 'POST', '/v1/account', [], 400],
      ['a question before a foreign request', 'OPTIONS', '/v1/account', undefined, 405],
      ['an address that cannot be read', 'GET', '/v1/account/%zz', undefined, 400],
      ['an address that is too long', 'GET', `/v1/account/sessions/${'a'.repeat(300)}`, undefined, 404],
    ])('of %s are complete, and forbid storing', async (_what, method, path, body, status) => {
      const headers = method === 'GET' ? {} : { origin }
      const reply = await openBrowser().request(method, path, body, { headers })
      expect(reply.status).toBe(status)
      expectSecurityHeaders(reply)
      expect(reply.headers.get('cache-control')).toBe('no-store')
    })

    test('of a refusal by origin allow that origin nothing', async () => {
      for (const method of ['POST', 'OPTIONS']) {
        const headers = {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-appwrite-project',
        }
        const reply = await openBrowser().request(method, '/v1/account', method === 'POST' ? {} : undefined, {
          headers,
        })
        expect(reply.status).toBe(403)
        expectSecurityHeaders(reply)
        expect(reply.headers.get('cache-control')).toBe('no-store')
      }
    })

    test.each<[string, string, number, string]>([
      ['the landing page', '/', 200, 'no-cache'],
      ['a screen', '/login', 200, 'no-cache'],
      ['the check of evidence', '/verify', 200, 'no-cache'],
      ['an unknown page', '/nothing/here', 404, 'no-cache'],
      ['a hashed file', '/assets/app-1a2b3c4d.js', 200, 'public, max-age=31536000, immutable'],
      ['a picture', '/powered-by.svg', 200, 'no-cache'],
    ])('of %s are complete', async (_what, path, status, cacheControl) => {
      const reply = await openBrowser().get(path, { headers: { accept: 'text/html' } })
      expect(reply.status).toBe(status)
      expectSecurityHeaders(reply)
      expect(reply.headers.get('cache-control')).toBe(cacheControl)
    })

    test('do not follow the host that the client sends', async () => {
      const reply = await openBrowser().get('/', {
        headers: { 'x-forwarded-proto': 'ftp', 'x-forwarded-host': 'evil.example' },
      })
      expectSecurityHeaders(reply)
      expect(reply.text).not.toContain('evil.example')
    })
  })

  describe('the cookies', () => {
    const { password, ...form } = defaultOrganisation
    const { email } = form
    let http: HttpClient
    let id: string
    let registered: Reply<UserModel>

    /** Name and lower-cased attributes; the value must be random, or empty for a deleted cookie. */
    function readCookie(text: string): [name: string, attributes: Set<string>] {
      const [pair = '', ...attributes] = text.split('; ')
      const [name = '', value] = pair.split('=')
      const isGone = attributes.includes('Max-Age=0')
      // Scripts may read only the hint, which says just that there is a session.
      const given = name === signedInHintCookie ? /^1$/ : /^[A-Za-z0-9_-]{43}$/
      expect(value).toMatch(isGone ? /^$/ : given)
      return [name, new Set(attributes.map((one) => one.toLowerCase()))]
    }
    const readCookies = (reply: Reply) => Object.fromEntries(reply.headers.getSetCookie().map(readCookie))
    const readable = (maxAge: number) =>
      new Set(['path=/', 'samesite=strict', `max-age=${maxAge}`, ...(isSecure ? ['secure'] : [])])
    const attributes = (maxAge: number) => readable(maxAge).add('httponly')
    const session = (maxAge: number) => ({
      [`${prefix}session`]: attributes(maxAge),
      [signedInHintCookie]: readable(maxAge),
    })

    beforeAll(async () => {
      http = openBrowser()
      registered = await post<UserModel>(http, '/v1/account', { userId: 'unique()', email, password, name: form.name })
      id = registered.body.$id
    })

    test('of a registration last 15 minutes', () => {
      expect(registered.status).toBe(201)
      expect(readCookies(registered)).toEqual({ [`${prefix}reg`]: attributes(15 * minute) })
    })

    test('of a login last 12 hours for an organisation, that of the browser 180 days; those of its registration are deleted', async () => {
      await post(http, '/api/v1/user/label', { userId: id, label: 'ORG' })
      expect((await post(http, documentsPath('ORG'), { documentId: id, data: form })).status).toBe(201)
      const reply = await post(http, '/v1/account/sessions/email', { email, password })
      expect(readCookies(reply)).toEqual({
        ...session(12 * hour),
        [`${prefix}browser`]: attributes(180 * 24 * hour),
        [`${prefix}reg`]: attributes(0),
        [`${prefix}pre`]: attributes(0),
      })
    })

    test('of a session are new when a passkey is registered', async () => {
      await post(http, '/v1/account/verification', { url: `${origin}/verify-email` })
      const { links } = await server.inbox.next(email)
      expect(links.every((link) => link.startsWith(`${origin}/`))).toBe(true)
      const mailed = readMailedToken(links, '/verify-email')
      await http.put('/v1/account/verification', mailed, { headers: { origin } })
      const old = http.cookies.get(`${prefix}session`)
      const subject = { userId: id, category: 'ORG' }
      const { body } = await post<PublicKeyCredentialCreationOptionsJSON>(http, '/api/v1/passkey/register', subject)
      expect(body.rp.id).toBe(new URL(origin).hostname)
      const credential = createSoftwareAuthenticator({ origin }).register(body)
      const reply = await post(http, '/api/v1/passkey/verify', { ...subject, credential })
      expect(reply.status).toBe(200)
      expect(readCookies(reply)).toEqual(session(12 * hour))
      expect(http.cookies.get(`${prefix}session`)).not.toBe(old)
    })

    test('before a login with a passkey last as long as two ceremonies', async () => {
      const reply = await post(openBrowser(), '/api/v1/passkey/login', { userId: id, category: 'ORG' })
      expect(reply.status).toBe(200)
      expect(readCookies(reply)).toEqual({ [`${prefix}pre`]: attributes(10 * minute) })
    })

    test('of the hint open nothing', async () => {
      const reply = await openBrowser().get('/v1/account', { headers: { cookie: `${signedInHintCookie}=1` } })
      expect(reply.status).toBe(401)
    })

    test('under the name for the other scheme are not read', async () => {
      const token = http.cookies.get(`${prefix}session`)
      const name = isSecure ? 'session' : '__Host-session'
      const reply = await openBrowser().get('/v1/account', { headers: { cookie: `${name}=${token}` } })
      expect(reply.status).toBe(401)
    })

    test('are not set by calls that read', async () => {
      for (const path of [
        '/v1/account',
        '/v1/account/sessions',
        `${documentsPath('ORG')}/${id}`,
        '/api/v1/ping',
        '/',
      ]) {
        const reply = await http.get(path)
        expect([path, reply.status, reply.headers.getSetCookie()]).toEqual([path, 200, []])
      }
    })

    test('are deleted by a logout, except the known browser’s, and so is all that the site has stored', async () => {
      const reply = await http.delete('/v1/account/sessions/current', { headers: { origin } })
      expect(reply.status).toBe(204)
      expect(readCookies(reply)).toEqual(session(0))
      expect(reply.headers.get('clear-site-data')).toBe('"storage"')
      expect(reply.headers.has('content-type')).toBe(false)
      expectSecurityHeaders(reply)
    })
  })
})
