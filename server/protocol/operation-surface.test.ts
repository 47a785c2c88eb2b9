import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectId } from '#contract/identifiers.ts'
import { administer, createDatabaseWithTables, engines } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startServerProcess } from '#testing/server-process.ts'
import { startSmtpInbox } from '#testing/smtp-inbox.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const ownId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe.each(engines)('what an operator sees of a server on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(engine, { env: { TRUST_PROXY: '127.0.0.0/8,::1' } })
  })
  afterAll(() => server.close())

  test('it is alive and ready, and no cache may keep that answer', async () => {
    for (const [path, status] of [
      ['/healthz', 'alive'],
      ['/readyz', 'ready'],
    ] as const) {
      const reply = await server.openBrowser().get(path)
      expect(reply).toMatchObject({ status: 200, body: { status } })
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('an answer carries the request’s id', async () => {
    const http = server.openBrowser()
    const ids = await Promise.all(
      ['/healthz', '/v1/account', '/nowhere', '/api/v1/ping', '/v1/%'].map(async (path) => {
        const id = (await http.get(path)).headers.get('x-request-id')
        expect(id, path).toMatch(ownId)
        return id
      }),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a trusted proxy sets the request’s id, and the audit log has it too', async () => {
    const http = server.openBrowser()
    const body = { userId: 'unique()', email: 'named@x.example', password: 'umbrella-monsoon-tramway-7' }
    const reply = await http.post('/v1/account', body, { headers: { 'x-request-id': 'edge-1.0042' } })
    expect(reply.headers.get('x-request-id')).toBe('edge-1.0042')
    expect(rowsOf(await server.readTables(), 'audit_log')).toContainEqual(
      expect.objectContaining({ action: 'account.create', request_id: 'edge-1.0042' }),
    )
  })

  test.each([
    'short',
    'x'.repeat(65),
    'has spaces in it',
    '-starts-badly',
    'tab\tseparated-id',
    '{"level":"fatal"}',
    'ÿÿÿÿÿÿÿÿÿ',
  ])('an id like %j is not accepted from any sender', async (id) => {
    const reply = await server.openBrowser().get('/healthz', { headers: { 'x-request-id': id } })
    expect(reply.headers.get('x-request-id')).toMatch(ownId)
  })
})

test('a client that is no trusted proxy cannot set the id of its requests', async () => {
  const server = await startTestServer('sqlite', { env: { TRUST_PROXY: '10.0.0.0/8' } })
  onTestFinished(server.close)
  const reply = await server.openBrowser().get('/healthz', { headers: { 'x-request-id': 'edge-1.0042' } })
  expect(reply.headers.get('x-request-id')).toMatch(ownId)
})

test.runIf(engines.includes('postgresql'))('a server without its database is alive but not ready', async () => {
  const database = await createDatabaseWithTables('postgresql')
  const [inbox, port] = await Promise.all([startSmtpInbox(), findFreePort()])
  const { databaseUrl = '' } = database
  const process = await startServerProcess({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SMTP_URL: inbox.url,
  })
  onTestFinished(async () => {
    await process.kill()
    await inbox.close()
    await database.drop()
  })
  const http = createHttpClient(`http://localhost:${port}`)
  expect(await http.get('/readyz')).toMatchObject({ status: 200 })
  const maintenance = new URL(databaseUrl)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  onTestFinished(() => client.end())
  const name = new URL(databaseUrl).pathname.slice(1)
  await client.query(`alter database ${name} allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await expect.poll(async () => (await http.get('/readyz')).body).toEqual({ status: 'no database' })
  expect(await http.get('/healthz')).toMatchObject({ status: 200, body: { status: 'alive' } })
  expect(await http.get('/v1/account', { headers: { cookie: 'rollkey-session=x; session=x' } })).toMatchObject({
    body: { code: expect.any(Number) },
  })
  expect((await http.get('/readyz')).headers.get('retry-after')).toBe('2')
  await client.query(`alter database ${name} allow_connections true`)
  await expect.poll(async () => (await http.get('/readyz')).body).toEqual({ status: 'ready' })
})

test.runIf(engines.includes('postgresql'))(
  'a server whose database takes no write is not ready and says so in its metrics, until it takes one again',
  async () => {
    const database = await createDatabaseWithTables('postgresql')
    const token = 'sunflower-harbour-9'
    const server = await startTestServer('postgresql', { database, env: { METRICS_TOKEN: token } })
    onTestFinished(server.close)
    const http = server.openBrowser()
    const readWritable = async () => {
      const { text } = await http.get('/metrics', { headers: { authorization: `Bearer ${token}` } })
      return /^rollkey_storage_writable (\d)$/m.exec(text)?.[1]
    }
    const readStatus = async () => (await http.get('/readyz')).body
    expect([await readStatus(), await readWritable()]).toEqual([{ status: 'ready' }, '1'])

    const name = new URL(database.databaseUrl ?? '').pathname.slice(1)
    const setReadOnly = async (value: 'on' | 'off') => {
      await administer(`alter database ${name} set default_transaction_read_only = ${value}`)
      // The setting applies to new connections.
      await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    }
    await setReadOnly('on')
    await expect.poll(readStatus).toEqual({ status: 'no writes' })
    expect(await readWritable()).toBe('0')
    await setReadOnly('off')
    await expect.poll(readStatus).toEqual({ status: 'ready' })
    expect(await readWritable()).toBe('1')
  },
)

test('hostile requests leave a log of whole lines without personal data or secrets', async () => {
  const database = await createDatabaseWithTables('sqlite')
  const [inbox, port] = await Promise.all([startSmtpInbox(), findFreePort()])
  const origin = `http://localhost:${port}`
  const process = await startServerProcess({
    PORT: String(port),
    DATA_DIR: database.dataDir,
    SMTP_URL: inbox.url,
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '127.0.0.0/8,::1',
  })
  onTestFinished(async () => {
    await process.kill()
    await inbox.close()
    await database.drop()
  })
  const http = createHttpClient(origin)
  const forged = '\r\n{"level":"fatal","msg":"forged"}\r\n'
  const email = 'hostile.name@students.example'
  const secret = 'S3cretSecretSecretSecretSecretSecretSecret'
  await http.post('/v1/account', { userId: 'unique()', email, password: secret, name: `x${forged}\u001b[2J\u202e` })
  await http.post('/v1/account/sessions/email', { email, password: `${secret}${forged}` })
  await http.put('/v1/account/verification', { userId: forged, secret })
  for (const path of [
    `/verify-email?userId=u&secret=${secret}`,
    `/new-password?secret=${secret}`,
    `/v1/account?x=${encodeURIComponent(forged)}`,
    `/v1/databases/rollkey/collections/students/documents/${encodeURIComponent(forged)}`,
    `/${encodeURIComponent(`${email}${forged}`)}`,
    '/%',
    '/%ff%fe',
  ]) {
    await http.get(path, {
      headers: {
        'user-agent': `${secret} \u009b31m ${email}`,
        'x-request-id': '{"level":"fatal"}',
        authorization: secret,
      },
    })
  }
  await http.post('/v1/account', {}, { rawBody: `{"email":"${email}"${forged}` })
  for (const raw of [
    `GET /${email} HTTP/9.9\r\n\r\n`,
    `\u001b[2J${forged}`,
    `GET / HTTP/1.1\r\nhost: a\r\nx: \u0000\r\n\r\n`,
  ]) {
    const socket = connect(port, 'localhost')
    socket.end(raw)
    await text(socket)
  }
  const upgrade = connect(port, 'localhost')
  upgrade.end(
    `GET /v1/realtime?project=${projectId}&channels[]=${encodeURIComponent(email)} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: nonsense\r\norigin: ${origin}\r\n\r\n`,
  )
  await text(upgrade)
  process.signal('SIGTERM')
  expect(await process.ended).toMatchObject({ code: 0 })

  const lines = process
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Rollkey is ready'))
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) {
    const fields = JSON.parse(line) as Record<string, unknown>
    expect(['trace', 'debug', 'info', 'warn', 'error']).toContain(fields.level)
    expect(fields.msg).not.toBe('forged')
  }
  expect(process.output()).not.toContain(secret)
  expect(process.output()).not.toContain(email)
  expect(process.output().replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})
