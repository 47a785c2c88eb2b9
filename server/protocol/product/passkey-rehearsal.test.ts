import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnPasskeys, PasskeyReadiness } from '#contract/passkey.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { accepted, askToAssert, type RequestOptions, sendAssertion } from '#testing/passkey-ceremony.ts'
import {
  assertPasskey,
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  registerUnconfirmedStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const notFound = refusal(404, 'document_not_found')
const proved = { status: 200, body: { verification: true } }
const refused = { status: 200, body: { verification: false } }
const subjectOf = ({ id, label }: Person) => ({ userId: id, category: label })

/** A student tries the own passkey before class, and what the institute's screen can read of it. */
describe.each(engines)('a passkey before class on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    await startAttendance(institute)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const someone = () => ({ email: `s${++count}@example.org`, rollNumber: `S-${count}` })
  const newStudent = async (transports?: readonly ('internal' | 'hybrid')[]): Promise<Person> => {
    const authenticator = createSoftwareAuthenticator({ origin: server.origin, ...(transports && { transports }) })
    const student = { ...(await registerStudent(server, institute.id, someone())), authenticator }
    await registerPasskey(student)
    return student
  }
  const ask = async ({ http }: Person) => accepted(await http.post<RequestOptions>('/api/v1/passkey/rehearsal'))
  const answer = ({ http }: Person, cred: object) =>
    http.put<{ verification: boolean }>('/api/v1/passkey/rehearsal', { cred })
  const listOwn = async ({ http }: Person) => (await http.get<OwnPasskeys>('/api/v1/passkeys')).body
  const readMember = (organisation: Person, studentId: string) =>
    organisation.http.get<PasskeyReadiness>(`/api/v1/members/${studentId}/passkey`)
  const makeSuspect = async (student: Person): Promise<void> => {
    const clone = student.authenticator.clone()
    expect(await assertPasskey(student.http, subjectOf(student), student.authenticator)).toBe(true)
    expect(await assertPasskey(student.http, subjectOf(student), clone)).toBe(false)
  }

  test('is asked for as in class: by its ID, with phones among the ways to reach it', async () => {
    const student = await newStudent(['internal'])
    expect(await ask(student)).toMatchObject({
      userVerification: 'required',
      hints: ['hybrid', 'security-key'],
      allowCredentials: [{ id: student.authenticator.credentials[0]?.id, transports: ['internal', 'hybrid'] }],
    })
  })

  test('is noted as used, and proves neither presence nor who is there', async () => {
    const student = await newStudent()
    const proofs = async () =>
      pickTables(await server.readTables(), 'presence_proofs', 'marks', 'login_proofs', 'sessions')
    const before = await proofs()
    expect((await listOwn(student)).passkeys[0]?.lastUsedAt).toBeNull()
    expect(await answer(student, student.authenticator.assert(await ask(student)))).toMatchObject(proved)
    expect((await listOwn(student)).passkeys[0]?.lastUsedAt).toEqual(expect.any(Number))
    expect(await proofs()).toEqual(before)
    // Ten minutes later a removal still wants to know who is there.
    server.clock.advance(10 * minute + 1)
    expect(await answer(student, student.authenticator.assert(await ask(student)))).toMatchObject(proved)
    const [own] = (await listOwn(student)).passkeys
    expect(await student.http.delete(`/api/v1/passkeys/${own?.id}`)).toMatchObject({ status: 401 })
    const rows = rowsOf(await server.readTables(), 'audit_log').filter(({ account_id }) => account_id === student.id)
    expect(rows.filter(({ action, outcome }) => action === 'passkey.rehearse' && outcome === 'done')).toHaveLength(2)
  })

  test('is answered once, in the browser that asked, and for nothing else', async () => {
    const student = await newStudent()
    const stranger = await newStudent()
    const options = await ask(student)
    const elsewhere = await logIn(student, server.openBrowser())
    expect(await answer(elsewhere, student.authenticator.assert(options))).toMatchObject(refused)
    expect(await answer(stranger, student.authenticator.assert(options))).toMatchObject(refused)
    // Nor does it confirm who is there, and a confirmation is no rehearsal.
    expect(await sendAssertion(student.http, subjectOf(student), student.authenticator.assert(options))).toMatchObject(
      refused,
    )
    const stepUp = accepted(await askToAssert(student.http, subjectOf(student)))
    expect(await answer(student, student.authenticator.assert(stepUp))).toMatchObject(refused)
    expect(await answer(student, student.authenticator.assert(options))).toMatchObject(proved)
    expect(await answer(student, student.authenticator.assert(options))).toMatchObject(refused)
  })

  test('is refused with a wrong signature, which spends the ceremony', async () => {
    const student = await newStudent()
    const options = await ask(student)
    expect(await answer(student, student.authenticator.assert(options, { userVerified: false }))).toMatchObject(refused)
    expect(await answer(student, student.authenticator.assert(options))).toMatchObject(refused)
  })

  test('that was copied is found out in a rehearsal, too, and is not asked for again', async () => {
    const student = await newStudent()
    const clone = student.authenticator.clone()
    expect(await answer(student, student.authenticator.assert(await ask(student)))).toMatchObject(proved)
    const copied = refusal(401, 'user_unauthorized', 'This passkey was refused because it may have been copied.')
    expect(await answer(student, clone.assert(await ask(student)))).toMatchObject(copied)
    expect(await listOwn(student)).toMatchObject({ passkeys: [{ isSuspect: true }], readiness: { state: 'refused' } })
    expect(await student.http.post('/api/v1/passkey/rehearsal')).toMatchObject(copied)
  })

  test('that is missing cannot be tried', async () => {
    const student = await registerStudent(server, institute.id, someone())
    expect(await student.http.post('/api/v1/passkey/rehearsal')).toMatchObject({
      status: 401,
      body: { reason: 'own-passkey-missing' },
    })
    expect((await listOwn(student)).readiness).toEqual({ state: 'none', heldUntil: null })
    expect((await listOwn(institute)).readiness).toBeNull()
  })

  test('is told to the institute’s screen of its own members alone, with a passkey in its session', async () => {
    const ready = await newStudent()
    const bound = await newStudent(['internal'])
    const copied = await newStudent()
    await makeSuspect(copied)
    const without = await registerStudent(server, institute.id, someone())
    const states = []
    for (const { id } of [ready, bound, copied, without]) states.push((await readMember(institute, id)).body)
    expect(states).toEqual([
      { state: 'ready', heldUntil: null },
      { state: 'one-device', heldUntil: null },
      { state: 'refused', heldUntil: null },
      { state: 'none', heldUntil: null },
    ])
    const other = await registerOrganisation(server, { email: 'other@example.org' })
    expect(await readMember(other, ready.id)).toMatchObject({ status: 401, body: { reason: 'passkey-login-needed' } })
    await registerPasskey(other)
    const stranger = await readMember(other, ready.id)
    expect(stranger).toMatchObject(notFound)
    expect(stranger.text).toBe((await readMember(other, 'unknown')).text)
    const unconfirmed = await registerUnconfirmedStudent(server, institute.id, someone())
    expect(await readMember(institute, unconfirmed.id)).toMatchObject({
      status: 403,
      body: { reason: 'student-email-not-verified' },
    })
    expect(await markStudent(institute, ready.email, ready.authenticator)).toMatchObject({ status: 200 })
  })
})
