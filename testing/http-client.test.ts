import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectAppwrite, sdks } from './connect-appwrite.ts'
import { createCookieJar } from './cookie-jar.ts'
import { createHttpClient, type Exchange } from './http-client.ts'

type Seen = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }

/** A server that records its requests, sends a cookie and answers with an empty list. */
async function startNotingServer(): Promise<{ origin: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const { method, url, headers } = request
      seen.push({ method, url, headers, body })
      reply.setHeader('set-cookie', `visitor=${seen.length}; Path=/; HttpOnly; SameSite=Strict`)
      reply.setHeader('content-type', 'application/json').end('{"total":0,"documents":[]}')
    })
  })
  return { origin: await listen(server), seen }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

describe('client', () => {
  test('sends origin, project and content type, and returns its cookies', async () => {
    const { origin, seen } = await startNotingServer()
    const client = createHttpClient(origin)
    const reply = await client.post('/v1/account', { name: 'Asha' })
    await client.get('/v1/account')
    expect(reply).toMatchObject({ status: 200, body: { total: 0 } })
    expect(seen[0]).toMatchObject({
      body: '{"name":"Asha"}',
      headers: { origin, 'x-appwrite-project': 'rollkey', 'content-type': 'application/json' },
    })
    expect(seen[1]?.headers).toMatchObject({ cookie: 'visitor=1' })
    expect(seen[1]?.headers).not.toHaveProperty('origin')
  })

  test('leaves out or replaces headers as it is told', async () => {
    const { origin, seen } = await startNotingServer()
    await createHttpClient(origin).post('/', undefined, {
      headers: { Origin: null, 'X-Appwrite-Project': 'other' },
      rawBody: '{',
    })
    expect(seen[0]).toMatchObject({ body: '{', headers: { 'x-appwrite-project': 'other' } })
    expect(seen[0]?.headers).not.toHaveProperty('origin')
  })

  test('does not follow redirects, and passes request and answer to a watcher', async () => {
    const reply = (request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(308, { location: '/elsewhere', 'set-cookie': ['one=1; Path=/', 'two=2; Path=/'] })
      request.pipe(response)
    }
    const origin = await listen(createServer(reply))
    const watched: Exchange[] = []
    const client = createHttpClient(origin, (exchange) => watched.push(exchange))
    const rawBody = new Uint8Array(Buffer.from('नमस्ते'))
    const { status, headers, text, body } = await client.put('/', undefined, { rawBody })
    expect([status, headers.get('location'), text, body]).toEqual([308, '/elsewhere', 'नमस्ते', undefined])
    expect(headers.getSetCookie()).toHaveLength(2)
    expect(client.cookies.header('/')).toBe('one=1; two=2')
    await client.get('/')
    expect(watched).toMatchObject([
      { sent: { content: rawBody }, received: { status: 308, text: 'नमस्ते' } },
      { sent: { headers: { cookie: 'one=1; two=2' }, content: undefined }, received: { text: '' } },
    ])
  })

  test('sends again on the connection that was refused, and fails when an answer breaks off', async () => {
    const sockets = new Set<Socket>()
    const origin = await listen(
      createServer((request, response) => {
        sockets.add(request.socket)
        if (request.url === '/broken')
          response.writeHead(200, { 'content-length': 9 }).write('half', () => response.destroy())
        else request.resume().on('end', () => response.writeHead(400).end('{}'))
      }),
    )
    const client = createHttpClient(origin)
    for (const path of ['/one', '/two', '/three']) expect((await client.post(path)).status).toBe(400)
    expect(sockets.size).toBe(1)
    await expect(client.get('/broken')).rejects.toThrow('aborted')
  })
})

describe.each(Object.entries(sdks))('appwrite %s', (_version, sdk) => {
  test('keeps the sessions of two browsers apart', async () => {
    const { origin, seen } = await startNotingServer()
    const [one, other] = [createHttpClient(origin), createHttpClient(origin)]
    // biome-ignore lint/suspicious/noExplicitAny: the versions agree on positional arguments, not on their types.
    const connect = (http: typeof one): any => connectAppwrite(sdk as (typeof sdks)['18.2.0'], http)
    const [first, second] = [connect(one), connect(other)]
    await first.databases.listDocuments('rollkey', 'students', [sdk.Query.equal('email', 'asha@example.org')])
    await Promise.all([first.account.deleteSession('current'), second.account.deleteSession('current')])
    expect(seen[0]?.url).toContain('/v1/databases/rollkey/collections/students/documents?queries')
    const cookies = seen.slice(1).map(({ headers }) => headers.cookie)
    expect(cookies).toHaveLength(2)
    expect(cookies).toEqual(expect.arrayContaining(['visitor=1', undefined]))
    expect(seen[1]?.headers).toMatchObject({ origin, 'x-appwrite-project': 'rollkey' })
  })

  test('passes its requests and answers to the watcher, whose refusal fails the call', async () => {
    const { origin } = await startNotingServer()
    const watched: Exchange[] = []
    const http = createHttpClient(origin, (exchange) => {
      if (watched.push(exchange) > 1) throw new Error('no such answer')
    })
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const { account } = connectAppwrite(sdk as (typeof sdks)['18.2.0'], http) as any
    await account.get()
    await expect(account.get()).rejects.toThrow('no such answer')
    expect(watched).toMatchObject([
      { sent: { method: 'GET', path: '/v1/account', content: undefined }, received: { status: 200 } },
      { sent: { headers: { cookie: 'visitor=1' } } },
    ])
  })
})

describe('cookie jar', () => {
  test('replaces and removes cookies', () => {
    const jar = createCookieJar()
    jar.store(['__Host-session=a; Path=/; Secure; HttpOnly; SameSite=Strict'])
    jar.store(['__Host-session=b; Path=/; Secure'])
    expect(jar.header('/v1/account')).toBe('__Host-session=b')
    jar.store(['__Host-session=; Path=/; Secure; Max-Age=0'])
    expect(jar.header('/v1/account')).toBeUndefined()
  })

  test('sends a cookie within its path only', () => {
    const jar = createCookieJar()
    jar.store(['reg=1; Path=/v1'])
    expect([jar.get('reg', '/v1/account'), jar.get('reg', '/v10'), jar.get('reg', '/')]).toEqual([
      '1',
      undefined,
      undefined,
    ])
  })

  test('refuses a cookie that browsers would drop for its prefix', () => {
    expect(() => createCookieJar().store(['__Host-session=a; Path=/; HttpOnly'])).toThrow('A browser drops this cookie')
  })
})
