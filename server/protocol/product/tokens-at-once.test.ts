import { type IncomingMessage, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectId } from '#contract/identifiers.ts'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { hashSecret } from '#server/domain/secret-hash.ts'
import { createCookieJar } from '#testing/cookie-jar.ts'
import { engines } from '#testing/create-database.ts'
import { type AnyPerson, type Person, registerOrganisation, registerPasskey } from '#testing/people-over-http.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { act, addStaff } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** Two calls of one browser that each give the session another token: whichever answer comes last, the login goes on (rules R5.2.5). */

type Call = { readonly method: string; readonly path: string; readonly body: unknown }
type Answer = { readonly status: number; readonly cookies: readonly string[] }
type MakeCall = (person: AnyPerson) => Promise<Call>

const minute = 60_000
const newPassword = 'saddle-bamboo-comet-51'

describe.each(engines)('two new tokens at once on %s', (engine) => {
  let server: TestServer
  let college: Person
  let made = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
  })
  afterAll(() => server.close())

  const addPerson = () => addStaff(server, college, { email: `person-${++made}@staff.example`, role: 'owner' })

  const byPassword: MakeCall = async ({ password }) => ({
    method: 'POST',
    path: '/api/v1/session/confirm',
    body: { password },
  })
  const byPasskey: MakeCall = async ({ id, label, http, authenticator }) => {
    const subject = { userId: id, category: label }
    const { body } = await http.post<PublicKeyCredentialRequestOptionsJSON>('/api/v1/passkey/login', subject)
    return {
      method: 'POST',
      path: '/api/v1/passkey/verify-login',
      body: { ...subject, cred: authenticator.assert(body) },
    }
  }
  const addPasskey: MakeCall = async ({ id, label, http }) => {
    const subject = { userId: id, category: label }
    const { body } = await http.post('/api/v1/passkey/register', subject)
    const credential = createSoftwareAuthenticator({ origin: server.origin }).register(body as never)
    return { method: 'POST', path: '/api/v1/passkey/verify', body: { ...subject, credential } }
  }
  const removeLastPasskey: MakeCall = async ({ http }) => {
    const { passkeys } = (await http.get<OwnPasskeys>('/api/v1/passkeys')).body
    return { method: 'DELETE', path: `/api/v1/passkeys/${passkeys[0]?.id}`, body: {} }
  }
  const changePassword: MakeCall = async ({ password }) => ({
    method: 'PATCH',
    path: '/v1/account/password',
    body: { password: newPassword, oldPassword: password },
  })
  const beginActing: MakeCall = async () => ({
    method: 'POST',
    path: '/api/v1/acting',
    body: { institute: college.id },
  })
  const endActing: MakeCall = async () => ({ method: 'DELETE', path: '/api/v1/acting', body: {} })

  /** Sends the head of a call, with the cookies of now; `finish` sends the rest. */
  function begin({ http }: AnyPerson, { method, path, body }: Call): { readonly finish: () => Promise<Answer> } {
    const content = JSON.stringify(body)
    const headers = {
      origin: http.origin,
      cookie: http.cookies.header(path) ?? '',
      'x-appwrite-project': projectId,
      'content-type': 'application/json',
      'content-length': String(content.length),
    }
    const sent = openRequest(`${http.origin}${path}`, { method, headers })
    const received = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject))
    sent.flushHeaders()
    return {
      async finish() {
        sent.end(content)
        const reply = await received
        await text(reply)
        return { status: reply.statusCode ?? 0, cookies: reply.headers['set-cookie'] ?? [] }
      },
    }
  }

  const findSession = ({ http }: AnyPerson) =>
    server.storage.sessions.findLive(hashSecret(http.cookies.get('session') ?? ''))

  /** The second call is known by the token of before, and goes on when the first one is done. */
  async function sendAtOnce(person: AnyPerson, first: Call, second: Call): Promise<readonly [Answer, Answer]> {
    await server.advanceClock(2 * minute)
    const before = await findSession(person)
    const held = begin(person, second)
    // Its session was read: the last use is written then, and not before the minute is over.
    await expect.poll(async () => (await findSession(person))?.session.lastSeenAt).not.toBe(before?.session.lastSeenAt)
    const answer = await begin(person, first).finish()
    return [answer, await held.finish()]
  }

  /** What a browser with these cookies is told, after it has stored these answers in this order. */
  async function statusAfter({ http }: AnyPerson, answers: readonly Answer[]): Promise<number> {
    const jar = createCookieJar()
    for (const name of ['session', 'signed-in'])
      jar.store([`${name}=${http.cookies.get(name)}; Path=/; SameSite=Strict`])
    for (const { cookies } of answers) jar.store(cookies)
    const cookie = jar.header('/v1/account') ?? ''
    return (await server.openBrowser().get('/v1/account', { headers: { cookie } })).status
  }

  type Way = readonly [first: string, second: string, MakeCall, MakeCall, statuses?: readonly number[]]
  const ways: readonly Way[] = [
    ['a password', 'a password', byPassword, byPassword],
    ['a password', 'a passkey', byPassword, byPasskey],
    ['a passkey', 'a password', byPasskey, byPassword],
    ['a passkey', 'a new passkey', byPasskey, addPasskey],
    ['a new passkey', 'a password', addPasskey, byPassword],
    ['a passkey', 'the end of the last passkey', byPasskey, removeLastPasskey],
    ['the end of the last passkey', 'a password', removeLastPasskey, byPassword],
    // A page sends what is refused here once more, with the new token.
    ['a passkey', 'a new password', byPasskey, changePassword, [200, 401]],
    ['a new password', 'a passkey', changePassword, byPasskey],
    ['an institute', 'a passkey', beginActing, byPasskey, [204, 200]],
    ['a passkey', 'an institute', byPasskey, beginActing, [200, 401]],
    ['an institute', 'an institute', beginActing, beginActing, [204, 401]],
    ['the way back', 'a passkey', endActing, byPasskey, [204, 200]],
    ['a passkey', 'the way back', byPasskey, endActing, [200, 401]],
    ['the way back', 'the way back', endActing, endActing, [204, 401]],
  ]

  const named = ways.map((way) => [way[0], way[1], way] as const)
  test.each(named)('by %s and by %s leave the login, whichever answer comes last', async (_first, _second, way) => {
    const [, , makeFirst, makeSecond, statuses = [200, 200]] = way
    const person = await addPerson()
    await act(person, college)
    const first = await makeFirst(person)
    const answers = await sendAtOnce(person, first, await makeSecond(person))
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    const [one, other] = answers
    const both = [await statusAfter(person, [one, other]), await statusAfter(person, [other, one])]
    expect(both).toEqual([200, 200])
  })
})
