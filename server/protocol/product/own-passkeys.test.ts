import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { accepted, askToAssert, askToRegister, sendAssertion, sendRegistration } from '#testing/passkey-ceremony.ts'
import {
  assertPasskey,
  documentsPath,
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { createSoftwareAuthenticator, type SoftwareCredential } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const stepUpNeeded = refusal(401, 'user_unauthorized', 'Please confirm that it is you.')
const notFound = refusal(404, 'document_not_found')
const googlePasswordManager = 'ea9b8d664d011d213ce4b6b48cb575d4'

describe.each(engines)('own passkeys on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const newStudent = async (passkeys = 1): Promise<Person> => {
    const student = await registerStudent(server, institute.id, {
      email: `s${++count}@example.org`,
      rollNumber: `S-${count}`,
    })
    for (let made = 0; made < passkeys; made++) await registerPasskey({ ...student, authenticator: anyDevice() })
    return student
  }
  const newOrganisation = async (): Promise<Person> => {
    const organisation = await registerOrganisation(server, { email: `o${++count}@example.org` })
    await registerPasskey(organisation)
    return organisation
  }
  const anyDevice = () => createSoftwareAuthenticator({ origin: server.origin })
  const list = async (http: HttpClient): Promise<OwnPasskeys> => {
    const { status, text, body } = await http.get<OwnPasskeys>('/api/v1/passkeys')
    if (status !== 200) throw new Error(`${status} ${text}`)
    return body
  }
  const idOf = async ({ http }: Person, index = 0) => (await list(http)).passkeys[index]?.id ?? ''
  const remove = (http: HttpClient, id: string) => http.delete<OwnPasskeys>(`/api/v1/passkeys/${id}`)
  const givePassword = ({ http, password }: Person) => http.post('/api/v1/session/confirm', { password })
  const audit = async (action: string) =>
    rowsOf(await server.readTables(), 'audit_log').filter((row) => row.action === action)
  const subjectOf = ({ id, label }: Person) => ({ userId: id, category: label })

  test('are listed with the data that their owner needs, and without keys', async () => {
    const student = await newStudent(0)
    const synced = createSoftwareAuthenticator({ origin: server.origin, backupEligible: true })
    const options = accepted(await askToRegister(student.http, subjectOf(student)))
    const credential = synced.register(options, { aaguid: googlePasswordManager })
    accepted(await sendRegistration(student.http, subjectOf(student), credential))
    await registerPasskey(student)
    expect(await assertPasskey(student.http, subjectOf(student), student.authenticator)).toBe(true)
    const answer = await list(student.http)
    expect(answer).toMatchObject({
      relyingPartyId: 'localhost',
      userHandle: options.user.id,
      recoveryCodes: null,
      enrolment: null,
      passkeys: [
        {
          credentialId: credential.id,
          name: 'Google Password Manager',
          provider: 'Google Password Manager',
          isSynced: true,
          lastUsedAt: null,
          heldUntil: null,
          isSuspect: false,
        },
        { name: 'Passkey 2', provider: null, isSynced: false, lastUsedAt: expect.any(Number) },
      ],
    })
    const [row] = rowsOf(await server.readTables(), 'passkeys').filter(({ account_id }) => account_id === student.id)
    expect(JSON.stringify(answer)).not.toContain(row?.public_key)
  })

  test('are named by their owner', async () => {
    const student = await newStudent(2)
    const id = await idOf(student, 1)
    const named = await student.http.patch<OwnPasskeys>(`/api/v1/passkeys/${id}`, { name: '  My phone ' })
    expect(named).toMatchObject({ status: 200, body: { passkeys: [{ name: 'Passkey 1' }, { id, name: 'My phone' }] } })
    for (const name of ['', ' ', 'x'.repeat(65), 'a\u202eb', '\u2800', 'My\u200bkey', 7]) {
      expect(await student.http.patch(`/api/v1/passkeys/${id}`, { name })).toMatchObject(
        refusal(400, 'general_argument_invalid'),
      )
    }
    expect((await audit('passkey.rename')).filter(({ account_id }) => account_id === student.id)).toHaveLength(1)
  })

  test('of others cannot be named, removed or cleared, and look as if they did not exist', async () => {
    const [owner, stranger] = [await newStudent(), await newStudent()]
    const id = await idOf(owner)
    const before = rowsOf(await server.readTables(), 'passkeys')
    expect(await stranger.http.patch(`/api/v1/passkeys/${id}`, { name: 'Mine' })).toMatchObject(notFound)
    expect(await remove(stranger.http, id)).toMatchObject(notFound)
    expect(await stranger.http.post(`/api/v1/passkeys/${id}/clear`)).toMatchObject(notFound)
    expect(rowsOf(await server.readTables(), 'passkeys')).toEqual(before)
  })

  describe('are removed', () => {
    test('with their name and their effect; other sessions end and the owner gets a mail', async () => {
      const student = await newStudent(0)
      await registerPasskey(student)
      await registerPasskey({ ...student, authenticator: anyDevice() })
      const elsewhere = await logIn(student, server.openBrowser())
      const removed = await remove(student.http, await idOf(student))
      expect(removed).toMatchObject({ status: 200, body: { passkeys: [{ name: 'Passkey 2' }] } })
      expect(await elsewhere.http.get('/v1/account')).toMatchObject({ status: 401 })
      const options = accepted(await askToAssert(student.http, subjectOf(student)))
      const cred = student.authenticator.assert(
        options,
        // The server no longer offers it.
        { using: student.authenticator.credentials[0] as SoftwareCredential },
      )
      expect(await sendAssertion(student.http, subjectOf(student), cred)).toMatchObject({
        body: { verification: false },
      })
      const subjects: string[] = []
      while (!subjects.includes('A passkey was removed from your Rollkey account')) {
        subjects.push((await server.inbox.next(student.email)).subject)
      }
      expect((await audit('passkey.remove')).filter(({ account_id }) => account_id === student.id)).toHaveLength(1)
    })

    test('only with a password or a passkey of the last ten minutes', async () => {
      const student = await newStudent()
      server.clock.advance(10 * minute + 1)
      const id = await idOf(student)
      expect(await remove(student.http, id)).toMatchObject(stepUpNeeded)
      expect((await list(student.http)).passkeys).toHaveLength(1)
      expect(await student.http.post('/api/v1/session/confirm', { password: 'not-the-password' })).toMatchObject(
        refusal(401, 'user_invalid_credentials', 'The current password is wrong.'),
      )
      expect(await remove(student.http, id)).toMatchObject(stepUpNeeded)
      const formerToken = student.http.cookies.get('session')
      expect(await givePassword(student)).toMatchObject({ status: 200, body: { confirmed: true } })
      expect(student.http.cookies.get('session')).not.toBe(formerToken)
      expect(await remove(student.http, id)).toMatchObject({ status: 200, body: { passkeys: [] } })
    })

    test('the last one too: then passKey is gone, and an organisation logs in by its password and cannot mark', async () => {
      const organisation = await newOrganisation()
      const document = `${documentsPath('ORG')}/${organisation.id}`
      await startAttendance(organisation)
      await remove(organisation.http, await idOf(organisation))
      expect((await organisation.http.get<object>(document)).body).not.toHaveProperty('passKey')
      const start = await organisation.http.patch(document, { data: { classes: 2 } })
      expect(start).toMatchObject(refusal(401, 'user_unauthorized', 'You have not registered your passkey yet!'))
      const { email, password } = organisation
      const elsewhere = server.openBrowser()
      const login = await elsewhere.post('/v1/account/sessions/email', { email, password })
      expect(login).toMatchObject({ status: 201, body: { factors: ['password'] } })
      await registerPasskey({ ...organisation, http: elsewhere, authenticator: anyDevice() })
      expect((await elsewhere.get<object>(document)).body).toMatchObject({ passKey: true })
    })

    test('a proof of the removed passkey opens no login', async () => {
      const organisation = await newOrganisation()
      const second = anyDevice()
      await registerPasskey({ ...organisation, authenticator: second })
      const elsewhere = server.openBrowser()
      expect(await assertPasskey(elsewhere, subjectOf(organisation), organisation.authenticator)).toBe(true)
      await remove(organisation.http, await idOf(organisation))
      const { email, password } = organisation
      expect(await elsewhere.post('/v1/account/sessions/email', { email, password })).toMatchObject(
        refusal(401, 'user_more_factors_required'),
      )
    })

    test('once, when it is asked for eight times at once', async () => {
      const student = await newStudent(2)
      const id = await idOf(student)
      const replies = await Promise.all(Array.from({ length: 8 }, () => remove(student.http, id)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 404)).toHaveLength(7)
      expect((await list(student.http)).passkeys).toHaveLength(1)
    })

    test('by one of two browsers at once: the other one is logged out by it', async () => {
      const student = await newStudent(2)
      const other = await logIn(student, server.openBrowser())
      const { passkeys } = await list(student.http)
      const replies = await Promise.all(
        [student.http, other.http].map((http, index) => remove(http, passkeys[index]?.id ?? '')),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
      expect(rowsOf(await server.readTables(), 'passkeys').filter((row) => row.account_id === student.id)).toHaveLength(
        1,
      )
    })
  })

  describe('are suspect after their counter went back', () => {
    const makeSuspect = async (student: Person): Promise<void> => {
      const copy = student.authenticator.clone()
      for (let uses = 0; uses < 3; uses++) await assertPasskey(student.http, subjectOf(student), student.authenticator)
      expect(await assertPasskey(student.http, subjectOf(student), copy)).toBe(false)
      expect(await list(student.http)).toMatchObject({ passkeys: [{ isSuspect: true }] })
    }
    const clear = async (student: Person) => student.http.post(`/api/v1/passkeys/${await idOf(student)}/clear`)

    test('and work again once another factor was given after that, not by one from before', async () => {
      const student = await newStudent(0)
      await registerPasskey(student)
      await makeSuspect(student)
      expect(await askToAssert(student.http, subjectOf(student))).toMatchObject(
        refusal(401, 'user_unauthorized', 'Your passkey cannot be used for this just now. Please use your password.'),
      )
      expect(await clear(student)).toMatchObject(stepUpNeeded)
      expect((await givePassword(student)).status).toBe(200)
      server.clock.advance(10 * 60_000 + 1)
      expect(await clear(student)).toMatchObject(stepUpNeeded)
      expect((await givePassword(student)).status).toBe(200)
      expect(await clear(student)).toMatchObject({ status: 200, body: { passkeys: [{ isSuspect: false }] } })
      const told = rowsOf(await server.readTables(), 'outbox').filter(({ kind }) => kind === 'passkey-suspect-cleared')
      expect(told.filter(({ recipient }) => recipient === student.email)).toHaveLength(1)
      expect(await assertPasskey(student.http, subjectOf(student), student.authenticator)).toBe(true)
      expect((await audit('passkey.clear')).filter(({ account_id }) => account_id === student.id)).toHaveLength(1)
    })

    test('and the other passkey clears them as well', async () => {
      const student = await newStudent(0)
      await registerPasskey(student)
      const second = anyDevice()
      await registerPasskey({ ...student, authenticator: second })
      const copy = student.authenticator.clone()
      await assertPasskey(student.http, subjectOf(student), student.authenticator)
      expect(await assertPasskey(student.http, subjectOf(student), copy)).toBe(false)
      expect(await assertPasskey(student.http, subjectOf(student), second)).toBe(true)
      expect(await clear(student)).toMatchObject({ status: 200 })
    })

    test('and prove nothing, even if another one was asked for', async () => {
      const student = await newStudent(0)
      await registerPasskey(student)
      await registerPasskey({ ...student, authenticator: anyDevice() })
      const copy = student.authenticator.clone()
      await assertPasskey(student.http, subjectOf(student), student.authenticator)
      expect(await assertPasskey(student.http, subjectOf(student), copy)).toBe(false)
      const options = accepted(await askToAssert(student.http, subjectOf(student)))
      const cred = student.authenticator.assert({ ...options, allowCredentials: [] })
      expect(await sendAssertion(student.http, subjectOf(student), cred)).toMatchObject({
        body: { verification: false },
      })
    })

    test('and the kiosk says so, and the institute gets a mail', async () => {
      const organisation = await newOrganisation()
      const student = await registerStudent(server, organisation.id, {
        email: `s${++count}@example.org`,
        rollNumber: `S-${count}`,
      })
      await registerPasskey(student)
      await startAttendance(organisation)
      const copy = student.authenticator.clone()
      expect(await markStudent(organisation, student.email, student.authenticator)).toMatchObject({ status: 200 })
      await expect(markStudent(organisation, student.email, copy)).rejects.toThrow('The passkey was not accepted.')
      expect(await askToAssert(organisation.http, subjectOf(student))).toMatchObject(
        refusal(401, 'user_unauthorized', 'This passkey was refused because it may have been copied.'),
      )
      server.clock.advance(10 * minute)
      server.wakeMail()
      const subjects: string[] = []
      while (!subjects.includes('A passkey was refused on your Rollkey screen')) {
        subjects.push((await server.inbox.next(organisation.email)).subject)
      }
    })

    test('and a student’s own institutes get a mail about one on the student’s own device, and no others', async () => {
      const [first, second, other] = [await newOrganisation(), await newOrganisation(), await newOrganisation()]
      const form = { email: `s${++count}@example.org`, rollNumber: `S-${count}` }
      const student = await registerStudent(server, first.id, form)
      const organisation = [first.id, second.id]
      expect(
        await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: { organisation } }),
      ).toMatchObject({ status: 200 })
      await registerPasskey(student)
      await makeSuspect(student)
      const people = [first, second, other, student].map(({ email }) => email)
      server.clock.advance(10 * minute)
      server.wakeMail()
      await expect
        .poll(async () => rowsOf(await server.readTables(), 'notices').every((one) => one.due_at === null))
        .toBe(true)
      const queued = rowsOf(await server.readTables(), 'outbox').filter(({ recipient }) =>
        people.includes(`${recipient}`),
      )
      const told = queued.map(({ kind, recipient }) => `${kind} ${recipient}`).filter((one) => one.includes('suspect'))
      expect(told).toHaveLength(3)
      expect(new Set(told)).toEqual(
        new Set([
          `passkey-suspect ${student.email}`,
          `member-passkey-suspect-elsewhere ${first.email}`,
          `member-passkey-suspect-elsewhere ${second.email}`,
        ]),
      )
      for (const { email } of [first, second]) {
        const subjects: string[] = []
        while (!subjects.includes('A passkey of a student was refused at Rollkey')) {
          subjects.push((await server.inbox.next(email)).subject)
        }
      }
    })

    test('and an organisation’s is reported only to itself, even when another account is logged in in that browser', async () => {
      const organisation = await newOrganisation()
      const student = await newStudent(0)
      const copy = organisation.authenticator.clone()
      await logIn(organisation, server.openBrowser())
      expect(await assertPasskey(student.http, subjectOf(organisation), copy)).toBe(false)
      const queued = rowsOf(await server.readTables(), 'outbox').filter(({ kind }) => `${kind}`.includes('suspect'))
      const told = queued.filter(({ recipient }) => [organisation.email, student.email].includes(`${recipient}`))
      expect(told.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
        `passkey-suspect ${organisation.email}`,
      ])
    })
  })

  describe('the password given again', () => {
    test('counts as a try like any other', async () => {
      const student = await newStudent(0)
      for (let tries = 0; tries < 2; tries++) {
        await student.http.post('/api/v1/session/confirm', { password: 'not-the-password' })
      }
      const misses = rowsOf(await server.readTables(), 'login_misses')
      expect(misses.some(({ in_row }) => in_row === 2)).toBe(true)
      expect((await givePassword(student)).status).toBe(200)
    })
  })

  describe('other sessions', () => {
    test('end with a password or a passkey of the last ten minutes; the current one always', async () => {
      const student = await newStudent(0)
      const other = await logIn(student, server.openBrowser())
      const { body } = await other.http.get<{ $id: string }>('/v1/account/sessions/current')
      server.clock.advance(10 * minute + 1)
      const end = () => student.http.delete(`/v1/account/sessions/${body.$id}`)
      expect(await end()).toMatchObject(stepUpNeeded)
      expect(await other.http.get('/v1/account')).toMatchObject({ status: 200 })
      expect((await givePassword(student)).status).toBe(200)
      expect(await end()).toMatchObject({ status: 204 })
      expect(await other.http.get('/v1/account')).toMatchObject({ status: 401 })
      server.clock.advance(10 * minute + 1)
      expect(await student.http.delete('/v1/account/sessions/current')).toMatchObject({ status: 204 })
    })

    test('end all at once in the same way; a single one needs no proof', async () => {
      const student = await newStudent(0)
      const other = await logIn(student, server.openBrowser())
      server.clock.advance(10 * minute + 1)
      const endAll = () => student.http.delete('/v1/account/sessions')
      expect(await endAll()).toMatchObject(stepUpNeeded)
      for (const { http } of [student, other]) expect(await http.get('/v1/account')).toMatchObject({ status: 200 })
      expect((await givePassword(student)).status).toBe(200)
      expect(await endAll()).toMatchObject({ status: 204 })
      for (const { http } of [student, other]) expect(await http.get('/v1/account')).toMatchObject({ status: 401 })
      await logIn(student)
      server.clock.advance(10 * minute + 1)
      expect(await endAll()).toMatchObject({ status: 204 })
    })

    test('are listed by the device that each named', async () => {
      const student = await newStudent(0)
      const http = server.openBrowser()
      const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
      const { email, password } = student
      await http.post('/v1/account/sessions/email', { email, password }, { headers: { 'user-agent': agent } })
      expect(await http.get('/v1/account/sessions')).toMatchObject({
        body: {
          total: 2,
          sessions: [
            { current: true, clientName: 'Firefox', clientVersion: '145', osName: 'Linux', deviceName: 'desktop' },
            { current: false, clientName: '' },
          ],
        },
      })
    })
  })
})
