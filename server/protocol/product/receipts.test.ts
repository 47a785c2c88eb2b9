import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectionOf, databaseId } from '#contract/identifiers.ts'
import type {
  FlaggedMarks,
  PushedReceipt,
  Receipt,
  ReceiptList,
  ReceiptSettings,
  SavedPushSubscription,
} from '#contract/receipts.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient, Reply } from '#testing/http-client.ts'
import type { ReceivedMail } from '#testing/parse-mail.ts'
import {
  documentsPath,
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
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const second = 1_000
const hour = 3_600 * second

/** How a student hears of a mark, and what 'This was not me' does. */
describe.each(engines)('receipts on %s', (engine) => {
  let server: TestServer
  let pushService: PushServiceStandIn
  let institute: Person
  let elsewhere: Person
  let count = 0

  beforeAll(async () => {
    pushService = await startPushService()
    server = await startTestServer(engine, { env: { PUSH_SERVICES: pushService.origin } })
    institute = await registerOrganisation(server)
    elsewhere = await registerOrganisation(server, { name: 'Narmada College', email: 'office@narmada.example' })
    for (const organisation of [institute, elsewhere]) await registerPasskey(organisation)
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

  async function registerMember(organisation = institute): Promise<Person> {
    count += 1
    const form = { email: `s${count}@students.example`, rollNumber: `S-${count}` }
    const student = await registerStudent(server, organisation.id, form)
    await registerPasskey(student)
    return student
  }
  async function mark(student: Person, organisation = institute): Promise<void> {
    expect(await markStudent(organisation, student.email, student.authenticator)).toMatchObject({ status: 200 })
  }
  const chooseEmail = ({ http }: Person, byEmail: boolean) =>
    http.put<ReceiptSettings>('/api/v1/receipts/settings', { byEmail })
  const subscribe = (http: HttpClient, { subscription }: PushBrowser, change: object = {}) =>
    http.post<SavedPushSubscription>('/api/v1/receipts/subscriptions', { ...subscription, language: 'en', ...change })
  const readReceipts = async ({ http }: Person) => (await http.get<ReceiptList>('/api/v1/receipts')).body.receipts
  /** The head of the log moves on with each sealed row, also between two answers. */
  const withoutHead = ({ proof, ...receipt }: Receipt) => ({ ...receipt, mark: proof?.mark })
  const readFlagged = async ({ http }: Person) => (await http.get<FlaggedMarks>('/api/v1/attendance/flagged')).body
  const flag = ({ http }: Person, attendanceSessionId: string): Promise<Reply<Receipt>> =>
    http.post('/api/v1/receipts/flag', { attendanceSessionId })
  const outboxOf = async ({ id }: Person) =>
    rowsOf(await server.readTables(), 'outbox').filter(
      ({ account_id, kind }) => account_id === id && kind.startsWith('attendance-receipt'),
    )
  const subscriptionsOf = async ({ id }: Person) =>
    rowsOf(await server.readTables(), 'push_subscriptions').filter(({ student_id }) => student_id === id)
  const auditsOf = async ({ id }: Person, action: string) =>
    rowsOf(await server.readTables(), 'audit_log').filter((row) => row.account_id === id && row.action === action)

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

  describe('the list', () => {
    test('has each mark with the total and the sessions of its time, the newest first', async () => {
      const student = await registerMember()
      expect(await readReceipts(student)).toEqual([])
      await mark(student)
      const { classes } = await readOwnOrganisation(institute)
      server.clock.advance(2 * hour)
      institute = await logIn(institute, server.openBrowser())
      await startAttendance(institute)
      server.clock.advance(2 * hour)
      institute = await logIn(institute, server.openBrowser())
      await startAttendance(institute)
      await mark(student)
      const [second, first, ...others] = await readReceipts(student)
      expect(others).toEqual([])
      const common = { organisationId: institute.id, organisationName: 'Kaveri College', flaggedAt: null }
      expect(first).toMatchObject({ ...common, total: 1, classes })
      expect(second).toMatchObject({ ...common, total: 2, classes: classes + 2 })
      expect(second?.markedAt).toBeGreaterThan(first?.markedAt ?? Number.POSITIVE_INFINITY)
    })

    test('holds only the student’s own marks', async () => {
      const [student, other] = [await registerMember(), await registerMember()]
      await mark(other)
      expect(await readReceipts(student)).toEqual([])
    })
  })

  test('a student who has not asked for it gets no mail or push, and nothing is queued', async () => {
    const student = await registerMember()
    const { body } = await student.http.get<ReceiptSettings>('/api/v1/receipts/settings')
    expect(body).toEqual({ byEmail: false, pushKey: expect.stringMatching(/^B[\w-]{86}$/) })
    await mark(student)
    expect(await outboxOf(student)).toEqual([])
  })

  describe('by email', () => {
    test('names institute, time, total and percentage, and leads to a page behind the login', async () => {
      const student = await registerMember()
      expect(await chooseEmail(student, true)).toMatchObject({ status: 200, body: { byEmail: true } })
      await mark(student)
      const mail = await nextReceiptMail(student)
      const { classes } = await readOwnOrganisation(institute)
      const [receipt] = await readReceipts(student)
      expect(mail.text).toMatch(/Kaveri College marked you present on \d+ \w+ \d{4} at \d\d:\d\d UTC\./)
      expect(mail.text).toContain(`That makes 1 of ${classes} classes, `)
      expect(mail.links).toContain(`${server.origin}/dashboard/${student.id}?receipt=${receipt?.attendanceSessionId}`)
    })

    test('comes once for each mark, and not after it is turned off', async () => {
      const student = await registerMember()
      await chooseEmail(student, true)
      await chooseEmail(student, true)
      await mark(student)
      const again = await markStudent(institute, student.email, student.authenticator)
      expect(again.status).toBe(409)
      expect(await outboxOf(student)).toHaveLength(1)
      expect(await chooseEmail(student, false)).toMatchObject({ body: { byEmail: false } })
      server.clock.advance(2 * hour)
      institute = await logIn(institute, server.openBrowser())
      await startAttendance(institute)
      await mark(student)
      expect(await outboxOf(student)).toHaveLength(1)
      expect(await auditsOf(student, 'receipts.settings')).toMatchObject([
        { detail: 'email on' },
        { detail: 'email on' },
        { detail: 'email off' },
      ])
    })

    test('goes to no address that is not verified', async () => {
      const student = await registerMember()
      await chooseEmail(student, true)
      await student.http.patch('/v1/account/email', { email: `new-${student.email}`, password: student.password })
      const member = { ...student, email: student.email }
      const { status } = await markStudent(institute, `S-${count}`, member.authenticator).catch(() => ({ status: 0 }))
      // The institute's screen does not accept an unverified student.
      expect(status).toBe(0)
      expect(await outboxOf(student)).toEqual([])
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
        classes: receipt?.classes ?? 0,
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

    test('reaches all browsers of the student, and ends for one that is gone', async () => {
      const student = await registerMember()
      const [stays, gone] = [pushService.openBrowser(), pushService.openBrowser()]
      gone.answer = 410
      await subscribe(student.http, stays)
      await subscribe(student.http, gone)
      await mark(student)
      await stays.next()
      await expect
        .poll(async () => (await subscriptionsOf(student)).map(({ endpoint }) => endpoint))
        .toEqual([stays.subscription.endpoint])
      expect(gone.requests).toBe(1)
      expect(await outboxOf(student)).toHaveLength(1)
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

    test('is subscribed to once by a browser that repeats it, and belongs to the student who subscribed last', async () => {
      const [student, next] = [await registerMember(), await registerMember()]
      const browser = pushService.openBrowser()
      const first = await subscribe(student.http, browser)
      const again = await subscribe(student.http, browser, { language: 'hi' })
      expect(again.body).toEqual(first.body)
      expect(await subscriptionsOf(student)).toMatchObject([{ language: 'hi' }])
      await subscribe(next.http, browser)
      expect(await subscriptionsOf(student)).toEqual([])
      expect(await subscriptionsOf(next)).toHaveLength(1)
    })

    test('goes to ten browsers at most: the one with the oldest confirmation is dropped', async () => {
      const student = await registerMember()
      const browsers = Array.from({ length: 12 }, () => pushService.openBrowser())
      for (const browser of browsers) {
        server.clock.advance(second)
        await subscribe(student.http, browser)
      }
      const kept = (await subscriptionsOf(student)).map(({ endpoint }) => endpoint)
      expect(new Set(kept)).toEqual(new Set(browsers.slice(2).map(({ subscription }) => subscription.endpoint)))
    })

    test('can be ended by the student only', async () => {
      const [student, other] = [await registerMember(), await registerMember()]
      const { body } = await subscribe(student.http, pushService.openBrowser())
      const path = `/api/v1/receipts/subscriptions/${body.subscriptionId}`
      expect(await other.http.delete(path)).toMatchObject({ status: 204 })
      expect(await subscriptionsOf(student)).toHaveLength(1)
      expect(await student.http.delete(path)).toMatchObject({ status: 204 })
      expect(await subscriptionsOf(student)).toEqual([])
    })

    test('ends with a logout of that browser, and not with another one’s', async () => {
      const student = await registerMember()
      const elsewhereLoggedIn = await logIn(student, server.openBrowser())
      const [here, there] = [pushService.openBrowser(), pushService.openBrowser()]
      await subscribe(student.http, here)
      await subscribe(elsewhereLoggedIn.http, there)
      await elsewhereLoggedIn.http.delete('/v1/account/sessions/current')
      expect((await subscriptionsOf(student)).map(({ endpoint }) => endpoint)).toEqual([here.subscription.endpoint])
      await student.http.delete('/v1/account/sessions')
      expect(await subscriptionsOf(student)).toEqual([])
    })

    test('ends in the other browsers with a change of the password', async () => {
      const student = await registerMember()
      const other = await logIn(student, server.openBrowser())
      const [here, there] = [pushService.openBrowser(), pushService.openBrowser()]
      await subscribe(student.http, here)
      await subscribe(other.http, there)
      const change = { password: 'lantern-orchard-quarry-9', oldPassword: student.password }
      expect(await student.http.patch('/v1/account/password', change)).toMatchObject({ status: 200 })
      expect((await subscriptionsOf(student)).map(({ endpoint }) => endpoint)).toEqual([here.subscription.endpoint])
    })

    test('continues when the session has only gone idle, for half a year after the last confirmation', async () => {
      const student = await registerMember()
      await subscribe(student.http, pushService.openBrowser())
      server.clock.advance(15 * 24 * hour)
      await server.storage.purgeExpired()
      expect(await student.http.get('/api/v1/receipts')).toMatchObject(refusal(401, 'general_unauthorized_scope'))
      expect(await subscriptionsOf(student)).toHaveLength(1)
      server.clock.advance(180 * 24 * hour)
      await server.storage.purgeExpired()
      expect(await subscriptionsOf(student)).toEqual([])
    })

    test('ends with a login that a newer one replaces, and continues when that had only gone idle', async () => {
      const [inUse, idle] = [await registerMember(), await registerMember()]
      await subscribe(idle.http, pushService.openBrowser())
      server.clock.advance(13 * 24 * hour)
      const first = await logIn(inUse, server.openBrowser())
      await subscribe(first.http, pushService.openBrowser())
      for (let logins = 1; logins < 10; logins++) await logIn(inUse, server.openBrowser())
      expect(await subscriptionsOf(inUse)).toHaveLength(1)
      await logIn(inUse, server.openBrowser())
      expect(await subscriptionsOf(inUse)).toEqual([])
      for (let logins = 0; logins < 10; logins++) await logIn(idle, server.openBrowser())
      expect(await subscriptionsOf(idle)).toHaveLength(1)
      const sessions = rowsOf(await server.readTables(), 'sessions')
      for (const { id } of [inUse, idle])
        expect(sessions.filter(({ account_id }) => account_id === id)).toHaveLength(10)
    })

    test('ends with the profile', async () => {
      const student = await registerMember()
      await subscribe(student.http, pushService.openBrowser())
      expect(await student.http.delete(`${documentsPath('STD')}/${student.id}`)).toMatchObject({ status: 204 })
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

    test('flags the mark for the organisation; mark and totals stay', async () => {
      const { student, receipt } = await markAndRead()
      const read = async () => pickTables(await server.readTables(), 'memberships', 'attendance_sessions')
      const before = await read()
      const reply = await flag(student, receipt.attendanceSessionId)
      expect(reply.status).toBe(200)
      const answered = withoutHead(reply.body)
      expect(answered).toEqual({ ...withoutHead(receipt), mayDispute: undefined, flaggedAt: expect.any(Number) })
      expect((await readReceipts(student)).map(withoutHead)).toEqual([answered])
      const { total, marks } = await readFlagged(institute)
      expect(total).toBeGreaterThan(0)
      expect(marks[0]).toEqual({
        attendanceSessionId: receipt.attendanceSessionId,
        number: receipt.classes,
        studentId: student.id,
        name: 'Asha Rao',
        rollNumber: `S-${count}`,
        markedAt: receipt.markedAt,
        flaggedAt: reply.body.flaggedAt,
        reason: 'not-me',
      })
      expect(await read()).toEqual(before)
    })

    test('counts once when repeated, and is recorded both times', async () => {
      const { student, receipt } = await markAndRead()
      const first = await flag(student, receipt.attendanceSessionId)
      const { total } = await readFlagged(institute)
      server.clock.advance(second)
      const again = await flag(student, receipt.attendanceSessionId)
      expect(again.status).toBe(200)
      expect(withoutHead(again.body)).toEqual(withoutHead(first.body))
      expect((await readFlagged(institute)).total).toBe(total)
      expect(await auditsOf(student, 'mark.flag')).toMatchObject([
        { outcome: 'done', subject: institute.id },
        { outcome: 'unchanged', subject: institute.id },
      ])
    })

    test('of another student’s mark, and of an unknown one, gets the same answer and changes nothing', async () => {
      const { receipt } = await markAndRead()
      const other = await registerMember()
      const before = await readFlagged(institute)
      const foreign = await flag(other, receipt.attendanceSessionId)
      const unknown = await flag(other, 'no-such-session')
      expect(foreign).toMatchObject(refusal(404, 'document_not_found'))
      expect(unknown.body).toEqual(foreign.body)
      expect(await readFlagged(institute)).toEqual(before)
    })

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
      expect((await readReceipts(student)).map(withoutHead)).toEqual([withoutHead(receipt)])
    })

    test('is shown to no other organisation', async () => {
      const { student, receipt } = await markAndRead()
      await flag(student, receipt.attendanceSessionId)
      elsewhere = await logIn(elsewhere, server.openBrowser())
      expect(await readFlagged(elsewhere)).toEqual({ total: 0, marks: [] })
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
