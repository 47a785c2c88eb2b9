import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import {
  accepted,
  askToAssert,
  askToRegister,
  type RequestOptions,
  type Subject,
  sendAssertion,
} from '#testing/passkey-ceremony.ts'
import {
  assertPasskey,
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import {
  type AssertionForgery,
  createSoftwareAuthenticator,
  type SoftwareAuthenticatorSettings,
} from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const subjectOf = ({ id, label }: Person): Subject => ({ userId: id, category: label })

/** A student's passkey on the institute's screen (spec §7, rules §5.4): what proves presence, and what does not. */
describe.each(engines)('a passkey on the institute’s screen on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let student: Person
  let stranger: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    student = await registerStudent(server, institute.id)
    await registerPasskey(student)
    stranger = await registerStudent(server, institute.id, { email: 'ravi@students.example', rollNumber: '21CS043' })
    await registerPasskey(stranger)
    await startAttendance(institute)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const read = async () =>
    pickTables(await server.readTables(), 'passkeys', 'presence_proofs', 'sessions', 'marks', 'outbox')
  const openCeremonies = async (id: string) =>
    rowsOf(await server.readTables(), 'ceremonies').filter(({ subject_id }) => subject_id === id)
  const refused = { status: 200, body: { verification: false } }
  let refusedText = ''

  /** Sends an answer that must prove nothing: nothing is stored, and the ceremony is spent for an honest answer. */
  async function refuse(forge: (options: RequestOptions) => object): Promise<void> {
    const options = accepted(await askToAssert(institute.http, subjectOf(student)))
    const before = await read()
    const reply = await sendAssertion(institute.http, subjectOf(student), forge(options))
    expect(reply).toMatchObject(refused)
    refusedText ||= reply.text
    expect(reply.text).toBe(refusedText)
    expect(await openCeremonies(student.id)).toEqual([])
    const honest = student.authenticator.assert(options)
    expect((await sendAssertion(institute.http, subjectOf(student), honest)).text).toBe(refusedText)
    expect(await read()).toEqual(before)
  }

  test('is asked for by credential IDs, with phones among the ways to reach it', async () => {
    const options = accepted(await askToAssert(institute.http, subjectOf(student)))
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      timeout: 300_000,
      hints: ['hybrid', 'security-key'],
      allowCredentials: [{ id: student.authenticator.credentials[0]?.id, transports: ['internal', 'hybrid'] }],
    })
    expect(JSON.stringify(options)).not.toContain(student.email)
  })

  test('made on a phone that names only “internal” can still be reached', async () => {
    const authenticator = createSoftwareAuthenticator({ origin: server.origin, transports: ['internal'] })
    const person = await registerStudent(server, institute.id, { email: 'phone@example.org', rollNumber: 'PH1' })
    await registerPasskey({ ...person, authenticator })
    const { allowCredentials } = accepted(await askToAssert(institute.http, subjectOf(person)))
    expect(allowCredentials).toMatchObject([{ transports: ['internal', 'hybrid'] }])
  })

  test.each<[string, SoftwareAuthenticatorSettings['transports'], boolean, string[]]>([
    ['on a phone', ['internal'], false, ['internal', 'hybrid']],
    ['in a provider', ['hybrid'], true, ['hybrid', 'internal']],
    ['on a security key', ['usb', 'nfc'], false, ['usb', 'nfc']],
  ])(
    'made %s is asked for where it can be at an institute’s login, too',
    async (where, transports, backupEligible, ways) => {
      const settings = { origin: server.origin, backupEligible, ...(transports && { transports }) }
      const authenticator = createSoftwareAuthenticator(settings)
      const owner = await registerOrganisation(server, { email: `${where.replaceAll(' ', '-')}@example.org` })
      await registerPasskey({ ...owner, authenticator })
      const { allowCredentials } = accepted(await askToAssert(server.openBrowser(), subjectOf(owner)))
      expect(allowCredentials).toMatchObject([{ transports: ways }])
    },
  )

  test('made without any transports is asked for in every way, and none is added', async () => {
    const authenticator = createSoftwareAuthenticator({ origin: server.origin, transports: [] })
    const person = await registerStudent(server, institute.id, { email: 'anywhere@example.org', rollNumber: 'AW1' })
    await registerPasskey({ ...person, authenticator })
    const { allowCredentials } = accepted(await askToAssert(institute.http, subjectOf(person)))
    expect(allowCredentials).toMatchObject([{ id: authenticator.credentials[0]?.id }])
    expect(allowCredentials?.[0]).not.toHaveProperty('transports')
  })

  test('leaves a proof for this session, student and attendance session, and the new counter', async () => {
    expect(await assertPasskey(institute.http, subjectOf(student), student.authenticator)).toBe(true)
    const tables = await server.readTables()
    const [credential] = student.authenticator.credentials
    expect(rowsOf(tables, 'passkeys').find(({ credential_id }) => credential_id === credential?.id)).toMatchObject({
      counter: credential?.counter,
      suspect: 0,
    })
    const [session] = await server.storage.sessions.listLive(institute.id)
    expect(rowsOf(tables, 'presence_proofs')).toMatchObject([
      { login_session_id: session?.id, student_id: student.id, credential_id: credential?.id, used_at: null },
    ])
    expect(rowsOf(tables, 'marks')).toEqual([])
  })

  test('may answer without a user handle, as a key does that stores nothing', async () => {
    const options = accepted(await askToAssert(institute.http, subjectOf(student)))
    const cred = student.authenticator.assert(options, { userHandle: null })
    expect(await sendAssertion(institute.http, subjectOf(student), cred)).toMatchObject({
      body: { verification: true },
    })
  })

  describe('proves nothing, stores nothing and spends the ceremony', () => {
    const forgeries: [string, AssertionForgery][] = [
      ['for another origin', { origin: 'https://evil.example' }],
      ['for another port', { origin: 'http://localhost:1' }],
      ['for a subdomain', { origin: 'http://sub.localhost' }],
      ['in a frame of another site', { crossOrigin: true }],
      ['in a frame that names its top', { topOrigin: 'https://evil.example' }],
      ['of another relying party', { rpId: 'evil.example' }],
      ['without user verification', { userVerified: false }],
      ['without user presence', { userPresent: false }],
      ['that is backed up without being eligible', { backupEligible: false, backedUp: true }],
      ['of a registration', { type: 'webauthn.create' }],
      ['with a signature over something else', { signature: Buffer.alloc(70, 3).toString('base64url') }],
      ['with a foreign user handle', { userHandle: Buffer.alloc(32, 9).toString('base64url') }],
      ['of an unknown credential', { credentialId: Buffer.alloc(32, 5).toString('base64url') }],
    ]
    test.each(forgeries)('%s', async (_name, forged) => {
      // Signed with a copy: the counter of the student's own device must not run ahead.
      await refuse((options) => student.authenticator.clone().assert(options, forged))
    })

    test('for another scheme', async () => {
      const origin = server.origin.replace('http:', 'https:')
      await refuse((options) => student.authenticator.clone().assert(options, { origin }))
    })

    test('of another student', async () => {
      const [using] = stranger.authenticator.credentials
      if (using === undefined) throw new Error('the stranger has no passkey')
      await refuse((options) => stranger.authenticator.clone().assert(options, { using }))
      const userHandle = student.authenticator.credentials[0]?.userHandle ?? null
      await refuse((options) => stranger.authenticator.clone().assert(options, { using, userHandle }))
      // The student's credential ID with the stranger's signature.
      const credentialId = student.authenticator.credentials[0]?.id ?? ''
      await refuse((options) => stranger.authenticator.clone().assert(options, { using, userHandle, credentialId }))
    })

    test.each([
      ['too short', Buffer.alloc(20)],
      ['of zeros', Buffer.alloc(37)],
      ['followed by CBOR that never ends', Buffer.concat([Buffer.alloc(37, 0xff), Buffer.from([0xbf])])],
    ])('with authenticator data that is %s', async (_name, data) => {
      await refuse((options) => {
        const answer = student.authenticator.clone().assert(options)
        return { ...answer, response: { ...answer.response, authenticatorData: data.toString('base64url') } }
      })
    })
  })

  describe('answers one challenge of one browser, student and attendance session:', () => {
    const fails = async (http: Person['http'], subject: Subject, cred: object) => {
      const before = await read()
      expect((await sendAssertion(http, subject, cred)).body).toEqual({ verification: false })
      expect(await read()).toEqual(before)
    }

    test('a replay proves nothing', async () => {
      const options = accepted(await askToAssert(institute.http, subjectOf(student)))
      const cred = student.authenticator.assert(options)
      expect((await sendAssertion(institute.http, subjectOf(student), cred)).body).toEqual({ verification: true })
      await fails(institute.http, subjectOf(student), cred)
    })

    test('of eight equal answers at once exactly one proves something', async () => {
      const options = accepted(await askToAssert(institute.http, subjectOf(student)))
      const cred = student.authenticator.assert(options)
      const send = () => sendAssertion(institute.http, subjectOf(student), cred)
      const replies = await Promise.all(Array.from({ length: 8 }, send))
      expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(replies.filter(({ body }) => body.verification)).toHaveLength(1)
    })

    test('the challenge for one student is refused for another', async () => {
      const { challenge } = accepted(await askToAssert(institute.http, subjectOf(stranger)))
      const options = accepted(await askToAssert(institute.http, subjectOf(student)))
      await fails(institute.http, subjectOf(student), student.authenticator.clone().assert(options, { challenge }))
    })

    test('the challenge of another session of the institute is refused here', async () => {
      const other = await logIn(institute, server.openBrowser())
      const options = accepted(await askToAssert(other.http, subjectOf(student)))
      await fails(institute.http, subjectOf(student), student.authenticator.clone().assert(options))
      // A stranger's try does not spend it.
      const cred = student.authenticator.assert(options)
      expect((await sendAssertion(other.http, subjectOf(student), cred)).body).toEqual({ verification: true })
    })

    test('the challenge of the student’s own step-up is refused at the screen, and the other way round', async () => {
      const own = accepted(await askToAssert(student.http, subjectOf(student)))
      await fails(institute.http, subjectOf(student), student.authenticator.clone().assert(own))
      const atScreen = accepted(await askToAssert(institute.http, subjectOf(student)))
      await fails(student.http, subjectOf(student), student.authenticator.clone().assert(atScreen))
    })

    test('the challenge of a registration is refused here', async () => {
      await assertPasskey(student.http, subjectOf(student), student.authenticator)
      const { challenge } = accepted(await askToRegister(student.http, subjectOf(student)))
      const options = accepted(await askToAssert(student.http, subjectOf(student)))
      await fails(student.http, subjectOf(student), student.authenticator.clone().assert(options, { challenge }))
    })

    test('an invented challenge is refused', async () => {
      const options = accepted(await askToAssert(institute.http, subjectOf(student)))
      for (const challenge of ['A'.repeat(43), '']) {
        await fails(institute.http, subjectOf(student), student.authenticator.clone().assert(options, { challenge }))
      }
    })

    test('an answer counts for five minutes and no longer', async () => {
      holdTime()
      const ask = async (person: Person) => accepted(await askToAssert(institute.http, subjectOf(person)))
      const [early, late] = [await ask(student), await ask(stranger)]
      const [[earlyRow], [lateRow]] = [await openCeremonies(student.id), await openCeremonies(stranger.id)]
      if (engine === 'sqlite') expect(lateRow?.expires_at).toBe(server.clock.now() + 5 * minute)
      moveTo(server.clock, (earlyRow?.expires_at ?? 0) - clockStepMs[engine])
      const inTime = student.authenticator.assert(early)
      expect((await sendAssertion(institute.http, subjectOf(student), inTime)).body).toEqual({ verification: true })
      moveTo(server.clock, lateRow?.expires_at ?? 0)
      await fails(institute.http, subjectOf(stranger), stranger.authenticator.assert(late))
    })
  })

  test('is refused without the fields that every browser sends, before the ceremony', async () => {
    const options = accepted(await askToAssert(institute.http, subjectOf(student)))
    const cred = student.authenticator.assert(options)
    for (const broken of [
      {},
      null,
      { ...cred, response: { ...cred.response, signature: 'A'.repeat(9_000) } },
      { ...cred, response: { ...cred.response, authenticatorData: '===' } },
      { ...cred, rawId: 'A'.repeat(2_000) },
    ]) {
      const reply = await institute.http.post('/api/v1/passkey/verify-login', { ...subjectOf(student), cred: broken })
      expect(reply).toMatchObject(refusal(400, 'general_argument_invalid'))
    }
    expect((await sendAssertion(institute.http, subjectOf(student), cred)).body).toEqual({ verification: true })
  })

  describe('is not asked for', () => {
    test('by guests, students, other institutes, or an institute without a passkey check', async () => {
      const guest = server.openBrowser()
      const elsewhere = await registerOrganisation(server, { email: 'office@tapti.example', name: 'Tapti' })
      expect(await askToAssert(guest, subjectOf(student))).toMatchObject(refusal(401, 'general_unauthorized_scope'))
      expect(await askToAssert(elsewhere.http, subjectOf(student))).toMatchObject(
        refusal(401, 'user_unauthorized', 'You have not registered your passkey yet!'),
      )
      await registerPasskey(elsewhere)
      expect(await askToAssert(elsewhere.http, subjectOf(student))).toMatchObject({ status: 401 })
      await startAttendance(elsewhere)
      expect(await askToAssert(elsewhere.http, subjectOf(student))).toMatchObject(refusal(404, 'document_not_found'))
      expect(await askToAssert(elsewhere.http, { userId: 'NoSuchStudent', category: 'STD' })).toMatchObject(
        refusal(404, 'document_not_found'),
      )
      expect(await askToAssert(stranger.http, subjectOf(student))).toMatchObject(refusal(404, 'document_not_found'))
    })

    test('of a student without a passkey or with an unverified email', async () => {
      const person = await registerStudent(server, institute.id, { email: 'no.key@example.org', rollNumber: 'NK1' })
      expect(await askToAssert(institute.http, subjectOf(person))).toMatchObject(refusal(401, 'user_unauthorized'))
      await registerPasskey(person)
      await person.http.patch('/v1/account/email', { email: 'no.key.any.more@example.org', password: person.password })
      expect(await askToAssert(institute.http, subjectOf(person))).toMatchObject(
        refusal(403, 'user_email_not_verified'),
      )
    })

    test('while no attendance session runs', async () => {
      const quiet = await registerOrganisation(server, { email: 'office@quiet.example', name: 'Quiet School' })
      await registerPasskey(quiet)
      const member = await registerStudent(server, quiet.id, { email: 'quiet@example.org', rollNumber: 'Q1' })
      await registerPasskey(member)
      expect(await askToAssert(quiet.http, subjectOf(member))).toMatchObject(refusal(401, 'user_unauthorized'))
    })
  })

  test('that is backup-eligible all at once proves nothing from then on, and the next ceremony says why', async () => {
    const person = await registerStudent(server, institute.id, { email: 'moved@example.org', rollNumber: 'MO1' })
    await registerPasskey(person)
    const options = accepted(await askToAssert(institute.http, subjectOf(person)))
    const answer = person.authenticator.assert(options, { backupEligible: true, backedUp: true })
    const before = pickTables(await server.readTables(), 'presence_proofs', 'marks')
    expect((await sendAssertion(institute.http, subjectOf(person), answer)).body).toEqual({ verification: false })
    expect(pickTables(await server.readTables(), 'presence_proofs', 'marks')).toEqual(before)
    expect(await askToAssert(institute.http, subjectOf(person))).toMatchObject({
      ...refusal(401, 'user_unauthorized'),
      body: { reason: 'passkey-changed' },
    })
  })

  describe('whose counter goes back', () => {
    test('is suspect from then on: it proves nothing, its owner gets a mail, and it is not asked for again', async () => {
      const person = await registerStudent(server, institute.id, { email: 'cloned@example.org', rollNumber: 'CL1' })
      await registerPasskey(person)
      const clone = person.authenticator.clone()
      await assertPasskey(institute.http, subjectOf(person), person.authenticator)
      await assertPasskey(institute.http, subjectOf(person), person.authenticator)
      const before = pickTables(await server.readTables(), 'presence_proofs', 'marks')
      expect(await assertPasskey(institute.http, subjectOf(person), clone)).toBe(false)
      expect(pickTables(await server.readTables(), 'presence_proofs', 'marks')).toEqual(before)
      const tables = await server.readTables()
      expect(rowsOf(tables, 'passkeys').find(({ account_id }) => account_id === person.id)).toMatchObject({
        suspect: 1,
        counter: person.authenticator.credentials[0]?.counter,
      })
      expect(rowsOf(tables, 'audit_log').filter(({ action }) => action === 'passkey.counter-regression')).toHaveLength(
        1,
      )
      for (;;) {
        const { subject } = await server.inbox.next(person.email)
        if (subject === 'A passkey was refused at Rollkey') break
      }
      expect(await askToAssert(institute.http, subjectOf(person))).toMatchObject(refusal(401, 'user_unauthorized'))
      await expect(markStudent(institute, person.email, person.authenticator)).rejects.toThrow()
    })

    test('of an organisation cannot log in any more', async () => {
      const person = await registerOrganisation(server, { email: 'office@cloned.example', name: 'Cloned' })
      await registerPasskey(person)
      const clone = person.authenticator.clone()
      await logIn(person, server.openBrowser())
      expect(await assertPasskey(server.openBrowser(), subjectOf(person), clone)).toBe(false)
      await expect(logIn(person, server.openBrowser())).rejects.toThrow()
      const login = { email: person.email, password: person.password }
      expect(await server.openBrowser().post('/v1/account/sessions/email', login)).toMatchObject(
        refusal(401, 'user_more_factors_required'),
      )
    })

    test('and an equal one is a copy too, while authenticators without a counter always send zero', async () => {
      const person = await registerStudent(server, institute.id, { email: 'equal@example.org', rollNumber: 'EQ1' })
      await registerPasskey(person)
      await assertPasskey(institute.http, subjectOf(person), person.authenticator)
      const counter = person.authenticator.credentials[0]?.counter ?? 0
      const options = accepted(await askToAssert(institute.http, subjectOf(person)))
      const cred = person.authenticator.assert(options, { counter })
      expect((await sendAssertion(institute.http, subjectOf(person), cred)).body).toEqual({ verification: false })

      const shared = await registerStudent(server, institute.id, { email: 'zero@example.org', rollNumber: 'ZE1' })
      const authenticator = createSoftwareAuthenticator({ origin: server.origin, counts: false, backupEligible: true })
      await registerPasskey({ ...shared, authenticator })
      for (let use = 0; use < 3; use++) {
        expect(await assertPasskey(institute.http, subjectOf(shared), authenticator)).toBe(true)
      }
    })
  })
})
