import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectionOf, databaseId } from '#contract/identifiers.ts'
import type { PushedReceipt, Receipt, ReceiptList, ReceiptSettings, SavedPushSubscription } from '#contract/receipts.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import type { ReceivedMail } from '#testing/parse-mail.ts'
import {
  logIn,
  markStudent,
  type Person,
  readOwnOrganisation,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { type PushBrowser, type PushServiceStandIn, startPushService } from '#testing/push-service-stand-in.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const second = 1_000
const hour = 3_600 * second

/** Which mark has a receipt, and who gets it, is tested in server/domain/receipts; disputes in server/domain/register. */
describe.each(engines)('receipts over HTTP on %s', (engine) => {
  let server: TestServer
  let pushService: PushServiceStandIn
  let institute: Person
  let count = 0

  beforeAll(async () => {
    pushService = await startPushService()
    server = await startTestServer(engine, { env: { PUSH_SERVICES: pushService.origin } })
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
  })
  afterAll(async () => {
    await checkInvariants(server.database)
    await server.close()
    await pushService.close()
  })
  // Each test begins after all sessions and windows of the one before, in a session of its own.
  beforeEach(async () => {
    server.clock.advance(2 * hour)
    institute = await logIn(institute, server.openBrowser())
    await startAttendance(institute)
  })

  async function registerMember(): Promise<Person> {
    count += 1
    const form = { email: `s${count}@students.example`, rollNumber: `S-${count}` }
    const student = await registerStudent(server, institute.id, form)
    await registerPasskey(student)
    return student
  }
  async function mark(student: Person): Promise<void> {
    expect(await markStudent(institute, student.email, student.authenticator)).toMatchObject({ status: 200 })
  }
  const chooseEmail = ({ http }: Person, byEmail: boolean) =>
    http.put<ReceiptSettings>('/api/v1/receipts/settings', { byEmail })
  const subscribe = (http: HttpClient, { subscription }: PushBrowser, change: object = {}) =>
    http.post<SavedPushSubscription>('/api/v1/receipts/subscriptions', { ...subscription, language: 'en', ...change })
  const readReceipts = async ({ http }: Person) => (await http.get<ReceiptList>('/api/v1/receipts')).body.receipts
  /** The head of the log moves on with each sealed row, also between two answers. */
  /** The log takes the mark in after the answer, so that the proof may come between two readings. */
  const withoutProof = ({ proof: _, ...receipt }: Receipt) => receipt
  const flag = ({ http }: Person, attendanceSessionId: string): Promise<Reply<Receipt>> =>
    http.post('/api/v1/receipts/flag', { attendanceSessionId })
  const subscriptionsOf = async ({ id }: Person) =>
    rowsOf(await server.readTables(), 'push_subscriptions').filter(({ student_id }) => student_id === id)

  /** Queues another message, so that the worker reads the outbox now. */
  async function wakeWorker({ email }: Person): Promise<void> {
    await server.openBrowser().post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })
  }

  async function nextReceiptMail({ email }: Person): Promise<ReceivedMail> {
    for (;;) {
      const mail = await server.inbox.next(email)
      if (mail.subject === 'You were marked present in Rollkey') return mail
    }
  }

  describe('by email', () => {
    test('names institute, time, total and percentage, and leads to a page behind the login', async () => {
      const student = await registerMember()
      expect(await chooseEmail(student, true)).toMatchObject({ status: 200, body: { byEmail: true } })
      await mark(student)
      const mail = await nextReceiptMail(student)
      const { classes } = await readOwnOrganisation(institute)
      const [receipt] = await readReceipts(student)
      expect(mail.text).toMatch(/Kaveri College marked you present on \d+ \w+ \d{4} at \d\d:\d\d UTC\./)
      expect(mail.text).toMatch(new RegExp(`That makes 1 of ${classes} class(es)?, \\d+%\\.`))
      expect(mail.links).toContain(`${server.origin}/dashboard/${student.id}?receipt=${receipt?.attendanceSessionId}`)
    })
  })

  describe('by push', () => {
    test('reaches the browser encrypted, with only what the notice needs', async () => {
      const student = await registerMember()
      const browser = pushService.openBrowser()
      const saved = await subscribe(student.http, browser, { language: 'hi' })
      expect(saved).toMatchObject({ status: 201, body: { subscriptionId: expect.any(String) } })
      await mark(student)
      const { message, senderKey } = await browser.next()
      const [receipt] = await readReceipts(student)
      const expected: PushedReceipt = {
        attendanceSessionId: receipt?.attendanceSessionId ?? '',
        organisationName: 'Kaveri College',
        markedAt: receipt?.markedAt ?? 0,
        total: 1,
        classes: receipt && 'classes' in receipt ? receipt.classes : 0,
        studentId: student.id,
        language: 'hi',
      }
      expect(JSON.parse(message)).toEqual(expected)
      const { body } = await student.http.get<ReceiptSettings>('/api/v1/receipts/settings')
      expect(senderKey).toBe(body.pushKey)
    })

    test('is signed with the one pair of keys that the database keeps', async () => {
      const kept = rowsOf(await server.readTables(), 'settings').filter(({ name }) => name === 'vapid-keys')
      const student = await registerMember()
      const { body } = await student.http.get<ReceiptSettings>('/api/v1/receipts/settings')
      expect(kept.map(({ value }) => JSON.parse(value).publicKey)).toEqual([body.pushKey])
    })

    test('is tried again when the push service was down', async () => {
      const student = await registerMember()
      const browser = pushService.openBrowser()
      browser.answer = 503
      await subscribe(student.http, browser)
      await mark(student)
      await expect.poll(() => browser.requests).toBe(1)
      browser.answer = 201
      await expect
        .poll(async () => {
          server.clock.advance(31 * second)
          await wakeWorker(student)
          return browser.received.length
        })
        .toBe(1)
      expect(JSON.parse((await browser.next()).message)).toMatchObject({ studentId: student.id })
    })

    test.each([
      ['a stranger’s address', { endpoint: 'https://attacker.example/push' }],
      ['an address within the network', { endpoint: 'http://169.254.169.254/latest/meta-data' }],
      ['no address', { endpoint: 'nowhere' }],
      ['a key that is too short', { keys: { p256dh: 'BAAA', auth: 'A'.repeat(22) } }],
      ['a language that we do not speak', { language: 'xx' }],
    ])('is refused for %s', async (_what, change) => {
      const student = await registerMember()
      const reply = await subscribe(student.http, pushService.openBrowser(), change)
      expect(reply).toMatchObject(refusal(400, 'general_argument_invalid'))
      expect(await subscriptionsOf(student)).toEqual([])
    })
  })

  describe('‘This was not me’', () => {
    async function markAndRead(): Promise<{ student: Person; receipt: Receipt }> {
      const student = await registerMember()
      await mark(student)
      const [receipt] = await readReceipts(student)
      if (!receipt) throw new Error('the mark has no receipt')
      return { student, receipt }
    }

    test.each([
      [
        'of 301 letters',
        { reason: 'was-there', words: 'x'.repeat(301) },
        'words must have 1 to 300 ordinary characters',
      ],
      ['without a letter', { reason: 'was-there', words: ' ' }, 'words must have 1 to 300 ordinary characters'],
      ['of two lines', { reason: 'was-there', words: 'I was\nthere' }, 'words must have 1 to 300 ordinary characters'],
      ['that are no text', { reason: 'was-there', words: 5 }, 'words must be text'],
      ['beside another reason', { words: 'I was there.' }, 'words go with the reason was-there'],
    ])('with words %s is refused and changes nothing', async (_which, said, message) => {
      const { student, receipt } = await markAndRead()
      const { attendanceSessionId } = receipt
      const reply = await student.http.post('/api/v1/receipts/flag', { attendanceSessionId, ...said })
      expect(reply).toMatchObject(refusal(400, 'general_argument_invalid'))
      expect((reply.body as { message: string }).message).toContain(message)
      expect((await readReceipts(student)).map(withoutProof)).toEqual([withoutProof(receipt)])
    })

    test('reaches the open screens of the organisation and of the student', async () => {
      const { student, receipt } = await markAndRead()
      const screens = [institute, student].map(({ http, id, label }) => {
        const channel = `databases.${databaseId}.collections.${collectionOf[label]}.documents.${id}`
        return connectRealtime(http, `project=rollkey&channels%5B%5D=${channel}`)
      })
      await Promise.all(screens.map(({ next }) => next()))
      await flag(student, receipt.attendanceSessionId)
      const heard = await Promise.all(screens.map(({ next }) => next()))
      expect(heard).toMatchObject([institute, student].map(({ id }) => ({ data: { payload: { $id: id } } })))
      for (const { socket } of screens) socket.terminate()
    })
  })
})
