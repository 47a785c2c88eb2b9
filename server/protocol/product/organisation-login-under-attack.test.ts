import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attackersAddress, believesTests, openBrowserBehind, victims } from '#testing/behind-address.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import { accepted, askToAssert, type Subject, sendAssertion } from '#testing/passkey-ceremony.ts'
import {
  assertPasskey,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute
const tooMany = refusal(429, 'general_rate_limit_exceeded')
const wrongPassword = 'not-the-password-1'

/** Rules §4, with the limits as in production: a login that has shown the passkey succeeds, whatever strangers do. */
describe.each(engines)('the login of an organisation under attack on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let subject: Subject

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1', ...believesTests } })
    organisation = await registerOrganisation(server)
    await registerPasskey(organisation)
    subject = { userId: organisation.id, category: 'ORG' }
  })
  afterAll(() => server.close())
  // Each test begins with windows of its own.
  beforeEach(() => server.clock.advance(2 * hour))

  const behind = (address: string) => openBrowserBehind(server, address)
  const enter = (http: HttpClient, email: string, password: string) =>
    http.post('/v1/account/sessions/email', { email, password })
  const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, index) => work(index)))
  const countOf = (replies: readonly Reply[], wanted: number) =>
    replies.filter(({ status }) => status === wanted).length
  const useUpPasswords = async () => {
    const guess = (email: string) => enter(behind(attackersAddress), email, wrongPassword)
    for (let round = 0; round < 5; round++) await atOnce(40, (index) => guess(`guess${round}.${index}@example.org`))
    expect(await guess('one.more@example.org')).toMatchObject(tooMany)
  }
  /** An answer that no passkey of the organisation has signed. */
  const sendForged = async (http: HttpClient) => {
    const options = accepted(await askToAssert(http, subject))
    const cred = organisation.authenticator.clone().assert(options, { userVerified: false })
    return sendAssertion(http, subject, cred)
  }
  const logInWithPasskey = async (http: HttpClient) => {
    expect(await assertPasskey(http, subject, organisation.authenticator)).toBe(true)
    return enter(http, organisation.email, organisation.password)
  }

  describe.each(victims)('%s', (_where, address) => {
    test('two hundred wrong logins do not refuse a login that has shown the passkey', async () => {
      await useUpPasswords()
      expect(await logInWithPasskey(behind(address))).toMatchObject({ status: 201 })
    })

    test('wrong passwords from before the passkey do not refuse a login that has shown it', async () => {
      const institute = await registerOrganisation(server, { email: `${engine}.${address}@example.org` })
      await atOnce(12, () => enter(behind(attackersAddress), institute.email, wrongPassword))
      await registerPasskey(institute)
      expect(await logIn(institute, behind(address))).toMatchObject({ id: institute.id })
    })

    test('thirty refused passkeys do not block the right one', async () => {
      const replies = []
      for (let index = 0; index < 40; index++) replies.push(await sendForged(behind(attackersAddress)))
      expect([countOf(replies, 200), countOf(replies, 429)]).toEqual([30, 10])
      for (const { status, body } of replies) if (status === 200) expect(body).toEqual({ verification: false })
      expect(await logInWithPasskey(behind(address))).toMatchObject({ status: 201 })
    })

    test('a wrong password after the passkey counts only for callers with the passkey', async () => {
      const http = behind(address)
      await useUpPasswords()
      expect(await assertPasskey(http, subject, organisation.authenticator)).toBe(true)
      expect(await enter(http, organisation.email, wrongPassword)).toMatchObject(
        refusal(401, 'user_invalid_credentials'),
      )
      expect(await enter(http, organisation.email, organisation.password)).toMatchObject({ status: 201 })
    })
  })

  test('forty screens log in behind one address', async () => {
    for (let screen = 0; screen < 40; screen++) {
      expect(await logInWithPasskey(behind(attackersAddress))).toMatchObject({ status: 201 })
    }
  })

  test('ceremonies that were opened and never answered count for nothing', async () => {
    const http = behind(attackersAddress)
    const replies = await atOnce(100, (index) =>
      askToAssert(index % 2 === 0 ? http : behind(attackersAddress), subject),
    )
    expect(countOf(replies, 200)).toBe(100)
    expect(await logInWithPasskey(http)).toMatchObject({ status: 201 })
  })

  test('refused passkeys count ten times for one organisation and browser, and not for another of either', async () => {
    const http = behind(attackersAddress)
    const replies = []
    for (let index = 0; index < 12; index++) replies.push(await sendForged(http))
    expect([countOf(replies, 200), countOf(replies, 429)]).toEqual([10, 2])
    expect(Number(replies.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await sendForged(behind(attackersAddress))).toMatchObject({ status: 200, body: { verification: false } })
    const other = await registerOrganisation(server, { email: `other.${engine}@example.org` })
    await registerPasskey(other)
    expect(await logIn(other, http)).toMatchObject({ id: other.id })
    server.clock.advance(10 * minute)
    expect(await logInWithPasskey(http)).toMatchObject({ status: 201 })
  })

  test('after the passkey the password cannot be guessed more often than at another login', async () => {
    let looked = 0
    for (let ceremony = 0; ceremony < 5; ceremony++) {
      const http = behind(attackersAddress)
      expect(await assertPasskey(http, subject, organisation.authenticator)).toBe(true)
      const replies = []
      for (let tries = 0; tries < 3; tries++) replies.push(await enter(http, organisation.email, wrongPassword))
      looked += countOf(replies, 401)
    }
    expect(looked).toBe(10)
  })

  test('a flood of opened ceremonies ends at 1,200 for one address, signed in or not', async () => {
    const http = behind(attackersAddress)
    for (let round = 0; round < 12; round++) {
      expect(countOf(await atOnce(100, () => http.post('/api/v1/passkey/login', {})), 400)).toBe(100)
    }
    expect(await askToAssert(http, subject)).toMatchObject(tooMany)
    const form = { email: `flood.${engine}@example.org`, rollNumber: `F-${engine}` }
    const student = await registerStudent(server, organisation.id, form)
    const { http: signedIn } = await logIn(student, behind(attackersAddress))
    expect(await askToAssert(signedIn, subject)).toMatchObject(tooMany)
    expect(await logInWithPasskey(behind('192.0.2.1'))).toMatchObject({ status: 201 })
  })
})
