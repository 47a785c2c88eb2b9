import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginAs } from '#testing/begin-registration.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import {
  logIn,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const halfHour = 30 * 60_000
const newPassword = 'bamboo-saddle-comet-51'

describe.each(engines)('password recovery on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
  })
  afterAll(() => server.close())

  const registerSomebody = () =>
    registerStudent(server, organisation.id, { email: `student${++count}@example.org`, rollNumber: `R-${count}` })
  const ask = (email: string, url = `${server.origin}/new-password`) =>
    server.openBrowser().post('/v1/account/recovery', { email, url })
  const readLink = async ({ email }: { email: string }) => {
    for (;;) {
      const { links } = await server.inbox.next(email)
      if (links.some((link) => link.includes('/new-password?'))) return readMailedToken(links, '/new-password')
    }
  }
  const askAndRead = async (person: { email: string }) => {
    expect(await ask(person.email)).toMatchObject({ status: 201 })
    return readLink(person)
  }
  const reset = (token: { userId: string; secret: string }, password = newPassword) =>
    server.openBrowser().put('/v1/account/recovery', { ...token, password })
  const logInStatus = async (email: string, password: string) =>
    (await server.openBrowser().post('/v1/account/sessions/email', { email, password })).status
  const invalid = refusal(401, 'user_invalid_token')

  test('gives every email the same answer, and mails only those with an account', async () => {
    const known = await ask(organisation.email.toUpperCase())
    const token = await readLink(organisation)
    const before = await server.readTables()
    const sent = server.inbox.received.length
    const unknown = await ask('nobody@students.example')
    expect(known).toMatchObject({ status: 201, body: { userId: '', secret: '', phrase: '' } })
    expect(unknown).toMatchObject({ status: 201, body: { userId: '', secret: '', phrase: '' } })
    expect(Object.keys(unknown.body as object)).toEqual(Object.keys(known.body as object))
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
    const after = await server.readTables()
    for (const table of ['outbox', 'tokens'] as const) {
      const added = rowsOf(after, table).filter((row) => !rowsOf(before, table).some(({ id }) => id === row.id))
      expect(added).toMatchObject([{ account_id: null }])
      expect(JSON.stringify(added)).not.toContain('nobody')
    }
    // The mail without an account is older than this one: it would have come by now.
    await askAndRead(organisation)
    expect(server.inbox.received).toHaveLength(sent + 1)
    expect(JSON.stringify(known.body)).not.toContain(token.userId)
  })

  test('sets the new password, ends every session and link, sends a mail, and logs no one in', async () => {
    const person = await registerSomebody()
    const { http } = await logIn(person, server.openBrowser())
    const token = await askAndRead(person)
    const browser = server.openBrowser()
    const reply = await browser.put('/v1/account/recovery', { ...token, password: newPassword })
    expect(reply).toMatchObject({ status: 200, body: { userId: person.id, secret: '' } })
    expect(browser.cookies.names()).toEqual(['browser'])
    expect(await browser.get('/v1/account')).toMatchObject({ status: 401 })
    for (const one of [http, person.http]) expect(await one.get('/v1/account')).toMatchObject({ status: 401 })
    expect((await server.inbox.next(person.email)).subject).toBe('The password of your Rollkey account was changed')
    expect(await logInStatus(person.email, person.password)).toBe(401)
    expect(await logInStatus(person.email, newPassword)).toBe(201)
    const tables = await server.readTables()
    expect(rowsOf(tables, 'tokens').filter(({ account_id }) => account_id === person.id)).toEqual([])
    expect(rowsOf(tables, 'audit_log').filter(({ action }) => action === 'recovery.confirm')).toHaveLength(1)
  })

  test('verifies the email, and shuts out a stranger who registered it first', async () => {
    const squatter = await beginAs('ORG', server, 'squatted@example.org')
    await squatter.http.post('/v1/account/sessions/email', { email: squatter.email, password: squatter.password })
    await squatter.http.post('/v1/account/verification', { url: `${server.origin}/verify-email` })
    const verification = readMailedToken((await server.inbox.next(squatter.email)).links, '/verify-email')
    expect(await reset(await askAndRead(squatter))).toMatchObject({ status: 200 })
    expect(await squatter.http.get('/v1/account')).toMatchObject({ status: 401 })
    expect(await server.openBrowser().put('/v1/account/verification', verification)).toMatchObject(invalid)
    const owner = server.openBrowser()
    await owner.post('/v1/account/sessions/email', { email: squatter.email, password: newPassword })
    expect(await owner.get('/v1/account')).toMatchObject({ status: 200, body: { emailVerification: true } })
  })

  test('works once', async () => {
    const person = await registerSomebody()
    const token = await askAndRead(person)
    expect(await reset(token)).toMatchObject({ status: 200 })
    expect(await reset(token, 'another-good-word-77')).toMatchObject(invalid)
    expect(await logInStatus(person.email, newPassword)).toBe(201)
  })

  test('works for 30 minutes and no longer', async () => {
    holdTime()
    const [early, late] = [await registerSomebody(), await registerSomebody()]
    const [earlyToken, lateToken] = [await askAndRead(early), await askAndRead(late)]
    // On PostgreSQL the links were sent within the last step.
    const end = server.clock.now() + halfHour
    moveTo(server.clock, end - clockStepMs[engine])
    expect(await reset(earlyToken)).toMatchObject({ status: 200 })
    moveTo(server.clock, end)
    expect(await reset(lateToken)).toMatchObject(invalid)
    expect(await logInStatus(late.email, late.password)).toBe(201)
  })

  test('by an older link is void once a new one was asked for', async () => {
    const person = await registerSomebody()
    const older = await askAndRead(person)
    const newer = await askAndRead(person)
    expect(await reset(older)).toMatchObject(invalid)
    expect(await logInStatus(person.email, person.password)).toBe(201)
    expect(await reset(newer)).toMatchObject({ status: 200 })
  })

  test('of a former email is void', async () => {
    const person = await registerSomebody()
    const token = await askAndRead(person)
    const body = { email: `moved${count}@example.org`, password: person.password }
    expect(await person.http.patch('/v1/account/email', body)).toMatchObject({ status: 200 })
    expect(await reset(token)).toMatchObject(invalid)
  })

  test.each([
    ['too short', 'short-7', 'Password must be at least 8 characters long'],
    ['too common', 'password123', 'This password is among the most common ones. Please choose another'],
    ['made of the email', 'my-Refused.Words-1', 'Password must not contain ‘refused.words’'],
    ['made of the name', 'this-is-ASHA-rao', 'Password must not contain ‘Asha’'],
    ['made of the roll number', 'mine:  roll-4711!', 'Password must not contain ‘ROLL-4711’'],
    ['made of the institute’s name', 'my KAVERI college', 'Password must not contain ‘Kaveri College’'],
  ])('keeps the link usable when the new password is %s', async (_what, refused, message) => {
    const email = 'refused.words@example.org'
    const isThere = rowsOf(await server.readTables(), 'accounts').some((account) => account.email === email)
    if (!isThere) await registerStudent(server, organisation.id, { email, rollNumber: 'ROLL-4711' })
    const token = await askAndRead({ email })
    const before = pickTables(await server.readTables(), 'accounts', 'sessions', 'tokens', 'outbox')
    expect(await reset(token, refused)).toMatchObject(refusal(400, 'general_argument_invalid', message))
    expect(pickTables(await server.readTables(), 'accounts', 'sessions', 'tokens', 'outbox')).toEqual(before)
    expect(await reset(token)).toMatchObject({ status: 200 })
  })

  test('answers every wrong token with the same bytes, and changes nothing', async () => {
    const person = await registerSomebody()
    const other = await registerSomebody()
    const token = await askAndRead(person)
    const before = pickTables(await server.readTables(), 'accounts', 'sessions', 'tokens', 'outbox')
    const wrong = [
      { ...token, secret: 'x'.repeat(43) },
      { ...token, userId: other.id },
      { ...token, userId: 'NoSuchAccount' },
    ]
    const replies = []
    // A password that the account could not have: the reason of a refusal must not show whose account it is.
    for (const one of wrong) replies.push(await reset(one, `umbrella-${person.email}`))
    expect(replies[0]).toMatchObject(invalid)
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(pickTables(await server.readTables(), 'accounts', 'sessions', 'tokens', 'outbox')).toEqual(before)
  })

  test('keeps the passkeys, and an organisation’s login still asks for one', async () => {
    const institute = await registerOrganisation(server, { email: 'office@godavari.example', name: 'Godavari' })
    await registerPasskey(institute)
    const passkeys = pickTables(await server.readTables(), 'passkeys')
    expect(await reset(await askAndRead(institute))).toMatchObject({ status: 200 })
    expect(pickTables(await server.readTables(), 'passkeys')).toEqual(passkeys)
    const login = { email: institute.email, password: newPassword }
    expect(await server.openBrowser().post('/v1/account/sessions/email', login)).toMatchObject(
      refusal(401, 'user_more_factors_required', 'Verification Failed'),
    )
    const { http } = await logIn({ ...institute, password: newPassword }, server.openBrowser())
    expect(await http.get('/v1/account')).toMatchObject({ status: 200, body: { $id: institute.id } })
  })

  test('is mailed with a link to a page of this installation only', async () => {
    const before = pickTables(await server.readTables(), 'outbox', 'tokens')
    for (const url of [
      'https://evil.example/new-password',
      `${server.origin}/verify-email`,
      `${server.origin}/new-password?x`,
    ]) {
      expect(await ask(organisation.email, url)).toMatchObject(refusal(400, 'general_argument_invalid'))
    }
    expect(pickTables(await server.readTables(), 'outbox', 'tokens')).toEqual(before)
  })
})
