import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectId } from '#contract/identifiers.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { type Person, registerOrganisation } from '#testing/people-over-http.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { type SmtpInbox, startSmtpInbox } from '#testing/smtp-inbox.ts'
import { startTestServer } from '#testing/test-server.ts'

/** A request that queues a mail and has begun, so that the server works on it; `finish` sends the rest. */
async function beginRecovery(origin: string, email: string) {
  const body = JSON.stringify({ email, url: `${origin}/new-password` })
  const head = [
    'POST /v1/account/recovery HTTP/1.1',
    'host: localhost',
    `origin: ${origin}`,
    `x-appwrite-project: ${projectId}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    // The server logs a line when it has read this far.
    'expect: 100-continue',
  ]
  const socket = connect(Number(new URL(origin).port), 'localhost')
  onTestFinished(() => void socket.destroy())
  socket.setEncoding('utf8').write(`${head.join('\r\n')}\r\n\r\n`)
  expect(await once(socket, 'data')).toEqual(['HTTP/1.1 100 Continue\r\n\r\n'])
  socket.write(body.slice(0, 10))
  return { finish: () => void socket.write(body.slice(10)), answer: text(socket) }
}

describe.each(engines)('a process on %s that is told to stop', (engine) => {
  let database: TestDatabase
  let inbox: SmtpInbox
  let process: ServerProcess
  let origin: string
  let institute: Person

  async function start(): Promise<ServerProcess> {
    const { dataDir, databaseUrl } = database
    return startServerProcess({
      PORT: new URL(origin).port,
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      SMTP_URL: inbox.url,
      RATE_LIMIT_SCALE: '1000',
    })
  }

  beforeAll(async () => {
    const [port, created, started] = await Promise.all([
      findFreePort(),
      createDatabaseWithTables(engine),
      startSmtpInbox(),
    ])
    origin = `http://localhost:${port}`
    database = created
    inbox = started
    process = await start()
    institute = await registerOrganisation({ origin, inbox })
  })
  afterAll(async () => {
    await process.kill()
    await inbox.close()
    await database.drop()
  })

  test('tells its sockets to reconnect, finishes running requests with their mail, and exits with 0', async () => {
    const realtime = connectRealtime(institute.http, `project=${projectId}&channels[]=documents`)
    expect(await realtime.next()).toMatchObject({ type: 'connected' })
    const request = await beginRecovery(origin, institute.email)

    process.signal('SIGTERM')
    expect(await realtime.next()).toMatchObject({ type: 'error', data: { code: 1012 } })
    expect(await realtime.closed).toBe(1012)
    process.signal('SIGTERM')
    const refused = connect(Number(new URL(origin).port), 'localhost')
    expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])

    request.finish()
    expect(await request.answer).toMatch(/^HTTP\/1.1 201 [\s\S]*connection: close/i)
    expect(await process.ended).toEqual({ code: 0, signal: null })
    expect((await inbox.next(institute.email)).links).toHaveLength(1)
    expect(process.output()).toContain('"msg":"Stopped"')
    expect(process.output()).not.toMatch(/"level":"(warn|error)"/)
  })

  test('starts again with everything that it had confirmed', async () => {
    process = await start()
    expect((await createHttpClient(origin).get('/readyz')).status).toBe(200)
    const account = await institute.http.get('/v1/account')
    expect(account).toMatchObject({ status: 200, body: { $id: institute.id } })
  })

  test.runIf(engine === engines[0])('cuts off after ten seconds what does not end, and exits with 0', async () => {
    const realtime = connectRealtime(institute.http, `project=${projectId}&channels[]=documents`)
    await realtime.next()
    realtime.socket.pause()
    const stuck = await beginRecovery(origin, institute.email)
    const startedAt = performance.now()
    process.signal('SIGTERM')
    expect(await process.ended).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedAt).toBeGreaterThan(9_900)
    expect(await stuck.answer).toBe('')
    expect(process.output()).toContain('Requests did not end in time and were cut off')
    process = await start()
  })
})

test.each(engines)('a mail server that does not answer does not delay the stop on %s', async (engine) => {
  const silent = await startSilentServer()
  const server = await startTestServer(engine, { env: { SMTP_URL: `smtp://127.0.0.1:${silent.port}` } })
  const http = server.openBrowser()
  const email = 'asha@students.example'
  await http.post('/v1/account', { userId: 'unique()', email, password: 'umbrella-monsoon-tramway-7' })
  await http.post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })
  await expect.poll(silent.countOpen).toBe(1)
  const startedAt = performance.now()
  await server.close()
  // By itself a connection for mail is given up after ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  silent.close()
})

async function startSilentServer(): Promise<{ port: number; countOpen: () => number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    countOpen: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
