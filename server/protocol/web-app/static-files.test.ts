import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveWebApp } from './web-app.ts'

const script = 'export const answer = 42\n'.repeat(40)
const anyone = 'public, max-age=31536000, immutable'

const appPage = '<style>p { color: red }</style><div id="app"></div>'

describe('the web app', () => {
  let root: string
  let app: FastifyInstance

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'rollkey-static-'))
    for (const folder of ['assets', 'powered-by']) await mkdir(join(root, folder))
    const files: [string, string | Buffer][] = [
      ['index.html', '<a href="{{SOURCE_URL}}">source</a><a href="{{TERMS_URL}}">t</a><a href="{{PRIVACY_URL}}">p</a>'],
      [
        'index.hi.html',
        '<script>run()</script><style>a { color: red }</style><a href="{{SOURCE_URL}}">स्रोत</a><script type="module">load()\n</script>',
      ],
      ['app.html', appPage],
      ['student.html', '<script>read()</script><div id="app">Student</div>'],
      ['institute.html', '<title>Rollkey</title><script>read()</script><div id="app">Institute</div>'],
      ['office.html', '<script>read()</script><div id="app">Office</div>'],
      ['login.html', '<style>b { color: red }</style><div id="shell">Login</div>'],
      ['login.hi.html', '<style>b { color: red }</style><div id="shell">लॉग इन</div>'],
      ['register.html', '<style>s { color: red }</style><title>Rollkey</title><div id="shell">Register</div>'],
      ['new-password.html', '<style>q { color: red }</style><div id="shell">Set New Password</div>'],
      ['checkin.html', '<style>i { color: red }</style><script type="module">swap()</script>'],
      ['verify.html', '<style>u { color: red }</style><script type="module">check()</script>'],
      ['assets/app-1a2b.js', script],
      ['assets/app-1a2b.js.br', brotliCompressSync(script)],
      ['assets/app-1a2b.js.gz', gzipSync(script)],
      ['assets/face-3c4d.woff2', 'face'],
      ['powered-by/sqlite.svg', '<svg/>'],
      ['robots.txt', 'User-agent: *\n'],
      ['.built-from', 'digest'],
    ]
    for (const [name, content] of files) await writeFile(join(root, name), content)
    app = fastify()
    serveWebApp(app, {
      root,
      origin: 'https://attendance.example',
      engine: 'sqlite',
      sourceUrl: 'https://source.example/?a&b',
      contactEmail: 'a@b.example',
      termsUrl: 'https://terms.example/?a&b',
      privacyUrl: undefined,
    })
    app.setNotFoundHandler(async (_request, reply) => reply.code(404).send('nothing'))
  })
  afterAll(async () => {
    await app.close()
    await rm(root, { recursive: true })
  })

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  test('sends a script as the build compressed it, and keeps caches from mixing the encodings up', async () => {
    const reply = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': anyone,
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(script)
  })

  test('sends a script uncompressed to a client that takes no compression', async () => {
    const reply = await get('/assets/app-1a2b.js')
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers.vary).toBe('accept-encoding')
    expect(reply.body).toBe(script)
  })

  test.each([
    ['/', 'accept-language, cookie, accept-encoding'],
    ['/login', 'accept-language, cookie, accept-encoding'],
    ['/dashboard/K7QF3M9T', 'accept-encoding'],
  ])('compresses the page at %s', async (url, vary) => {
    const reply = await get(url, { 'accept-encoding': 'gzip' })
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
      vary,
    })
    expect(gunzipSync(reply.rawPayload).toString()).toBe((await get(url)).body)
  })

  test.each([
    ['in English', {}, 'Login'],
    ['in the language that is preferred', { 'accept-language': 'hi' }, 'लॉग इन'],
    ['in the language that was chosen', { 'accept-language': 'hi', cookie: 'language=en' }, 'Login'],
  ])('has the login in its page before any script, %s', async (_what, headers, words) => {
    const reply = await get('/login', headers)
    expect(reply.body).toContain(`<div id="shell">${words}</div>`)
    const hash = createHash('sha256').update('b { color: red }').digest('base64')
    expect(reply.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
  })

  test('has the app’s page on its other addresses, with its own styles allowed', async () => {
    const hash = createHash('sha256').update('p { color: red }').digest('base64')
    for (const address of ['/screen', '/replace-passkey']) {
      const { body, headers } = await get(address)
      expect(body).toBe(appPage)
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
    }
  })

  test.each([
    ['/dashboard/K7QF3M9T/data', 'Student'],
    ['/admin/dashboard/K7QF3M9T', 'Institute'],
    ['/admin/dashboard/K7QF3M9T/reports/students', 'Institute'],
    ['/admin/dashboard/K7QF3M9T/people/desk', 'Office'],
    ['/admin/dashboard/K7QF3M9T/courses', 'Office'],
  ])('sends for %s the page that names what this screen needs', async (address, page) => {
    expect((await get(address)).body).toContain(`<div id="app">${page}</div>`)
  })

  test('names in each page the origin at which a login works', async () => {
    const meta = '</title><meta name="rollkey-origin" content="https://attendance.example">'
    for (const address of ['/register', '/admin/dashboard/K7QF3M9T']) expect((await get(address)).body).toContain(meta)
  })

  test('has one page for every check-in, with its own script and styles allowed', async () => {
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const guest = await get('/checkin')
    const member = await get('/checkin', { cookie: 'signed-in=1; language=hi', 'accept-language': 'hi' })
    expect(guest.body).toContain('swap()')
    expect([member.body, member.headers.etag]).toEqual([guest.body, guest.headers.etag])
    expect(guest.headers.vary).toBe('accept-encoding')
    const policy = guest.headers['content-security-policy']
    expect(policy).toContain(`script-src 'self' ${hashOf('swap()')};`)
    expect(policy).toContain(`style-src 'self' ${hashOf('i { color: red }')};`)
  })

  test('has the check of evidence for everyone, with its own script and styles allowed', async () => {
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const { body, headers } = await get('/verify')
    expect(body).toContain('check()')
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashOf('check()')};`)
    expect(headers['content-security-policy']).toContain(`style-src 'self' ${hashOf('u { color: red }')};`)
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
  })

  test('shows no form of guests to a browser that may be signed in, and is led on', async () => {
    for (const address of ['/login', '/register']) {
      expect((await get(address, { cookie: 'a=b; signed-in=1' })).body, address).toBe(appPage)
      expect((await get(address, { cookie: 'signed-in=0; not-signed-in=1' })).body, address).toContain('shell')
    }
    expect((await get('/new-password', { cookie: 'signed-in=1' })).body).toContain('Set New Password')
  })

  test('has the page of a poster or a mail before any script, and its app where the build has none', async () => {
    for (const [address, words, style] of [
      ['/register?code=K7QF3M9T', 'Register', 's { color: red }'],
      ['/new-password?userId=a&secret=b', 'Set New Password', 'q { color: red }'],
    ] as const) {
      const { body, headers } = await get(address)
      expect(body).toContain(`<div id="shell">${words}</div>`)
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
      expect(headers.vary).toBe('accept-language, cookie, accept-encoding')
    }
    expect((await get('/verify-email')).body).toBe(appPage)
  })

  test.each([
    ['the browser’s preference', { 'accept-language': 'ta, hi-IN;q=0.9, en;q=0.5' }, 'hi'],
    ['the choice before the preference', { 'accept-language': 'hi', cookie: 'a=b; language=en' }, 'en'],
    ['the choice, whatever is preferred', { 'accept-language': 'en', cookie: 'language=hi' }, 'hi'],
    ['English for a browser that prefers neither', { 'accept-language': 'fr' }, 'en'],
    ['English for a browser that sends no preference', {}, 'en'],
  ])('chooses the language of the landing page by %s', async (_what, headers, language) => {
    const { body } = await get('/', headers)
    expect(body.includes('स्रोत') ? 'hi' : 'en').toBe(language)
    expect(body).toContain('https://source.example/?a&amp;b')
  })

  test('puts its configuration into the landing page, and placeholders where nothing is set', async () => {
    expect((await get('/')).body).toBe(
      '<a href="https://source.example/?a&amp;b">source</a><a href="https://terms.example/?a&amp;b">t</a><a href="#privacy">p</a>',
    )
  })

  test('allows the scripts and styles that the landing page carries inside, byte for byte, and nothing else', async () => {
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const { etag, 'content-security-policy': policy } = (await get('/', { 'accept-language': 'hi' })).headers
    expect(policy).toContain(`script-src 'self' ${hashOf('run()')} ${hashOf('load()\n')};`)
    expect(policy).toContain(`style-src 'self' ${hashOf('a { color: red }')};`)
    const kept = await get('/', { 'accept-language': 'hi', 'if-none-match': String(etag) })
    expect([kept.statusCode, kept.headers['content-security-policy']]).toEqual([304, policy])
  })

  test.each(['/', '/login', '/robots.txt', '/powered-by.svg', '/assets/app-1a2b.js'])(
    'does not send %s again to a browser that has it',
    async (url) => {
      const { etag } = (await get(url)).headers
      const again = await get(url, { 'if-none-match': `"other", ${etag}`, 'accept-encoding': 'br' })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    },
  )

  test.each([
    ['/assets/face-3c4d.woff2', 'font/woff2', anyone],
    ['/robots.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['/powered-by.svg', 'image/svg+xml', 'no-cache'],
  ])('sends the type and the cache time of %s', async (url, type, cacheControl) => {
    const reply = await get(url, { 'accept-encoding': 'br' })
    expect(reply.headers).toMatchObject({ 'content-type': type, 'cache-control': cacheControl })
    expect(reply.headers['content-encoding']).toBeUndefined()
  })

  test('answers HEAD with the headers alone', async () => {
    const reply = await app.inject({ method: 'HEAD', url: '/assets/app-1a2b.js' })
    expect([reply.statusCode, reply.body, reply.headers['content-length']]).toEqual([200, '', String(script.length)])
  })

  test.each([
    '/index.html',
    '/app.html',
    '/.built-from',
    '/assets',
    '/assets/',
    '/assets/app-1a2b.js.br',
    '/assets/../app.html',
    '/assets/%2e%2e/app.html',
    '//robots.txt',
    '/assets/app-9z9z.js',
  ])('has nothing at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  test('keeps the files that its pages name after a new build has replaced them', async () => {
    await rm(join(root, 'assets', 'app-1a2b.js'))
    expect((await get('/assets/app-1a2b.js')).body).toBe(script)
  })
})
