import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { type CborValue, encodeCbor } from '#testing/encode-cbor.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import {
  accepted,
  askToAssert,
  askToRegister,
  type RequestOptions,
  type Subject,
  sendAssertion,
  sendRegistration,
} from '#testing/passkey-ceremony.ts'
import {
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { shareOf, times } from '#testing/share-of.ts'
import {
  type AssertionForgery,
  createSoftwareAuthenticator,
  type RegistrationForgery,
  type SoftwareAuthenticator,
} from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/**
 * Forged answers of an authenticator or a browser (rules §5.4): all get the same answer, to the byte; nothing is
 * stored; and the ceremony is spent, so that an honest answer after it fails. `npm run attacks` tries each in every
 * ceremony; in the short form the ceremonies share them.
 */

const subjectOf = ({ id, label }: Person): Subject => ({ userId: id, category: label })
const crowd = 50

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40, extensions: 0x80 } as const
const nested = (depth: number): CborValue => {
  let value: CborValue = 0
  for (let level = 0; level < depth; level++) value = new Map([[1, value]])
  return value
}
const bytes = (...values: number[]) => Uint8Array.from(values)
const rewrite =
  (change: (data: Record<string, unknown>) => unknown): ((honest: string) => string) =>
  (honest) =>
    JSON.stringify(change(JSON.parse(honest)))

/** The forgeries that fit both ceremonies. `own`: the origin of this installation. */
const lies = (own: string): readonly (readonly [string, AssertionForgery & RegistrationForgery])[] => {
  const on = (change: (url: URL) => void): AssertionForgery => {
    const url = new URL(own)
    change(url)
    return { origin: url.origin }
  }
  return [
    ['another site', { origin: 'https://evil.example' }],
    ['another port', on((url) => Object.assign(url, { port: '1' }))],
    ['no port', on((url) => Object.assign(url, { port: '' }))],
    ['another scheme', { origin: own.replace('http:', 'https:') }],
    ['a subdomain', on((url) => Object.assign(url, { hostname: 'a.localhost' }))],
    ['our host by its address', on((url) => Object.assign(url, { hostname: '127.0.0.1' }))],
    ['a host that begins like ours', { origin: `${own}.evil.example` }],
    ['our origin with a slash', { origin: `${own}/` }],
    ['our origin in capitals', { origin: own.toUpperCase() }],
    ['the origin null', { origin: 'null' }],
    ['an app instead of a page', { origin: 'android:apk-key-hash:AAAA' }],
    ['a list of origins', { rewriteClientData: rewrite((data) => ({ ...data, origin: [own] })) }],
    ['no origin', { rewriteClientData: rewrite(({ origin: _, ...data }) => data) }],
    ['a frame of another site', { crossOrigin: true }],
    ['a frame that names its top', { topOrigin: 'https://evil.example' }],
    ['a frame that names us as its top', { topOrigin: own }],
    ['a frame of another site in words', { rewriteClientData: rewrite((data) => ({ ...data, crossOrigin: 'true' })) }],
    ['a payment', { type: 'payment.get' }],
    ['the hash of another relying party', { rpId: 'evil.example' }],
    ['the hash of a subdomain', { rpId: 'a.localhost' }],
    ['the hash of nothing', { rpId: '' }],
    ['no user verification', { userVerified: false }],
    ['no user presence', { userPresent: false }],
    ['neither of them', { flipFlags: flags.userPresent | flags.userVerified }],
    ['backed up without being eligible', { backupEligible: false, backedUp: true }],
    ['one byte more', { trailing: bytes(0) }],
    ['a kilobyte more', { trailing: new Uint8Array(1_024) }],
    ['extensions that are not there', { flipFlags: flags.extensions }],
    ['extensions that never end', { flipFlags: flags.extensions, trailing: bytes(0xbf) }],
    [
      'extensions of four thousand million entries',
      { flipFlags: flags.extensions, trailing: bytes(0xba, 255, 255, 255, 255) },
    ],
    [
      'extensions that promise four gigabytes',
      { flipFlags: flags.extensions, trailing: bytes(0x5a, 255, 255, 255, 255) },
    ],
    ['extensions with something behind them', { flipFlags: flags.extensions, trailing: bytes(0xa0, 0) }],
    [
      'extensions 1,000 deep',
      { flipFlags: flags.extensions, trailing: Buffer.concat([encodeCbor(nested(1_000)), bytes(0)]) },
    ],
  ]
}

