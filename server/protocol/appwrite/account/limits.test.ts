import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginAs } from '#testing/begin-registration.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import {
  documentsPath,
  logIn,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute
const tooMany = refusal(429, 'general_rate_limit_exceeded')

/** Rules §4, with the limits as they are in production. */
describe.each(engines)('limits on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let student: Person

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    organisation = await registerOrganisation(server)
    student = await registerStudent(server, organisation.id)
  })
  afterAll(() => server.close())
  // Each test begins with windows of its own.
  beforeEach(() => server.clock.advance(2 * hour))

  const repeat = async <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> => {
    const results: T[] = []
    for (let index = 0; index < times; index++) results.push(await work(index))
    return results
  }
  const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, index) => work(index)))
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status)
  const retryAfter = (reply: Reply) => Number(reply.headers.get('retry-after'))
  const logInWith = (email: string, password: string, http: HttpClient = server.openBrowser()) =>
    http.post('/v1/account/sessions/email', { email, password })

  test('a limited call says how much is left, and a refused one when to come back', async () => {
    const { http } = await logIn(student, server.openBrowser())
    const change = () => http.patch('/v1/account/password', { password: 'a-new-password-99', oldPassword: 'wrong' })
    const replies = await repeat(5, change)
    expect(statuses(replies)).toEqual([401, 401, 401, 401, 401])
    expect(replies.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0'])
    expect(replies[0]?.headers.get('x-ratelimit-limit')).toBe('5')
    const refused = await change()
    expect(refused).toMatchObject(tooMany)
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(retryAfter(refused)).toBeGreaterThan(3_500)
    expect(retryAfter(refused)).toBeLessThanOrEqual(3_600)
    const reset = Number(refused.headers.get('x-ratelimit-reset')) * 1_000 - server.clock.now()
    expect(Math.abs(reset - retryAfter(refused) * 1_000)).toBeLessThan(10_000)
    expect(replies[0]?.headers.get('retry-after')).toBeNull()
  })

  describe('of wrong passwords', () => {
    const wrong = 'not-the-password-1'

    test('block the password for 30 seconds after ten misses, then twice as long each time, up to 15 minutes', async () => {
      const { email, password } = await registerStudent(server, organisation.id, {
        email: 'guessed@example.org',
        rollNumber: 'G1',
      })
      expect(statuses(await repeat(10, () => logInWith(email, wrong)))).toEqual(Array(10).fill(401))
      const waits: number[] = []
      for (let block = 0; block < 7; block++) {
        const refused = await logInWith(email, password)
        expect(refused).toMatchObject(tooMany)
        waits.push(retryAfter(refused))
        server.clock.advance(retryAfter(refused) * 1_000)
        expect(await logInWith(email, wrong)).toMatchObject({ status: 401 })
      }
      expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
      server.clock.advance(15 * minute)
      expect(await logInWith(email, password)).toMatchObject({ status: 201 })
    })

    test('are forgotten after a login', async () => {
      const { email, password } = student
      await repeat(9, () => logInWith(email, wrong))
      expect(await logInWith(email, password)).toMatchObject({ status: 201 })
      expect(statuses(await repeat(9, () => logInWith(email, wrong)))).toEqual(Array(9).fill(401))
      expect(await logInWith(email, password)).toMatchObject({ status: 201 })
    })

    test('of one browser are forgotten when the current password is given there, too', async () => {
      const { http } = await logIn(student, server.openBrowser())
      const { email, password } = student
      for (let round = 0; round < 2; round++) {
        expect(statuses(await repeat(9, () => logInWith(email, wrong, http)))).toEqual(Array(9).fill(401))
        expect(await http.post('/api/v1/session/confirm', { password })).toMatchObject({ status: 200 })
      }
    })

    test('of strangers are not forgotten when the current password is given elsewhere', async () => {
      const { http } = await logIn(student, server.openBrowser())
      const { email, password } = student
      expect(statuses(await repeat(9, () => logInWith(email, wrong)))).toEqual(Array(9).fill(401))
      expect(await http.post('/api/v1/session/confirm', { password })).toMatchObject({ status: 200 })
      expect(statuses(await repeat(2, () => logInWith(email, wrong)))).toEqual([401, 429])
    })

    test('count the same for an email without an account', async () => {
      const known = await repeat(12, () => logInWith(organisation.email, wrong))
      server.clock.advance(2 * hour)
      const unknown = await repeat(12, () => logInWith('nobody.at.all@example.org', wrong))
      expect(statuses(unknown)).toEqual(statuses(known))
      expect(unknown.map(({ text }) => text)).toEqual(known.map(({ text }) => text))
      expect(unknown.map(({ headers }) => [...headers.keys()])).toEqual(known.map(({ headers }) => [...headers.keys()]))
    })

    test('leave a live session and the reset link alone', async () => {
      const person = await registerStudent(server, organisation.id, { email: 'hunted@example.org', rollNumber: 'H1' })
      await repeat(12, () => logInWith(person.email, wrong))
      expect(await logInWith(person.email, person.password)).toMatchObject(tooMany)
      expect(await person.http.get('/v1/account')).toMatchObject({ status: 200 })
      await server
        .openBrowser()
        .post('/v1/account/recovery', { email: person.email, url: `${server.origin}/new-password` })
      const token = readMailedToken((await server.inbox.next(person.email)).links, '/new-password')
      const password = 'bamboo-saddle-comet-51'
      expect(await server.openBrowser().put('/v1/account/recovery', { ...token, password })).toMatchObject({
        status: 200,
      })
      expect(await logInWith(person.email, password)).toMatchObject({ status: 201 })
    })

    test('switch the password off at a hundred in a row, until it is reset', async () => {
      const person = await registerStudent(server, organisation.id, {
        email: 'hundred@example.org',
        rollNumber: 'H100',
      })
      // Slow enough to stay below the blocks and the limit of the address.
      for (let misses = 0; misses < 100; misses += 5) {
        server.clock.advance(16 * minute)
        expect(statuses(await atOnce(5, () => logInWith(person.email, wrong)))).toEqual(Array(5).fill(401))
      }
      server.clock.advance(48 * hour)
      expect(await logInWith(person.email, person.password)).toMatchObject(tooMany)
      await server
        .openBrowser()
        .post('/v1/account/recovery', { email: person.email, url: `${server.origin}/new-password` })
      const token = readMailedToken((await server.inbox.next(person.email)).links, '/new-password')
      const password = 'bamboo-saddle-comet-51'
      await server.openBrowser().put('/v1/account/recovery', { ...token, password })
      expect(await logInWith(person.email, password)).toMatchObject({ status: 201 })
    })

    test('count when the current password is asked for again, for the browser that asks', async () => {
      const person = await registerStudent(server, organisation.id, { email: 'inside@example.org', rollNumber: 'I1' })
      const body = { email: 'elsewhere@example.org', password: wrong }
      expect(statuses(await repeat(5, () => person.http.patch('/v1/account/email', body)))).toEqual(Array(5).fill(401))
      expect(statuses(await repeat(5, () => logInWith(person.email, wrong, person.http)))).toEqual(Array(5).fill(401))
      expect(await logInWith(person.email, person.password, person.http)).toMatchObject(tooMany)
      expect(await logInWith(person.email, person.password)).toMatchObject({ status: 201 })
    })

    test('all count when they come at the same time', async () => {
      const email = 'at.once@example.org'
      const replies = await atOnce(30, () => logInWith(email, wrong))
      expect(statuses(replies).filter((status) => status === 401)).toHaveLength(10)
      expect(statuses(replies).filter((status) => status === 429)).toHaveLength(20)
    })

    test('end at 200 for one address, however many accounts they are for', async () => {
      for (let round = 0; round < 8; round++) {
        const replies = await atOnce(25, (index) => logInWith(`guess${round}.${index}@example.org`, wrong))
        expect(statuses(replies)).toEqual(Array(25).fill(401))
      }
      const refused = await logInWith(student.email, student.password)
      expect(refused).toMatchObject(tooMany)
      expect(retryAfter(refused)).toBeLessThanOrEqual(15 * 60)
      server.clock.advance(15 * minute)
      expect(await logInWith(student.email, student.password)).toMatchObject({ status: 201 })
    })
  })

  test('a verification mail can be asked for three times a minute and ten times an hour', async () => {
    const person = await beginAs('ORG', server, 'unverified@example.org')
    await logInWith(person.email, person.password, person.http)
    const ask = (index: number) =>
      person.http.post(index % 2 === 0 ? '/v1/account/verification' : '/v1/account/verifications/email', {
        url: `${server.origin}/verify-email`,
      })
    const rounds = []
    for (let round = 0; round < 4; round++) {
      rounds.push(statuses(await repeat(4, ask)))
      server.clock.advance(minute)
    }
    expect(rounds).toEqual([
      [201, 201, 201, 429],
      [201, 201, 201, 429],
      [201, 201, 201, 429],
      [201, 429, 429, 429],
    ])
    const mails = rowsOf(await server.readTables(), 'outbox').filter(({ recipient }) => recipient === person.email)
    expect(mails).toHaveLength(10)
  })

  test('a recovery mail can be asked for three times an hour, also for an email without an account', async () => {
    const ask = (email: string) =>
      server.openBrowser().post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })
    const known = await repeat(4, () => ask(student.email))
    const unknown = await repeat(4, () => ask('no.such.student@example.org'))
    expect(statuses(known)).toEqual([201, 201, 201, 429])
    expect(statuses(unknown)).toEqual(statuses(known))
    expect(unknown.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(
      known.map(({ headers }) => headers.get('x-ratelimit-remaining')),
    )
    server.clock.advance(hour)
    expect(await ask(student.email)).toMatchObject({ status: 201 })
  })

  test.each(['/v1/account/verification', '/v1/account/recovery'])(
    'guessing a link at %s ends after sixty misses of an address, for one account or many',
    async (path) => {
      const guess = (userId: string) =>
        server.openBrowser().put(path, {
          userId,
          secret: 'x'.repeat(43),
          ...(path.endsWith('recovery') ? { password: 'bamboo-saddle-comet-51' } : {}),
        })
      expect(statuses(await repeat(11, () => guess(student.id)))).toEqual(Array<number>(11).fill(401))
      expect(await guess(organisation.id)).toMatchObject({ status: 401 })
      expect(statuses(await atOnce(48, (index) => guess(`guess-${index}`)))).toEqual(Array<number>(48).fill(401))
      const refused = await guess('yet-another-guess')
      expect(refused).toMatchObject(tooMany)
      expect(retryAfter(refused)).toBeGreaterThan(3_500)
    },
  )

  test('asking for an organisation’s passkey counts only towards the limit for floods', async () => {
    const http = server.openBrowser()
    const subject = { userId: organisation.id, category: 'ORG' }
    const replies = await repeat(40, () => http.post('/api/v1/passkey/login', subject))
    expect(statuses(replies)).toEqual(Array<number>(40).fill(404))
    expect(replies.at(-1)?.headers.get('x-ratelimit-remaining')).toBe('1160')
  })

  describe('of guest look-ups', () => {
    const lookUp = (collection: 'ORG' | 'STD', email: string) => {
      const query = JSON.stringify({ method: 'equal', attribute: 'email', values: [email] })
      return server
        .openBrowser()
        .get<{ total: number; documents: { $id: string }[] }>(
          `${documentsPath(collection)}?queries[0]=${encodeURIComponent(query)}`,
        )
    }
    const spendMisses = () => atOnce(20, (index) => lookUp('STD', `miss${index}@example.org`))

    test('answer twenty misses as misses, and further ones as hits with an id that leads nowhere', async () => {
      for (const reply of await spendMisses()) expect(reply.body).toEqual({ total: 0, documents: [] })
      const decoy = await lookUp('STD', 'decoy@example.org')
      const hit = await lookUp('STD', student.email)
      expect(hit.body).toEqual({ total: 1, documents: [{ $id: student.id }] })
      expect(decoy.body).toEqual({ total: 1, documents: [{ $id: expect.stringMatching(/^[A-Z0-9]{8}$/) }] })
      const shown = ({ status, headers }: Reply) => [
        status,
        [...headers].flatMap(([name, value]) => {
          if (['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'].includes(name)) return []
          // A hash of the body, whose ids differ.
          return [[name, name === 'etag' ? 'a tag' : value]]
        }),
      ]
      expect(shown(decoy)).toEqual(shown(hit))
      const [left, leftAfter] = [decoy, hit].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
      expect(leftAfter).toBe((left ?? 0) - 1)
    })

    test('give one email the same decoy each time, another email and another collection another one', async () => {
      await spendMisses()
      const idOf = async (collection: 'ORG' | 'STD', email: string) =>
        (await lookUp(collection, email)).body.documents[0]?.$id
      const first = await idOf('STD', 'decoy@example.org')
      expect(await idOf('STD', 'Decoy@Example.org')).toBe(first)
      expect(await idOf('STD', 'decoy2@example.org')).not.toBe(first)
      expect(await idOf('ORG', 'decoy@example.org')).not.toBe(first)
      server.clock.advance(10 * minute)
      expect(await idOf('STD', 'decoy@example.org')).toBeUndefined()
      await spendMisses()
      expect(await idOf('STD', 'decoy@example.org')).toBe(first)
    })

    test('answer one email ten times as a miss, then as a hit', async () => {
      const totals = (await repeat(12, () => lookUp('ORG', 'asked.often@example.org'))).map(({ body }) => body.total)
      expect(totals).toEqual([...Array<number>(10).fill(0), 1, 1])
    })

    test('have no decoy for text that can be no email, however often it is asked for', async () => {
      for (const email of ['', 'nobody', 'nobody@localhost']) {
        const totals = (await repeat(12, () => lookUp('STD', email))).map(({ body }) => body.total)
        expect(totals).toEqual(Array<number>(12).fill(0))
      }
      expect((await lookUp('STD', 'decoy@example.org')).body.total).toBe(1)
    })

    test('say of a decoy organisation that it has no passkey; its login fails like a wrong password', async () => {
      await spendMisses()
      const { body } = await lookUp('ORG', 'decoy@institutes.example')
      expect(Object.keys(body.documents[0] ?? {})).toEqual(['$id'])
      const decoy = await logInWith('decoy@institutes.example', 'some-password-12')
      const wrong = await logInWith(organisation.email, 'some-password-12')
      expect(decoy).toMatchObject(refusal(401, 'user_invalid_credentials'))
      expect(decoy.text).toBe(wrong.text)
    })

    test('never lock an honest user out', async () => {
      await atOnce(60, (index) => lookUp('STD', `storm${index}@example.org`))
      expect((await lookUp('STD', student.email)).body).toEqual({ total: 1, documents: [{ $id: student.id }] })
      expect(await logInWith(student.email, student.password)).toMatchObject({ status: 201 })
    })

    test('are recorded without the email, hits and misses', async () => {
      const read = async () =>
        rowsOf(await server.readTables(), 'audit_log').filter(({ action }) => action === 'profile.look-up')
      const before = (await read()).length
      await lookUp('STD', 'curious@example.org')
      await lookUp('STD', student.email)
      const outcomes = (await read()).sort((a, b) => a.sequence - b.sequence).map(({ outcome }) => outcome)
      expect(outcomes.slice(before)).toEqual(['refused', 'done'])
      expect(JSON.stringify(pickTables(await server.readTables(), 'audit_log'))).not.toContain('curious@example.org')
    })
  })
})
