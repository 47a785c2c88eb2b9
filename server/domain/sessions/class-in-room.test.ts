import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addScreen,
  addStudent,
  beginScreen,
  type CheckInDeps,
  checkInAtScreen,
  checkInDeps,
  contextOf,
  finishScreen,
  logPhoneIn,
  logStaffIn,
  type Phone,
  sign,
} from '#testing/room-world.ts'
import { enter } from '../doors.ts'
import { addRoom } from '../groups/rooms.ts'
import { readToday } from '../register/read-sheet.ts'
import { moveSession } from './change-session.ts'
import { readRunningSession } from './read-running-session.ts'
import { showScreen } from './show-screen.ts'
import { startSession } from './start-session.ts'

const minute = 60_000

describe.each(engines)('a class in a room on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let asha: MadePasskey
  let office: Phone
  let maths: string
  let hall: string
  let lab: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    asha = await addStudent(storage, 'asha', ['institute'])
    await addStudent(storage, 'ravi', [])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    maths = await makeCourse(deps, office, 'MATH', ['asha'])
    ;[hall, lab] = [await room('Hall'), await room('Lab')]
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const room = async (name: string) => {
    const { rooms } = await addRoom(deps, await enter('courses.manage', contextOf(office)), { name })
    return rooms.find((one) => one.name === name)?.id ?? ''
  }
  const fresh = async () => {
    await logPhoneIn(storage, office, 'ravi')
    return contextOf(office)
  }
  const startClass = async (roomId?: string, expected = 1, endsOther?: string) => {
    const wanted = { groupId: 'institute', expected, ...(roomId && { roomId }), ...(endsOther && { endsOther }) }
    return (await startSession(deps, await enter('sessions.start', await fresh()), wanted)).session.id
  }
  const move = async (sessionId: string, roomId: string) =>
    moveSession(deps, await enter('sessions.move', contextOf(office)), { sessionId, roomId })
  const screenIn = async (id: string, roomId: string | null): Promise<Phone> => {
    const { screen } = await addScreen(storage, 'institute', id)
    if (screen && roomId !== null) await storage.screens.change(id, { name: screen.name, roomId })
    return { screen: { ...(screen ?? expect.fail()), roomId } }
  }
  const shown = async (screen: Phone) =>
    (await showScreen(deps, await enter('screen.show', contextOf(screen)))).session?.id
  const today = async () => readToday(deps, await enter('sessions.view', contextOf(office)))

  test('shows on the screens of its room, and on all without a room; one without a room on these alone', async () => {
    const [inHall, inLab, anywhere] = [
      await screenIn('one', hall),
      await screenIn('two', lab),
      await screenIn('three', null),
    ]
    const session = await startClass(hall)
    expect([await shown(inHall), await shown(inLab), await shown(anywhere)]).toEqual([session, undefined, session])
    await move(session, lab)
    expect([await shown(inHall), await shown(inLab), await shown(anywhere)]).toEqual([undefined, session, session])
    await move(session, '')
    expect([await shown(inHall), await shown(inLab), await shown(anywhere)]).toEqual([undefined, undefined, session])
    expect((await today()).whole?.running).toMatchObject({ id: session, room: null })
  })

  test('is marked at a screen without a room wherever it is, and no longer at that of a room that it has left', async () => {
    const [inHall, anywhere] = [await screenIn('one', hall), await screenIn('three', null)]
    const session = await startClass(hall)
    const begun = await beginScreen(deps, inHall, 'asha')
    await move(session, lab)
    await expect(finishScreen(deps, inHall, begun, sign(asha, begun))).rejects.toMatchObject({
      reason: 'session-left-room',
    })
    expect((await checkInAtScreen(deps, anywhere, asha, 'asha')).marks).toMatchObject([{ outcome: 'counted' }])
    const here = await readRunningSession(deps, await enter('attendance.running', contextOf(office)))
    expect(here.session?.present).toBe(1)
    expect((await today()).whole?.running).toMatchObject({ present: 1, people: here.members })
  })

  test('has it to itself: who wants it reads what runs there, and the office may end it', async () => {
    const session = await startClass(hall)
    const course = { groupId: maths, expected: 1, minutes: 60, roomId: hall }
    const start = async (endsOther?: string) =>
      startSession(deps, await enter('sessions.start', await fresh()), { ...course, ...(endsOther && { endsOther }) })
    await expect(start()).rejects.toMatchObject({
      reason: 'room-busy',
      message: 'Whole institute runs in this room. Please choose another.',
    })
    expect((await today()).whole).toMatchObject({ nextNumber: 2, running: { number: 1, room: { name: 'Hall' } } })
    storages.clock.advance(minute)
    await start(session)
    const { running, whole } = await today()
    expect([running.map(({ course }) => course.code), whole?.running]).toEqual([['MATH'], null])
  })

  test('ends the session of a course there for the office alone, and does not move to where one runs', async () => {
    const { session } = await startCourse(deps, office, maths, { roomId: hall })
    const busy = { reason: 'room-busy', message: 'MATH runs in this room. Please choose another.' }
    await expect(startClass(hall)).rejects.toMatchObject(busy)
    const inLab = await startClass(lab)
    await expect(move(inLab, hall)).rejects.toMatchObject(busy)
    storages.clock.advance(60 * minute)
    expect(session.number).toBe(1)
    const again = await startCourse(deps, office, maths, { roomId: hall, expected: 2 })
    storages.clock.advance(minute)
    await startClass(hall, 2, again.session.id)
    expect((await today()).running).toEqual([])
  })

  test('is nothing to a teacher of courses alone: Today says nothing of it', async () => {
    await addStudent(storage, 'lone', [])
    const teacher = await logStaffIn(storage, 'lone', 'teacher', '', false)
    await startClass(hall)
    const seen = await readToday(deps, await enter('sessions.view', contextOf(teacher)))
    expect(Object.hasOwn(seen, 'whole')).toBe(false)
  })
})