const withoutDate = ({ status, headers, text }: Reply) => ({
  status,
  headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name) && !name.startsWith('x-ratelimit')),
  text,
})

describe.each(engines)('forged answers on %s', (engine) => {
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
  afterAll(() => server.close())

  describe.each<[string, () => { readonly http: HttpClient; readonly person: Person; readonly other: Person }, number]>(
    [
      ['an organisation’s login', () => ({ http: server.openBrowser(), person: institute, other: stranger }), 0],
      ['a student’s mark', () => ({ http: institute.http, person: student, other: stranger }), 1],
      ['a step-up', () => ({ http: student.http, person: student, other: stranger }), 2],
    ],
  )('in %s', (_ceremony, begin, turn) => {
    const proofs = async () =>
      pickTables(
        await server.readTables(),
        'passkeys',
        'presence_proofs',
        'login_proofs',
        'sessions',
        'marks',
        'outbox',
      )
    const refusedAnswers: ReturnType<typeof withoutDate>[] = []

    let before: Awaited<ReturnType<typeof proofs>>
    beforeEach(async () => {
      before = await proofs()
    })

    /** An honest answer after it shows that the ceremony is spent. */
    async function refuse(
      forge: (options: RequestOptions, device: SoftwareAuthenticator) => object,
      { spends = true, lie = '' } = {},
    ): Promise<void> {
      const { http, person } = begin()
      const options = accepted(await askToAssert(http, subjectOf(person)))
      // Signed with a copy: the counters of the owner's device must not run ahead.
      const answers = [forge(options, person.authenticator.clone())]
      if (spends) answers.push(person.authenticator.clone().assert(options))
      for (const answer of answers) {
        const reply = await sendAssertion(http, subjectOf(person), answer)
        expect(reply.body, lie).toEqual({ verification: false })
        refusedAnswers.push(withoutDate(reply))
      }
    }
    const changeResponse = (answer: ReturnType<SoftwareAuthenticator['assert']>, change: object) => ({
      ...answer,
      response: { ...answer.response, ...change },
    })
    const signatureOf = (answer: ReturnType<SoftwareAuthenticator['assert']>) =>
      Buffer.from(answer.response.signature, 'base64url')

    test('forged answers of browser and authenticator are refused', async () => {
      const told: readonly (readonly [string, AssertionForgery])[] = [
        ...lies(server.origin),
        ['a registration', { type: 'webauthn.create' }],
        ['a key that is not there', { flipFlags: flags.attested }],
        ['a foreign user handle', { userHandle: Buffer.alloc(32, 9).toString('base64url') }],
        ['the account’s id for a user handle', { userHandle: Buffer.from(student.id).toString('base64url') }],
        ['an unknown credential', { credentialId: Buffer.alloc(32, 5).toString('base64url') }],
        [
          'a signature of zeros, which every key once accepted',
          { signature: Buffer.from('3006020100020100', 'hex').toString('base64url') },
        ],
        ['no signature to speak of', { signature: 'AA' }],
      ]
      for (const [lie, forged] of shareOf(told, turn, 3)) {
        await refuse((options, device) => device.assert(options, forged), { lie })
      }
      expect(await proofs()).toEqual(before)
    })

    test('a signature is refused unless it is the whole one of the owner’s key over exactly this data', async () => {
      const spoil: ((signature: Buffer) => Buffer)[] = [
        (signature) => signature.subarray(0, -1),
        (signature) => signature.subarray(0, 8),
        (signature) => Buffer.concat([signature, Buffer.from([0])]),
        (signature) => signature.map((byte, index) => (index === signature.length - 1 ? byte ^ 1 : byte)) as Buffer,
        (signature) => Buffer.alloc(4_096, signature),
      ]
      for (const change of spoil) {
        await refuse((options, device) => {
          const answer = device.assert(options)
          return changeResponse(answer, { signature: Buffer.from(change(signatureOf(answer))).toString('base64url') })
        })
      }
      // Over other authenticator data, and over other client data.
      for (const part of ['authenticatorData', 'clientDataJSON'] as const) {
        await refuse((options, device) => {
          const [answer, other] = [
            device.assert(options),
            device.assert(options, { counter: 4_000_000_000, topOrigin: '' }),
          ]
          return changeResponse(answer, { [part]: other.response[part] })
        })
      }
      expect(await proofs()).toEqual(before)
    })

    test('the credential of another account is refused under any name', async () => {
      const { person, other } = begin()
      const [using] = other.authenticator.credentials
      const [own] = person.authenticator.credentials
      if (!using || !own) throw new Error('a passkey is missing')
      const cases: AssertionForgery[] = [
        { using },
        { using, userHandle: own.userHandle },
        { using, credentialId: own.id },
        { using, credentialId: own.id, userHandle: own.userHandle },
        { userHandle: using.userHandle },
        { credentialId: using.id },
      ]
      for (const forged of cases) {
        await refuse((options) => other.authenticator.clone().assert(options, { using: own, ...forged }))
      }
      await refuse((options, device) => ({ ...device.assert(options), rawId: using.id }))
      await refuse((options, device) => ({ ...device.assert(options), id: using.id }))
      expect(await proofs()).toEqual(before)
    })

    test('the challenge of every other ceremony is refused, and not spent', async () => {
      const guest = server.openBrowser()
      const elsewhere = await logIn(institute, server.openBrowser())
      const challenges = [
        accepted(await askToAssert(guest, subjectOf(institute))),
        accepted(await askToAssert(institute.http, subjectOf(stranger))),
        accepted(await askToAssert(stranger.http, subjectOf(stranger))),
        accepted(await askToAssert(elsewhere.http, subjectOf(student))),
      ].map(({ challenge }) => challenge)
      before = await proofs()
      for (const challenge of [...challenges, 'A'.repeat(43), 'A', ' ', 'x'.repeat(1_000), '\u0000', '__proto__']) {
        await refuse((options, device) => device.assert(options, { challenge }), { spends: false })
      }
      expect(await proofs()).toEqual(before)
      const cred = institute.authenticator.assert({ challenge: challenges[0] ?? '', rpId: 'localhost' })
      expect((await sendAssertion(guest, subjectOf(institute), cred)).body).toEqual({ verification: true })
    })

    test('of fifty equal answers at once all but one are refused', async () => {
      const { http, person } = begin()
      const options = accepted(await askToAssert(http, subjectOf(person)))
      const cred = person.authenticator.assert(options)
      const replies = await Promise.all(
        Array.from({ length: crowd }, () => sendAssertion(http, subjectOf(person), cred)),
      )
      const proved = replies.filter(({ body, status }) => status === 200 && body.verification)
      expect(proved).toHaveLength(1)
      for (const reply of replies) {
        // A step-up gives the session a new token: late requests with the old token are logged out.
        expect([200, 401]).toContain(reply.status)
        if (reply.status === 200 && !reply.body.verification) refusedAnswers.push(withoutDate(reply))
      }
    })

    test('and all of them get one answer, to the byte', () => {
      expect(refusedAnswers.length).toBeGreaterThan(times(80, 60))
      for (const answer of refusedAnswers) expect(answer).toEqual(refusedAnswers[0])
    })
  })

  describe.each([
    ['ORG', 0],
    ['STD', 1],
  ] as const)('in the registration of an %s passkey', (label, turn) => {
    const refusedAnswers: ReturnType<typeof withoutDate>[] = []
    let person: Person

    beforeAll(async () => {
      person =
        label === 'ORG'
          ? await registerOrganisation(server, { email: 'office@forged.example', name: 'Forged College' })
          : await registerStudent(server, institute.id, { email: 'forger@students.example', rollNumber: 'F1' })
    })

    const device = () => createSoftwareAuthenticator({ origin: server.origin })
    const read = async () => pickTables(await server.readTables(), 'passkeys', 'sessions', 'outbox')
    let before: Awaited<ReturnType<typeof read>>
    beforeEach(async () => {
      before = await read()
    })

    /** An honest answer after it shows that the ceremony is spent. */
    async function refuse(
      forge: (options: Parameters<SoftwareAuthenticator['register']>[0]) => object,
      lie = '',
    ): Promise<void> {
      const options = accepted(await askToRegister(person.http, subjectOf(person)))
      for (const answer of [forge(options), device().register(options)]) {
        const reply = await sendRegistration(person.http, subjectOf(person), answer)
        expect(reply.status, lie).toBe(401)
        refusedAnswers.push(withoutDate(reply))
      }
    }

    test('forged answers are refused, store nothing and spend the ceremony', async () => {
      const [known] = student.authenticator.credentials
      const ec2 = (changes: Record<number, number | Uint8Array | undefined>) => {
        const key: Record<number, number | Uint8Array | undefined> = {
          1: 2,
          3: -7,
          [-1]: 1,
          [-2]: Buffer.alloc(32, 1),
          [-3]: Buffer.alloc(32, 2),
          ...changes,
        }
        const entries = [1, 3, -1, -2, -3].flatMap((name): [number, number | Uint8Array][] => {
          const value = key[name]
          return value === undefined ? [] : [[name, value]]
        })
        return encodeCbor(new Map(entries))
      }
      const told: readonly (readonly [string, RegistrationForgery])[] = [
        ...lies(server.origin),
        ['an assertion', { type: 'webauthn.get' }],
        ['no key', { flipFlags: flags.attested }],
        ['a key that is no CBOR', { coseKey: Buffer.from('not cbor at all') }],
        ['a key of nothing', { coseKey: encodeCbor(new Map()) }],
        ['a key without an algorithm', { coseKey: ec2({ 3: undefined }) }],
        ['an algorithm that was not offered (ES384)', { coseKey: ec2({ 3: -35 }) }],
        ['an algorithm that was not offered (RS1)', { coseKey: ec2({ 3: -65_535 }) }],
        ['an algorithm that was not offered (ES256K)', { coseKey: ec2({ 3: -47 }) }],
        ['a key 1,000 deep', { coseKey: encodeCbor(nested(1_000)) }],
        ['a key that promises four gigabytes', { coseKey: bytes(0x5a, 255, 255, 255, 255) }],
        ['a credential ID longer than all that follows', { credentialIdLength: 65_535 }],
        ['a credential ID of no length', { credentialIdLength: 0 }],
        ['a credential of another account', { credentialId: known?.id ?? '' }],
        ['a kind of attestation that is no word', { format: 'self made' }],
        ['a kind of attestation of 33 letters', { format: 'x'.repeat(33) }],
      ]
      for (const [lie, forged] of shareOf(told, turn, 2)) {
        await refuse((options) => device().register(options, forged), lie)
      }
      expect(await read()).toEqual(before)
    })

    test.each([
      ['32 kB of it', Buffer.alloc(24_000, 0x81)],
      ['a map in a map without end', Buffer.alloc(20_000, 0xbf)],
      ['a text that promises more than there is', bytes(0x7b, 0, 0, 0, 255, 255, 255, 255, 255)],
      ['a list that promises four thousand million items', bytes(0x9a, 255, 255, 255, 255)],
      ['an indefinite text', bytes(0x7f, 0x61, 0x61, 0xff)],
      ['tags of tags', Buffer.alloc(20_000, 0xc1)],
      ['reserved kinds', bytes(0xfc, 0xfd, 0xfe)],
    ])('malformed CBOR is refused: %s', async (_what, attestation) => {
      await refuse((options) => {
        const honest = device().register(options)
        return {
          ...honest,
          response: { ...honest.response, attestationObject: Buffer.from(attestation).toString('base64url') },
        }
      })
    })

    test('of fifty equal answers at once one registers', async () => {
      const options = accepted(await askToRegister(person.http, subjectOf(person)))
      const credential = person.authenticator.register(options)
      const replies = await Promise.all(
        Array.from({ length: crowd }, () => sendRegistration(person.http, subjectOf(person), credential)),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(crowd - 1)
      const passkeys = rowsOf(await server.readTables(), 'passkeys').filter(
        ({ account_id }) => account_id === person.id,
      )
      expect(passkeys).toHaveLength(1)
    })

    test('all of them get one answer, to the byte', () => {
      expect(refusedAnswers.length).toBeGreaterThan(times(80, 60))
      for (const answer of refusedAnswers) expect(answer).toEqual(refusedAnswers[0])
    })
  })
})
