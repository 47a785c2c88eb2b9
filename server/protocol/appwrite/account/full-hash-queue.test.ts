import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { QueueFull } from '#server/async/bounded-queue.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import {
  assertPasskey,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables } from '#testing/rows-of.ts'
import { cheapHasher, startTestServer, type TestServer } from '#testing/test-server.ts'

const hour = 60 * 60_000
const wrong = 'not-the-password-1'
const unavailable = refusal(503, 'general_service_unavailable')

/** A password that the server had no time to compare is neither right nor wrong. The limits are as in production. */
describe.each(engines)('while the hash queue is full, on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let count = 0
  let isFull = false
  let isOutdated = false
  const refuseWhenFull = () => {
    if (isFull) throw new QueueFull('too many wait already')
  }
  const hasher: typeof cheapHasher = {
    ...cheapHasher,
    async hash(password) {
      refuseWhenFull()
      return cheapHasher.hash(password)
    },
    async verify(hash, password) {
      // With an outdated hash the queue becomes full only after the password was compared.
      if (!isOutdated) refuseWhenFull()
      return cheapHasher.verify(hash, password)
    },
    isOutdated: () => isOutdated,
  }

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' }, hasher })
    organisation = await registerOrganisation(server)
    await registerPasskey(organisation)
  })
  afterAll(() => server.close())
  afterEach(() => {
    isFull = false
    isOutdated = false
    server.clock.advance(2 * hour)
  })

  const registerSomebody = () =>
    registerStudent(server, organisation.id, { email: `busy${++count}@example.org`, rollNumber: `B${count}` })
  const logInWith = (email: string, password: string, http: HttpClient = server.openBrowser()) =>
    http.post('/v1/account/sessions/email', { email, password })
  const repeat = async (times: number, work: () => Promise<Reply>): Promise<number[]> => {
    const statuses: number[] = []
    for (let index = 0; index < times; index++) statuses.push((await work()).status)
    return statuses
  }
  const whileFull = async (times: number, work: () => Promise<Reply>): Promise<void> => {
    isFull = true
    const refused = await work()
    expect(refused).toMatchObject(unavailable)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await repeat(times - 1, work)).toEqual(Array(times - 1).fill(503))
    isFull = false
  }
  const misses = async () => pickTables(await server.readTables(), 'login_misses')

  test('logins are not counted as wrong passwords, neither of an account nor of an address', async () => {
    const { email, password } = await registerSomebody()
    const before = await misses()
    await whileFull(210, () => logInWith(email, wrong))
    expect(await misses()).toEqual(before)
    expect(await repeat(9, () => logInWith(email, wrong))).toEqual(Array(9).fill(401))
    expect(await logInWith(email, password)).toMatchObject({ status: 201 })
  })

  test('the try that would have been the tenth miss does not block the password', async () => {
    const { email, password } = await registerSomebody()
    expect(await repeat(9, () => logInWith(email, wrong))).toEqual(Array(9).fill(401))
    const before = await misses()
    await whileFull(3, () => logInWith(email, password))
    expect(await misses()).toEqual(before)
    expect(await logInWith(email, password)).toMatchObject({ status: 201 })
  })

  test('a right password whose hash could not be renewed is not a wrong one', async () => {
    const { email, password } = await registerSomebody()
    isOutdated = true
    await whileFull(12, () => logInWith(email, password))
    expect(await logInWith(email, password)).toMatchObject({ status: 201 })
  })

  test('asking for the current password again counts no miss', async () => {
    const { http, email, password } = await registerSomebody()
    const confirm = () => http.post('/api/v1/session/confirm', { password })
    await whileFull(12, confirm)
    expect(await confirm()).toMatchObject({ status: 200 })
    expect(await logInWith(email, password)).toMatchObject({ status: 201 })
  })

  test('the proof of an organisation’s passkey is not used up', async () => {
    const http = server.openBrowser()
    const subject = { userId: organisation.id, category: 'ORG' } as const
    expect(await assertPasskey(http, subject, organisation.authenticator)).toBe(true)
    await whileFull(4, () => logInWith(organisation.email, organisation.password, http))
    expect(await logInWith(organisation.email, wrong, http)).toMatchObject(refusal(401, 'user_invalid_credentials'))
    expect(await logInWith(organisation.email, organisation.password, http)).toMatchObject({ status: 201 })
  })

  test('replacing a passkey by a mailed link counts no miss', async () => {
    const student = await registerSomebody()
    await registerPasskey(student)
    await student.http.post('/api/v1/passkey/replacement')
    const isReplacement = (link: string) => link.includes('/replace-passkey')
    let { links } = await server.inbox.next(student.email)
    while (!links.some(isReplacement)) links = (await server.inbox.next(student.email)).links
    const link = readMailedToken(links, '/replace-passkey')
    const open = () => server.openBrowser().put('/api/v1/passkey/replacement', { ...link, password: student.password })
    await whileFull(12, open)
    expect(await open()).toMatchObject({ status: 200 })
  })
})
