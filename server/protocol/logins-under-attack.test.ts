import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attackersAddress, believesTests, openBrowserBehind, victims } from '#testing/behind-address.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import { type Person, readMailedToken, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute
const tooMany = refusal(429, 'general_rate_limit_exceeded')
const wrong = refusal(401, 'user_invalid_credentials')
const wrongPassword = 'not-the-password-1'
const newPassword = 'bamboo-saddle-comet-51'

/** Rules §4, with the limits as in production: whose wrong passwords can lock out whom. */
describe.each(engines)('logins under attack on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1', ...believesTests } })
    organisation = await registerOrganisation(server)
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
  /** A student whose browser is behind this address and has logged in there. */
  const newStudent = async (address: string): Promise<Person> => {
    const form = { email: `person${++count}@example.org`, rollNumber: `A-${count}` }
    const student = await registerStudent(server, organisation.id, form)
    const http = behind(address)
    expect(await enter(http, student.email, student.password)).toMatchObject({ status: 201 })
    return { ...student, http }
  }
  const logInAgain = ({ http, email, password }: Person) => enter(http, email, password)
  const logOut = ({ http }: Person) => http.delete('/v1/account/sessions/current')
  const guess = (email: string) => enter(behind(attackersAddress), email, wrongPassword)
  const blockEmail = async (email: string) => {
    const replies = await atOnce(12, () => guess(email))
    expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([10, 2])
  }
  const switchPasswordOff = async (email: string) => {
    for (let misses = 0; misses < 100; misses += 5) {
      server.clock.advance(16 * minute)
      await atOnce(5, () => guess(email))
    }
    server.clock.advance(48 * hour)
  }
  const useUpAddress = async () => {
    for (let round = 0; round < 5; round++) await atOnce(40, (index) => guess(`guess${round}.${index}@example.org`))
    expect(await guess('one.more@example.org')).toMatchObject(tooMany)
  }
  const setNewPassword = async (http: HttpClient, email: string) => {
    await server.openBrowser().post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })
    for (;;) {
      const { links } = await server.inbox.next(email)
      if (!links.some((link) => link.includes('/new-password?'))) continue
      const link = readMailedToken(links, '/new-password')
      return http.put('/v1/account/recovery', { ...link, password: newPassword })
    }
  }

  describe.each(victims)('%s', (_where, address) => {
    test.each([
      ['ten wrong passwords', blockEmail],
      ['a hundred wrong passwords', switchPasswordOff],
    ])('%s of strangers do not block a browser that has logged in before, logged out or not', async (_what, attack) => {
      const [person, other] = [await newStudent(address), await newStudent(address)]
      await logOut(other)
      for (const { email } of [person, other]) await attack(email)
      for (const one of [person, other]) {
        expect(await enter(behind('192.0.2.1'), one.email, one.password)).toMatchObject(tooMany)
        expect(await logInAgain(one)).toMatchObject({ status: 201 })
      }
      // Its success does not clear the strangers' count: they stay blocked.
      expect(await enter(behind('192.0.2.1'), person.email, person.password)).toMatchObject(tooMany)
    })

    test('two hundred wrong logins of an address do not block a browser that has logged in before', async () => {
      const person = await newStudent(address)
      await logOut(person)
      await useUpAddress()
      expect(await logInAgain(person)).toMatchObject({ status: 201 })
      // A browser that no account knows is served from another address only.
      const fresh = await enter(behind(address), person.email, person.password)
      expect(fresh).toMatchObject(address === attackersAddress ? tooMany : { status: 201 })
    })

    test.each([
      ['ten wrong passwords', blockEmail],
      ['a hundred wrong passwords', switchPasswordOff],
    ])('%s of strangers block no call of a live session', async (_what, attack) => {
      const registered = await newStudent(address)
      await attack(registered.email)
      expect(await logInAgain(registered)).toMatchObject({ status: 201 })
      const { http, password } = registered
      expect(await http.get('/v1/account')).toMatchObject({ status: 200 })
      expect(await http.post('/api/v1/session/confirm', { password })).toMatchObject({ status: 200 })
      const change = { password: newPassword, oldPassword: password }
      expect(await http.patch('/v1/account/password', change)).toMatchObject({ status: 200 })
    })

    test('a live session without the cookie of a known browser is not blocked either', async () => {
      const person = await newStudent(address)
      const { email, password } = person
      const older = behind(address)
      older.cookies.store([`session=${person.http.cookies.get('session')}; Path=/`])
      await blockEmail(email)
      expect(await older.post('/api/v1/session/confirm', { password })).toMatchObject({ status: 200 })
      older.cookies.store([`browser=; Path=/; Max-Age=0`])
      expect(await enter(older, email, password)).toMatchObject({ status: 201 })
    })

    test('after a new password by the mailed link, the browser that set it can log in whatever strangers do', async () => {
      const { email } = await newStudent('192.0.2.1')
      await switchPasswordOff(email)
      const http = behind(address)
      expect(await setNewPassword(http, email)).toMatchObject({ status: 200 })
      await blockEmail(email)
      await useUpAddress()
      expect(await enter(http, email, newPassword)).toMatchObject({ status: 201 })
    })
  })

  describe('a known browser', () => {
    test('has ten wrong passwords of its own, which lock out only itself', async () => {
      const [here, sibling] = [await newStudent(attackersAddress), await newStudent(attackersAddress)]
      // The sibling logs in at the same browser.
      expect(await enter(here.http, sibling.email, sibling.password)).toMatchObject({ status: 201 })
      const replies = await atOnce(12, () => enter(here.http, here.email, wrongPassword))
      expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([10, 2])
      expect(await logInAgain(here)).toMatchObject(tooMany)
      expect(await enter(behind('192.0.2.1'), here.email, here.password)).toMatchObject({ status: 201 })
      expect(await enter(here.http, sibling.email, sibling.password)).toMatchObject({ status: 201 })
      // The sibling’s login has not given it new tries.
      expect(await logInAgain(here)).toMatchObject(tooMany)
      server.clock.advance(31_000)
      expect(await logInAgain(here)).toMatchObject({ status: 201 })
    })

    test('does not use up the wrong logins of its address', async () => {
      const { email, password } = await newStudent('192.0.2.1')
      const browsers = Array.from({ length: 20 }, () => behind(attackersAddress))
      for (const http of browsers) await enter(http, email, password)
      for (const http of browsers) {
        const replies = await atOnce(10, () => enter(http, email, wrongPassword))
        expect(countOf(replies, 401)).toBe(10)
      }
      expect(await guess('somebody.else@example.org')).toMatchObject(wrong)
    })

    test('is a stranger to every other account', async () => {
      const [here, target] = [await newStudent(attackersAddress), await newStudent('192.0.2.1')]
      const replies = await atOnce(12, () => enter(here.http, target.email, wrongPassword))
      expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([10, 2])
      expect(await guess(target.email)).toMatchObject(tooMany)
    })

    test('is not recognised by a copy of its cookie from before its owner’s next login', async () => {
      const shared = behind('192.0.2.1')
      const attacker = await newStudent('192.0.2.1')
      expect(await enter(shared, attacker.email, attacker.password)).toMatchObject({ status: 201 })
      const copy = shared.cookies.get('browser')
      const target = await newStudent('192.0.2.2')
      expect(await enter(shared, target.email, target.password)).toMatchObject({ status: 201 })
      await blockEmail(target.email)
      const home = behind('192.0.2.3')
      home.cookies.store([`browser=${copy}; Path=/`])
      expect(await enter(home, target.email, target.password)).toMatchObject(tooMany)
      expect(await enter(shared, target.email, target.password)).toMatchObject({ status: 201 })
    })

    test('is forgotten after 180 days without a login, and stays known by logging in', async () => {
      const [idle, used] = [await newStudent('192.0.2.1'), await newStudent('192.0.2.1')]
      server.clock.advance(179 * 24 * hour)
      expect(await logInAgain(used)).toMatchObject({ status: 201 })
      server.clock.advance(24 * hour)
      for (const { email } of [idle, used]) await blockEmail(email)
      expect(await logInAgain(idle)).toMatchObject(tooMany)
      expect(await logInAgain(used)).toMatchObject({ status: 201 })
    })

    test.each(['changed', 'reset'])('is forgotten once the password is %s elsewhere', async (how) => {
      const [there, here] = [await newStudent('192.0.2.1'), behind('192.0.2.2')]
      const { email, password } = there
      await enter(here, email, password)
      if (how === 'reset') expect(await setNewPassword(here, email)).toMatchObject({ status: 200 })
      else await here.patch('/v1/account/password', { password: newPassword, oldPassword: password })
      await blockEmail(email)
      expect(await enter(there.http, email, newPassword)).toMatchObject(tooMany)
      expect(await enter(here, email, newPassword)).toMatchObject({ status: 201 })
    })

    test('stays known when the email is changed', async () => {
      const { http, password } = await newStudent('192.0.2.1')
      const email = `moved${count}@example.org`
      expect(await http.patch('/v1/account/email', { email, password })).toMatchObject({ status: 200 })
      await blockEmail(email)
      expect(await enter(http, email, password)).toMatchObject({ status: 201 })
    })

    test('has a secret that scripts cannot read and the database does not hold', async () => {
      const { http, email, password } = await newStudent('192.0.2.1')
      const reply = await enter(http, email, password)
      const cookie = reply.headers.getSetCookie().find((text) => text.startsWith('browser=')) ?? ''
      const attributes = ['HttpOnly', `Max-Age=${180 * 86_400}`, 'Path=/', 'SameSite=Strict']
      expect(cookie.split('; ').slice(1).sort()).toEqual(attributes)
      expect(JSON.stringify(await server.readTables())).not.toContain(http.cookies.get('browser'))
    })
  })
})
