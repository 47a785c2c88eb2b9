import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { RecoveryCodes } from '#contract/passkey.ts'
import { reportPaths } from '#contract/report-requests.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createHttpClient, type Exchange } from '#testing/http-client.ts'
import {
  assertPasskey,
  documentsPath,
  logIn,
  markStudent,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { type SmtpInbox, startSmtpInbox } from '#testing/smtp-inbox.ts'

/** Rules §7: at every level of the log, none of its text is a secret. */

/** Fields whose text only the caller and the server know, in requests and answers. */
const secretFields = new Set([
  'password',
  'oldPassword',
  'secret',
  'code',
  'challenge',
  'signature',
  'clientDataJSON',
  'authenticatorData',
  'attestationObject',
  'p256dh',
  'auth',
  'endpoint',
])

function listSecrets(value: unknown, name = ''): readonly string[] {
  if (typeof value === 'string') return secretFields.has(name) || name === 'codes' ? [value] : []
  if (Array.isArray(value)) return value.flatMap((one) => listSecrets(one, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => listSecrets(child, key))
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

describe.each(engines)('the most detailed log, on %s,', (engine) => {
  const databasePassword = 'monsoon-lantern-4711'
  const secrets = new Set<string>()
  let database: TestDatabase
  let inbox: SmtpInbox
  let process: ServerProcess
  let origin: string

  beforeAll(async () => {
    const [created, mails, port] = await Promise.all([
      createDatabaseWithTables(engine),
      startSmtpInbox(),
      findFreePort(),
    ])
    database = created
    inbox = mails
    origin = `http://localhost:${port}`
    process = await startServerProcess({
      PORT: String(port),
      DATA_DIR: database.dataDir,
      ...(database.databaseUrl && { DATABASE_URL: withPassword(database.databaseUrl, databasePassword) }),
      SMTP_URL: inbox.url,
      LOG_LEVEL: 'trace',
      RATE_LIMIT_SCALE: '100000',
    })
  })
  afterAll(async () => {
    await process.kill()
    await inbox.close()
    await database.drop()
  })

  /** All traffic passes here unchanged. */
  function catchSecrets({ sent, received }: Exchange): void {
    const cookies = [sent.headers.cookie ?? '', ...received.headers.getSetCookie()].flatMap((one) => one.split('; '))
    for (const cookie of cookies)
      if (/^(__Host-)?(session|reg|pre|browser)/.test(cookie)) secrets.add(cookie.slice(cookie.indexOf('=') + 1))
    for (const text of [sent.content, received.text])
      if (typeof text === 'string') for (const secret of listSecrets(parse(text))) secrets.add(secret)
  }

  test('holds no secret of a whole term', async () => {
    const openBrowser = () => createHttpClient(origin, catchSecrets)
    const place = { origin, inbox, openBrowser }
    const institute = await registerOrganisation(place)
    await registerPasskey(institute)
    const student = await registerStudent(place, institute.id)
    await registerPasskey(student)
    await logIn(institute, institute.http)
    await startAttendance(institute)
    await markStudent(institute, student.email, student.authenticator)
    const { http } = student

    // Failed logins, invalid requests, and a socket.
    const guest = openBrowser()
    await guest.post('/v1/account/sessions/email', { email: student.email, password: 'wrong-umbrella-77' })
    await guest.put('/v1/account/verification', { userId: student.id, secret: 'wrong-secret-of-a-link' })
    await guest.post('/v1/account', { userId: 'unique()', email: 'x', password: 'refused-umbrella-77', more: 1 })
    await guest.post('/v1/account', {}, { rawBody: '{"email":"a@b.example","password":"broken-umbrella-77"' })
    secrets.add('broken-umbrella-77')
    await guest.get('/v1/account/sessions/current', { headers: { cookie: `session=${'B'.repeat(43)}` } })
    const socket = connectRealtime(http, 'project=rollkey&channels%5B%5D=documents')
    await socket.next()
    socket.socket.close()
    await socket.closed

    // Passwords, emails and links.
    await http.post('/api/v1/session/confirm', { password: student.password })
    await http.patch('/v1/account/password', { password: 'lantern-harbour-19', oldPassword: student.password })
    await guest.post('/v1/account/recovery', { email: student.email, url: `${origin}/new-password` })
    const recovery = await findLink(student.email, '/new-password')
    await guest.put('/v1/account/recovery', { ...recovery, password: 'kettle-monsoon-23' })
    await guest.put('/v1/account/recovery', { ...recovery, password: 'kettle-monsoon-23' })
    await logIn({ ...student, password: 'kettle-monsoon-23' }, http)
    expect(await assertPasskey(http, { userId: student.id, category: 'STD' }, student.authenticator)).toBe(true)
    await http.post('/api/v1/passkey/replacement')
    const replacement = await findLink(student.email, '/replace-passkey')
    await guest.put('/api/v1/passkey/replacement', { ...replacement, password: 'kettle-monsoon-23' })
    await http.patch('/v1/account/email', { email: 'asha@new.example', password: 'kettle-monsoon-23' })
    await findLink('asha@new.example', '/verify-email')

    // Codes, pushes and files.
    const { body } = await institute.http.post<RecoveryCodes>('/api/v1/recovery-codes')
    await guest.post('/api/v1/recovery-codes/use', { userId: institute.id, code: body.codes[0] })
    await guest.post('/api/v1/recovery-codes/use', { userId: institute.id, code: 'AAAAAA-BBBBBB-CCCCCC' })
    const keys = { p256dh: `B${'C'.repeat(86)}`, auth: 'D'.repeat(22) }
    const endpoint = 'https://fcm.googleapis.com/fcm/send/a-capability-that-is-secret'
    await http.post('/api/v1/receipts/subscriptions', { endpoint, keys, language: 'en' })
    await institute.http.get(`${reportPaths.exports.students}?format=csv`)
    await institute.http.delete('/v1/account/sessions/current')
    await institute.http.get(`${documentsPath('ORG')}/${institute.id}`)

    process.signal('SIGTERM')
    expect(await process.ended).toMatchObject({ code: 0 })
    for (const { links } of inbox.received) {
      for (const link of links) secrets.add(new URL(link).searchParams.get('secret') ?? '')
    }
    secrets.delete('')
    expect(process.output()).toContain('"level":"debug"')
    // Sessions, registrations, challenges, answers to them, links, codes, passwords: every kind of secret was
    // collected.
    expect(secrets.size).toBeGreaterThan(50)
    for (const secret of [...secrets, databasePassword]) {
      expect(process.output()).not.toContain(secret)
      expect(process.output()).not.toContain(encodeURIComponent(secret))
    }
  })

  async function findLink(email: string, path: string) {
    for (;;) {
      const { links } = await inbox.next(email)
      if (links.some((link) => new URL(link).pathname === path)) return readMailedToken(links, path)
    }
  }
})

test.each(['trace', 'info'])('a failing database is logged at level %s without its password', async (level) => {
  const [inbox, port] = await Promise.all([startSmtpInbox(), findFreePort()])
  onTestFinished(() => inbox.close())
  const password = 'monsoon-lantern-4711'
  const started = startServerProcess({
    PORT: String(port),
    DATABASE_URL: `postgresql://rollkey:${password}@127.0.0.1:1/rollkey`,
    SMTP_URL: inbox.url,
    LOG_LEVEL: level,
    START_TIMEOUT: '0',
  })
  const { message } = await started.then(
    () => new Error('it has started'),
    (error: Error) => error,
  )
  expect(message).toContain('The server has ended')
  expect(message).not.toContain(password)
})

function withPassword(address: string, password: string): string {
  const url = new URL(address)
  if (url.username === '') url.username = 'postgres'
  url.password = password
  return url.href
}
