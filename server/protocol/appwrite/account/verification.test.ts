import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Beginning, beginAs } from '#testing/begin-registration.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import { readMailedToken } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const day = 24 * 3_600_000

describe.each(engines)('email verification on %s', (engine) => {
  let server: TestServer
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
  })
  afterAll(() => server.close())

  /** A signed-in person whose email is not verified yet. */
  async function signInUnverified(): Promise<Beginning> {
    const begun = await beginAs('ORG', server, `new${++count}@example.org`)
    await begun.http.post('/v1/account/sessions/email', { email: begun.email, password: begun.password })
    return begun
  }
  const ask = ({ http }: Beginning, path = '/v1/account/verification') =>
    http.post(path, { url: `${server.origin}/verify-email` })
  const readMail = async ({ email }: Beginning) =>
    readMailedToken((await server.inbox.next(email)).links, '/verify-email')
  const askAndRead = async (person: Beginning) => {
    expect(await ask(person)).toMatchObject({ status: 201 })
    return readMail(person)
  }
  const confirm = (token: { userId: string; secret: string }, path = '/v1/account/verification') =>
    server.openBrowser().put(path, token)
  const isVerified = async ({ id }: { id: string }) =>
    rowsOf(await server.readTables(), 'accounts').find((account) => account.id === id)?.email_verified === 1
  const invalid = refusal(401, 'user_invalid_token')

  test('is mailed as a link that works in a browser without a session, and opens none', async () => {
    const person = await signInUnverified()
    const asked = await ask(person)
    expect(asked).toMatchObject({ status: 201, body: { userId: person.id, secret: '', phrase: '' } })
    const mail = await server.inbox.next(person.email)
    expect(mail.subject).toBe('Verify your email for Rollkey')
    const link = new URL(mail.links.find((one) => one.includes('secret=')) ?? '')
    expect(link.origin + link.pathname).toBe(`${server.origin}/verify-email`)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      userId: person.id,
      secret: expect.any(String),
      expire: expect.any(String),
      category: 'ORG',
    })
    // The life counts from the sending; the answer could only give the earliest end.
    const earliest = Date.parse((asked.body as { expire: string }).expire)
    expect(Date.parse(link.searchParams.get('expire') ?? '')).toBeGreaterThanOrEqual(earliest)

    const elsewhere = server.openBrowser()
    const token = readMailedToken(mail.links, '/verify-email')
    expect(await elsewhere.put('/v1/account/verification', token)).toMatchObject({
      status: 200,
      body: { userId: person.id, secret: '' },
    })
    expect(elsewhere.cookies.names()).toEqual([])
    expect(await person.http.get('/v1/account')).toMatchObject({ body: { emailVerification: true } })
  })

  test('leaves no clear secret in the database', async () => {
    const { userId, secret } = await askAndRead(await signInUnverified())
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await server.readTables())).not.toContain(secret)
    // The stored value is not the mailed one.
    expect(await server.storage.tokens.take(secret, userId, 'verification')).toBeUndefined()
  })

  test('has a second path, for newer SDKs', async () => {
    const person = await signInUnverified()
    expect(await ask(person, '/v1/account/verifications/email')).toMatchObject({ status: 201 })
    expect(await confirm(await readMail(person), '/v1/account/verifications/email')).toMatchObject({ status: 200 })
    expect(await isVerified(person)).toBe(true)
  })

  test('works once', async () => {
    const token = await askAndRead(await signInUnverified())
    expect(await confirm(token)).toMatchObject({ status: 200 })
    expect(await confirm(token)).toMatchObject(invalid)
  })

  test('works for 24 hours and no longer', async () => {
    holdTime()
    const [early, late] = [await signInUnverified(), await signInUnverified()]
    const [earlyToken, lateToken] = [await askAndRead(early), await askAndRead(late)]
    // On PostgreSQL the links were sent within the last step.
    const end = server.clock.now() + day
    moveTo(server.clock, end - clockStepMs[engine])
    expect(await confirm(earlyToken)).toMatchObject({ status: 200 })
    moveTo(server.clock, end)
    expect(await confirm(lateToken)).toMatchObject(invalid)
    expect(await isVerified(late)).toBe(false)
  })

  test('by an older link is void once a new one was asked for', async () => {
    const person = await signInUnverified()
    const older = await askAndRead(person)
    const newer = await askAndRead(person)
    expect(await confirm(older)).toMatchObject(invalid)
    expect(await isVerified(person)).toBe(false)
    expect(await confirm(newer)).toMatchObject({ status: 200 })
  })

  test('of a former email is void', async () => {
    const person = await signInUnverified()
    const former = await askAndRead(person)
    const email = `moved${count}@example.org`
    expect(await person.http.patch('/v1/account/email', { email, password: person.password })).toMatchObject({
      status: 200,
    })
    expect(await confirm(former)).toMatchObject(invalid)
    expect(await isVerified(person)).toBe(false)
    expect(await confirm(await readMail({ ...person, email }))).toMatchObject({ status: 200 })
  })

  test('answers every wrong token with the same bytes, and changes nothing', async () => {
    const person = await signInUnverified()
    const other = await signInUnverified()
    const token = await askAndRead(person)
    await person.http.post('/v1/account/recovery', { email: person.email, url: `${server.origin}/new-password` })
    const recovery = readMailedToken((await server.inbox.next(person.email)).links, '/new-password')
    const wrong = [
      { ...token, secret: 'x'.repeat(43) },
      { ...token, userId: other.id },
      { ...token, userId: 'NoSuchAccount' },
      recovery,
    ]
    const replies = []
    for (const one of wrong) replies.push(await confirm(one))
    expect(replies[0]).toMatchObject(invalid)
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect([await isVerified(person), await isVerified(other)]).toEqual([false, false])
    expect(await confirm(token)).toMatchObject({ status: 200 })
  })

  test('can be asked for only when signed in, and only until the email is verified', async () => {
    const url = `${server.origin}/verify-email`
    expect(await server.openBrowser().post('/v1/account/verification', { url })).toMatchObject(
      refusal(401, 'general_unauthorized_scope'),
    )
    const person = await signInUnverified()
    await confirm(await askAndRead(person))
    const before = rowsOf(await server.readTables(), 'outbox').length
    expect(await ask(person)).toMatchObject(refusal(409, 'user_email_already_verified'))
    expect(rowsOf(await server.readTables(), 'outbox')).toHaveLength(before)
  })

  test('is mailed with a link to a page of this installation only', async () => {
    const person = await signInUnverified()
    const before = rowsOf(await server.readTables(), 'outbox').length
    const { origin } = server
    for (const url of [
      'https://evil.example/verify-email',
      `${origin}.evil.example/verify-email`,
      `${origin}/verify-email?next=https://evil.example`,
      `${origin}/verify-email#x`,
      `${origin}/new-password`,
      '/verify-email',
      '',
    ]) {
      expect(await person.http.post('/v1/account/verification', { url })).toMatchObject(
        refusal(400, 'general_argument_invalid'),
      )
    }
    expect(rowsOf(await server.readTables(), 'outbox')).toHaveLength(before)
  })
})
