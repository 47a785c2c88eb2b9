import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CellStatus } from '#contract/course-cells.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime, moveTo } from '#testing/hold-time.ts'
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
  logPhoneIn,
  logStaffIn,
  type Phone,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { closeCourse } from '../groups/courses.ts'
import { addRoom } from '../groups/rooms.ts'
import { readCellHistory, ruleOnCell } from '../register/rule-on-cell.ts'
import type { RequestContext } from '../request-context.ts'
import { endSessionEarly } from '../sessions/end-session.ts'
import { endStaff } from '../staff/manage-staff.ts'
import { authenticateDayPass } from './authenticate-day-pass.ts'
import { endDayPass, listDayPasses, makeDayPass } from './make-day-pass.ts'
import { openDayPass } from './open-day-pass.ts'
import { rollByDayPass } from './roll-by-day-pass.ts'
import { endByDayPass, readDayPass, readSheetByDayPass, showCodeByDayPass, startByDayPass } from './use-day-pass.ts'

const minute = 60_000
const hour = 60 * minute
const over = { reason: 'day-pass-over' }
const notFound = { type: 'document_not_found' }

describe.each(engines)('a day pass on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let asha: MadePasskey
  let office: Phone
  let maths: string
  let physics: string
  let people: Record<'asha' | 'bala', string>

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    // In Kolkata it is half past ten in the morning.
    moveTo(storages.clock, Date.UTC(2030, 0, 7, 5))
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    asha = await addStudent(storage, 'asha', ['institute'])
    for (const id of ['bala', 'ravi']) await addStudent(storage, id, ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    maths = await makeCourse(deps, office, 'MATH', ['asha', 'bala'])
    physics = await makeCourse(deps, office, 'PHYS', ['asha'])
    people = { asha: await personOf(storage, 'asha'), bala: await personOf(storage, 'bala') }
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const make = async (courses: readonly string[] = [maths], name = 'Meera Nair') =>
    makeDayPass(deps, await enter('day-passes.make', contextOf(office)), {
      name,
      courses: [...courses],
      timeZone: 'Asia/Kolkata',
    })
  const openIn = async (secret: string, dayPass?: string) =>
    openDayPass(deps, await enter('day-pass.open', makeContext({ cookies: { dayPass } })), { secret })

  /** A browser that has opened a new pass: what it sends next. */
  async function browser(courses?: readonly string[]): Promise<() => Promise<RequestContext>> {
    const { token } = await openIn((await make(courses)).secret)
    return async () => makeContext({ dayPass: await authenticateDayPass(deps, token, true) })
  }
  const start = async (pass: () => Promise<RequestContext>, courseId = maths, expected = 1, roomId?: string) =>
    startByDayPass(deps, await enter('day-pass.use', await pass()), {
      courseId,
      expected,
      minutes: 60,
      ...(roomId !== undefined && { roomId }),
    })
  const roll = async (
    pass: () => Promise<RequestContext>,
    sessionId: string,
    statuses: Readonly<Record<string, CellStatus>>,
    reason = '',
  ) => {
    const said = Object.entries(statuses).map(([person, status]) => ({ person, status }))
    return rollByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId, statuses: said, reason })
  }

  describe('is made', () => {
    test('by the office after a step-up, for courses, until the midnight of the institute’s zone', async () => {
      const { passes, secret } = await make([maths, physics])
      const endsAt = Date.UTC(2030, 0, 7, 18, 30)
      expect(passes).toMatchObject([
        { name: 'Meera Nair', courses: [{ code: 'MATH' }, { code: 'PHYS' }], openedAt: null, endsAt },
      ])
      expect(secret.length).toBeGreaterThan(40)
      expect(JSON.stringify(await storages.readTables())).not.toContain(secret)
      storages.clock.advance(11 * minute)
      await expect(make()).rejects.toMatchObject({ reason: 'step-up-needed' })
    })

    test('by no teacher, and for no course of another, nor one that is closed', async () => {
      const teacher = await logStaffIn(storage, 'bala', 'teacher')
      await expect(enter('day-passes.make', contextOf(teacher))).rejects.toMatchObject({ type: 'user_unauthorized' })
      await expect(make(['institute'])).rejects.toMatchObject(notFound)
      await closeCourse(deps, await enter('courses.manage', contextOf(office)), { courseId: maths })
      await expect(make()).rejects.toMatchObject({ reason: 'course-closed' })
      expect(rowsOf(await storages.readTables(), 'day_passes')).toEqual([])
    })
  })

  describe('is opened', () => {
    test('by one browser, which may follow the link again', async () => {
      const { secret } = await make()
      const { token, goodForMs } = await openIn(secret)
      // Its page may finish a session that runs over its end.
      expect(goodForMs).toBe(12 * hour + 330 * minute)
      await expect(openIn(secret)).rejects.toMatchObject({ reason: 'day-pass-used' })
      await expect(openIn(secret, 'another cookie')).rejects.toMatchObject({ reason: 'day-pass-used' })
      expect(await openIn(secret, token)).toMatchObject({ token: undefined })
    })

    test('by one of two browsers at once', async () => {
      const { secret } = await make()
      const answers = await Promise.allSettled([openIn(secret), openIn(secret)])
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test('by no wrong link, and not after it was ended', async () => {
      const { secret, passes } = await make()
      await expect(openIn('wrong')).rejects.toMatchObject({ type: 'user_invalid_token' })
      await endDayPass(deps, await enter('day-passes.end', contextOf(office)), { passId: passes[0]?.id ?? '' })
      await expect(openIn(secret)).rejects.toMatchObject(over)
    })
  })

  describe('is over', () => {
    const midnight = Date.UTC(2030, 0, 7, 18, 30)
    const step = clockStepMs[engine]

    /** Uses the pass each hour. */
    async function keepUsing(pass: () => Promise<RequestContext>, until: number): Promise<void> {
      for (let now = storages.clock.now(); now + hour < until; now += hour) {
        storages.clock.advance(hour)
        await pass()
      }
      moveTo(storages.clock, until - step)
      await pass()
      moveTo(storages.clock, until)
    }

    test('at midnight of the institute’s zone', async () => {
      storages.clock.advance(4 * hour)
      office = await logStaffIn(storage, 'bala', 'registrar')
      const pass = await browser()
      await keepUsing(pass, midnight)
      await expect(pass()).rejects.toMatchObject(over)
    })

    test('twelve hours after it was opened, where midnight is later', async () => {
      // One in the morning.
      moveTo(storages.clock, Date.UTC(2030, 0, 6, 19, 30))
      office = await logStaffIn(storage, 'bala', 'registrar')
      const pass = await browser([physics])
      await keepUsing(pass, Date.UTC(2030, 0, 7, 7, 30))
      await expect(pass()).rejects.toMatchObject(over)
    })

    test('after two hours without use', async () => {
      const pass = await browser()
      storages.clock.advance(2 * hour - step)
      await pass()
      storages.clock.advance(2 * hour - step)
      await pass()
      storages.clock.advance(2 * hour)
      await expect(pass()).rejects.toMatchObject(over)
    })

    test('what its page asks by itself is no use', async () => {
      const { token } = await openIn((await make()).secret)
      storages.clock.advance(hour)
      await authenticateDayPass(deps, token, false)
      storages.clock.advance(hour)
      await expect(authenticateDayPass(deps, token, false)).rejects.toMatchObject(over)
    })

    test('when the office ends it, in the middle of an act too', async () => {
      const pass = await browser()
      const context = await pass()
      const { passes } = await listDayPasses(deps, await enter('day-passes.view', contextOf(office)))
      expect(
        (await endDayPass(deps, await enter('day-passes.end', contextOf(office)), { passId: passes[0]?.id ?? '' }))
          .passes,
      ).toEqual([])
      await expect(pass()).rejects.toMatchObject(over)
      await expect(start(async () => context)).rejects.toMatchObject(over)
      expect(rowsOf(await storages.readTables(), 'attendance_sessions')).toEqual([])
    })

    test('after a restore, opened or not, and still says who did what', async () => {
      const unopened = await make()
      const pass = await browser()
      const { session } = await start(pass)
      await storage.forgetSecrets()
      await expect(pass()).rejects.toMatchObject(over)
      await expect(openIn(unopened.secret)).rejects.toMatchObject({ type: 'user_invalid_token' })
      const sheet = await readCourseSheet(deps, await enter('sessions.view', contextOf(office)), {
        sessionId: session.id,
      })
      expect(sheet.session.startedBy).toEqual({ name: 'Meera Nair', title: '', role: 'day-pass' })
    })
  })

  describe('takes a roll', () => {
    test('without a signature, and is named in the sheet, the history and the log', async () => {
      const pass = await browser()
      const { session } = await start(pass)
      await roll(pass, session.id, { [people.asha]: 'present', [people.bala]: 'absent' })
      const tables = await storages.readTables()
      const [{ id } = { id: '' }] = rowsOf(tables, 'day_passes')
      expect(rowsOf(tables, 'hand_check_ins')).toEqual([])
      expect(rowsOf(tables, 'marks')).toEqual([])
      expect(rowsOf(tables, 'rulings').map((row) => [row.cause, row.hand_check_in_id, row.decided_by])).toEqual(
        Array.from({ length: 2 }, () => ['roll-call', null, id]),
      )
      const logged = rowsOf(tables, 'audit_log').filter(({ action }) => action === 'roll-call')
      expect(logged.map((row) => [row.account_id, JSON.parse(row.detail ?? '{}').dayPassId])).toEqual(
        Array.from({ length: 2 }, () => ['institute', id]),
      )
      const by = { name: 'Meera Nair', title: '', role: 'day-pass' }
      const sheet = await readCourseSheet(deps, await enter('sessions.view', contextOf(office)), {
        sessionId: session.id,
      })
      expect(sheet.people.map(({ cell }) => [cell.status, cell.ruling?.by])).toEqual([
        ['present', by],
        ['absent', by],
      ])
      const history = await readCellHistory(deps, await enter('sessions.view', contextOf(office)), {
        sessionId: session.id,
        personId: people.bala,
      })
      expect(history.rulings).toMatchObject([{ cause: 'roll-call', by }])
    })

    test('leaves what a student has signed or the office has said, and changes its own word with a reason', async () => {
      const pass = await browser()
      const { session } = await start(pass)
      await storage.checkIns.setRoomCode(session.id, true)
      const phone: Phone = {}
      await logPhoneIn(storage, phone, 'asha')
      await checkIn(deps, phone, asha, session.id)
      await expect(roll(pass, session.id, { [people.asha]: 'absent' }, 'Had left.')).rejects.toMatchObject({
        reason: 'day-pass-stands',
      })
      await roll(pass, session.id, { [people.asha]: 'present', [people.bala]: 'absent' })
      await expect(roll(pass, session.id, { [people.bala]: 'late' })).rejects.toMatchObject({
        reason: 'roll-call-reason',
      })
      await roll(pass, session.id, { [people.bala]: 'late' }, 'Came.')
      await expect(roll(pass, session.id, { [people.bala]: 'late' })).rejects.toMatchObject({
        reason: 'roll-call-empty',
      })
      const cell = { sessionId: session.id, personId: people.bala }
      await ruleOnCell(deps, await enter('cells.rule', contextOf(office)), {
        ...cell,
        status: 'excused',
        reason: 'A letter.',
        after: 2,
      })
      await expect(roll(pass, session.id, { [people.bala]: 'present' }, 'No.')).rejects.toMatchObject({
        reason: 'day-pass-stands',
      })
      await expect(roll(pass, session.id, { ravi: 'present' })).rejects.toMatchObject(notFound)
    })
  })

  describe('that is over finishes what it began', () => {
    const midnight = Date.UTC(2030, 0, 7, 18, 30)
    const step = clockStepMs[engine]
    const nothing = { running: [], notTaken: [], courses: [], rooms: [] }

    beforeEach(async () => {
      // Twenty minutes before midnight.
      moveTo(storages.clock, midnight - 20 * minute)
      office = await logStaffIn(storage, 'bala', 'registrar')
    })
    const startFor = async (pass: () => Promise<RequestContext>, minutes: number, courseId = maths) =>
      startByDayPass(deps, await enter('day-pass.use', await pass()), { courseId, expected: 1, minutes })

    test('until half an hour after its end, and says so at the start', async () => {
      const pass = await browser([maths, physics])
      const { session, finishUntil } = await startFor(pass, 60)
      expect(finishUntil).toBe(session.endsAt + 30 * minute)
      expect(await readDayPass(deps, await enter('day-pass.use', await pass()))).toMatchObject({
        finishUntil,
        endsAt: midnight,
      })
      moveTo(storages.clock, midnight)
      expect(await readDayPass(deps, await enter('day-pass.use', await pass()))).toMatchObject({
        ...nothing,
        running: [session],
        finishUntil,
      })
      await roll(pass, session.id, { [people.asha]: 'present' })
      storages.clock.advance(minute)
      const ended = await endByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session.id })
      const graceEnds = ended.session.endsAt + 30 * minute
      expect(ended.finishUntil).toBe(graceEnds)
      expect(graceEnds).toBeLessThan(finishUntil ?? 0)
      moveTo(storages.clock, graceEnds - step)
      await roll(pass, session.id, { [people.bala]: 'absent' })
      const context = await pass()
      moveTo(storages.clock, graceEnds)
      await expect(pass()).rejects.toMatchObject(over)
      await expect(roll(async () => context, session.id, { [people.bala]: 'late' }, 'Came.')).rejects.toMatchObject(
        notFound,
      )
    })

    test('and nothing else: no start, no session of another, none that had ended', async () => {
      const pass = await browser([maths, physics])
      const { session: short, finishUntil } = await startFor(pass, 5)
      expect(finishUntil).toBeNull()
      storages.clock.advance(10 * minute)
      const theirs = (await startCourse(deps, office, physics)).session
      const own = await startByDayPass(deps, await enter('day-pass.use', await pass()), {
        courseId: maths,
        expected: 2,
        minutes: 60,
      })
      moveTo(storages.clock, midnight)
      const shown = await readDayPass(deps, await enter('day-pass.use', await pass()))
      expect(shown).toMatchObject({ ...nothing, running: [{ id: own.session.id }] })
      for (const session of [theirs.id, short.id]) {
        await expect(
          readSheetByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session }),
        ).rejects.toMatchObject(notFound)
        await expect(
          showCodeByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session }),
        ).rejects.toMatchObject(notFound)
        await expect(
          endByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session }),
        ).rejects.toMatchObject(notFound)
        await expect(roll(pass, session, { [people.asha]: 'present' })).rejects.toMatchObject(notFound)
      }
      for (const course of [maths, physics]) await expect(start(pass, course)).rejects.toMatchObject(over)
    })

    test('no session that was ended before the pass was over', async () => {
      const pass = await browser()
      const { session } = await startFor(pass, 60)
      storages.clock.advance(minute)
      expect(
        await endByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session.id }),
      ).toMatchObject({ finishUntil: null })
      moveTo(storages.clock, midnight)
      await expect(pass()).rejects.toMatchObject(over)
    })

    test('each session for its own time', async () => {
      const pass = await browser([maths, physics])
      const first = await startFor(pass, 30)
      const second = await startFor(pass, 60, physics)
      moveTo(storages.clock, midnight + 40 * minute)
      await expect(roll(pass, first.session.id, { [people.asha]: 'present' })).rejects.toMatchObject(notFound)
      await roll(pass, second.session.id, { [people.asha]: 'present' })
      expect(await readDayPass(deps, await enter('day-pass.use', await pass()))).toMatchObject({
        finishUntil: second.finishUntil,
      })
    })

    test('not once the office has ended it, which finds it in its list until then', async () => {
      const pass = await browser()
      const { session, finishUntil } = await startFor(pass, 60)
      moveTo(storages.clock, midnight + minute)
      const context = await pass()
      const { passes } = await listDayPasses(deps, await enter('day-passes.view', contextOf(office)))
      expect(passes).toMatchObject([{ name: 'Meera Nair', endsAt: midnight, finishUntil }])
      expect(
        (await endDayPass(deps, await enter('day-passes.end', contextOf(office)), { passId: passes[0]?.id ?? '' }))
          .passes,
      ).toEqual([])
      await expect(pass()).rejects.toMatchObject(over)
      await expect(
        endByDayPass(deps, await enter('day-pass.use', context), { sessionId: session.id }),
      ).rejects.toMatchObject(over)
      await expect(roll(async () => context, session.id, { [people.asha]: 'present' })).rejects.toMatchObject(over)
    })

    test('not once its maker is no more of the institute', async () => {
      const registrar = await logStaffIn(storage, 'asha', 'registrar')
      office = registrar
      const pass = await browser()
      await startFor(pass, 60)
      moveTo(storages.clock, midnight + minute)
      await pass()
      const own: Phone = {}
      await logPhoneIn(storage, own, 'institute', 'ORG')
      expect(
        (await endStaff(deps, await enter('staff.manage', contextOf(own)), { staffId: registrar.staff.id })).ended
          .dayPasses,
      ).toEqual(['Meera Nair'])
      await expect(pass()).rejects.toMatchObject(over)
    })

    test('not after two hours without use', async () => {
      const pass = await browser()
      await startFor(pass, 300)
      storages.clock.advance(2 * hour)
      await expect(pass()).rejects.toMatchObject(over)
    })

    test('in its own browser alone, whose secret stays until then', async () => {
      const { secret } = await make()
      const { token, goodForMs } = await openIn(secret)
      const pass = async () => makeContext({ dayPass: await authenticateDayPass(deps, token, true) })
      const { session } = await startFor(pass, 60)
      moveTo(storages.clock, midnight + hour)
      await storage.purgeExpired()
      expect(await openIn(secret, token)).toMatchObject({ token: undefined })
      await expect(openIn(secret)).rejects.toMatchObject(over)
      expect(
        await readSheetByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session.id }),
      ).toMatchObject({ session: { id: session.id } })
      // A session of the most minutes, begun right before midnight.
      expect(Math.ceil(goodForMs / minute)).toBe(20 + 300 + 30)
      moveTo(storages.clock, midnight + 331 * minute)
      await storage.purgeExpired()
      expect(rowsOf(await storages.readTables(), 'day_pass_secrets')).toEqual([])
    })

    test('and is good again where the clock is set back before its end', async () => {
      const pass = await browser([maths, physics])
      await startFor(pass, 60)
      moveTo(storages.clock, midnight + minute)
      await expect(start(pass, physics)).rejects.toMatchObject(over)
      moveTo(storages.clock, midnight - 10 * minute)
      const { session, finishUntil } = await start(pass, physics)
      expect(finishUntil).toBe(session.endsAt + 30 * minute)
    })
  })

  test('starts in an empty room, shows its code and ends what it started', async () => {
    const pass = await browser([maths, physics])
    const [room] = (await addRoom(deps, await enter('courses.manage', contextOf(office)), { name: 'Lab' })).rooms
    const { session } = await start(pass, maths, 1, room?.id)
    expect(session).toMatchObject({ startedBy: { name: 'Meera Nair', role: 'day-pass' }, room: { name: 'Lab' } })
    expect((await start(pass, maths, 1, room?.id)).session.id).toBe(session.id)
    await expect(start(pass, physics, 1, room?.id)).rejects.toMatchObject({ reason: 'room-busy' })
    await storage.checkIns.setRoomCode(session.id, true)
    expect(
      await showCodeByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session.id }),
    ).toMatchObject({ code: expect.any(String) })
    expect(await readDayPass(deps, await enter('day-pass.use', await pass()))).toMatchObject({
      name: 'Meera Nair',
      organisation: { id: 'institute', timeZone: null },
      courses: [{ code: 'MATH', nextNumber: 2 }, { code: 'PHYS' }],
      running: [{ id: session.id }],
      rooms: [{ name: 'Lab' }],
    })
    storages.clock.advance(minute)
    const ended = await endByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session.id })
    expect(ended.session.endsAt).toBeLessThanOrEqual(ended.serverTime)
    expect((await readDayPass(deps, await enter('day-pass.use', await pass()))).notTaken).toMatchObject([
      { id: session.id },
    ])
  })

  test('finds the sessions of its courses among more than a hundred others', async () => {
    const pass = await browser()
    const { session } = await start(pass)
    storages.clock.advance(minute)
    await endByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session.id })
    for (let expected = 1; expected <= 101; expected++) {
      const other = await startCourse(deps, office, physics, { expected })
      storages.clock.advance(1_000)
      await endSessionEarly(deps, await enter('sessions.end', contextOf(office)), {
        sessionId: other.session.id,
      })
    }
    storages.clock.advance(minute)
    expect((await readDayPass(deps, await enter('day-pass.use', await pass()))).notTaken.map(({ id }) => id)).toEqual([
      session.id,
    ])
  })

  test('sees and touches the named courses alone, and nothing that was over before it was made', async () => {
    const before = (await startCourse(deps, office, maths, { minutes: 5 })).session.id
    storages.clock.advance(6 * minute)
    const pass = await browser()
    const theirs = (await startCourse(deps, office, maths, { expected: 2 })).session.id
    const other = (await startCourse(deps, office, physics)).session.id
    const shown = await readDayPass(deps, await enter('day-pass.use', await pass()))
    expect([shown.courses.map(({ code }) => code), shown.running.map(({ id }) => id), shown.notTaken]).toEqual([
      ['MATH'],
      [theirs],
      [],
    ])
    for (const session of [other, before, 'unknown']) {
      await expect(
        readSheetByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session }),
      ).rejects.toMatchObject(notFound)
      await expect(
        showCodeByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session }),
      ).rejects.toMatchObject(notFound)
      await expect(
        endByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: session }),
      ).rejects.toMatchObject(notFound)
      await expect(roll(pass, session, { [people.asha]: 'present' })).rejects.toMatchObject(notFound)
    }
    for (const course of [physics, 'institute']) await expect(start(pass, course)).rejects.toMatchObject(notFound)
    // A session that a colleague started is taken, and not ended.
    await roll(pass, theirs, { [people.asha]: 'present' })
    storages.clock.advance(minute)
    await expect(
      endByDayPass(deps, await enter('day-pass.use', await pass()), { sessionId: theirs }),
    ).rejects.toMatchObject(notFound)
  })
})
