import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CellStatus } from '#contract/course-cells.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { makeContext } from '#testing/make-context.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { readCourseSheet } from '#testing/read-sheets.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  logStaffIn,
  type Phone,
  sign,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { authenticateDayPass } from '../day-passes/authenticate-day-pass.ts'
import { makeDayPass } from '../day-passes/make-day-pass.ts'
import { openDayPass } from '../day-passes/open-day-pass.ts'
import { rollByDayPass } from '../day-passes/roll-by-day-pass.ts'
import { enter } from '../doors.ts'
import { readToday } from '../register/read-sheet.ts'
import { ruleOnCell } from '../register/rule-on-cell.ts'
import { beginRollCall } from './begin-roll-call.ts'

describe.each(engines)('what comes while a roll is taken on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'asha' | 'ravi' | 'meera', MadePasskey>
  let ravi: Phone
  let meera: Phone
  let session: string
  let people: Record<'asha' | 'bala', string>

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    const asha = await addStudent(storage, 'asha', ['institute'])
    await addStudent(storage, 'bala', ['institute'])
    const [first, second] = [
      await addStudent(storage, 'ravi', ['institute']),
      await addStudent(storage, 'meera', ['institute']),
    ]
    passkeys = { asha, ravi: first, meera: second }
    ravi = await logStaffIn(storage, 'ravi', 'registrar')
    meera = await logStaffIn(storage, 'meera', 'registrar')
    const course = await makeCourse(deps, ravi, 'MATH', ['asha', 'bala'])
    people = { asha: await personOf(storage, 'asha'), bala: await personOf(storage, 'bala') }
    session = (await startCourse(deps, ravi, course)).session.id
    storages.clock.advance(1_000)
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  type Said = Readonly<Record<string, CellStatus>>
  const listed = (said: Said) => Object.entries(said).map(([person, status]) => ({ person, status }))
  const begin = async (said: Said, reason = '', by = ravi) =>
    beginRollCall(deps, await enter('check-in.hand', contextOf(by)), {
      way: 'roll-call',
      session,
      statuses: listed(said),
      reason,
    }) as Promise<CheckInOffer>
  const finish = (offer: CheckInOffer) => finishHand(deps, ravi, offer, sign(passkeys.ravi, offer))
  const finishByMeera = (offer: CheckInOffer) => finishHand(deps, meera, offer, sign(passkeys.meera, offer))
  const tick = () => storages.clock.advance(1_000)

  async function arrive(): Promise<void> {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, passkeys.asha, session)
  }
  async function rule(personId: string, status: CellStatus, after = 0): Promise<void> {
    await logPhoneIn(storage, meera, 'meera')
    await ruleOnCell(deps, await enter('cells.rule', contextOf(meera)), {
      sessionId: session,
      personId,
      status,
      reason: 'A letter.',
      after,
    })
  }
  const cells = async () => {
    const sheet = await readCourseSheet(deps, await enter('sessions.view', contextOf(ravi)), {
      sessionId: session,
    })
    return sheet.people.map(({ cell }) => cell.status)
  }
  const rulings = async () => rowsOf(await storages.readTables(), 'rulings').length
  const moved = (...lines: readonly [string, CellStatus][]) => ({
    type: 'document_update_conflict',
    reason: 'roll-call-moved',
    value: JSON.stringify(lines.map(([person, status]) => ({ person, status }))),
  })

  test('a ruling: nothing is written, and the answer names the lines with what stands', async () => {
    const offer = await begin({ [people.asha]: 'present', [people.bala]: 'absent' })
    tick()
    await rule(people.bala, 'excused')
    await expect(finish(offer)).rejects.toMatchObject(moved([people.bala, 'excused']))
    await expect(finish(offer)).rejects.toMatchObject(moved([people.bala, 'excused']))
    expect([await cells(), await rulings()]).toEqual([[null, 'excused'], 1])
    await finish(await begin({ [people.asha]: 'present', [people.bala]: 'excused' }))
    expect(await cells()).toEqual(['present', 'excused'])
    await finish(await begin({ [people.bala]: 'absent' }, 'The letter was of another day.'))
    expect(await cells()).toEqual(['present', 'absent'])
  })

  test('a ruling about a line that was to change with a reason', async () => {
    await rule(people.asha, 'late')
    const offer = await begin({ [people.asha]: 'absent' }, 'Had left.')
    tick()
    await rule(people.asha, 'excused', 1)
    await expect(finish(offer)).rejects.toMatchObject(moved([people.asha, 'excused']))
    expect(await cells()).toEqual(['excused', null])
  })

  test('another roll call, even one that says the same', async () => {
    const own = await begin({ [people.asha]: 'present', [people.bala]: 'absent' })
    const other = await begin({ [people.asha]: 'present', [people.bala]: 'late' }, '', meera)
    tick()
    await finishByMeera(other)
    await expect(finish(own)).rejects.toMatchObject(moved([people.asha, 'present'], [people.bala, 'late']))
    expect([await cells(), await rulings()]).toEqual([['present', 'late'], 2])
  })

  test('a mark wins over the absence that is signed after it, on every screen', async () => {
    const offer = await begin({ [people.asha]: 'absent', [people.bala]: 'present' })
    tick()
    await arrive()
    tick()
    await finish(offer)
    expect([await cells(), await rulings()]).toEqual([['present', 'present'], 2])
    const { session: shown } = await readCourseSheet(deps, await enter('sessions.view', contextOf(ravi)), {
      sessionId: session,
    })
    expect([
      shown.present,
      (await readToday(deps, await enter('sessions.view', contextOf(ravi)))).running[0]?.present,
    ]).toEqual([2, 2])
  })

  // The clock of PostgreSQL goes on between the two.
  test.runIf(engine === 'sqlite')('a mark of the very moment in which it began', async () => {
    const offer = await begin({ [people.asha]: 'absent', [people.bala]: 'present' })
    await arrive()
    tick()
    await expect(finish(offer)).rejects.toMatchObject(moved([people.asha, 'present']))
    expect([await cells(), await rulings()]).toEqual([['present', null], 0])
  })

  test('a mark that was there is overruled with a reason', async () => {
    await arrive()
    tick()
    const offer = await begin({ [people.asha]: 'absent' }, 'Had left.')
    tick()
    await finish(offer)
    expect(await cells()).toEqual(['absent', null])
  })

  describe('by a day pass', () => {
    async function openPass(courses: readonly string[]) {
      await logPhoneIn(storage, ravi, 'ravi')
      const wanted = { name: 'Supply', courses: [...courses], timeZone: 'Asia/Kolkata' }
      const { secret } = await makeDayPass(deps, await enter('day-passes.make', contextOf(ravi)), wanted)
      const { token } = await openDayPass(deps, await enter('day-pass.open', makeContext({ cookies: {} })), { secret })
      return makeContext({ dayPass: await authenticateDayPass(deps, token, true) })
    }
    /** The roll of a pass; `between` comes after what it read, and before its transaction. */
    async function roll(said: Said, reason: string, between: () => Promise<void>) {
      const sheet = await readCourseSheet(deps, await enter('sessions.view', contextOf(ravi)), {
        sessionId: session,
      })
      const context = await openPass([sheet.session.course.id])
      const transaction: typeof storage.transaction = async (work) => {
        await between()
        return storage.transaction(work)
      }
      const raced = { ...storage, transaction }
      return rollByDayPass({ storage: raced }, await enter('day-pass.use', context), {
        sessionId: session,
        statuses: listed(said),
        reason,
      })
    }

    test('a mark', async () => {
      const rolled = roll({ [people.asha]: 'absent', [people.bala]: 'present' }, '', arrive)
      await expect(rolled).rejects.toMatchObject(moved([people.asha, 'present']))
      expect([await cells(), await rulings()]).toEqual([['present', null], 0])
    })

    test('a ruling, and a roll call that says the same', async () => {
      const ruled = roll({ [people.asha]: 'absent', [people.bala]: 'present' }, '', () => rule(people.bala, 'late'))
      await expect(ruled).rejects.toMatchObject(moved([people.bala, 'late']))
      const called = roll({ [people.asha]: 'absent' }, '', async () => {
        await finish(await begin({ [people.asha]: 'absent' }))
      })
      await expect(called).rejects.toMatchObject(moved([people.asha, 'absent']))
      expect([await cells(), await rulings()]).toEqual([['absent', 'late'], 2])
    })

    test('what stood before it read is named, too', async () => {
      await rule(people.bala, 'late')
      const rolled = roll({ [people.asha]: 'present', [people.bala]: 'absent' }, 'No.', async () => {})
      const value = JSON.stringify([{ person: people.bala, status: 'late' }])
      await expect(rolled).rejects.toMatchObject({ reason: 'day-pass-stands', value })
      expect(await cells()).toEqual([null, 'late'])
    })
  })
})
