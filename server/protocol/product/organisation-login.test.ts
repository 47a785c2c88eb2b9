import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { accepted, askToAssert, type Subject, sendAssertion } from '#testing/passkey-ceremony.ts'
import {
  assertPasskey,
  documentsPath,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const fiveMinutes = 5 * 60_000

/** Rules §5.6: the passkey first, then the password. */
describe.each(engines)('the two-step login of an organisation on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let subject: Subject

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
    await registerPasskey(organisation)
    subject = { userId: organisation.id, category: 'ORG' }
  })
  afterAll(() => server.close())

  const givePassword = (http: HttpClient, password = organisation.password) =>
    http.post('/v1/account/sessions/email', { email: organisation.email, password })
  const prove = async (http = server.openBrowser()) => {
    expect(await assertPasskey(http, subject, organisation.authenticator)).toBe(true)
    return http
  }
  const proofs = async () => rowsOf(await server.readTables(), 'login_proofs')
  const factorsNeeded = refusal(401, 'user_more_factors_required', 'Verification Failed')

  test('is announced by the look-up, and shows only credential IDs', async () => {
    const query = JSON.stringify({ method: 'equal', attribute: 'email', values: [organisation.email] })
    const http = server.openBrowser()
    const path = `${documentsPath('ORG')}?queries[0]=${encodeURIComponent(query)}`
    expect((await http.get(path)).body).toEqual({ total: 1, documents: [{ $id: organisation.id, passKey: true }] })
    const reply = await askToAssert(http, subject)
    expect(reply.body.allowCredentials).toMatchObject([{ id: organisation.authenticator.credentials[0]?.id }])
    expect(reply.body.hints).toBeUndefined()
    expect(reply.text).not.toMatch(/kaveri/i)
    const [cookie = ''] = reply.headers.getSetCookie()
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Strict'])
    expect(JSON.stringify(await server.readTables())).not.toContain(http.cookies.get('pre'))
  })

  test('is possible again in a browser that is logged in, and takes the proof of its session once', async () => {
    const http = await prove()
    expect((await givePassword(http)).status).toBe(201)
    await prove(http)
    expect((await givePassword(http)).status).toBe(201)
    expect(await givePassword(http)).toMatchObject(factorsNeeded)
  })

  test('is possible in a browser where another account is logged in, and logs that one out', async () => {
    const { http } = await registerStudent(server, organisation.id, {
      email: 'shared@students.example',
      rollNumber: 'S-1',
    })
    const former = http.cookies.get('session')
    await prove(http)
    expect(await givePassword(http)).toMatchObject({ status: 201, body: { userId: organisation.id } })
    expect(await http.get('/v1/account')).toMatchObject({ body: { $id: organisation.id } })
    const left = server.openBrowser()
    left.cookies.store([`session=${former}; Path=/`])
    expect(await left.get('/v1/account')).toMatchObject({ status: 401 })
  })

  test('opens a session with both factors, which spends the proof and its cookie', async () => {
    const http = await prove()
    const before = (await proofs()).length
    expect(await givePassword(http)).toMatchObject({ status: 201, body: { factors: ['password', 'passkey'] } })
    expect(await proofs()).toHaveLength(before - 1)
    expect(http.cookies.get('pre')).toBeUndefined()
    expect(await http.get('/v1/account')).toMatchObject({ status: 200, body: { $id: organisation.id } })
    // A login with the passkey needs no replacement for it.
    expect(await http.get('/api/v1/passkeys')).toMatchObject({ body: { enrolment: null } })
  })

  test('does not compare the password before the passkey: right and wrong get the same bytes, and no miss is counted', async () => {
    const before = pickTables(await server.readTables(), 'login_misses', 'sessions')
    const right = await givePassword(server.openBrowser())
    const wrong = await givePassword(server.openBrowser(), 'not-the-password-1')
    expect(right).toMatchObject(factorsNeeded)
    expect(wrong.text).toBe(right.text)
    expect(pickTables(await server.readTables(), 'login_misses', 'sessions')).toEqual(before)
  })

  test('takes a proof once', async () => {
    const http = await prove()
    const token = http.cookies.get('pre')
    expect(await givePassword(http)).toMatchObject({ status: 201 })
    const again = server.openBrowser()
    again.cookies.store([`pre=${token}; Path=/`])
    expect(await givePassword(again)).toMatchObject(factorsNeeded)
  })

  test('takes a proof once, also of eight logins at once', async () => {
    for (let round = 0; round < 10; round++) {
      const http = await prove()
      const replies = await Promise.all(Array.from({ length: 8 }, () => givePassword(http)))
      const statuses = replies.map(({ status }) => status).sort()
      expect(statuses, replies.map(({ text }) => text).join('\n')).toEqual([201, ...Array<number>(7).fill(401)])
    }
  })

  test('takes no proof of another browser or of another organisation', async () => {
    const http = await prove()
    expect(await givePassword(server.openBrowser())).toMatchObject(factorsNeeded)
    const other = await registerOrganisation(server, { email: 'office@other.example', name: 'Other College' })
    await registerPasskey(other)
    const login = { email: other.email, password: other.password }
    expect(await http.post('/v1/account/sessions/email', login)).toMatchObject(factorsNeeded)
    expect(await givePassword(http)).toMatchObject({ status: 201 })
  })

  test('uses the proof up at the third wrong password', async () => {
    const http = await prove()
    for (let miss = 1; miss <= 3; miss++) {
      expect(await givePassword(http, 'not-the-password-1')).toMatchObject(refusal(401, 'user_invalid_credentials'))
    }
    expect(await givePassword(http)).toMatchObject(factorsNeeded)
    expect(await givePassword(await prove(http))).toMatchObject({ status: 201 })
  })

  test('takes the right password after two wrong ones', async () => {
    const http = await prove()
    for (let miss = 1; miss <= 2; miss++) await givePassword(http, 'not-the-password-1')
    expect(await givePassword(http)).toMatchObject({ status: 201 })
  })

  test('compares no more than three passwords for one proof, also when they come at once', async () => {
    const http = await prove()
    const replies = await Promise.all(Array.from({ length: 8 }, () => givePassword(http, 'not-the-password-1')))
    const looked = replies.filter(({ text }) => text.includes('user_invalid_credentials'))
    expect(looked.length).toBeLessThanOrEqual(3)
    expect(await givePassword(http)).toMatchObject(factorsNeeded)
  })

  test('takes a proof for five minutes and no longer', async () => {
    holdTime()
    const [early, late] = [await prove(), await prove()]
    const [earlyEnd = 0, lateEnd = 0] = (await proofs())
      .map(({ expires_at }) => expires_at)
      .sort((a, b) => a - b)
      .slice(-2)
    if (engine === 'sqlite') expect(lateEnd).toBe(server.clock.now() + fiveMinutes)
    moveTo(server.clock, earlyEnd - clockStepMs[engine])
    expect(await givePassword(early)).toMatchObject({ status: 201 })
    moveTo(server.clock, lateEnd)
    expect(await givePassword(late)).toMatchObject(factorsNeeded)
  })

  test('proves nothing with a challenge that another browser got, and does not spend it', async () => {
    const mine = server.openBrowser()
    const theirs = server.openBrowser()
    const options = accepted(await askToAssert(mine, subject))
    accepted(await askToAssert(theirs, subject))
    const before = await proofs()
    const stolen = organisation.authenticator.clone().assert(options)
    expect((await sendAssertion(theirs, subject, stolen)).body).toEqual({ verification: false })
    expect(await sendAssertion(server.openBrowser(), subject, stolen)).toMatchObject(refusal(401, 'user_invalid_token'))
    expect(await proofs()).toEqual(before)
    const cred = organisation.authenticator.assert(options)
    expect((await sendAssertion(mine, subject, cred)).body).toEqual({ verification: true })
  })

  test('never begins for guests without a passkey, or for an unknown organisation', async () => {
    const plain = await registerOrganisation(server, { email: 'office@plain.example', name: 'Plain College' })
    const student = await registerStudent(server, plain.id)
    await registerPasskey(student)
    const replies = []
    for (const userId of [plain.id, 'NoSuchOne', student.id]) {
      const reply = await askToAssert(server.openBrowser(), { userId, category: 'ORG' })
      replies.push(reply.text)
      expect(reply).toMatchObject(refusal(404, 'document_not_found'))
      expect(reply.headers.getSetCookie()).toEqual([])
    }
    expect(new Set(replies).size).toBe(1)
  })

  test('without a passkey is by password alone, and allows reading but neither starting nor marking', async () => {
    const plain = await registerOrganisation(server, { email: 'office@second.example', name: 'Second College' })
    const student = await registerStudent(server, plain.id, { email: 'second@students.example' })
    const { http } = await logIn(plain, server.openBrowser())
    const before = pickTables(await server.readTables(), 'organisations', 'attendance_sessions', 'marks', 'memberships')
    const refused = refusal(401, 'user_unauthorized', 'You have not registered your passkey yet!')
    expect(await http.get(`${documentsPath('ORG')}/${plain.id}`)).toMatchObject({ status: 200, body: { members: 1 } })
    expect(await http.patch(`${documentsPath('ORG')}/${plain.id}`, { data: { classes: 1 } })).toMatchObject(refused)
    const attendance = JSON.stringify({ [plain.id]: { total: 1, expiryTime: server.clock.now() } })
    expect(await http.patch(`${documentsPath('STD')}/${student.id}`, { data: { attendance } })).toMatchObject(refused)
    expect(
      pickTables(await server.readTables(), 'organisations', 'attendance_sessions', 'marks', 'memberships'),
    ).toEqual(before)
  })

  test('is never asked of a student, passkey or not', async () => {
    const student = await registerStudent(server, organisation.id, {
      email: 'with.key@students.example',
      rollNumber: 'K1',
    })
    await registerPasskey(student)
    const { http } = await logIn(student, server.openBrowser())
    expect(await http.get('/v1/account')).toMatchObject({ status: 200, body: { $id: student.id } })
  })
})
