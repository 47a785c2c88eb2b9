import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RecoveryCodes } from '#contract/passkey.ts'
import { attackersAddress, believesTests, openBrowserBehind, victims } from '#testing/behind-address.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import {
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  registerUnconfirmedOrganisation,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { cheapHasher, startTestServer, type TestServer } from '#testing/test-server.ts'

const hour = 60 * 60_000
const tooMany = refusal(429, 'general_rate_limit_exceeded')
const invalid = refusal(401, 'user_invalid_token')
const wrongSecret = 'x'.repeat(43)
const newPassword = 'bamboo-saddle-comet-51'

type Link = { readonly userId: string; readonly secret: string }

/** Rules §4, with the limits as in production: a right secret works whatever strangers have sent before. */
describe.each(engines)('mailed secrets under attack on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let hashes = 0
  let count = 0

  beforeAll(async () => {
    const hasher: typeof cheapHasher = {
      ...cheapHasher,
      async hash(password) {
        hashes += 1
        return cheapHasher.hash(password)
      },
    }
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1', ...believesTests }, hasher })
    organisation = await registerOrganisation(server)
  })
  afterAll(() => server.close())
  // Each test begins with windows of its own.
  beforeEach(() => server.clock.advance(2 * hour))

  const behind = (address: string) => openBrowserBehind(server, address)
  const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, index) => work(index)))
  const countOf = (replies: readonly Reply[], wanted: number) =>
    replies.filter(({ status }) => status === wanted).length
  const newEmail = () => `person${++count}@example.org`
  const newStudent = () => registerStudent(server, organisation.id, { email: newEmail(), rollNumber: `L-${count}` })
  const readLink = async (email: string, path: string): Promise<Link> => {
    for (;;) {
      const { links } = await server.inbox.next(email)
      if (links.some((link) => link.includes(`${path}?`))) return readMailedToken(links, path)
    }
  }
  /** Ten wrong ones for the owner, then as many for invented people as use up the limit of the address. */
  const attack = async (userId: string, open: (http: HttpClient, link: Link) => Promise<Reply>) => {
    const aboutOwner = await atOnce(10, () => open(behind(attackersAddress), { userId, secret: wrongSecret }))
    const invented = await atOnce(62, (index) =>
      open(behind(attackersAddress), { userId: `invented-${index}`, secret: wrongSecret }),
    )
    const replies = [...aboutOwner, ...invented]
    expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([60, 12])
    const refused = await open(behind(attackersAddress), { userId, secret: wrongSecret })
    expect(refused).toMatchObject(tooMany)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
  }

  const verify = (http: HttpClient, link: Link) => http.put('/v1/account/verification', link)
  const verifyByNewPath = (http: HttpClient, link: Link) => http.put('/v1/account/verifications/email', link)
  const setPassword = (http: HttpClient, link: Link) =>
    http.put('/v1/account/recovery', { ...link, password: newPassword })
  const replacePasskey = (password: string) => (http: HttpClient, link: Link) =>
    http.put('/api/v1/passkey/replacement', { ...link, password })
  const askForNewPassword = async (email: string): Promise<Link> => {
    await server.openBrowser().post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })
    return readLink(email, '/new-password')
  }
  const askForReplacement = async (student: Person): Promise<Link> => {
    await registerPasskey(student)
    await student.http.post('/api/v1/passkey/replacement')
    return readLink(student.email, '/replace-passkey')
  }

  describe.each(victims)('%s', (_where, address) => {
    test.each([
      ['its path', verify],
      ['the path of newer SDKs', verifyByNewPath],
    ])('a right link verifies the email by %s', async (_path, open) => {
      const { id, email } = await registerUnconfirmedOrganisation(server, { email: newEmail() })
      const link = await readLink(email, '/verify-email')
      await attack(id, open)
      expect(await open(behind(address), link)).toMatchObject({ status: 200 })
      expect(await open(behind('192.0.2.1'), link)).toMatchObject(invalid)
    })

    test('a right link sets a new password', async () => {
      const student = await newStudent()
      const link = await askForNewPassword(student.email)
      await attack(student.id, setPassword)
      expect(await setPassword(behind(address), link)).toMatchObject({ status: 200 })
    })

    test('a right link replaces a passkey', async () => {
      const student = await newStudent()
      const link = await askForReplacement(student)
      await attack(student.id, replacePasskey(student.password))
      expect(await replacePasskey(student.password)(behind(address), link)).toMatchObject({ status: 200 })
    })

    test('a right link replaces a passkey, even after strangers have blocked the password', async () => {
      const student = await newStudent()
      const link = await askForReplacement(student)
      const guess = () =>
        behind(attackersAddress).post('/v1/account/sessions/email', { email: student.email, password: newPassword })
      await atOnce(10, guess)
      expect(await guess()).toMatchObject(tooMany)
      expect(await replacePasskey(student.password)(behind(address), link)).toMatchObject({ status: 200 })
    })

    test('a right recovery code opens the login', async () => {
      const institute = await registerOrganisation(server, { email: newEmail() })
      await registerPasskey(institute)
      const { body } = await institute.http.post<RecoveryCodes>('/api/v1/recovery-codes')
      const use = (http: HttpClient, userId: string, code: string | undefined) =>
        http.post('/api/v1/recovery-codes/use', { userId, code })
      const guess = (userId: string) => use(behind(attackersAddress), userId, 'BBBBBB-BBBBBB-BBBBBB')
      const aboutOwner = await atOnce(12, () => guess(institute.id))
      expect([countOf(aboutOwner, 401), countOf(aboutOwner, 429)]).toEqual([10, 2])
      await atOnce(60, (index) => guess(`invented-${index}`))
      expect(await guess('yet-another')).toMatchObject(tooMany)
      const http = behind(address)
      expect(await use(http, institute.id, body.codes[0])).toMatchObject({ status: 200 })
      const { email, password } = institute
      expect(await http.post('/v1/account/sessions/email', { email, password })).toMatchObject({ status: 201 })
    })
  })

  test('an address that has used up its wrong ones is served again after an hour', async () => {
    await attack('invented', verify)
    server.clock.advance(hour)
    expect(await verify(behind(attackersAddress), { userId: 'invented', secret: wrongSecret })).toMatchObject(invalid)
  })

  test('a right link gets the same limit headers as a wrong one', async () => {
    const { email } = await registerUnconfirmedOrganisation(server, { email: newEmail() })
    const link = await readLink(email, '/verify-email')
    const http = behind('192.0.2.9')
    const left = async (one: Link) => (await verify(http, one)).headers.get('x-ratelimit-remaining')
    expect([await left({ ...link, secret: wrongSecret }), await left(link)]).toEqual(['59', '59'])
  })

  test('wrong secrets from one address do not count for another', async () => {
    await attack('invented', verify)
    expect(await verify(behind('192.0.2.1'), { userId: 'invented', secret: wrongSecret })).toMatchObject(invalid)
  })

  test('a wrong link costs no password hash, and a right one costs one', async () => {
    const student = await newStudent()
    const link = await askForNewPassword(student.email)
    const before = hashes
    await atOnce(70, (index) =>
      setPassword(behind(attackersAddress), { userId: `invented-${index}`, secret: wrongSecret }),
    )
    for (const wrong of [
      { ...link, secret: wrongSecret },
      { ...link, userId: organisation.id },
    ]) {
      expect(await setPassword(behind('192.0.2.1'), wrong)).toMatchObject(invalid)
    }
    expect(hashes).toBe(before)
    expect(await setPassword(behind(attackersAddress), link)).toMatchObject({ status: 200 })
    expect(hashes).toBe(before + 1)
  })

  test('behind a right link the password cannot be guessed more often than at a login', async () => {
    const student = await newStudent()
    const link = await askForReplacement(student)
    const replies = await atOnce(12, () => replacePasskey('not-the-password-1')(behind(attackersAddress), link))
    expect([countOf(replies, 401), countOf(replies, 429)]).toEqual([10, 2])
    const { email, password } = student
    expect(await behind('192.0.2.1').post('/v1/account/sessions/email', { email, password })).toMatchObject({
      status: 201,
    })
  })
})
