import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs, recentAuthenticationMs } from '#contract/rules.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { makeScreenKey, type ScreenKey, signRequest } from '#testing/paired-screen.ts'
import {
  addInstitute,
  addSigningInstitute,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logPhoneIn,
  type Phone,
  readCode,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import type { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { endSessionEarly } from '../sessions/end-session.ts'
import { showScreen } from '../sessions/show-screen.ts'
import { approveScreen, lookUpScreen } from './approve-screen.ts'
import { askForPairing, readPairing } from './ask-for-pairing.ts'
import { authenticateScreen } from './authenticate-screen.ts'
import { endScreen, listScreens, renameScreen } from './own-screens.ts'

const minute = 60_000
const hour = 60 * minute
const timeZone = 'Asia/Kolkata'
/** A Monday morning there. */
const monday = Date.parse('2026-11-23T04:00:00Z')

const ended = { reason: 'screen-ended' }
const copied = { reason: 'screen-copied' }
const again = { reason: 'screen-request-refused' }
const wrongCode = { reason: 'screen-code-wrong' }

/** The order of the curve P-256 (SEC 2, 2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** An ECDSA signature (r, s) as (r, n − s), which is as right, and which anyone can write. */
function spellOtherwise(signature: string): string {
  const hex = Buffer.from(signature, 'base64url').toString('hex')
  const s = (order - BigInt(`0x${hex.slice(64)}`)).toString(16).padStart(64, '0')
  return Buffer.from(hex.slice(0, 64) + s, 'hex').toString('base64url')
}

/** A browser at /screen. */
type Browser = { readonly key: ScreenKey; token: string; counter: number }
type Sent = Partial<Record<'method' | 'target' | 'body', string>> & Partial<Record<'time' | 'counter', number>>

describe.each(engines)('paired screens on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let browser: Browser

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    storages.clock.advance(monday - (await storage.now()))
    await addSigningInstitute(storage, 'institute')
    await addInstitute(storage, 'elsewhere')
    office = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
    browser = { key: makeScreenKey(), token: '', counter: 0 }
  })
  afterEach(() => storages.close())

  const person = () => contextOf(office)
  const stranger = (address = '198.51.100.4'): RequestContext => ({
    ...contextOf({}),
    address,
    userAgent: 'Mozilla/5.0 Firefox/145.0',
  })
  const ask = async (by: Browser = browser) => {
    const { pairing, token } = await askForPairing(deps, await enter('screens.pair', stranger()), {
      publicKey: by.key.publicKey,
    })
    by.token = token
    return pairing
  }
  const approve = async (code: string, days = 1) =>
    approveScreen(deps, await enter('screens.approve', person()), { code, name: 'Room 12', days, timeZone })
  const pair = async (by: Browser = browser) => approve((await ask(by)).code)
  const list = async () => (await listScreens(deps, await enter('screens.view', person()))).screens
  const own = async () => {
    const [screen] = await list()
    if (!screen) throw new Error('the institute has no screen')
    return screen
  }
  const signed = async (by: Browser, { time, counter, body, ...rest }: Sent = {}) => {
    by.counter = counter ?? by.counter + 1
    const now = time ?? (await storage.now())
    const plain = { method: 'GET', target: '/api/v1/screen', ...rest, time: now, counter: by.counter }
    return signRequest(by.key, { ...plain, ...(body !== undefined && { body }) })
  }
  const arrive = (request: Awaited<ReturnType<typeof signed>>, token = browser.token) =>
    authenticateScreen(deps, token, request, stranger())
  const send = async (sent: Sent = {}, by: Browser = browser) => arrive(await signed(by, sent), by.token)
  const show = async (by: Browser = browser) =>
    showScreen(deps, await enter('screen.show', { ...stranger(), screen: await send({}, by), caller: undefined }))
  const tables = async (name: 'audit_log' | 'outbox' | 'screen_pairings' | 'screens') =>
    rowsOf(await storages.readTables(), name)
  const kindsOfMail = async () =>
    (await tables('outbox')).map((row) => (row as { kind: string }).kind).sort((one, other) => one.localeCompare(other))

  describe('a pairing', () => {
    test('is found by its code, however it is typed, with network, browser and age of the screen', async () => {
      const { code } = await ask()
      storages.clock.advance(2 * minute)
      const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()
      const found = await lookUpScreen(deps, await enter('screens.approve', person()), { code: typed, timeZone })
      expect(found).toMatchObject({
        isSameNetwork: false,
        pairing: { addressPrefix: '198.51.100.4', userAgent: 'Mozilla/5.0 Firefox/145.0' },
      })
      expect(Math.round((found.now - found.pairing.askedAt) / minute)).toBe(2)
    })

    test('says when the person is in the same network', async () => {
      const { code } = (
        await askForPairing(deps, await enter('screens.pair', stranger(person().address)), {
          publicKey: browser.key.publicKey,
        })
      ).pairing
      expect(await lookUpScreen(deps, await enter('screens.approve', person()), { code, timeZone })).toMatchObject({
        isSameNetwork: true,
      })
    })

    test('is over after ten minutes, and its row goes with the next one', async () => {
      const { code } = await ask()
      expect(
        await readPairing(deps, await enter('screens.await', { ...stranger(), cookies: { screen: browser.token } })),
      ).toMatchObject({
        state: 'waiting',
      })
      storages.clock.advance(10 * minute)
      await logPhoneIn(storage, office, 'institute', 'ORG')
      expect(
        await readPairing(deps, await enter('screens.await', { ...stranger(), cookies: { screen: browser.token } })),
      ).toMatchObject({
        state: 'over',
      })
      await expect(
        lookUpScreen(deps, await enter('screens.approve', person()), { code, timeZone }),
      ).rejects.toMatchObject(wrongCode)
      await expect(approve(code)).rejects.toMatchObject(wrongCode)
      await ask({ key: makeScreenKey(), token: '', counter: 0 })
      expect(await tables('screen_pairings')).toHaveLength(1)
    })

    test('takes a key of the curve P-256 alone', async () => {
      const refused = { reason: 'malformed-argument' }
      for (const publicKey of [makeScreenKey('P-384').publicKey, 'A'.repeat(122)]) {
        await expect(askForPairing(deps, await enter('screens.pair', stranger()), { publicKey })).rejects.toMatchObject(
          refused,
        )
      }
    })

    test('needs a step-up of the person who looks it up, and who approves it', async () => {
      const { code } = await ask()
      storages.clock.advance(recentAuthenticationMs - 2 * minute)
      const late = (await ask()).code
      storages.clock.advance(2 * minute + 1)
      const refused = { reason: 'step-up-needed' }
      await expect(
        lookUpScreen(deps, await enter('screens.approve', person()), { code: late, timeZone }),
      ).rejects.toMatchObject(refused)
      await expect(approve(late)).rejects.toMatchObject(refused)
      await expect(approve(code)).rejects.toMatchObject(refused)
    })

    test('is approved once, and the institute is told by mail and in the log', async () => {
      const { code } = await ask()
      await approve(code)
      await expect(approve(code)).rejects.toMatchObject(wrongCode)
      expect(await tables('screen_pairings')).toEqual([])
      expect(await kindsOfMail()).toEqual(['screen-paired'])
      const { id } = await own()
      expect(await tables('audit_log')).toContainEqual(
        expect.objectContaining({ action: 'screen.approve', account_id: 'institute', subject: id, outcome: 'done' }),
      )
      expect(
        await readPairing(deps, await enter('screens.await', { ...stranger(), cookies: { screen: browser.token } })),
      ).toMatchObject({
        state: 'approved',
      })
    })

    test('ends at the institute’s midnight, by its own zone before that of the browser', async () => {
      await pair()
      expect((await own()).endsAt).toBe(Date.parse('2026-11-23T18:30:00Z'))
      const settings = await storage.organisations.readSettings('institute')
      if (!settings) throw new Error('the institute has no settings')
      await storage.organisations.saveSettings('institute', { ...settings, timeZone: 'Europe/Berlin' }, 'institute', 1)
      await approve((await ask({ key: makeScreenKey(), token: '', counter: 0 })).code, 30)
      expect((await list()).map(({ endsAt }) => endsAt)).toContain(Date.parse('2026-12-22T23:00:00Z'))
    })

    test('is refused to an institute with a hundred screens', async () => {
      await pair()
      const screen = await own()
      for (let made = 1; made < 100; made++)
        await storage.screens.insert({ ...screen, id: `s${made}` }, `hash ${made}`, screen.organisationId)
      const { code } = await ask({ key: makeScreenKey(), token: '', counter: 0 })
      await expect(approve(code)).rejects.toMatchObject({ reason: 'too-many-screens' })
      await endScreen(deps, await enter('screens.end', person()), { screenId: screen.id })
      await approve(code)
    })
  })

  describe('a request', () => {
    beforeEach(() => pair())

    test('of the screen’s key is taken', async () => {
      expect(await send()).toMatchObject({ organisationId: 'institute', name: 'Room 12' })
    })

    test('with the copied cookie and another key is refused, and stops nothing', async () => {
      const thief = { key: makeScreenKey(), token: browser.token, counter: 99 }
      await expect(send({}, thief)).rejects.toMatchObject(again)
      expect(await send()).toMatchObject({ name: 'Room 12' })
    })

    test('with the key and another cookie is refused', async () => {
      const request = await signed(browser)
      for (const token of [undefined, 'another']) {
        await expect(authenticateScreen(deps, token, request, stranger())).rejects.toMatchObject(ended)
      }
    })

    test.each<[string, object]>([
      ['method', { method: 'POST' }],
      ['address', { target: '/api/v1/screens' }],
      ['body', { bodyHash: 'A'.repeat(43) }],
      ['time', { time: monday + 1 }],
      ['counter', { counter: 7 }],
    ])('whose %s was changed on the way is refused', async (_part, change) => {
      await expect(arrive({ ...(await signed(browser)), ...change })).rejects.toMatchObject(again)
    })

    test('that is half a minute old, or ahead, is answered with the server’s time', async () => {
      const now = await storage.now()
      for (const time of [now - 30_000, now + minute]) {
        const refusal = await send({ time }).catch((error: Problem) => error)
        expect(refusal).toMatchObject({ reason: 'screen-time-wrong' })
        // On PostgreSQL the clock goes on meanwhile.
        expect(Math.round((Number((refusal as Problem).value) - now) / minute)).toBe(0)
      }
      expect(await send({ time: now - 20_000 })).toMatchObject({ name: 'Room 12' })
    })

    test('that the network sends twice is refused the second time, and the screen goes on', async () => {
      const request = await signed(browser)
      await arrive(request)
      await expect(arrive(request)).rejects.toMatchObject(again)
      expect(await send()).toMatchObject({ name: 'Room 12' })
    })

    test('that comes again under its signature’s other spelling is refused, and the screen goes on', async () => {
      const request = await signed(browser)
      await arrive(request)
      await expect(arrive({ ...request, signature: spellOtherwise(request.signature) })).rejects.toMatchObject(again)
      expect(await send()).toMatchObject({ name: 'Room 12' })
    })

    test('under its signature’s other spelling is right when it comes alone', async () => {
      const request = await signed(browser)
      const respelt = { ...request, signature: spellOtherwise(request.signature) }
      expect(await arrive(respelt)).toMatchObject({ name: 'Room 12' })
    })

    test('that a younger one overtook is refused, and the screen goes on', async () => {
      const late = await signed(browser)
      storages.clock.advance(4_000)
      await send()
      storages.clock.advance(2_000)
      await expect(arrive(late)).rejects.toMatchObject(again)
      expect(await send()).toMatchObject({ name: 'Room 12' })
    })

    test('is taken after a restart, which begins with a higher counter', async () => {
      await send()
      browser.counter = monday
      expect(await send()).toMatchObject({ name: 'Room 12' })
    })
  })

  describe('two browsers with one key', () => {
    beforeEach(async () => {
      await pair()
      await send()
    })
    /** The profile of the screen, copied to another computer. */
    const copy = () => ({ ...browser })

    test.each<[string, (other: Browser) => Promise<unknown>]>([
      ['the same counter', (other) => send({}, other)],
      ['a lower counter', (other) => send({ counter: 0 }, other)],
    ])('are both stopped by %s, and the institute is told', async (_found, sendFrom) => {
      const other = copy()
      await send()
      storages.clock.advance(2_000)
      await expect(sendFrom(other)).rejects.toMatchObject(copied)
      for (const by of [browser, other]) await expect(send({ counter: 1_000 }, by)).rejects.toMatchObject(copied)
      const { id, endedBecause } = await own()
      expect(endedBecause).toBe('copied')
      expect(await kindsOfMail()).toEqual(['screen-copied', 'screen-paired'])
      expect(await tables('audit_log')).toContainEqual(
        expect.objectContaining({ action: 'screen.stop', account_id: 'institute', subject: id }),
      )
    })

    test('are stopped when the copy has gone ahead and the screen comes back', async () => {
      await send({ counter: 1_000 }, copy())
      storages.clock.advance(2_000)
      await expect(send()).rejects.toMatchObject(copied)
    })

    test('that ask at the same moment are stopped once', async () => {
      const other = copy()
      const requests = [await signed(browser), await signed(other)]
      const answers = await Promise.allSettled(requests.map((request) => arrive(request)))
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect((await kindsOfMail()).filter((kind) => kind === 'screen-copied')).toHaveLength(1)
    })
  })

  describe('a screen', () => {
    beforeEach(() => pair())

    test('shows the code and the count of the session that runs, and nothing between sessions', async () => {
      expect(await show()).toMatchObject({ organisation: { id: 'institute' }, session: null })
      const id = await startSession(storage, 'institute', 1)
      const { code } = await readCode(deps, id)
      expect(await show()).toMatchObject({
        session: { id, count: 0, members: 0, ways: ['screen', 'room-code'], room: { code } },
      })
      storages.clock.advance(attendanceSessionMs)
      expect(await show()).toMatchObject({ session: null })
    })

    test('shows no code of a session without one, or that was ended early', async () => {
      const id = await startSession(storage, 'institute', 1, false)
      expect(await show()).toMatchObject({ session: { id, ways: ['screen'], room: null } })
      await endSessionEarly(deps, await enter('sessions.end', person()), { sessionId: id })
      expect(await show()).toMatchObject({ session: null })
    })

    test('shows nothing of another institute', async () => {
      await startSession(storage, 'elsewhere', 1)
      expect(await show()).toMatchObject({ session: null })
    })

    test('lives as long as it was approved for, however long it does not ask', async () => {
      const { endsAt } = await own()
      storages.clock.advance(endsAt - (await storage.now()) - 5_000)
      expect(await send()).toMatchObject({ name: 'Room 12' })
      storages.clock.advance(5_000)
      await expect(send()).rejects.toMatchObject(ended)
      expect(await list()).toEqual([])
    })

    test('is ended by its institute at once, without a step-up', async () => {
      const { id } = await own()
      storages.clock.advance(hour)
      await endScreen(deps, await enter('screens.end', person()), { screenId: id })
      await expect(send()).rejects.toMatchObject(ended)
      expect(await list()).toEqual([])
    })

    test('that was stopped leaves the list when the institute ends it', async () => {
      const { id } = await own()
      await storage.screens.end(id, 'copied')
      await endScreen(deps, await enter('screens.end', person()), { screenId: id })
      expect(await list()).toEqual([])
    })

    test('is renamed by its institute, by step-up', async () => {
      const { id } = await own()
      await renameScreen(deps, await enter('screens.rename', person()), {
        screenId: id,
        name: 'Hall',
      })
      expect(await send()).toMatchObject({ name: 'Hall' })
      storages.clock.advance(hour)
      await expect(
        renameScreen(deps, await enter('screens.rename', person()), { screenId: id, name: 'Hall' }),
      ).rejects.toMatchObject({
        reason: 'step-up-needed',
      })
    })

    test('is no other institute’s to list, rename or end', async () => {
      const { id } = await own()
      const other: Phone = {}
      await logPhoneIn(storage, other, 'elsewhere', 'ORG')
      expect((await listScreens(deps, await enter('screens.view', contextOf(other)))).screens).toEqual([])
      const unknown = { reason: 'document_not_found' }
      await expect(
        renameScreen(deps, await enter('screens.rename', contextOf(other)), {
          screenId: id,
          name: 'Mine',
        }),
      ).rejects.toMatchObject(unknown)
      await expect(
        endScreen(deps, await enter('screens.end', contextOf(other)), { screenId: id }),
      ).rejects.toMatchObject(unknown)
      expect(await send()).toMatchObject({ name: 'Room 12' })
    })

    test('ends with its institute', async () => {
      await storage.organisations.remove('institute')
      await expect(show()).rejects.toMatchObject(ended)
    })
  })
})
