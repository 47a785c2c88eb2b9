import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorage } from '#server/storage/open-storage.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { engines } from '#testing/create-database.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  finish,
  logPhoneIn,
  type Phone,
  scan,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.ts'
import { type CountingProxy, openCountingProxy } from './counting-proxy.ts'

/** What the storage does by itself every two seconds adds a trip to some of them, and never to all. */
const students = ['asha', 'bala', 'charu', 'dev', 'esha', 'farid']

describe.skipIf(!engines.includes('postgresql'))('the round trips of a check-in by room code on PostgreSQL', () => {
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

  test('are two and four with a login', async () => {
    // Two of the scan read the code that the display shows.
    expect(await leastTrips(students.slice(0, 3), true)).toEqual({ scan: 2 + 2, finish: 4 })
  })

  test('are one and six without one: a finish writes what the scan has sealed', async () => {
    expect(await leastTrips(students.slice(3), false)).toEqual({ scan: 2 + 1, finish: 6 })
  })
})
