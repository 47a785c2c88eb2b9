import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reason } from '#contract/problems.ts'
import { engines } from '#testing/create-database.ts'
import type { Reply } from '#testing/http-client.ts'
import { documentsPath, type Person, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const unknown = '7777ZZZZ'
const secret = 'x'.repeat(43)
const password = 'bamboo-saddle-comet-51'

/**
 * Situations that an attacker must not be able to tell apart (rules §2): the same reason, and the same bytes around it.
 */
describe.each(engines)('one reason on %s', (engine) => {
  let server: TestServer
  let college: Person
  let school: Person
  let student: Person
  let pupil: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    school = await registerOrganisation(server, { name: 'School', email: 'office@school.example' })
    student = await registerStudent(server, college.id)
    pupil = await registerStudent(server, school.id, { email: 'pupil@school.example', rollNumber: 'S-1' })
  })
  afterAll(() => server.close())

  const read = (id: string) => college.http.get(`${documentsPath('STD')}/${id}`)
  const logIn = (email: string) => server.openBrowser().post('/v1/account/sessions/email', { email, password })
  const askForPasskey = (userId: string) =>
    server.openBrowser().post('/api/v1/passkey/login', { userId, category: 'ORG' })
  const setPassword = (userId: string) => server.openBrowser().put('/v1/account/recovery', { userId, secret, password })
  const verify = (userId: string) => server.openBrowser().put('/v1/account/verification', { userId, secret })
  const join = (code: string) =>
    student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: { organisation: [college.id, code] } })
  const correct = (id: string) => college.http.patch(`/api/v1/members/${id}`, { rollNumber: 'X-9' })

  type Situations = Readonly<Record<string, () => Promise<Reply>>>

  test.each<[string, Reason, Situations]>([
    [
      'a student who is read',
      'document_not_found',
      {
        'does not exist': () => read(unknown),
        'is of another institute': () => read(pupil.id),
        'is an institute': () => read(school.id),
      },
    ],
    [
      'a member who is corrected',
      'document_not_found',
      {
        'does not exist': () => correct(unknown),
        'is of another institute': () => correct(pupil.id),
        'is an institute': () => correct(school.id),
      },
    ],
    [
      'an institute whose passkeys a guest asks for',
      'document_not_found',
      {
        'does not exist': () => askForPasskey(unknown),
        'has no passkey': () => askForPasskey(college.id),
        'is a student': () => askForPasskey(student.id),
      },
    ],
    [
      'an institute that a student adds',
      'institute-code-invalid',
      { 'does not exist': () => join(unknown), 'is a student': () => join(pupil.id) },
    ],
    [
      'a login with a wrong password, whose email',
      'user_invalid_credentials',
      {
        'is unknown': () => logIn('stranger@example.org'),
        'is a student’s': () => logIn(student.email),
        'is an institute’s': () => logIn(college.email),
      },
    ],
    [
      'a secret for a new password that was never mailed, whose account',
      'user_invalid_token',
      { 'does not exist': () => setPassword(unknown), exists: () => setPassword(student.id) },
    ],
    [
      'a secret for an email that was never mailed, whose account',
      'user_invalid_token',
      { 'does not exist': () => verify(unknown), exists: () => verify(pupil.id) },
    ],
  ])('%s: one reason, the same bytes', async (_what, reason, situations) => {
    const answers = new Set<string>()
    for (const [situation, ask] of Object.entries(situations)) {
      const reply = await ask()
      expect.soft(reply.body, situation).toMatchObject({ reason })
      answers.add(reply.text)
    }
    expect(answers.size).toBe(1)
  })
})
