import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  beginAgain,
  type CheckInDeps,
  checkInDeps,
  finish,
  type Phone,
  scan,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'

const refused = { reason: 'check-in-refused' }

describe.each(engines)('a check-in that a browser without a login has begun, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let asha: MadePasskey
  let bala: MadePasskey
  let session: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    asha = await addStudent(storage, 'asha', ['institute'])
    bala = await addStudent(storage, 'bala', ['institute'])
    session = await startSession(storage, 'institute', 1)
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const rows = async (table: 'check_ins' | 'marks' | 'mark_signatures' | 'spent_tickets') =>
    rowsOf(await storages.readTables(), table)
  const spoil = (assertion: ReturnType<typeof sign>) => ({
    ...assertion,
    response: { ...assertion.response, signature: 'AAAA' },
  })

  test('makes no rows of one right room code, however often the cookies are left out', async () => {
    for (let times = 0; times < 400; times += 1) await scan(deps, {}, session)
    expect(await rows('check_ins')).toHaveLength(0)
  })

  test('costs no row when it is begun again', async () => {
    const phone: Phone = {}
    await scan(deps, phone, session)
    await beginAgain(deps, phone)
    expect(await rows('check_ins')).toHaveLength(0)
  })

  test('is a row once it is finished, and its signature says when it was begun', async () => {
    const phone: Phone = {}
    const offer = await scan(deps, phone, session)
    storages.clock.advance(20_000)
    await finish(deps, phone, offer, sign(asha, offer))
    expect(await rows('check_ins')).toMatchObject([{ id: offer.ceremony?.id, student_id: 'asha' }])
    expect(await rows('mark_signatures')).toMatchObject([{ begun_at: offer.serverTime, bound_student_id: null }])
  })

  test('is burnt by a wrong signature, also when the same ticket is sent again', async () => {
    const phone: Phone = {}
    const offer = await scan(deps, phone, session)
    const good = sign(asha, offer)
    await expect(finish(deps, phone, offer, spoil(good))).rejects.toMatchObject(refused)
    expect(await rows('check_ins')).toHaveLength(1)
    await expect(finish(deps, { ...phone }, offer, good)).rejects.toMatchObject(refused)
    expect(await rows('marks')).toEqual([])
  })

  test('marks once, of two that one ticket began and two students finish at once', async () => {
    const phone: Phone = {}
    const first = await scan(deps, phone, session)
    const ofFirst = { ...phone }
    const second = await beginAgain(deps, phone)
    const ends = await Promise.allSettled([
      finish(deps, ofFirst, first, sign(asha, first)),
      finish(deps, phone, second, sign(bala, second)),
    ])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await rows('marks')).toHaveLength(1)
    expect(await rows('spent_tickets')).toHaveLength(1)
  })

  test('marks once, of twenty finishes with one signature at once', async () => {
    const phone: Phone = {}
    const offer = await scan(deps, phone, session)
    const assertion = sign(asha, offer)
    const tries = Array.from({ length: 20 }, () => finish(deps, { ...phone }, offer, assertion))
    const ends = await Promise.allSettled(tries)
    expect(ends.filter(({ status }) => status === 'fulfilled')).not.toEqual([])
    expect(await rows('check_ins')).toHaveLength(1)
    expect(await rows('marks')).toHaveLength(1)
  })

  test('is not finished twice by a wrong signature and a right one at once', async () => {
    const phone: Phone = {}
    const offer = await scan(deps, phone, session)
    const good = sign(asha, offer)
    const [bad, right] = await Promise.allSettled([
      finish(deps, { ...phone }, offer, spoil(good)),
      finish(deps, { ...phone }, offer, good),
    ])
    expect(bad).toMatchObject({ status: 'rejected', reason: refused })
    expect(await rows('marks')).toHaveLength(right.status === 'fulfilled' ? 1 : 0)
    expect(await rows('check_ins')).toHaveLength(1)
    if (right.status === 'rejected') expect(right.reason).toMatchObject(refused)
  })

  test('is refused under another spelling of its ticket', async () => {
    const phone: Phone = {}
    await scan(deps, phone, session)
    const [ticket = ''] = phone.scanTicket?.split('~') ?? []
    for (const other of [`${ticket}.x`, `${ticket}=`]) {
      await expect(beginAgain(deps, { ...phone, scanTicket: other })).rejects.toMatchObject({
        reason: 'scan-ticket-old',
      })
    }
  })

  test('is refused under another ticket, and when its seal was changed', async () => {
    const [phone, other]: [Phone, Phone] = [{}, {}]
    const offer = await scan(deps, phone, session)
    await scan(deps, other, session)
    const [, sealed = ''] = phone.scanTicket?.split('~') ?? []
    const [ticket = ''] = other.scanTicket?.split('~') ?? []
    const moved = { ...other, scanTicket: `${ticket}~${sealed}` }
    await expect(finish(deps, moved, offer, sign(asha, offer))).rejects.toMatchObject(refused)
    const changed = { ...phone, scanTicket: `${phone.scanTicket}A` }
    await expect(finish(deps, changed, offer, sign(asha, offer))).rejects.toMatchObject(refused)
    expect(await rows('check_ins')).toEqual([])
  })

  test('is refused after secrets were forgotten', async () => {
    const phone: Phone = {}
    const offer = await scan(deps, phone, session)
    await storage.forgetSecrets()
    await expect(finish(deps, phone, offer, sign(asha, offer))).rejects.toMatchObject({ reason: 'scan-ticket-old' })
    expect(await rows('marks')).toEqual([])
  })
})
