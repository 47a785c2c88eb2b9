import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HeldPasskeys, OwnPasskeys } from '#contract/passkey.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import {
  accepted,
  askToAssert,
  askToRegister,
  type RequestOptions,
  sendAssertion,
  sendRegistration,
} from '#testing/passkey-ceremony.ts'
import {
  assertPasskey,
  logIn,
  markStudent,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute
const invalid = refusal(401, 'user_invalid_token')
const held = refusal(401, 'user_unauthorized', 'This passkey is new and waits for the institute to confirm it.')
const moreNeeded = refusal(401, 'user_unauthorized', 'This needs more than your password.')
const stepUpNeeded = refusal(401, 'user_unauthorized', 'Please confirm that it is you.')

describe.each(engines)('a student’s lost passkey on %s', (engine) => {
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

  /** Keeps the session running, however far the clock has moved. */
  const holdClass = async (): Promise<void> => {
    await logIn(institute)
    if (!(await server.storage.attendance.findRunning(institute.id))) await startAttendance(institute)
  }
  const newStudent = async (): Promise<Person> => {
    const student = await registerStudent(server, institute.id, {
      email: `s${++count}@example.org`,
      rollNumber: `S-${count}`,
    })
    await registerPasskey(student)
    return student
  }
  const subjectOf = ({ id, label }: Person) => ({ userId: id, category: label })
  const anyDevice = () => createSoftwareAuthenticator({ origin: server.origin })
  const ask = async ({ http, email }: Person) => {
    expect(await http.post('/api/v1/passkey/replacement')).toMatchObject({ status: 200, body: { sentTo: email } })
    for (;;) {
      const { links } = await server.inbox.next(email)
      if (links.some((link) => link.includes('/replace-passkey'))) return readMailedToken(links, '/replace-passkey')
    }
  }
  const open = (http: HttpClient, link: { userId: string; secret: string }, password: string) =>
    http.put('/api/v1/passkey/replacement', { ...link, password })
  /** The whole procedure on a new device. Returns its browser, logged in. */
  const replace = async (student: Person): Promise<Person> => {
    const http = server.openBrowser()
    const link = await ask(student)
    expect(await open(http, link, student.password)).toMatchObject({ status: 200, body: { userId: student.id } })
    const changed = { ...student, http, authenticator: anyDevice() }
    await registerPasskey(changed)
    return changed
  }
  const listHeld = async ({ http }: Person) => (await http.get<HeldPasskeys>('/api/v1/held-passkeys')).body.passkeys
  const confirm = (http: HttpClient, id: string | undefined) => http.post(`/api/v1/held-passkeys/${id}/confirm`)
  const heldOf = async (organisation: Person, student: Person) =>
    (await listHeld(organisation)).find(({ studentId }) => studentId === student.id)

  beforeEach(holdClass)

  test('is replaced by the mailed link and the password; the new one is held, and the kiosk says so', async () => {
    const student = await replace(await newStudent())
    const { body } = await student.http.get<OwnPasskeys>('/api/v1/passkeys')
    expect(body).toMatchObject({ enrolment: null, passkeys: [{ heldUntil: null }, { heldUntil: expect.any(Number) }] })
    expect((body.passkeys[1]?.heldUntil ?? 0) - (body.passkeys[1]?.createdAt ?? 0)).toBe(12 * hour)
    // The lost passkey may be found again, and still marks.
    await student.http.delete(`/api/v1/passkeys/${body.passkeys[0]?.id}`)
    expect(await askToAssert(institute.http, subjectOf(student))).toMatchObject(held)
    const subjects: string[] = []
    while (!subjects.includes('Your new passkey at Rollkey is not active yet')) {
      subjects.push((await server.inbox.next(student.email)).subject)
    }
  })

  test('may be tried while it is held, marks nothing, and both screens know until when', async () => {
    const student = await replace(await newStudent())
    const { body } = await student.http.get<OwnPasskeys>('/api/v1/passkeys')
    await student.http.delete(`/api/v1/passkeys/${body.passkeys[0]?.id}`)
    const options = accepted(await student.http.post<RequestOptions>('/api/v1/passkey/rehearsal'))
    expect(
      await student.http.put('/api/v1/passkey/rehearsal', { cred: student.authenticator.assert(options) }),
    ).toMatchObject({ status: 200, body: { verification: true } })
    expect(await askToAssert(institute.http, subjectOf(student))).toMatchObject(held)
    const readiness = { state: 'held', heldUntil: body.passkeys[1]?.heldUntil }
    expect(await student.http.get('/api/v1/passkeys')).toMatchObject({ body: { readiness } })
    expect(await institute.http.get(`/api/v1/members/${student.id}/passkey`)).toMatchObject({ body: readiness })
    expect(await confirm(institute.http, (await heldOf(institute, student))?.id)).toMatchObject({ status: 200 })
    expect(await student.http.get('/api/v1/passkeys')).toMatchObject({ body: { readiness: { state: 'ready' } } })
  })

  test('is told as held beside the lost one, which is still asked for', async () => {
    const student = await replace(await newStudent())
    const { body } = await student.http.get<OwnPasskeys>('/api/v1/passkeys')
    const readiness = { state: 'ready', heldUntil: body.passkeys[1]?.heldUntil }
    expect(readiness.heldUntil).toEqual(expect.any(Number))
    expect(body.readiness).toEqual(readiness)
    expect(await institute.http.get(`/api/v1/members/${student.id}/passkey`)).toMatchObject({ body: readiness })
  })

  test('is told to need the link once the last one was removed and no longer vouches for the next', async () => {
    const student = await newStudent()
    const list = async () => (await student.http.get<OwnPasskeys>('/api/v1/passkeys')).body
    const { passkeys } = await list()
    const { body } = await student.http.delete<OwnPasskeys>(`/api/v1/passkeys/${passkeys[0]?.id}`)
    expect(body.passkeys).toEqual([])
    expect(body).not.toHaveProperty('needsLink')
    server.clock.advance(10 * minute + 1)
    expect(await list()).toMatchObject({ passkeys: [], needsLink: true })
    expect(await replace(student).then(({ http }) => http.get('/api/v1/passkeys'))).not.toHaveProperty('body.needsLink')
  })

  test('marks as soon as the institute has confirmed the new one', async () => {
    const student = await replace(await newStudent())
    const waiting = await heldOf(institute, student)
    expect(waiting).toMatchObject({ studentName: 'Asha Rao', rollNumber: `S-${count}` })
    const { next, socket } = connectRealtime(student.http, 'project=rollkey&channels%5B%5D=documents')
    await next()
    expect(await confirm(institute.http, waiting?.id)).toMatchObject({ status: 200 })
    // The student's open page shows it without a reload.
    expect(await next()).toMatchObject({ type: 'event', data: { payload: { $id: student.id } } })
    socket.terminate()
    expect(await heldOf(institute, student)).toBeUndefined()
    expect(await markStudent(institute, student.email, student.authenticator)).toMatchObject({ status: 200 })
    const rows = rowsOf(await server.readTables(), 'audit_log')
    expect(rows.filter(({ action, subject }) => action === 'passkey.confirm' && subject === student.id)).toHaveLength(1)
  })

  test('marks by itself after twelve hours, and not before', async () => {
    const student = await replace(await newStudent())
    server.clock.advance(12 * hour - minute)
    await holdClass()
    expect(await heldOf(institute, student)).toBeDefined()
    // The options still offer the lost one; an answer of the new one is refused all the same.
    await expect(markStudent(institute, student.email, student.authenticator)).rejects.toThrow()
    server.clock.advance(minute)
    await holdClass()
    expect(await heldOf(institute, student)).toBeUndefined()
    expect(await student.http.get('/api/v1/passkeys')).toMatchObject({
      body: { passkeys: [{ heldUntil: null }, { heldUntil: null }] },
    })
    expect(await markStudent(institute, student.email, student.authenticator)).toMatchObject({ status: 200 })
  })

  test('stays held at other institutes: anyone can register an institute and confirm their own passkey there', async () => {
    const own = await registerOrganisation(server, { email: `o${++count}@example.org`, name: 'Own College' })
    await registerPasskey(own)
    const before = await newStudent()
    const document = `/v1/databases/rollkey/collections/students/documents/${before.id}`
    await before.http.patch(document, { data: { organisation: [institute.id, own.id] } })
    const student = await replace(before)
    expect(await confirm(own.http, (await heldOf(own, student))?.id)).toMatchObject({ status: 200 })
    const { body } = await student.http.get<OwnPasskeys>('/api/v1/passkeys')
    await student.http.delete(`/api/v1/passkeys/${body.passkeys[0]?.id}`)
    expect(await askToAssert(institute.http, subjectOf(student))).toMatchObject(held)
    // Nor can it add another passkey, which would need no confirmation.
    server.clock.advance(11 * minute)
    await student.http.post('/api/v1/session/confirm', { password: student.password })
    expect(await askToAssert(student.http, subjectOf(student))).toMatchObject(refusal(401, 'user_unauthorized'))
    expect(await askToRegister(student.http, subjectOf(student))).toMatchObject(moreNeeded)
  })

  test('can be confirmed only by an organisation of its student, with a passkey and a recent proof', async () => {
    const student = await replace(await newStudent())
    const id = (await heldOf(institute, student))?.id
    const stranger = await registerOrganisation(server, { email: `o${++count}@example.org` })
    expect(await confirm(stranger.http, id)).toMatchObject(refusal(401, 'user_unauthorized'))
    await registerPasskey(stranger)
    expect(await confirm(stranger.http, id)).toMatchObject(refusal(404, 'document_not_found'))
    expect(await listHeld(stranger)).toEqual([])
    server.clock.advance(10 * minute + 1)
    expect(await confirm(institute.http, id)).toMatchObject(stepUpNeeded)
    expect(await assertPasskey(institute.http, subjectOf(institute), institute.authenticator)).toBe(true)
    const replies = await Promise.all(Array.from({ length: 4 }, () => confirm(institute.http, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(3)
  })

  test('proves nothing while it is held, neither for a mark nor for a step-up', async () => {
    const student = await replace(await newStudent())
    for (const http of [institute.http, student.http]) {
      const options = accepted(await askToAssert(http, subjectOf(student)))
      const cred = student.authenticator.assert({ ...options, allowCredentials: [] })
      expect(await sendAssertion(http, subjectOf(student), cred)).toMatchObject({ body: { verification: false } })
    }
  })

  test('allows no other passkey while it is held, not even in the session that registered it', async () => {
    const student = await newStudent()
    const http = server.openBrowser()
    await open(http, await ask(student), student.password)
    server.clock.advance(6 * minute)
    await registerPasskey({ ...student, http, authenticator: anyDevice() })
    expect(await http.get('/v1/account/sessions/current')).toMatchObject({ body: { factors: ['password'] } })
    server.clock.advance(5 * minute)
    const { body } = await http.get<OwnPasskeys>('/api/v1/passkeys')
    expect(await http.delete(`/api/v1/passkeys/${body.passkeys[0]?.id}`)).toMatchObject(stepUpNeeded)
  })

  describe('the link', () => {
    test('needs the password, and still works after a wrong one', async () => {
      const student = await newStudent()
      const link = await ask(student)
      const http = server.openBrowser()
      expect(await open(http, link, 'not-the-password')).toMatchObject(refusal(401, 'user_invalid_credentials'))
      expect(http.cookies.get('session')).toBeUndefined()
      expect(await open(http, link, student.password)).toMatchObject({ status: 200 })
    })

    test('works once, also when it is opened eight times at once', async () => {
      const student = await newStudent()
      const link = await ask(student)
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => open(server.openBrowser(), link, student.password)),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(7)
      expect(await open(server.openBrowser(), link, student.password)).toMatchObject(invalid)
    })

    test('works for thirty minutes, and for no other account', async () => {
      const [student, other] = [await newStudent(), await newStudent()]
      const link = await ask(student)
      const foreign = { ...link, userId: other.id }
      expect(await open(server.openBrowser(), foreign, other.password)).toMatchObject(invalid)
      server.clock.advance(30 * minute)
      expect(await open(server.openBrowser(), link, student.password)).toMatchObject(invalid)
    })

    test('is void once the email is another', async () => {
      const student = await newStudent()
      const link = await ask(student)
      const email = { email: `new${count}@example.org`, password: student.password }
      expect(await student.http.patch('/v1/account/email', email)).toMatchObject({ status: 200 })
      expect(await open(server.openBrowser(), link, student.password)).toMatchObject(invalid)
    })

    test('allows exactly one registration', async () => {
      const student = await replace(await newStudent())
      expect(await askToRegister(student.http, subjectOf(student))).toMatchObject(moreNeeded)
    })

    test('allows only a registration, and nothing else beyond what the password allows', async () => {
      const student = await newStudent()
      const http = server.openBrowser()
      await open(http, await ask(student), student.password)
      expect(await http.get('/v1/account/sessions/current')).toMatchObject({ body: { factors: ['password'] } })
      server.clock.advance(10 * minute + 1)
      expect(await askToRegister(http, subjectOf(student))).toMatchObject(stepUpNeeded)
    })
  })

  test('cannot be replaced by the password alone, not even after its removal with the password', async () => {
    const student = await newStudent()
    const { http } = await logIn(student, server.openBrowser())
    expect(await askToRegister(http, subjectOf(student))).toMatchObject(moreNeeded)
    const { body } = await http.get<OwnPasskeys>('/api/v1/passkeys')
    expect(await http.delete(`/api/v1/passkeys/${body.passkeys[0]?.id}`)).toMatchObject({ status: 200 })
    expect(await askToRegister(http, subjectOf(student))).toMatchObject(moreNeeded)
    const changed = await replace({ ...student, http })
    expect(await askToAssert(institute.http, subjectOf(changed))).toMatchObject(held)
  })

  test('is not lost while the old one is here: a passkey that it allows is not held', async () => {
    const student = await newStudent()
    const { http } = await logIn(student, server.openBrowser())
    expect(await assertPasskey(http, subjectOf(student), student.authenticator)).toBe(true)
    expect(await http.get('/v1/account/sessions/current')).toMatchObject({ body: { factors: ['password', 'passkey'] } })
    const { body } = await http.get<OwnPasskeys>('/api/v1/passkeys')
    await http.delete(`/api/v1/passkeys/${body.passkeys[0]?.id}`)
    const changed = { ...student, http, authenticator: anyDevice() }
    await registerPasskey(changed)
    expect(await markStudent(institute, student.email, changed.authenticator)).toMatchObject({ status: 200 })
  })

  test('is not lost either when a ceremony that the old one opened takes its time', async () => {
    const student = await newStudent()
    expect(await assertPasskey(student.http, subjectOf(student), student.authenticator)).toBe(true)
    server.clock.advance(9 * minute)
    const options = accepted(await askToRegister(student.http, subjectOf(student)))
    server.clock.advance(4 * minute)
    accepted(await sendRegistration(student.http, subjectOf(student), anyDevice().register(options)))
    const { body } = await student.http.get<OwnPasskeys>('/api/v1/passkeys')
    expect(body).toMatchObject({ passkeys: [{ heldUntil: null }, { heldUntil: null }] })
  })

  test('is never an organisation’s: access to a mailbox must not be enough to mark a whole institute', async () => {
    expect(await institute.http.post('/api/v1/passkey/replacement')).toMatchObject(refusal(401, 'user_unauthorized'))
  })
})
