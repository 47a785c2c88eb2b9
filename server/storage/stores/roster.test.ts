import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, addStudent } from '#testing/room-world.ts'
import { openForTampering } from '#testing/tamper.ts'
import type { OpenStorage } from '../opened-storage.ts'
import { wasOnRoster } from './roster.ts'

describe.each(engines)('the roster on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await addInstitute(storage, 'school')
    await addStudent(storage, 'asha', [])
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const join = (at: number) =>
    storage.transaction(({ memberships }) =>
      memberships.insert({ organisationId: 'school', studentId: 'asha', joinedAt: at }, 'ASHA'),
    )
  const leave = (at: number) =>
    storage.transaction(({ memberships }) => memberships.end('school', 'asha', 'taken-out', at))
  /** Of the ends of sessions at these times: those at which the student was on the roster. */
  async function onRosterAt(...ends: readonly number[]): Promise<number[]> {
    const { db, close } = openForTampering(storages.database)
    try {
      const found: number[] = []
      for (const end of ends) {
        const time = sql`cast(${end} as ${sql.raw(engine === 'sqlite' ? 'integer' : 'bigint')})`
        const { rows } = await sql`select 1 from memberships m where ${wasOnRoster(time)}`.execute(db)
        if (rows.length > 0) found.push(end)
      }
      return found
    } finally {
      await close()
    }
  }
  const timesAway = async () => (await storage.reports.listAway('school', ['asha'])).get('asha')

  test('holds a member from joining until leaving, and again from joining again', async () => {
    expect(await join(10)).toBe('added')
    expect(await onRosterAt(10, 11, 99)).toEqual([11, 99])
    expect(await timesAway()).toBeUndefined()
    await leave(20)
    expect(await onRosterAt(10, 11, 20, 21)).toEqual([11, 20])
    expect(await timesAway()).toMatchObject([{ leftAt: 20, rejoinedAt: null }])
    expect(await join(30)).toBe('added')
    expect(await onRosterAt(11, 20, 21, 30, 31)).toEqual([11, 20, 31])
    expect(await timesAway()).toMatchObject([{ leftAt: 20, rejoinedAt: 30 }])
    expect(await join(40)).toBe('member')
    expect(await onRosterAt(31, 41)).toEqual([31, 41])
  })

  test('holds who leaves and joins again in one millisecond, or by a clock that was set back', async () => {
    await join(10)
    await leave(10)
    await join(10)
    expect(await onRosterAt(10, 11)).toEqual([11])
    await leave(20)
    await join(15)
    expect(await onRosterAt(16, 20, 21)).toEqual([16, 20, 21])
  })

  test('forgets a student without marks, and an institute without members', async () => {
    await join(10)
    await leave(20)
    await storage.transaction(({ memberships }) => memberships.removeAllOf('asha'))
    expect(await timesAway()).toBeUndefined()
    await join(30)
    await leave(40)
    await storage.transaction(({ organisations }) => organisations.remove('school'))
    expect(await storage.organisations.find('school')).toBeUndefined()
  })
})
