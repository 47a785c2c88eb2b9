import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { teacherLockMs } from '#contract/course-rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
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
  finish,
  logPhoneIn,
  logStaffIn,
  type Phone,
  scan,
  sign,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import type { Change } from '../changes/change-feed.ts'
import { noteClockJump } from '../clock/clock-jumps.ts'
import { enter } from '../doors.ts'
import { setTeachers } from '../groups/courses.ts'
import { addRoom } from '../groups/rooms.ts'
import { readRegister, setPolicy } from '../register/read-register.ts'
import { readToday } from '../register/read-sheet.ts'
import { ruleOnCell } from '../register/rule-on-cell.ts'
import { moveSession, setSessionStatus } from './change-session.ts'
import { endSessionEarly } from './end-session.ts'
import { startSession as startGroupSession } from './start-session.ts'
import { takeBackSession } from './take-back-session.ts'

const minute = 60_000

describe.each(engines)('a session of a course on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let asha: MadePasskey
  let bala: MadePasskey
  let office: Phone
  let maths: string
  let physics: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    asha = await addStudent(storage, 'asha', ['institute'])
    bala = await addStudent(storage, 'bala', ['institute'])
    await addStudent(storage, 'ravi', ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    maths = await makeCourse(deps, office, 'MATH', ['asha', 'bala'])
    physics = await makeCourse(deps, office, 'PHYS', ['asha'])
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const studentPhone = async (id: string): Promise<Phone> => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, id)
    return phone
  }
  const room = async (name: string) => {
    const { rooms } = await addRoom(deps, await enter('courses.manage', contextOf(office)), { name })
    return rooms.find((one) => one.name === name)?.id ?? ''
  }
  /** A step-up of now. */
  const fresh = async (phone: Phone) => {
    await logPhoneIn(storage, phone, phone.caller?.id ?? '')
    return contextOf(phone)
  }
  const change = (policy: object) => async () => {
    const course = await storage.courses.find('institute', maths)
    await setPolicy(deps, await enter('courses.policy', await fresh(office)), {
      courseId: maths,
      policy: { ...course?.policy, ...policy } as never,
      isTrial: false,
    })
  }
  const letters = async (courseId: string) => {
    const { people } = await readRegister(deps, await enter('register.view', contextOf(office)), { groupId: courseId })
    return Object.fromEntries(people.map((person) => [person.studentId, person.letters]))
  }

  test('is started once: a second start is refused, a repeated one answers the first', async () => {
    const { session } = await startCourse(deps, office, maths)
    expect((await startCourse(deps, office, maths)).session.id).toBe(session.id)
    const other = await logStaffIn(storage, 'bala', 'owner')
    await expect(startCourse(deps, other, maths)).rejects.toMatchObject({ type: 'attendance_session_active' })
    await expect(startCourse(deps, office, physics, { expected: 2 })).rejects.toMatchObject({
      reason: 'classes-changed',
    })
  })

  test('lasts as long as it was started for, and is ended early after a step-up', async () => {
    const { session } = await startCourse(deps, office, maths, { minutes: 5 })
    expect(session.endsAt - session.startedAt).toBe(5 * minute)
    storages.clock.advance(minute)
    await endSessionEarly(deps, await enter('sessions.end', await fresh(office)), { sessionId: session.id })
    expect((await readToday(deps, await enter('sessions.view', contextOf(office)))).running).toEqual([])
    expect((await startCourse(deps, office, maths, { expected: 2 })).session.number).toBe(2)
  })

  test('has a room to itself, until the office ends it for another', async () => {
    const hall = await room('Hall')
    const { session } = await startCourse(deps, office, maths, { roomId: hall })
    const wanted = { expected: 1, roomId: hall, minutes: 60 }
    const start = async (endsOther?: string) =>
      startGroupSession(deps, await enter('sessions.start', await fresh(office)), {
        groupId: physics,
        ...wanted,
        ...(endsOther !== undefined && { endsOther }),
      })
    await expect(start()).rejects.toMatchObject({ reason: 'room-busy' })
    storages.clock.advance(minute)
    await start(session.id)
    expect((await readToday(deps, await enter('sessions.view', contextOf(office)))).running).toMatchObject([
      { course: { code: 'PHYS' }, room: { name: 'Hall' } },
    ])
  })

  test('of another teacher is not ended for the room', async () => {
    const hall = await room('Hall')
    const { session } = await startCourse(deps, office, maths, { roomId: hall })
    const teacher = await logStaffIn(storage, 'bala', 'teacher')
    await setTeachers(deps, await enter('courses.manage', contextOf(office)), {
      courseId: physics,
      staff: [teacher.staff.id],
    })
    const wanted = { expected: 1, roomId: hall, minutes: 60, endsOther: session.id }
    await expect(
      startGroupSession(deps, await enter('sessions.start', contextOf(teacher)), {
        groupId: physics,
        ...wanted,
      }),
    ).rejects.toMatchObject({
      reason: 'room-busy',
    })
  })

  test('has the minutes that its start says; a class takes none', async () => {
    const start = async (groupId: string, more: { minutes?: number }) =>
      startGroupSession(deps, await enter('sessions.start', await fresh(office)), { groupId, expected: 1, ...more })
    await expect(start(maths, {})).rejects.toMatchObject({ type: 'general_argument_invalid' })
    await expect(start('institute', { minutes: 30 })).rejects.toMatchObject({ type: 'general_argument_invalid' })
    const [ofCourse, ofClass] = [await start(maths, { minutes: 30 }), await start('institute', {})]
    expect([ofCourse, ofClass].map(({ session }) => (session.endsAt - session.startedAt) / minute)).toEqual([30, 60])
  })

  test('moves to another room, and codes stay good', async () => {
    const [hall, lab] = [await room('Hall'), await room('Lab')]
    const { session } = await startCourse(deps, office, maths, { roomId: hall })
    await startCourse(deps, office, physics, { roomId: lab })
    await expect(
      moveSession(deps, await enter('sessions.move', contextOf(office)), {
        sessionId: session.id,
        roomId: lab,
      }),
    ).rejects.toMatchObject({
      reason: 'room-busy',
    })
    const phone = await studentPhone('asha')
    await scan(deps, phone, session.id)
    await moveSession(deps, await enter('sessions.move', contextOf(office)), {
      sessionId: session.id,
      roomId: '',
    })
    expect((await checkIn(deps, phone, asha, session.id)).marks).toMatchObject([{ outcome: 'counted' }])
  })

  test('that was started by mistake is taken back, and leaves its number', async () => {
    const { session } = await startCourse(deps, office, maths)
    await takeBackSession(deps, await enter('sessions.take-back', await fresh(office)), {
      sessionId: session.id,
    })
    expect((await startCourse(deps, office, maths)).session.number).toBe(1)
    await expect(
      readCourseSheet(deps, await enter('sessions.view', contextOf(office)), { sessionId: session.id }),
    ).rejects.toMatchObject({
      type: 'document_not_found',
    })
  })

  test('with a ruling is not taken back', async () => {
    const { session } = await startCourse(deps, office, maths)
    const key = { sessionId: session.id, personId: await personOf(storage, 'asha') }
    await ruleOnCell(deps, await enter('cells.rule', contextOf(office)), {
      ...key,
      status: 'late',
      reason: 'A bus.',
      after: 0,
    })
    await expect(
      takeBackSession(deps, await enter('sessions.take-back', contextOf(office)), { sessionId: session.id }),
    ).rejects.toMatchObject({
      reason: 'session-has-marks',
    })
  })

  test('a check-in after ten minutes is late, and after thirty it is missed', async () => {
    const { session } = await startCourse(deps, office, maths)
    storages.clock.advance(10 * minute)
    const late = await checkIn(deps, await studentPhone('asha'), asha, session.id)
    expect(late.marks).toMatchObject([{ outcome: 'counted', timing: 'late' }])
    storages.clock.advance(60 * minute)
    expect(await letters(maths)).toEqual({ asha: 'L', bala: 'A' })
    const next = await startCourse(deps, office, maths, { expected: 2 })
    storages.clock.advance(30 * minute)
    const phone = await studentPhone('asha')
    const missed = await checkIn(deps, phone, asha, next.session.id)
    expect(missed.marks).toMatchObject([{ outcome: 'counted', timing: 'after-closing' }])
    expect(await scan(deps, phone, next.session.id)).toMatchObject({ state: 'already-marked', timing: 'after-closing' })
    expect((await checkIn(deps, {}, asha, next.session.id)).marks).toMatchObject([
      { outcome: 'already-marked', timing: 'after-closing' },
    ])
    storages.clock.advance(60 * minute)
    expect(await letters(maths)).toEqual({ asha: 'LC', bala: 'AA' })
  })

  test('a mark is told to its student, and to those who may read the course', async () => {
    const told: Change[] = []
    storage.changeFeed.subscribe({ onChange: (change) => void told.push(change), onGap: () => undefined })
    const { session } = await startCourse(deps, office, maths)
    // PostgreSQL tells after the commit: the start, which its students hear, too, may come only now.
    await expect.poll(() => told.filter((change) => 'isForStudents' in change)).toHaveLength(1)
    told.length = 0
    await checkIn(deps, await studentPhone('asha'), asha, session.id)
    // The changes of before that come late are of the courses, or in the same words.
    const isOfMark = (change: Change) =>
      'collection' in change || ('sessionId' in change && change.sessionId === session.id)
    const heard = () =>
      told.flatMap(({ at, ...change }) => (isOfMark({ at, ...change } as Change) ? JSON.stringify(change) : []))
    const ofStudent = { collection: 'students', id: 'asha', action: 'update', audience: ['account:asha'] }
    const ofGroup = { organisationId: 'institute', groupId: maths, sessionId: session.id }
    await expect
      .poll(() => new Set(heard()))
      .toEqual(new Set([ofStudent, ofGroup].map((change) => JSON.stringify(change))))
  })

  test('a phone says before the gesture how the check-in will count, and afterwards what was decided since', async () => {
    const { session } = await startCourse(deps, office, maths)
    const phone = await studentPhone('asha')
    const says = async (of: Phone) => {
      const { state, timing, isGuest } = await scan(deps, of, session.id)
      return [state, timing, isGuest]
    }
    expect(await says(phone)).toEqual(['ready', 'on-time', undefined])
    storages.clock.advance(10 * minute)
    expect(await says(phone)).toEqual(['ready', 'late', undefined])
    storages.clock.advance(20 * minute)
    expect(await says(phone)).toEqual(['ready', 'after-closing', undefined])
    expect(await says({})).toEqual(['log-in', 'after-closing', undefined])
    await checkIn(deps, phone, asha, session.id)
    const key = { sessionId: session.id, personId: await personOf(storage, 'asha') }
    const rule = async (status: 'present' | 'absent', after: number) =>
      ruleOnCell(deps, await enter('cells.rule', await fresh(office)), { ...key, status, reason: 'Seen.', after })
    await rule('present', 0)
    expect(await says(phone)).toEqual(['already-marked', 'on-time', undefined])
    await rule('absent', 1)
    expect(await says(phone)).toEqual(['withdrawn', undefined, undefined])
  })

  test('a session that runs counts for who has a mark in it, and the check-in says so', async () => {
    const first = await startCourse(deps, office, maths)
    storages.clock.advance(minute)
    expect((await checkIn(deps, await studentPhone('asha'), asha, first.session.id)).marks).toMatchObject([
      { timing: 'on-time' },
    ])
    const standing = async () => {
      const { people } = await readRegister(deps, await enter('register.view', contextOf(office)), { groupId: maths })
      return people.map(({ working }) => [working.points, working.counted])
    }
    expect(await standing()).toEqual([
      [100, 1],
      [0, 0],
    ])
    storages.clock.advance(60 * minute)
    expect(await standing()).toEqual([
      [100, 1],
      [0, 1],
    ])
  })

  test('the time that counts is that of the beginning, which was signed', async () => {
    await change({ afterClosing: 'refused', closesAfter: 10, lateAfter: 5 })()
    const { session } = await startCourse(deps, office, maths)
    const phone = await studentPhone('asha')
    storages.clock.advance(5 * minute - 1)
    expect(await scan(deps, phone, session.id)).toMatchObject({ state: 'ready' })
    storages.clock.advance(1)
    expect((await checkIn(deps, phone, asha, session.id)).marks).toMatchObject([{ outcome: 'counted', timing: 'late' }])
    storages.clock.advance(60 * minute)
    expect(await letters(maths)).toMatchObject({ asha: 'L' })
  })

  test('a check-in that began by another clock began in its session, and not after its mark', async () => {
    await change({ afterClosing: 'missed', closesAfter: 10, lateAfter: 5 })()
    const { session } = await startCourse(deps, office, maths)
    // The server has not noticed it yet.
    storages.clock.jump(-minute)
    await checkIn(deps, await studentPhone('asha'), asha, session.id)
    storages.clock.jump(minute)
    storages.clock.advance(minute)
    const phone = await studentPhone('bala')
    const offer = await scan(deps, phone, session.id)
    const before = await storage.now()
    storages.clock.jump(-30 * minute)
    await noteClockJump(storage, { before, after: await storage.now(), since: before }, 0)
    await finish(deps, phone, offer, sign(bala, offer))
    const marks = rowsOf(await storages.readTables(), 'marks')
    expect(marks.map(({ student_id, begun_at }) => [student_id, begun_at])).toEqual([
      ['asha', session.startedAt],
      ['bala', marks.find(({ student_id }) => student_id === 'bala')?.marked_at],
    ])
    const { people } = await readCourseSheet(deps, await enter('sessions.view', contextOf(office)), {
      sessionId: session.id,
    })
    expect(people.map(({ cell }) => cell.status)).toEqual(['present', 'present'])
  })

  test('after closing it is refused where the policy says so', async () => {
    await change({ afterClosing: 'refused', closesAfter: 10, lateAfter: 5 })()
    const { session } = await startCourse(deps, office, maths)
    storages.clock.advance(10 * minute)
    expect(await scan(deps, await studentPhone('asha'), session.id)).toMatchObject({
      state: 'after-closing',
      ceremony: null,
    })
    // A browser without a login learns it once its passkey has said who the student is.
    await expect(checkIn(deps, {}, asha, session.id)).rejects.toMatchObject({ reason: 'after-closing' })
    expect(rowsOf(await storages.readTables(), 'marks')).toEqual([])
  })

  test('that no one took counts for no one, until a person says that no student came', async () => {
    const { session } = await startCourse(deps, office, maths)
    storages.clock.advance(60 * minute)
    expect((await readToday(deps, await enter('sessions.view', contextOf(office)))).notTaken).toMatchObject([
      { id: session.id },
    ])
    const counted = async () =>
      (await readRegister(deps, await enter('register.view', contextOf(office)), { groupId: maths })).people.map(
        ({ working }) => working.counted,
      )
    expect(await counted()).toEqual([0, 0])
    const say = async (status: 'no-one-came' | 'cancelled' | 'held') =>
      setSessionStatus(deps, await enter('sessions.status', await fresh(office)), {
        sessionId: session.id,
        status,
        reason: 'A storm.',
      })
    await say('no-one-came')
    expect(await counted()).toEqual([1, 1])
    expect((await readToday(deps, await enter('sessions.view', contextOf(office)))).notTaken).toEqual([])
    await say('cancelled')
    expect(await counted()).toEqual([0, 0])
    await say('held')
    expect(rowsOf(await storages.readTables(), 'session_rulings').map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  })

  test('in which a mark stands is none to which no student came, until a ruling says so', async () => {
    const { session } = await startCourse(deps, office, maths)
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, asha, session.id)
    storages.clock.advance(60 * minute)
    const say = async () =>
      setSessionStatus(deps, await enter('sessions.status', await fresh(office)), {
        sessionId: session.id,
        status: 'no-one-came',
        reason: 'A storm.',
      })
    await expect(say()).rejects.toMatchObject({ reason: 'someone-came' })
    const key = { sessionId: session.id, personId: await personOf(storage, 'asha') }
    const rule = async (status: 'late' | 'absent', after: number) =>
      ruleOnCell(deps, await enter('cells.rule', await fresh(office)), {
        ...key,
        status,
        reason: 'Was seen elsewhere.',
        after,
      })
    await rule('late', 0)
    await expect(say()).rejects.toMatchObject({ reason: 'someone-came' })
    await rule('absent', 1)
    await say()
    const view = await enter('sessions.view', contextOf(office))
    const { session: shown } = await readCourseSheet(deps, view, { sessionId: session.id })
    expect(shown.status).toBe('no-one-came')
  })

  test('teachers rule on it for 14 days, the office always', async () => {
    const teacher = await logStaffIn(storage, 'bala', 'teacher')
    await setTeachers(deps, await enter('courses.manage', contextOf(office)), {
      courseId: maths,
      staff: [teacher.staff.id],
    })
    const { session } = await startCourse(deps, teacher, maths)
    storages.clock.advance(60 * minute + teacherLockMs)
    const key = { sessionId: session.id, personId: await personOf(storage, 'asha') }
    const ruling = { status: 'present', reason: 'Was there.', after: 0 } as const
    await expect(
      ruleOnCell(deps, await enter('cells.rule', await fresh(teacher)), { ...key, ...ruling }),
    ).rejects.toMatchObject({
      reason: 'session-locked',
    })
    const { rulings } = await ruleOnCell(deps, await enter('cells.rule', await fresh(office)), { ...key, ...ruling })
    expect(rulings).toMatchObject([{ status: 'present', isAfterLock: true, by: { role: 'registrar' } }])
  })

  test('the second of two people on one cell is shown what the first has decided', async () => {
    const { session } = await startCourse(deps, office, maths)
    const key = { sessionId: session.id, personId: await personOf(storage, 'asha') }
    const rule = async (status: 'late' | 'excused', after: number) =>
      ruleOnCell(deps, await enter('cells.rule', contextOf(office)), { ...key, status, reason: 'A letter.', after })
    await rule('late', 0)
    await expect(rule('excused', 0)).rejects.toMatchObject({ reason: 'ruled-meanwhile' })
    expect((await rule('excused', 1)).rulings.map(({ status }) => status)).toEqual(['late', 'excused'])
    expect(await letters(maths)).toEqual({ asha: 'X', bala: '?' })
  })

  test('no one rules on the own cell', async () => {
    const teacher = await logStaffIn(storage, 'bala', 'teacher')
    await setTeachers(deps, await enter('courses.manage', contextOf(office)), {
      courseId: maths,
      staff: [teacher.staff.id],
    })
    const { session } = await startCourse(deps, teacher, maths)
    const key = { sessionId: session.id, personId: await personOf(storage, 'bala') }
    const ruling = { status: 'present', reason: 'I was.', after: 0 } as const
    await expect(
      ruleOnCell(deps, await enter('cells.rule', contextOf(teacher)), { ...key, ...ruling }),
    ).rejects.toMatchObject({ reason: 'own-record' })
  })
})
