import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CataloguedReason } from '#contract/problems.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import {
  documentsPath,
  type Person,
  registerOrganisation,
  registerPasskey,
  startAttendance,
} from '#testing/people-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { Problem } from '../../domain/problem.ts'
import { answerErrors } from './error-reply.ts'
import { loggerOptions, logRequests } from './request-log.ts'

/** Expected refusals that the web app takes as answers (decision 42). */

const prefer = { headers: { prefer: 'refusal=answer' } }
const preferenceOf = ({ headers }: Reply) => [headers.get('preference-applied'), headers.get('vary')]

describe('a refusal', () => {
  /** Refuses every call for this reason. */
  async function ask(reason: CataloguedReason, path: string, prefer: string) {
    const lines: string[] = []
    const app = fastify({ logger: loggerOptions('debug', (line) => lines.push(line)) })
    onTestFinished(() => app.close())
    const noted: CataloguedReason[] = []
    answerErrors(app, { isOutage: () => false, noteRefusal: async () => void noted.push(reason) })
    logRequests(app)
    app.post(path, async () => {
      throw new Problem(reason)
    })
    const { statusCode, headers: received, body } = await app.inject({ method: 'POST', url: path, headers: { prefer } })
    return { status: statusCode, applied: received['preference-applied'], body: JSON.parse(body), noted, lines }
  }

  test.each(['refusal=answer', 'respond-async, refusal=answer', 'refusal=answer,wait=10'])(
    'is an answer for the preference %s, and recorded and logged with its own status',
    async (preference) => {
      const { status, applied, body, noted, lines } = await ask('step-up-needed', '/api/v1/settings', preference)
      expect([status, applied]).toEqual([200, 'refusal=answer'])
      expect(body).toMatchObject({ code: 401, type: 'user_unauthorized', reason: 'step-up-needed' })
      expect(noted).toEqual(['step-up-needed'])
      expect(lines.map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({ msg: 'request', status: 401 }),
      )
    },
  )

  test.each(['', 'return=minimal', 'refusal=status', 'xrefusal=answer', 'refusal=answers'])(
    'keeps its status for the preference ‘%s’',
    async (preference) => {
      const { status, applied } = await ask('step-up-needed', '/api/v1/settings', preference)
      expect([status, applied]).toEqual([401, undefined])
    },
  )

  test.each<[CataloguedReason, number]>([
    ['general_unauthorized_scope', 401],
    ['screen-ended', 401],
    ['general_unknown_origin', 403],
    ['general_route_not_found', 404],
    ['general_not_implemented', 405],
    ['general_rate_limit_exceeded', 429],
    ['too-many-wrong-passwords', 429],
    ['general_unknown', 500],
    ['general_service_unavailable', 503],
  ])('for the reason %s keeps its status, whatever the client prefers', async (reason, expected) => {
    const { status, applied } = await ask(reason, '/api/v1/settings', 'refusal=answer')
    expect([status, applied]).toEqual([expected, undefined])
  })

  test.each(['/v1/account', '/api/v10/settings', '/healthz'])('of %s keeps its status', async (path) => {
    const { status, applied } = await ask('step-up-needed', path, 'refusal=answer')
    expect([status, applied]).toEqual([401, undefined])
  })
})

describe.each(engines)('a refusal over HTTP on %s', (engine) => {
  let server: TestServer
  let college: Person
  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
    await startAttendance(college)
  })
  afterAll(() => server.close())

  const begin = (http: HttpClient, options = {}) =>
    http.post('/api/v1/check-ins', { way: 'screen', rollNumber: 'unknown' }, options)

  test('has the same bytes as an answer, which nothing may store', async () => {
    const refused = await begin(college.http)
    expect([refused.status, ...preferenceOf(refused)]).toEqual([404, null, null])
    const answered = await begin(college.http, prefer)
    expect([answered.status, ...preferenceOf(answered)]).toEqual([200, 'refusal=answer', 'prefer'])
    expect(answered.headers.get('cache-control')).toBe('no-store')
    expect(answered.text).toBe(refused.text)
  })

  test('keeps its status for a call of the SDK, a missing login, a malformed body and another site', async () => {
    const { http } = college
    const answers = await Promise.all([
      http.patch(`${documentsPath('STD')}/nobody`, { data: { attendance: 1 } }, prefer),
      begin(server.openBrowser(), prefer),
      http.post('/api/v1/check-ins', { way: 'by air' }, prefer),
      begin(http, { headers: { ...prefer.headers, origin: 'https://evil.example' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 401, 400, 403])
    expect(answers.flatMap(preferenceOf).filter((value) => value !== null)).toEqual([])
  })

  test('leaves an answer that is no refusal as it is', async () => {
    const { status, headers } = await college.http.post(
      '/api/v1/passwords/check',
      { password: 'bamboo-saddle-51' },
      prefer,
    )
    expect([status, headers.get('preference-applied'), headers.get('vary')]).toEqual([200, null, null])
  })
})
