import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import { accepted, askToAssert, sendAssertion } from '#testing/passkey-ceremony.ts'
import {
  defaultStudent,
  documentsPath,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { times } from '#testing/share-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute
const tooMany = refusal(429, 'general_rate_limit_exceeded')
const password = 'bamboo-saddle-comet-51'

/** Attempts to get round the limits of rules §4: malformed requests, and many at once. */
describe.each(engines)('limits under attack on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let student: Person

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    organisation = await registerOrganisation(server)
    await registerPasskey(organisation)
    student = await registerStudent(server, organisation.id)
  })
  afterAll(() => server.close())
  // Each test begins with windows of its own.
  beforeEach(() => server.clock.advance(2 * hour))

  const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, index) => work(index)))
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status)
  const countOf = (replies: readonly Reply[], status: number) =>
    statuses(replies).filter((one) => one === status).length
  const signIn = async (person: Person) => (await logIn(person, server.openBrowser())).http

  describe('a request that cannot be read or is not valid counts like any other:', () => {
    type Case = readonly [
      what: string,
      allowed: number,
      whose: () => Promise<HttpClient>,
      method: 'POST' | 'PATCH',
      path: string,
    ]
    const guest = async () => server.openBrowser()
    test.each<Case>([
      ['a registration', 240, guest, 'POST', '/v1/account'],
      ['a request for recovery', 30, guest, 'POST', '/v1/account/recovery'],
      ['a request for verification', 3, () => signIn(student), 'POST', '/v1/account/verification'],
      ['a change of email', 5, () => signIn(student), 'PATCH', '/v1/account/email'],
      ['a change of password', 5, () => signIn(student), 'PATCH', '/v1/account/password'],
      ['a student’s passkey check', 120, () => signIn(organisation), 'POST', '/api/v1/passkey/login'],
      ['a label', 10, () => signIn(student), 'POST', '/api/v1/user/label'],
      ['the start of a passkey registration', 10, () => signIn(student), 'POST', '/api/v1/passkey/register'],
      ['the end of a passkey registration', 10, () => signIn(student), 'POST', '/api/v1/passkey/verify'],
    ])('%s', async (_what, allowed, whose, method, path) => {
      const http = await whose()
      const wrong = ['{"half":', '{}', '{"email":7}', 'x'.repeat(70_000)]
      const send = (index: number) =>
        http.request(method, path, undefined, { rawBody: wrong[index % wrong.length] ?? '' })
      const refused = await atOnce(allowed, send)
      expect(new Set(statuses(refused))).not.toContain(429)
      const replies = await atOnce(4, send)
      for (const reply of replies) expect(reply).toMatchObject(tooMany)
      expect(Number(replies[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    })

    test('a look-up of a guest', async () => {
      const http = server.openBrowser()
      for (let round = 0; round < 12; round++) {
        const replies = await atOnce(100, () => http.get(`${documentsPath('ORG')}?queries[0]=nonsense`))
        expect(new Set(statuses(replies))).toEqual(new Set([400]))
      }
      expect(await http.get(`${documentsPath('ORG')}?queries[0]=nonsense`)).toMatchObject(tooMany)
      expect(await http.get(`${documentsPath('ORG')}/${organisation.id}`)).toMatchObject(tooMany)
      // Only guests' look-ups are limited by address: signed-in people behind it are served.
      expect(await student.http.get(`${documentsPath('ORG')}/${organisation.id}`)).toMatchObject({ status: 200 })
    })
  })

  test('organisations’ passkeys can be asked for 1,200 times from one address, signed in or not', async () => {
    const [http, wrong] = [server.openBrowser(), ['{"half":', '{}', '{"email":7}']]
    for (let round = 0; round < 11; round++) {
      const send = (index: number) =>
        http.request('POST', '/api/v1/passkey/login', undefined, { rawBody: wrong[index % wrong.length] ?? '' })
      expect(new Set(statuses(await atOnce(100, send)))).toEqual(new Set([400]))
    }
    const signedIn = await signIn(student)
    const replies = await atOnce(101, (index) => askToAssert(signedIn, { userId: `nobody-${index}`, category: 'ORG' }))
    expect([countOf(replies, 404), countOf(replies, 429)]).toEqual([100, 1])
    const refused = await http.post('/api/v1/passkey/login', {})
    expect(refused).toMatchObject(tooMany)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('the account can be read 600 times a minute by one session, however many others share the address', async () => {
    const [http, other] = [await signIn(student), await signIn(student)]
    const replies = await atOnce(601, () => http.get('/v1/account'))
    expect([countOf(replies, 200), countOf(replies, 429)]).toEqual([600, 1])
    expect(await other.get('/v1/account')).toMatchObject({ status: 200 })
  })

  describe('fifty simultaneous tries get no further than consecutive ones:', () => {
    test('wrong passwords of one address, each of another account', async () => {
      const guess = (name: string) =>
        server.openBrowser().post('/v1/account/sessions/email', { email: `${name}@example.org`, password })
      for (let round = 0; round < 4; round++) {
        expect(statuses(await atOnce(45, (index) => guess(`at.once.${round}.${index}`)))).toEqual(Array(45).fill(401))
      }
      const replies = await atOnce(50, (index) => guess(`burst.${index}`))
      expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([20, 30])
      for (const reply of replies.filter(({ status }) => status === 429)) {
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    })

    test.each(['verification', 'recovery'])('guesses of one %s link', async (kind) => {
      const guess = (index: number) =>
        server.openBrowser().put(`/v1/account/${kind}`, {
          userId: student.id,
          secret: `${index}`.padStart(43, 'x'),
          ...(kind === 'recovery' ? { password } : {}),
        })
      const replies = await atOnce(100, guess)
      expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([60, 40])
    })

    test('guesses of links of many accounts from one address', async () => {
      const guess = (index: number) =>
        server.openBrowser().put('/v1/account/verification', { userId: `guess-${index}`, secret: 'x'.repeat(43) })
      const replies = await atOnce(100, guess)
      expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([60, 40])
    })

    test('answers to passkey checks of one browser', async () => {
      const http = server.openBrowser()
      const subject = { userId: organisation.id, category: 'ORG' } as const
      const options = accepted(await askToAssert(http, subject))
      const forged = organisation.authenticator.clone().assert(options, { userVerified: false })
      const replies = await atOnce(50, () => sendAssertion(http, subject, forged))
      expect([countOf(replies, 200), countOf(replies, 429)]).toEqual([10, 40])
      for (const { body, status } of replies) if (status === 200) expect(body).toEqual({ verification: false })
    })

    test('answers to passkey checks of many browsers from one address', async () => {
      const subject = { userId: organisation.id, category: 'ORG' } as const
      const replies = await atOnce(50, async () => {
        const http = server.openBrowser()
        const options = accepted(await askToAssert(http, subject))
        const forged = organisation.authenticator.clone().assert(options, { userVerified: false })
        return sendAssertion(http, subject, forged)
      })
      expect([countOf(replies, 200), countOf(replies, 429)]).toEqual([30, 20])
    })

    test('answers to passkey checks of one login session', async () => {
      const http = await signIn(organisation)
      const subject = { userId: organisation.id, category: 'ORG' } as const
      const options = accepted(await askToAssert(http, subject))
      const forged = organisation.authenticator.clone().assert(options, { userVerified: false })
      const replies = await atOnce(50, () => sendAssertion(http, subject, forged))
      expect([countOf(replies, 200), countOf(replies, 429)]).toEqual([30, 20])
    })
  })

  // The limits are the same on both engines: the short form tests the full size on one of them.
  const classSize = engine === 'sqlite' ? 300 : times(300, 100)

  test(`a class of ${classSize} behind one address registers, logs in and looks up while a guesser uses up the misses`, async () => {
    const classmates = Array.from({ length: classSize }, (_, index) => `class.${index}@example.org`)
    const inGroups = async (work: (email: string) => Promise<Reply>): Promise<number[]> => {
      const replies: Reply[] = []
      for (let at = 0; at < classmates.length; at += 50) {
        replies.push(...(await Promise.all(classmates.slice(at, at + 50).map(work))))
        // A class takes more than a minute to register.
        server.clock.advance(15_000)
      }
      return [...new Set(statuses(replies))]
    }
    const browse = () => server.openBrowser()
    const register = (email: string) => browse().post('/v1/account', { userId: 'unique()', email, password })
    expect(await inGroups(register)).toEqual([201])
    for (let round = 0; round < 4; round++) {
      const guesses = await atOnce(45, (index) =>
        browse().post('/v1/account/sessions/email', { email: `guess.${round}.${index}@example.org`, password }),
      )
      expect(new Set(statuses(guesses))).toEqual(new Set([401]))
    }
    const query = (email: string) =>
      encodeURIComponent(JSON.stringify({ method: 'equal', attribute: 'email', values: [email] }))
    expect(await inGroups((email) => browse().get(`${documentsPath('STD')}?queries[0]=${query(email)}`))).toEqual([200])
    // 20 misses are left, and 50 log in at once.
    expect(await inGroups((email) => browse().post('/v1/account/sessions/email', { email, password }))).toEqual([201])
  })

  test('the refusal of a switched-off password also names a time to wait', async () => {
    const hunted = await registerStudent(server, organisation.id, { email: 'off@example.org', rollNumber: 'OFF1' })
    const guess = (value: string) =>
      server.openBrowser().post('/v1/account/sessions/email', { email: hunted.email, password: value })
    for (let misses = 0; misses < 100; misses += 5) {
      server.clock.advance(16 * minute)
      await atOnce(5, () => guess('not-the-password-1'))
    }
    server.clock.advance(48 * hour)
    const reply = await guess(defaultStudent.password)
    expect(reply).toMatchObject(tooMany)
    expect(Number(reply.headers.get('retry-after'))).toBe(900)
  })

  test('pings beyond the limit get an empty answer and no error: the consoles of a class behind one address stay silent', async () => {
    const http = server.openBrowser()
    const replies = await atOnce(300, () => http.get('/api/v1/ping'))
    expect([countOf(replies, 200), countOf(replies, 204)]).toEqual([10, 290])
    for (const { status, text } of replies) if (status === 204) expect(text).toBe('')
    expect(await http.get('/v1/ping')).toMatchObject({ status: 200, text: 'Pong!' })
  })
})
