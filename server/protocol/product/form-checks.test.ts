import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Label } from '#contract/identifiers.ts'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { engines } from '#testing/create-database.ts'
import {
  documentsPath,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const hour = 3_600_000
const nothing = { profile: null, otherCategory: null }

/** Rules §4 with the limits as they are in production. */
describe.each(engines)('before a form is sent, on %s,', (engine) => {
  let server: TestServer
  let organisation: Person
  let student: Person

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    organisation = await registerOrganisation(server)
    student = await registerStudent(server, organisation.id)
  })
  afterAll(() => server.close())
  beforeEach(() => server.clock.advance(2 * hour))

  const ask = async (email: string, category: Label) =>
    server.openBrowser().post('/api/v1/profiles/look-up', { email, category })
  const askBody = async (email: string, category: Label) => (await ask(email, category)).body
  const spendMisses = () =>
    Promise.all(Array.from({ length: 20 }, (_, index) => ask(`miss${index}@example.org`, 'STD')))

  describe('the look-up of a login', () => {
    test('finds a profile of the tab that is open', async () => {
      expect(await askBody(student.email, 'STD')).toEqual({
        profile: { userId: student.id, hasPasskey: false },
        otherCategory: null,
      })
      expect(await askBody(organisation.email.toUpperCase(), 'ORG')).toEqual({
        profile: { userId: organisation.id, hasPasskey: false },
        otherCategory: null,
      })
    })

    test('names the other tab for an email that belongs there, and no tab for an unknown one', async () => {
      expect(await askBody(student.email, 'ORG')).toEqual({ profile: null, otherCategory: 'STD' })
      expect(await askBody(organisation.email, 'STD')).toEqual({ profile: null, otherCategory: 'ORG' })
      expect(await askBody('nobody@example.org', 'STD')).toEqual(nothing)
    })

    test('shows whether an organisation has a passkey, and never whether a student has', async () => {
      const keptOrganisation = await registerOrganisation(server, { email: 'kept@institutes.example' })
      const form = { email: 'kept@students.example', rollNumber: 'KEPT-1' }
      const keptStudent = await registerStudent(server, organisation.id, form)
      await registerPasskey(keptOrganisation)
      await registerPasskey(keptStudent)
      expect(await askBody(keptOrganisation.email, 'ORG')).toMatchObject({ profile: { hasPasskey: true } })
      expect(await askBody(keptStudent.email, 'STD')).toMatchObject({ profile: { hasPasskey: false } })
    })

    test('costs one miss for both tabs', async () => {
      // Nineteen asked for both tabs leave one.
      for (let index = 0; index < 19; index++) await ask(`both${index}@example.org`, 'STD')
      expect(await askBody(student.email, 'ORG')).toEqual({ profile: null, otherCategory: 'STD' })
      expect(await askBody('later@example.org', 'STD')).toMatchObject({ profile: { hasPasskey: false } })
    })

    test('answers beyond the limit an email of the other tab, an unknown one and a student in the same shape, with no tab', async () => {
      await spendMisses()
      const decoy = {
        profile: { userId: expect.stringMatching(/^[A-Z0-9]{8}$/), hasPasskey: false },
        otherCategory: null,
      }
      const replies = [
        await ask('decoy@example.org', 'STD'),
        await ask(organisation.email, 'STD'),
        await ask(student.email, 'STD'),
        await ask(student.email, 'ORG'),
        await ask('decoy@example.org', 'ORG'),
      ]
      for (const { status, body } of replies) expect([status, body]).toEqual([200, decoy])
      expect(new Set(replies.map(({ text }) => text.length)).size).toBe(1)
    })

    test('gives the decoy that a list of documents gives for that email', async () => {
      await spendMisses()
      const query = encodeURIComponent(
        JSON.stringify({ method: 'equal', attribute: 'email', values: ['decoy@example.org'] }),
      )
      const { body } = await server
        .openBrowser()
        .get<{ documents: { $id: string }[] }>(`${documentsPath('ORG')}?queries[0]=${query}`)
      expect(await askBody('decoy@example.org', 'ORG')).toMatchObject({ profile: { userId: body.documents[0]?.$id } })
    })

    test('has no decoy for an impossible email', async () => {
      await spendMisses()
      expect(await askBody('a@b', 'STD')).toEqual(nothing)
    })

    test('is written down with a hash of the email, hit or miss', async () => {
      const read = async () =>
        rowsOf(await server.readTables(), 'audit_log').filter(({ action }) => action === 'profile.look-up')
      const before = new Set((await read()).map(({ request_id }) => request_id))
      for (const email of [student.email, organisation.email, 'curious@example.org']) await ask(email, 'STD')
      const rows = (await read()).filter(({ request_id }) => !before.has(request_id))
      expect(rows.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
      expect(rows.filter(({ outcome }) => outcome === 'refused')).toHaveLength(2)
      expect(JSON.stringify(rows)).not.toMatch(/curious|@/)
    })

    test('answers a signed-in caller like a guest', async () => {
      const { body } = await student.http.post('/api/v1/profiles/look-up', {
        email: organisation.email,
        category: 'ORG',
      })
      expect(body).toMatchObject({ profile: { userId: organisation.id } })
    })
  })

  describe('the look-up of an institute', () => {
    const find = async (code: string) => (await server.openBrowser().post('/api/v1/institutes/look-up', { code })).body

    test('tells whose code it is, in whatever form it is typed', async () => {
      const found = { institute: { id: organisation.id, name: expect.any(String) } }
      expect(await find(organisation.id)).toEqual(found)
      expect(await find(` ${formatInstituteCode(organisation.id).toLowerCase()} `)).toEqual(found)
    })

    test.each(['22222222', '', '../students', 'ab'])('answers none for %j', async (code) => {
      expect(await find(code)).toEqual({ institute: null })
    })

    test('counts a miss of a guest', async () => {
      for (let index = 0; index < 20; index++) await find('22222222')
      expect(await askBody('decoy@example.org', 'STD')).toMatchObject({ profile: { hasPasskey: false } })
    })

    test('is no business of another institute', async () => {
      const { http } = await logIn(organisation, server.openBrowser())
      expect(await http.post('/api/v1/institutes/look-up', { code: organisation.id })).toMatchObject(
        refusal(401, 'user_unauthorized'),
      )
    })
  })

  describe('the check of a password', () => {
    const check = async (password: string) =>
      (await server.openBrowser().post('/api/v1/passwords/check', { password })).body

    test('knows the common ones in any case', async () => {
      expect(await check('Password123')).toEqual({ isCommon: true })
      expect(await check('tramway-umbrella-77')).toEqual({ isCommon: false })
    })
  })
})
