import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage } from '#server/storage/open-storage.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { makeCourse, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import {
  addInstitute,
  addScreen,
  addSigningInstitute,
  addStudent,
  beginHand,
  beginScreen,
  type CheckInDeps,
  checkInDeps,
  finish,
  finishHand,
  finishScreen,
  logPhoneIn,
  logStaffIn,
  type Phone,
  scan,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.ts'
import { type CountingProxy, openCountingProxy } from './counting-proxy.ts'

/** What the storage does by itself every two seconds adds a trip to some of them, and never to all. */
const students = ['asha', 'bala', 'charu', 'dev', 'esha', 'farid']

describe.skipIf(!engines.includes('postgresql'))('the round trips on PostgreSQL', () => {
  let postgres: TemporaryPostgres | undefined
  let proxy: CountingProxy
  let storage: OpenStorage
  let deps: CheckInDeps
  let session: string
  const published = new EventEmitter()

  beforeAll(async () => {
    postgres = await startTemporaryPostgres()
    if (!postgres) throw new Error('PostgreSQL is there for the other tests, but not for this one')
    proxy = await openCountingProxy(postgres.url)
    storage = await openStorage({ database: { url: proxy.url } })
    storage.changeFeed.subscribe({
      onChange: (change) => void ('collection' in change && published.emit('mark')),
      onGap: () => undefined,
    })
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    session = await startSession(storage, 'institute', 1)
  })
  afterAll(async () => {
    await storage?.close()
    await proxy.close()
    await postgres?.stop()
  })

  async function countTrips<T>(work: () => Promise<T>): Promise<{ trips: number; result: T }> {
    const before = proxy.read().trips
    const result = await work()
    return { trips: proxy.read().trips - before, result }
  }

  /** The least of several. A call with a login has one more, which reads the login session before the rules begin. */
  async function leastTrips(names: readonly string[], isLoggedIn: boolean) {
    const seen: { scan: number; finish: number }[] = []
    for (const name of names) {
      const passkey = await addStudent(storage, name, ['institute'])
      const phone: Phone = {}
      if (isLoggedIn) await logPhoneIn(storage, phone, name)
      const scanned = await countTrips(() => scan(deps, phone, session))
      const assertion = sign(passkey, scanned.result)
      const finished = await countTrips(async () => {
        const told = once(published, 'mark')
        await finish(deps, phone, scanned.result, assertion)
        await told
      })
      seen.push({ scan: scanned.trips, finish: finished.trips })
    }
    const least = (call: 'scan' | 'finish') => Math.min(...seen.map((trips) => trips[call]))
    return { scan: least('scan'), finish: least('finish') }
  }

  test('of a check-in by room code are two and four with a login', async () => {
    // Two of the scan read the code that the display shows.
    expect(await leastTrips(students.slice(0, 3), true)).toEqual({ scan: 2 + 2, finish: 4 })
  })

  test('of a check-in by room code are one and six without a login: a finish writes what the scan has sealed', async () => {
    expect(await leastTrips(students.slice(3), false)).toEqual({ scan: 2 + 1, finish: 6 })
  })

  test('of a check-in to a course are no more than to a class', async () => {
    const ravi = await addStudent(storage, 'office of courses', ['institute'])
    const office = await logStaffIn(storage, 'office of courses', 'registrar')
    const names = ['maya', 'nila', 'omar']
    const passkeys = new Map<string, MadePasskey>()
    for (const name of names) passkeys.set(name, await addStudent(storage, name, ['institute']))
    const course = await makeCourse(deps, office, 'TRIPS', names)
    const { session: ofCourse } = await startCourse(deps, office, course)
    const seen: { scan: number; finish: number }[] = []
    for (const name of names) {
      const phone: Phone = {}
      await logPhoneIn(storage, phone, name)
      const scanned = await countTrips(() => scan(deps, phone, ofCourse.id))
      const assertion = sign(passkeys.get(name) ?? ravi, scanned.result)
      const finished = await countTrips(async () => {
        const told = once(published, 'mark')
        await finish(deps, phone, scanned.result, assertion)
        await told
      })
      seen.push({ scan: scanned.trips, finish: finished.trips })
    }
    const least = (call: 'scan' | 'finish') => Math.min(...seen.map((trips) => trips[call]))
    expect({ scan: least('scan'), finish: least('finish') }).toEqual({ scan: 2 + 2, finish: 4 })
  })

  test.each([
    [1, false],
    [60, false],
    [60, true],
  ])('of %i marks by hand are two and four, and one more for receipts: %s', async (size, withReceipts) => {
    const id = `office ${size} ${withReceipts}`
    const passkey = await addSigningInstitute(storage, id)
    const classes = [
      await startSession(storage, id, 1),
      await startSession(storage, id, 2),
      await startSession(storage, id, 3),
    ]
    const names = Array.from({ length: size }, (_, index) => `${id} ${index}`)
    for (const name of names) {
      await addStudent(storage, name, [id])
      if (withReceipts) await storage.receipts.setWantsEmail(name, true)
    }
    const office: Phone = {}
    await logPhoneIn(storage, office, id, 'ORG')
    const seen: { begin: number; finish: number }[] = []
    for (const one of classes) {
      const begun = await countTrips(() => beginHand(deps, office, { session: one, students: names }))
      const assertion = sign(passkey, begun.result)
      const finished = await countTrips(async () => {
        const told = once(published, 'mark')
        await finishHand(deps, office, begun.result, assertion)
        await told
      })
      seen.push({ begin: begun.trips, finish: finished.trips })
    }
    const least = (call: 'begin' | 'finish') => Math.min(...seen.map((trips) => trips[call]))
    expect({ begin: least('begin'), finish: least('finish') }).toEqual({ begin: 2, finish: withReceipts ? 5 : 4 })
  })

  test('of a mark by a person of the institute are one more, which asks in the act whether the person still acts', async () => {
    const own = await addStudent(storage, 'ravi', ['institute'])
    const desk = await logStaffIn(storage, 'ravi', 'desk')
    const seen: { hand: number; screen: number }[] = []
    for (const name of ['jaya', 'kiran', 'leela']) {
      const passkeys = [
        await addStudent(storage, name, ['institute']),
        await addStudent(storage, `${name} 2`, ['institute']),
      ]
      const list = await beginHand(deps, desk, { session, students: [name] })
      const signed = sign(own, list)
      const hand = await countTrips(async () => {
        const told = once(published, 'mark')
        await finishHand(deps, desk, list, signed)
        await told
      })
      const offer = await beginScreen(deps, desk, `${name} 2`)
      const assertion = sign(passkeys[1] ?? own, offer)
      const screen = await countTrips(async () => {
        const told = once(published, 'mark')
        await finishScreen(deps, desk, offer, assertion)
        await told
      })
      seen.push({ hand: hand.trips, screen: screen.trips })
    }
    const least = (call: 'hand' | 'screen') => Math.min(...seen.map((trips) => trips[call]))
    expect({ hand: least('hand'), screen: least('screen') }).toEqual({ hand: 5, screen: 5 })
  })

  test.each(['institute', 'teacher'] as const)(
    'of a check-in at a paired screen of the %s are two more than at the own: the screen is locked, and the time read',
    async (whose) => {
      await addStudent(storage, `${whose} of screens`, ['institute'])
      const teacher = await logStaffIn(storage, `${whose} of screens`, 'teacher')
      const screen = await addScreen(
        storage,
        'institute',
        `screen of ${whose}`,
        whose === 'teacher' ? teacher : undefined,
      )
      const seen: { begin: number; finish: number }[] = []
      for (const name of ['uma', 'veda', 'yash']) {
        const passkey = await addStudent(storage, `${name} of ${whose}`, ['institute'])
        const begun = await countTrips(() => beginScreen(deps, screen, `${name} of ${whose}`))
        const assertion = sign(passkey, begun.result)
        const finished = await countTrips(async () => {
          const told = once(published, 'mark')
          await finishScreen(deps, screen, begun.result, assertion)
          await told
        })
        seen.push({ begin: begun.trips, finish: finished.trips })
      }
      const least = (call: 'begin' | 'finish') => Math.min(...seen.map((trips) => trips[call]))
      expect({ begin: least('begin'), finish: least('finish') }).toEqual({ begin: 2, finish: 6 })
    },
  )

  test('of a check-in at the screen are two and four, for each of its students', async () => {
    await addInstitute(storage, 'hall')
    await startSession(storage, 'hall', 1, false)
    const screen: Phone = {}
    await logPhoneIn(storage, screen, 'hall', 'ORG')
    const seen: { begin: number; finish: number }[] = []
    for (const name of ['gita', 'hari', 'indu']) {
      const passkey = await addStudent(storage, name, ['hall'])
      const begun = await countTrips(() => beginScreen(deps, screen, name))
      const assertion = sign(passkey, begun.result)
      const finished = await countTrips(async () => {
        const told = once(published, 'mark')
        await finishScreen(deps, screen, begun.result, assertion)
        await told
      })
      seen.push({ begin: begun.trips, finish: finished.trips })
    }
    const least = (call: 'begin' | 'finish') => Math.min(...seen.map((trips) => trips[call]))
    expect({ begin: least('begin'), finish: least('finish') }).toEqual({ begin: 2, finish: 4 })
  })

  test('of queries that start together are one, and one that fails spoils no other', async () => {
    const entry = {
      outcome: 'done',
      accountId: null,
      subject: null,
      sessionId: null,
      addressPrefix: '',
      requestId: '',
    } as const
    const append = (action: string | null) =>
      storage.audit.append({ ...entry, action: action as 'login', at: 1 }).then(
        () => 'kept',
        () => 'refused',
      )
    const trips: number[] = []
    for (let round = 0; round < 3; round++) {
      const all = await countTrips(() => Promise.all([storage.now(), append(null), append('login'), storage.now()]))
      expect(all.result).toEqual([expect.any(Number), 'refused', 'kept', expect.any(Number)])
      trips.push(all.trips)
    }
    expect(Math.min(...trips)).toBe(1)
  })
})
