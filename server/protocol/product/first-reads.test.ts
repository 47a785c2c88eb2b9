import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { type Person, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/** POST /reads. That each read is answered as alone, permission-matrix.test.ts holds for every kind of caller. */
describe.each(engines)('reads that are sent together, on %s', (engine) => {
  let server: TestServer
  let student: Person
  beforeAll(async () => {
    server = await startTestServer(engine)
    student = await registerStudent(server, (await registerOrganisation(server)).id)
  })
  afterAll(() => server.close())

  const ask = (account: string, ...reads: readonly string[]) =>
    student.http.post<{ answers: readonly { status: number; body: string }[] }>('/api/v1/reads', { account, reads })

  test('come in the order in which they were asked, and a refusal among them is an answer', async () => {
    const { status, body, headers } = await ask(student.id, '/api/v1/settings', '/v1/account')
    expect([status, body.answers.map((one) => one.status)]).toEqual([200, [401, 200]])
    expect(JSON.parse(body.answers[1]?.body ?? '')).toMatchObject({ $id: student.id })
    expect(headers.get('content-encoding')).toBeNull()
  })

  test('are not answered to another login than that of the page', async () => {
    const { status, body } = await ask('SOMEONE', '/v1/account')
    expect([status, body]).toEqual([200, { answers: [] }])
  })

  test.each([
    ['a call that changes something', ['/api/v1/passkeys/a']],
    ['a file', ['/api/v1/own/data']],
    ['an address of another site', ['http://localhost/v1/account']],
    ['more than the half of an address', ['/v1/account/sessions']],
    ['themselves', ['/api/v1/reads']],
    ['none', []],
    ['more than eight', Array<string>(9).fill('/v1/account')],
  ])('are refused with %s', async (_, reads) => {
    expect((await ask(student.id, ...reads)).status).toBe(400)
  })

  test('are each counted by the limit of its own call', async () => {
    const before = (await student.http.get('/v1/account')).headers.get('x-ratelimit-remaining')
    await ask(student.id, '/v1/account', '/v1/account')
    const after = (await student.http.get('/v1/account')).headers.get('x-ratelimit-remaining')
    // The request itself is counted as one, too.
    expect(Number(before) - Number(after)).toBe(4)
  })
})
