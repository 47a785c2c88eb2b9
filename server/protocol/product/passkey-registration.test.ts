import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginAs } from '#testing/begin-registration.ts'
import { engines } from '#testing/create-database.ts'
import { encodeCbor } from '#testing/encode-cbor.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
import type { HttpClient } from '#testing/http-client.ts'
import {
  accepted,
  askToAssert,
  askToRegister,
  type CreationOptions,
  type Subject,
  sendAssertion,
  sendRegistration,
} from '#testing/passkey-ceremony.ts'
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
import { createSoftwareAuthenticator, type RegistrationForgery } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const invalid = refusal(401, 'user_invalid_token', 'This request is no longer valid. Please start again.')
const subjectOf = ({ id, label }: Person): Subject => ({ userId: id, category: label })

const answerOf = ({ authenticator }: Person, options: CreationOptions) => authenticator.register(options)

describe.each(engines)('registering a passkey on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    organisation = await registerOrganisation(server)
  })
  afterAll(() => server.close())

  const registerSomebody = () =>
    registerStudent(server, organisation.id, { email: `student${++count}@example.org`, rollNumber: `R${count}` })
  const otherAuthenticator = () => createSoftwareAuthenticator({ origin: server.origin })
  const passkeysOf = async ({ id }: Person) =>
    rowsOf(await server.readTables(), 'passkeys').filter(({ account_id }) => account_id === id)
  const read = async () => pickTables(await server.readTables(), 'passkeys', 'sessions', 'accounts', 'outbox')
  const openCeremonies = async ({ id }: Person) =>
    rowsOf(await server.readTables(), 'ceremonies').filter(({ subject_id }) => subject_id === id)

  /** Runs a ceremony that must be refused: nothing is stored, and the same challenge does not work again. */
  async function refuse(person: Person, forged: (options: CreationOptions) => object): Promise<void> {
    const options = accepted(await askToRegister(person.http, subjectOf(person)))
    const before = await read()
    expect(await sendRegistration(person.http, subjectOf(person), forged(options))).toMatchObject(invalid)
    expect(await openCeremonies(person)).toEqual([])
    const honest = person.authenticator.clone().register(options)
    expect(await sendRegistration(person.http, subjectOf(person), honest)).toMatchObject(invalid)
    expect(await read()).toEqual(before)
  }

  test('asks for user verification, a discoverable credential if possible, and no attestation', async () => {
    const person = await registerSomebody()
    const options = accepted(await askToRegister(person.http, subjectOf(person)))
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Rollkey' },
      user: { name: person.email, displayName: 'Asha Rao' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
      excludeCredentials: [],
      timeout: 300_000,
    })
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
    expect(options.user.id).not.toContain(person.id)
    expect(JSON.stringify(await server.readTables())).not.toContain(options.challenge)
  })

  test('stores the credential, raises the session under a new token, ends the others, and mails the owner', async () => {
    const person = await registerSomebody()
    const other = await logIn(person, server.openBrowser())
    const formerToken = person.http.cookies.get('session')
    const options = accepted(await askToRegister(person.http, subjectOf(person)))
    const credential = person.authenticator.register(options)
    const reply = await sendRegistration(person.http, subjectOf(person), credential)
    expect(reply).toMatchObject({ status: 200, body: { message: 'Verified!' } })
    expect(await passkeysOf(person)).toMatchObject([
      { credential_id: credential.id, counter: 0, backup_eligible: 0, suspect: 0, transports: '["internal","hybrid"]' },
    ])
    expect(await person.http.get('/v1/account/sessions/current')).toMatchObject({
      status: 200,
      body: { factors: ['password', 'passkey'] },
    })
    const thief = server.openBrowser()
    thief.cookies.store([`session=${formerToken}; Path=/`])
    for (const http of [thief, other.http]) expect(await http.get('/v1/account')).toMatchObject({ status: 401 })
    expect((await server.inbox.next(person.email)).subject).toBe('A passkey was added to your Rollkey account')
    expect(await person.http.get(`${documentsPath('STD')}/${person.id}`)).toMatchObject({ body: { passKey: true } })
  })

  test.each(['packed', 'tpm', 'apple', 'fido-u2f', 'android-key', 'self-made'])(
    'follows no attestation of the format %s, which it did not ask for, and keeps the format alone',
    async (format) => {
      const person = await registerSomebody()
      const options = accepted(await askToRegister(person.http, subjectOf(person)))
      const credential = person.authenticator.register(options, { format })
      accepted(await sendRegistration(person.http, subjectOf(person), credential))
      expect(await passkeysOf(person)).toMatchObject([{ attestation_format: format }])
    },
  )

  test.each<[string, (honest: ReturnType<typeof answerOf>) => object]>([
    ['names no transports', (honest) => ({ ...honest, response: { ...honest.response, transports: null } })],
    ['has an attachment of tomorrow', (honest) => ({ ...honest, authenticatorAttachment: 'nearby' })],
    ['has a transport of tomorrow', (honest) => ({ ...honest, response: { ...honest.response, transports: ['air'] } })],
    ['has no results of extensions', ({ clientExtensionResults: _, ...honest }) => honest],
  ])('takes an answer that %s', async (_what, change) => {
    const person = await registerSomebody()
    const options = accepted(await askToRegister(person.http, subjectOf(person)))
    accepted(await sendRegistration(person.http, subjectOf(person), change(answerOf(person, options))))
    expect(accepted(await askToRegister(person.http, subjectOf(person))).excludeCredentials).toHaveLength(1)
  })

  describe('is refused, stores nothing and spends the ceremony', () => {
    let person: Person
    // One session for all: after a refusal the ceremony may begin again.
    beforeAll(async () => {
      person = await registerSomebody()
    })

    const forgeries: [string, RegistrationForgery][] = [
      ['for another origin', { origin: 'https://evil.example' }],
      ['for another port', { origin: 'http://localhost:1' }],
      ['for a subdomain', { origin: 'http://sub.localhost' }],
      ['for an origin that only begins like ours', { origin: 'http://localhost.evil.example' }],
      ['in a frame of another site', { crossOrigin: true }],
      ['in a frame that names its top', { topOrigin: 'https://evil.example' }],
      ['of another relying party', { rpId: 'evil.example' }],
      ['without user verification', { userVerified: false }],
      ['without user presence', { userPresent: false }],
      ['of an assertion', { type: 'webauthn.get' }],
      ['with a backup state that its eligibility forbids', { backupEligible: false, backedUp: true }],
    ]
    test.each(forgeries)('%s', async (_name, forged) => {
      await refuse(person, (options) => otherAuthenticator().register(options, forged))
    })

    test('for another scheme', async () => {
      const origin = server.origin.replace('http:', 'https:')
      await refuse(person, (options) => otherAuthenticator().register(options, { origin }))
    })

    test('with an algorithm that was not offered', async () => {
      await refuse(person, (options) => {
        const credential = otherAuthenticator().register(options)
        const attestation = Buffer.from(credential.response.attestationObject, 'base64url')
        // COSE key: alg (3) from ES256 (-7, 0x26) to ES256K's neighbour -9 (0x28), which was not offered.
        const at = attestation.indexOf(Buffer.from([0x01, 0x02, 0x03, 0x26]))
        attestation[at + 3] = 0x28
        return withAttestation(credential, attestation)
      })
    })

    test('with an ID of more than 1023 bytes', async () => {
      await refuse(person, (options) => {
        const long = otherAuthenticator().register(options, {
          credentialId: Buffer.alloc(1_024, 7).toString('base64url'),
        })
        return { ...long, id: 'c2hvcnQ', rawId: 'c2hvcnQ' }
      })
    })

    test('with an ID other than the authenticator’s', async () => {
      await refuse(person, (options) => ({
        ...otherAuthenticator().register(options),
        id: 'c2hvcnQ',
        rawId: 'c2hvcnQ',
      }))
    })

    test.each([
      ['empty map', encodeCbor(new Map())],
      ['text that is no CBOR', Buffer.from('not cbor at all')],
      ['an array that promises four thousand million items', Buffer.from([0x9a, 0xff, 0xff, 0xff, 0xff])],
      ['deeply nested arrays', Buffer.alloc(20_000, 0x81)],
      ['an indefinite map without end', Buffer.from([0xbf])],
      [
        'authenticator data of one byte',
        encodeCbor(
          new Map<string, string | Uint8Array | Map<string, string>>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', Buffer.from([1])],
          ]),
        ),
      ],
    ])('with an attestation that is %s', async (_name, attestation) => {
      await refuse(person, (options) => withAttestation(otherAuthenticator().register(options), attestation))
    })

    test('with a credential of another account', async () => {
      const owner = await registerSomebody()
      await registerPasskey(owner)
      const credentialId = owner.authenticator.credentials[0]?.id ?? ''
      await refuse(person, (options) => otherAuthenticator().register(options, { credentialId }))
      expect(await passkeysOf(owner)).toHaveLength(1)
    })
  })

  test('refuses fields that no browser makes, before the ceremony', async () => {
    const person = await registerSomebody()
    const options = accepted(await askToRegister(person.http, subjectOf(person)))
    const credential = person.authenticator.register(options)
    const { response } = credential
    for (const broken of [
      { ...credential, id: 'A'.repeat(1_365), rawId: 'A'.repeat(1_365) },
      { ...credential, response: { ...response, attestationObject: 'A'.repeat(40_000) } },
      { ...credential, response: { ...response, clientDataJSON: 'not base64url!' } },
      { ...credential, type: 'password' },
      {},
      null,
    ]) {
      const reply = await person.http.post('/api/v1/passkey/verify', { ...subjectOf(person), credential: broken })
      expect(reply).toMatchObject(refusal(400, 'general_argument_invalid'))
    }
    expect(await passkeysOf(person)).toEqual([])
    expect(await sendRegistration(person.http, subjectOf(person), credential)).toMatchObject({ status: 200 })
  })

  describe('belongs to one browser, one purpose and one moment:', () => {
    const refuseElsewhere = async (http: HttpClient, subject: Subject, credential: object) => {
      const before = await read()
      const reply = await sendRegistration(http, subject, credential)
      expect(reply.status).toBe(401)
      expect(await read()).toEqual(before)
      return reply
    }

    test('the challenge of another session of the same person is refused', async () => {
      const person = await registerSomebody()
      const { http } = await logIn(person, server.openBrowser())
      const options = accepted(await askToRegister(person.http, subjectOf(person)))
      const credential = person.authenticator.register(options)
      expect(await refuseElsewhere(http, subjectOf(person), credential)).toMatchObject(invalid)
      // A stranger's try does not spend it.
      expect(await sendRegistration(person.http, subjectOf(person), credential)).toMatchObject({ status: 200 })
    })

    test('the challenge of another person is refused', async () => {
      const [person, stranger] = [await registerSomebody(), await registerSomebody()]
      const options = accepted(await askToRegister(person.http, subjectOf(person)))
      const credential = person.authenticator.register(options)
      expect(await refuseElsewhere(stranger.http, subjectOf(stranger), credential)).toMatchObject(invalid)
      expect(await refuseElsewhere(stranger.http, subjectOf(person), credential)).toMatchObject(
        refusal(401, 'user_unauthorized'),
      )
    })

    test('the challenge of a login is refused', async () => {
      const person = await registerSomebody()
      await registerPasskey(person)
      const { challenge } = accepted(await askToAssert(person.http, subjectOf(person)))
      const options = accepted(await askToRegister(person.http, subjectOf(person)))
      const credential = otherAuthenticator().register(options, { challenge })
      expect(await refuseElsewhere(person.http, subjectOf(person), credential)).toMatchObject(invalid)
    })

    test('a challenge that the server never made, and a missing one, are refused', async () => {
      const person = await registerSomebody()
      const options = accepted(await askToRegister(person.http, subjectOf(person)))
      for (const challenge of ['A'.repeat(43), '', 'x'.repeat(2_000)]) {
        const credential = otherAuthenticator().register(options, { challenge })
        expect(await refuseElsewhere(person.http, subjectOf(person), credential)).toMatchObject(invalid)
      }
    })

    test('a newer challenge voids the one before', async () => {
      const person = await registerSomebody()
      const older = accepted(await askToRegister(person.http, subjectOf(person)))
      const newer = accepted(await askToRegister(person.http, subjectOf(person)))
      expect(await refuseElsewhere(person.http, subjectOf(person), otherAuthenticator().register(older))).toMatchObject(
        invalid,
      )
      const credential = person.authenticator.register(newer)
      expect(await sendRegistration(person.http, subjectOf(person), credential)).toMatchObject({ status: 200 })
    })

    test('the answer is taken once, also when it comes eight times at once', async () => {
      const person = await registerSomebody()
      const options = accepted(await askToRegister(person.http, subjectOf(person)))
      const credential = person.authenticator.register(options)
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => sendRegistration(person.http, subjectOf(person), credential)),
      )
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 401)).toHaveLength(7)
      expect(await passkeysOf(person)).toHaveLength(1)
    })

    test('the answer is taken for five minutes and no longer', async () => {
      holdTime()
      const [early, late] = [await registerSomebody(), await registerSomebody()]
      const earlyOptions = accepted(await askToRegister(early.http, subjectOf(early)))
      const lateOptions = accepted(await askToRegister(late.http, subjectOf(late)))
      const [earlyEnd, lateEnd] = [await openCeremonies(early), await openCeremonies(late)].map(
        (rows) => rows[0]?.expires_at ?? 0,
      )
      if (engine === 'sqlite') expect(lateEnd).toBe(server.clock.now() + 5 * minute)
      moveTo(server.clock, (earlyEnd ?? 0) - clockStepMs[engine])
      const inTime = early.authenticator.register(earlyOptions)
      expect(await sendRegistration(early.http, subjectOf(early), inTime)).toMatchObject({ status: 200 })
      moveTo(server.clock, lateEnd ?? 0)
      const tooLate = late.authenticator.register(lateOptions)
      expect(await sendRegistration(late.http, subjectOf(late), tooLate)).toMatchObject(invalid)
      expect(await passkeysOf(late)).toEqual([])
    })
  })

  describe('is open', () => {
    test('to the signed-in owner alone, under the own label, with a verified email', async () => {
      const person = await registerSomebody()
      const stranger = await registerSomebody()
      const asOther: Subject = { userId: person.id, category: 'ORG' }
      expect(await askToRegister(server.openBrowser(), subjectOf(person))).toMatchObject(
        refusal(401, 'general_unauthorized_scope'),
      )
      expect(await askToRegister(stranger.http, subjectOf(person))).toMatchObject(refusal(401, 'user_unauthorized'))
      expect(await askToRegister(person.http, asOther)).toMatchObject(refusal(401, 'user_unauthorized'))
      const unverified = await beginAs('ORG', server, `unverified${count}@example.org`)
      await unverified.http.post('/v1/account/sessions/email', {
        email: unverified.email,
        password: unverified.password,
      })
      expect(await askToRegister(unverified.http, { userId: unverified.id, category: 'ORG' })).toMatchObject(
        refusal(403, 'user_email_not_verified'),
      )
    })

    test('for ten minutes after the password, and again after giving it again', async () => {
      holdTime()
      const person = await registerSomebody()
      const [session] = await server.storage.sessions.listLive(person.id)
      const end = (session?.authenticatedAt ?? 0) + 10 * minute
      moveTo(server.clock, engine === 'sqlite' ? end : end - clockStepMs[engine])
      expect(await askToRegister(person.http, subjectOf(person))).toMatchObject({ status: 200 })
      moveTo(server.clock, end + 1)
      expect(await askToRegister(person.http, subjectOf(person))).toMatchObject(refusal(401, 'user_unauthorized'))
      await logIn(person)
      expect(await askToRegister(person.http, subjectOf(person))).toMatchObject({ status: 200 })
    })

    test('for a further passkey after a check of an existing one, whatever the password', async () => {
      holdTime()
      const person = await registerSomebody()
      await registerPasskey(person)
      await logIn(person)
      expect(await askToRegister(person.http, subjectOf(person))).toMatchObject(refusal(401, 'user_unauthorized'))
      const formerToken = person.http.cookies.get('session')
      expect(await assertPasskey(person.http, subjectOf(person), person.authenticator)).toBe(true)
      expect(person.http.cookies.get('session')).not.toBe(formerToken)
      const { excludeCredentials } = accepted(await askToRegister(person.http, subjectOf(person)))
      expect(excludeCredentials).toMatchObject([{ id: person.authenticator.credentials[0]?.id }])
      moveTo(server.clock, server.clock.now() + 10 * minute + 1)
      expect(await askToRegister(person.http, subjectOf(person))).toMatchObject(refusal(401, 'user_unauthorized'))
    })

    test('for five passkeys at most', async () => {
      const person = await registerSomebody()
      for (let passkeys = 0; passkeys < 5; passkeys++) {
        await registerPasskey({ ...person, authenticator: otherAuthenticator() })
      }
      expect(await passkeysOf(person)).toHaveLength(5)
      expect(await askToRegister(person.http, subjectOf(person))).toMatchObject(refusal(401, 'user_unauthorized'))
    })
  })

  test('keeps at most five when two browsers each finish the fifth at once', async () => {
    const person = await registerSomebody()
    await registerPasskey(person)
    for (let passkeys = 1; passkeys < 4; passkeys++) {
      await registerPasskey({ ...person, authenticator: otherAuthenticator() })
    }
    const browsers = [person.http, (await logIn(person, server.openBrowser())).http]
    const answers: object[] = []
    for (const http of browsers) {
      expect(await assertPasskey(http, subjectOf(person), person.authenticator)).toBe(true)
      answers.push(otherAuthenticator().register(accepted(await askToRegister(http, subjectOf(person)))))
    }
    const replies = await Promise.all(
      browsers.map((http, index) => sendRegistration(http, subjectOf(person), answers[index] ?? {})),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await passkeysOf(person)).toHaveLength(5)
  })

  test('an assertion does not register anything', async () => {
    const person = await registerSomebody()
    await registerPasskey(person)
    const options = accepted(await askToAssert(person.http, subjectOf(person)))
    const before = pickTables(await server.readTables(), 'passkeys')
    const assertion = person.authenticator.assert(options)
    expect(await sendRegistration(person.http, subjectOf(person), assertion)).toMatchObject({ status: 400 })
    expect(pickTables(await server.readTables(), 'passkeys')).toEqual(before)
    expect(await sendAssertion(person.http, subjectOf(person), assertion)).toMatchObject({
      body: { verification: true },
    })
  })
})

function withAttestation<Credential extends { response: object }>(credential: Credential, attestation: Uint8Array) {
  const attestationObject = Buffer.from(attestation).toString('base64url')
  return { ...credential, response: { ...credential.response, attestationObject } }
}
