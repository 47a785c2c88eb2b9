import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInAtScreen,
  checkInDeps,
  contextOf,
  logPhoneIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { changePassword } from '../accounts/change-password.ts'
import { endAllSessions, endSession } from '../accounts/end-sessions.ts'
import { openSession } from '../accounts/open-session.ts'
import type { LoginSession } from '../accounts/stores.ts'
import { deleteProfile } from '../client-calls/delete-profile.ts'
import { enter } from '../doors.ts'
import { PushGoneError, type PushService } from '../mail/push-service.ts'
import type { RequestContext } from '../request-context.ts'
import { createDeliverPush } from './deliver-push.ts'
import { readReceipts } from './read-receipts.ts'
import { changeReceiptSettings, readReceiptSettings } from './receipt-settings.ts'
import { endPushSubscription, subscribeToPushes } from './subscribe-to-pushes.ts'

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
const pushService: PushService = { publicKey: 'key', isKnown: () => true, send: async () => undefined }

/** How a student hears of a mark. */
describe.each(engines)('receipts on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps & { readonly pushService: PushService }
  let passkeys: Record<'asha' | 'bala', MadePasskey>
  let number: number
  const office: Phone = {}

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = { ...checkInDeps(storage), pushService }
    await addInstitute(storage, 'institute')
    passkeys = {
      asha: await addStudent(storage, 'asha', ['institute']),
      bala: await addStudent(storage, 'bala', ['institute']),
    }
    number = 0
    await startNext()
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  /** Begins after all sessions and windows before it. */
  async function startNext(): Promise<string> {
    storages.clock.advance(2 * hour)
    await logPhoneIn(storage, office, 'institute', 'ORG')
    number += 1
    return startSession(storage, 'institute', number, false)
  }
  const mark = (name: 'asha' | 'bala') => checkInAtScreen(deps, office, passkeys[name], name)
  /** In a browser of its own, which is logged in now. */
  async function browserOf(name: 'asha' | 'bala'): Promise<RequestContext> {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, name)
    return contextOf(phone)
  }
  const listReceipts = async (name: 'asha' | 'bala') =>
    (await readReceipts(deps, await enter('receipts.list', await browserOf(name)))).receipts
  const chooseEmail = async (byEmail: boolean) =>
    changeReceiptSettings(deps, await enter('receipts.settings', await browserOf('asha')), { byEmail })
  const subscribe = async (context: RequestContext, endpoint: string, language: 'en' | 'hi' = 'en') =>
    subscribeToPushes(deps, await enter('receipts.subscribe', context), {
      endpoint,
      keys: { p256dh: 'public', auth: 'secret' },
      language,
    })
  const outboxOf = async (name: string) =>
    rowsOf(await storages.readTables(), 'outbox').filter(
      ({ account_id, kind }) => account_id === name && kind.startsWith('attendance-receipt'),
    )
  const subscriptionsOf = async (name: string) =>
    rowsOf(await storages.readTables(), 'push_subscriptions').filter(({ student_id }) => student_id === name)
  const endpointsOf = async (name: string) => (await subscriptionsOf(name)).map(({ endpoint }) => endpoint)

  describe('the list', () => {
    test('has each mark with the total and the sessions of its time, the newest first', async () => {
      expect(await listReceipts('asha')).toEqual([])
      await mark('asha')
      await startNext()
      await startNext()
      await mark('asha')
      const [newest, first, ...others] = await listReceipts('asha')
      expect(others).toEqual([])
      const common = { organisationId: 'institute', organisationName: 'College institute', flaggedAt: null }
      expect(first).toMatchObject({ ...common, total: 1, classes: 1 })
      expect(newest).toMatchObject({ ...common, total: 2, classes: 3 })
      expect(newest?.markedAt).toBeGreaterThan(first?.markedAt ?? Number.POSITIVE_INFINITY)
    })

    test('holds only the student’s own marks', async () => {
      await mark('bala')
      expect(await listReceipts('asha')).toEqual([])
    })
  })

  test('a student who has not asked for it gets no mail or push, and nothing is queued', async () => {
    expect(await readReceiptSettings(deps, await enter('receipts.settings', await browserOf('asha')))).toEqual({
      byEmail: false,
      pushKey: 'key',
    })
    await mark('asha')
    expect(await outboxOf('asha')).toEqual([])
  })

  describe('by email', () => {
    test('comes once for each mark, and not after it is turned off', async () => {
      for (const _again of [1, 2]) expect(await chooseEmail(true)).toMatchObject({ byEmail: true })
      await mark('asha')
      expect((await mark('asha')).marks).toMatchObject([{ outcome: 'already-marked' }])
      expect(await outboxOf('asha')).toHaveLength(1)
      expect(await chooseEmail(false)).toMatchObject({ byEmail: false })
      await startNext()
      await mark('asha')
      expect(await outboxOf('asha')).toHaveLength(1)
      const log = rowsOf(await storages.readTables(), 'audit_log')
      expect(log.filter(({ action }) => action === 'receipts.settings')).toMatchObject([
        { detail: '{"byEmail":true}' },
        { detail: '{"byEmail":true}' },
        { detail: '{"byEmail":false}' },
      ])
    })

    test('goes to no address that is not verified', async () => {
      await chooseEmail(true)
      await storage.accounts.changeEmail('asha', 'new@example.org', 'new@example.org', await storage.now())
      // The institute's screen does not accept an unverified student.
      await expect(mark('asha')).rejects.toMatchObject({ reason: 'student-email-not-verified' })
      expect(await outboxOf('asha')).toEqual([])
    })
  })

  describe('by push', () => {
    test('reaches all browsers of the student, and ends for one that is gone', async () => {
      await subscribe(await browserOf('asha'), 'stays')
      await subscribe(await browserOf('asha'), 'gone')
      await mark('asha')
      const reached: string[] = []
      const deliver = createDeliverPush({
        ...storage,
        pushService: {
          async send({ subscription: { endpoint } }) {
            reached.push(endpoint)
            if (endpoint === 'gone') throw new PushGoneError()
          },
        },
      })
      const queued = await outboxOf('asha')
      const outcomes = queued.map(({ subscription_id, attendance_session_id }) =>
        deliver({ subscriptionId: `${subscription_id}`, attendanceSessionId: `${attendance_session_id}` } as never),
      )
      expect((await Promise.all(outcomes)).sort()).toEqual(['dropped', 'sent'])
      expect(new Set(reached)).toEqual(new Set(['gone', 'stays']))
      expect(await endpointsOf('asha')).toEqual(['stays'])
    })

    test('is subscribed to once by a browser that repeats it, and belongs to the student who subscribed last', async () => {
      const first = await subscribe(await browserOf('asha'), 'browser')
      expect(await subscribe(await browserOf('asha'), 'browser', 'hi')).toEqual(first)
      expect(await subscriptionsOf('asha')).toMatchObject([{ language: 'hi' }])
      await subscribe(await browserOf('bala'), 'browser')
      expect(await subscriptionsOf('asha')).toEqual([])
      expect(await subscriptionsOf('bala')).toHaveLength(1)
    })

    test('goes to ten browsers at most: the one with the oldest confirmation is dropped', async () => {
      const browsers = Array.from({ length: 12 }, (_, index) => `browser ${index}`)
      for (const browser of browsers) {
        storages.clock.advance(second)
        await subscribe(await browserOf('asha'), browser)
      }
      expect(new Set(await endpointsOf('asha'))).toEqual(new Set(browsers.slice(2)))
    })

    test('can be ended by the student only', async () => {
      const { subscriptionId } = await subscribe(await browserOf('asha'), 'browser')
      await endPushSubscription(deps, await enter('receipts.unsubscribe', await browserOf('bala')), { subscriptionId })
      expect(await subscriptionsOf('asha')).toHaveLength(1)
      await endPushSubscription(deps, await enter('receipts.unsubscribe', await browserOf('asha')), { subscriptionId })
      expect(await subscriptionsOf('asha')).toEqual([])
    })

    test('ends with a logout of that browser, and not with another one’s', async () => {
      const [here, there] = [await browserOf('asha'), await browserOf('asha')]
      await subscribe(here, 'here')
      await subscribe(there, 'there')
      await endSession(deps, await enter('session.end', there), { sessionId: 'current' })
      expect(await endpointsOf('asha')).toEqual(['here'])
      await endAllSessions(deps, await enter('session.end', here))
      expect(await subscriptionsOf('asha')).toEqual([])
    })

    test('ends in the other browsers with a change of the password', async () => {
      const [here, there] = [await browserOf('asha'), await browserOf('asha')]
      await subscribe(here, 'here')
      await subscribe(there, 'there')
      const hasher = { hash: async () => 'another hash', verify: async () => true, isOutdated: () => false }
      const change = { password: 'lantern-orchard-quarry-9', oldPassword: 'the old one' }
      await changePassword({ ...deps, hasher, limitScale: 1 }, await enter('password.change', here), change)
      expect(await endpointsOf('asha')).toEqual(['here'])
    })

    test('continues when the session has only gone idle, for half a year after the last confirmation', async () => {
      await subscribe(await browserOf('asha'), 'browser')
      storages.clock.advance(15 * day)
      await storage.purgeExpired()
      expect(await storage.sessions.listLive('asha')).toEqual([])
      expect(await subscriptionsOf('asha')).toHaveLength(1)
      storages.clock.advance(180 * day)
      await storage.purgeExpired()
      expect(await subscriptionsOf('asha')).toEqual([])
    })

    test('ends with a login that a newer one replaces, and continues when that had only gone idle', async () => {
      const logIn = (name: string): Promise<LoginSession> => {
        storages.clock.advance(second)
        return storage.transaction(async (stores) => {
          const account = makeAccount(name, { label: 'STD' })
          const strength = { withPasskey: false, enrolment: null }
          const token = systemRandom.secret()
          return openSession(stores, deps, makeContext(), account, token, strength, await stores.now())
        })
      }
      const within = (session: LoginSession) => makeContext({ caller: makeCaller(session.accountId, 'STD', session) })
      await logIn('asha')
      await subscribe(within(await logIn('bala')), 'idle')
      storages.clock.advance(13 * day)
      await subscribe(within(await logIn('asha')), 'in use')
      for (let logins = 1; logins < 10; logins++) await logIn('asha')
      expect(await subscriptionsOf('asha')).toHaveLength(1)
      await logIn('asha')
      expect(await subscriptionsOf('asha')).toEqual([])
      for (let logins = 0; logins < 10; logins++) await logIn('bala')
      expect(await subscriptionsOf('bala')).toHaveLength(1)
      const sessions = rowsOf(await storages.readTables(), 'sessions')
      for (const name of ['asha', 'bala']) {
        expect(sessions.filter(({ account_id }) => account_id === name)).toHaveLength(10)
      }
    })

    test('ends with the profile', async () => {
      const now = await storage.now()
      await storage.accounts.insert(makeAccount('tara', { label: 'STD', hasProfile: true, isEmailVerified: true }))
      const names = { firstName: 'Tara', lastName: 'Shah', rollNumber: '1', email: 'tara@example.org' }
      const contact = { phoneNumber: '12345678', permissions: [], createdAt: now, updatedAt: now }
      await storage.students.insert({ id: 'tara', ...names, ...contact })
      const tara: Phone = {}
      await logPhoneIn(storage, tara, 'tara')
      await subscribe(contextOf(tara), 'browser')
      await deleteProfile(
        deps,
        await enter(['organisations.delete', 'students.delete'], contextOf(tara)),
        'students',
        'tara',
      )
      expect(await subscriptionsOf('tara')).toEqual([])
    })
  })
})
