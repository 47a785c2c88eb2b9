import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseOutage } from '#server/storage/engine-errors.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { answerErrors } from './http/error-reply.ts'
import { acceptOnlyJson } from './http/json-body.ts'

/**
 * Requests that are not HTTP, never end or are aborted. Only on the embedded engine, because no such request reaches a
 * database.
 */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer('sqlite')
})
afterAll(() => server.close())

async function open(sent: string): Promise<Socket> {
  const socket = connect({ host: 'localhost', port: Number(new URL(server.origin).port) })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(sent)
  return socket
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (part) => {
    text += String(part)
  })
  await once(socket, 'close')
  return text
}

test.each([
  ['is no HTTP', 'GET / HTTP/9.9\r\n\r\n', '400 Bad Request', 'general_bad_request'],
  [
    'has headers that are too large',
    `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'general_bad_request',
  ],
])('a request that %s is refused in the shape of all refusals', async (_what, sent, status, type) => {
  const [head = '', body = ''] = (await readAll(await open(sent))).split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status}`)
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
  expect(JSON.parse(body)).toEqual({
    message: expect.any(String),
    code: Number(status.slice(0, 3)),
    type,
    version: '1.7.0',
    reason: type,
  })
})

test.each([
  ['GET', '/v1/account', 'websocket'],
  ['GET', '/v1/account', 'h2c'],
  ['POST', '/v1/account', 'websocket'],
  ['GET', '/v1/%', 'websocket'],
  ['GET', '/healthz', 'websocket'],
  ['GET', '/v1/realtime', 'h2c'],
  ['POST', '/v1/realtime', 'websocket'],
])('%s %s that asks to upgrade to %s is a request like any other, and so is the next one', async (method, path, to) => {
  const project = 'host: x\r\nx-appwrite-project: rollkey'
  const wish = `${method} ${path} HTTP/1.1\r\n${project}\r\nconnection: upgrade\r\nupgrade: ${to}\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
  const next = `GET /v1/ping HTTP/1.1\r\n${project}\r\nconnection: close\r\n\r\n`
  const socket = await open(wish)
  const all = readAll(socket)
  await once(socket, 'data')
  socket.write(next)
  const answers = await all
  expect(answers).not.toContain('HTTP/1.1 101')
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([expect.any(String), 'HTTP/1.1 200'])
  expect(answers).toMatch(/Pong!$/)
})

test('hundreds of requests that never end delay no others, and are ended', async () => {
  const slow = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      open(
        index % 2 === 0
          ? 'GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-slow: '
          : `POST /v1/account HTTP/1.1\r\nhost: x\r\norigin: ${server.origin}\r\nx-appwrite-project: rollkey\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{`,
      ),
    ),
  )
  let left = slow.length
  const ended = Promise.all(slow.map((socket) => readAll(socket).finally(() => left--)))
  expect((await server.openBrowser().get('/v1/ping')).status).toBe(200)
  // It did not wait for one of them to end.
  expect(left).toBe(slow.length)
  for (let call = 0; call < 100; call++) expect((await server.openBrowser().get('/v1/ping')).status).toBe(200)
  // Headers have 10 seconds and bodies 15; the server looks every 2.
  for (const text of await ended) expect(text).toMatch(/^(HTTP\/1\.1 4(00|08) |$)/)
})

test('an aborted body is no error of the server, and is not logged', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } })
  acceptOnlyJson(app)
  answerErrors(app, { isOutage: isDatabaseOutage, noteRefusal: async () => undefined })
  const failed = new Promise((resolve) => app.addHook('onError', async (_request, _reply, error) => resolve(error)))
  app.post('/', async () => 'done')
  await app.listen({ port: 0 })
  const { port } = app.server.address() as { port: number }
  const socket = connect({ host: 'localhost', port })
  await once(socket, 'connect')
  app.server.once('request', () => socket.destroy())
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
  expect(await failed).toMatchObject({ message: expect.stringContaining('aborted') })
  await app.close()
  expect(lines).toEqual([])
})
