import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { endStaffRow, insertStaff } from '#testing/insert-staff.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { makeScreenKey, signRequest } from '#testing/paired-screen.ts'
import {
  addSigningInstitute,
  addStudent,
  beginScreen,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  finishScreen,
  logPhoneIn,
  logStaffIn,
  type Phone,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { addCourse, setTeachers } from '../groups/courses.ts'
import { enrolPeople } from '../groups/enrolments.ts'
import { addRoom } from '../groups/rooms.ts'
import { moveSession } from '../sessions/change-session.ts'
import { endSessionEarly } from '../sessions/end-session.ts'
import { showScreen } from '../sessions/show-screen.ts'
import { changeStaff, endStaff } from '../staff/manage-staff.ts'
import { approveScreen } from './approve-screen.ts'
import { askForPairing } from './ask-for-pairing.ts'
import { authenticateScreen } from './authenticate-screen.ts'
import { endScreen, listScreens, renameScreen } from './own-screens.ts'

const minute = 60_000
const unknown = { reason: 'document_not_found' }
const forbidden = { reason: 'user_unauthorized' }

/** A browser at /screen. */
type Browser = { readonly send: () => Promise<Phone>; readonly id: string }
type Person = Awaited<ReturnType<typeof logStaffIn>>

/** What a screen does, each judged by itself. */
type Done = { readonly shows: unknown; readonly begins: unknown; readonly finishes?: unknown }
const works = (session: string): Done => ({ shows: session, begins: session, finishes: 'counted' })
const nothing: Done = {
  shows: null,
  begins: 'attendance-not-started',
  finishes: 'attendance-not-started',
}
const ended: Done = { shows: 'screen-ended', begins: 'screen-ended', finishes: 'screen-ended' }

describe.each(engines)('a screen of a teacher’s own on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let asha: MadePasskey
  let owner: Person
  let registrar: Person
  let meera: Person
  let ravi: Person
  let physics: string
  let maths: string
  let lab: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addSigningInstitute(storage, 'institute')
    asha = await addStudent(storage, 'asha', ['institute'])
    for (const id of ['owner', 'registrar', 'meera', 'ravi']) await addStudent(storage, id, ['institute'])
    owner = await logStaffIn(storage, 'owner', 'owner')
    registrar = await logStaffIn(storage, 'registrar', 'registrar')
    meera = await hire('meera', false)
    ravi = await hire('ravi', false)
    physics = await makeCourse(deps, registrar, 'PHYS', ['asha'])
    maths = await makeCourse(deps, registrar, 'MATH', ['asha'])
    await give(physics, meera)
    await give(maths, ravi)
    const { rooms } = await addRoom(deps, await enter('courses.manage', contextOf(registrar)), { name: 'Lab' })
    lab = rooms[0]?.id ?? ''
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  /** A teacher who has the classes of the whole institute, or not. */
  async function hire(accountId: string, holdsWhole: boolean): Promise<Person> {
    const staff = {
      id: `${accountId} at ${await storage.now()} ${holdsWhole}`,
      organisationId: 'institute',
      accountId,
      name: accountId,
      title: '',
      role: 'teacher' as const,
      holdsWhole,
      since: await storage.now(),
      until: null,
    }
    await insertStaff(storage, staff)
    const phone: Phone = { staff }
    await logPhoneIn(storage, phone, accountId)
    return { ...phone, staff }
  }
  const give = async (course: string, ...teachers: readonly Person[]) =>
    setTeachers(deps, await enter('courses.manage', contextOf(registrar)), {
      courseId: course,
      staff: teachers.map(({ staff }) => staff.id),
    })
  const start = async (course: string, by: Person, roomId?: string) =>
    (await startCourse(deps, by, course, roomId === undefined ? {} : { roomId })).session.id
  const endWork = async ({ staff }: Person) =>
    (await endStaff(deps, await enter('staff.manage', contextOf(owner)), { staffId: staff.id })).screens
  const becomes = async ({ staff }: Person, role: StaffRole, holdsWhole = false) =>
    changeStaff(deps, await enter('staff.manage', contextOf(owner)), { staffId: staff.id, role, title: '', holdsWhole })
  const listed = async (by: Person) =>
    (await listScreens(deps, await enter('screens.view', contextOf(by)))).screens.map(({ name }) => name)

  let count = 0
  async function pair(by: Person, roomId?: string): Promise<Browser> {
    const key = makeScreenKey()
    const { pairing, token } = await askForPairing(deps, await enter('screens.pair', contextOf({})), {
      publicKey: key.publicKey,
    })
    const name = `Screen ${++count}`
    const room = roomId === undefined ? {} : { roomId }
    await approveScreen(deps, await enter('screens.approve', contextOf(by)), {
      code: pairing.code,
      name,
      days: 1,
      timeZone: 'Asia/Kolkata',
      ...room,
    })
    const id = (await storage.screens.list('institute')).find((screen) => screen.name === name)?.id ?? ''
    let counter = 0
    const send = async () => {
      const request = { method: 'GET', target: '/', time: await storage.now(), counter: ++counter }
      return { screen: await authenticateScreen(deps, token, signRequest(key, request), contextOf({})) }
    }
    return { send, id }
  }
  /** As a teacher could give it before, and the office does still. */
  async function pairInRoom(by: Person): Promise<Browser> {
    const browser = await pair(by)
    const { name } = (await storage.screens.lock(browser.id)) ?? { name: '' }
    await storage.screens.change(browser.id, { name, roomId: lab })
    return browser
  }

  const reasonOf = (error: { readonly reason?: string }) => error.reason
  const show = async ({ send }: Browser) =>
    send().then(async (phone) =>
      showScreen(deps, await enter('screen.show', contextOf(phone))).then(({ session }) => session && session.id),
    )
  const begin = async ({ send }: Browser) => send().then((phone) => beginScreen(deps, phone, 'asha'))
  const finish = async ({ send }: Browser, offer: CheckInOffer) => {
    const assertion = sign(asha, offer)
    const { marks } = await send().then((phone) => finishScreen(deps, phone, offer, assertion))
    return marks[0]?.outcome
  }
  /** Each read and act of the screen, the finish of what it began before. */
  async function doAll(browser: Browser, begun?: CheckInOffer): Promise<Done> {
    const shows = await show(browser).catch(reasonOf)
    const finishes = begun && (await finish(browser, begun).catch(reasonOf))
    const begins = await begin(browser).then(({ session }) => session.id, reasonOf)
    return { shows, begins, ...(begun && { finishes }) }
  }
  const marks = async () => rowsOf(await storages.readTables(), 'marks')

  const places: readonly [string, () => Promise<Browser>, () => string | undefined][] = [
    ['without a room', () => pair(meera), () => undefined],
    ['in a room', () => pairInRoom(meera), () => lab],
  ]
  describe.each(places)('%s', (_where, pairOwn, room) => {
    /** What happens while the session of the own course runs, and what the screen may do then. */
    const happenings: readonly [string, () => unknown, (session: string) => Done][] = [
      ['nothing happens (control)', () => undefined, works],
      ['the course is taken away', () => give(physics, ravi), () => nothing],
      [
        'the course is taken away and given back',
        async () => {
          await give(physics)
          storages.clock.advance(minute / 4)
          await give(physics, meera)
        },
        works,
      ],
      ['the teacher becomes a viewer', () => becomes(meera, 'viewer'), () => ended],
      ['the teacher is ended', () => endWork(meera), () => ended],
      [
        'the teacher is ended without the screens',
        async () => endStaffRow(storage, meera.staff, await storage.now()),
        () => ended,
      ],
      [
        'the teacher is ended and comes back',
        async () => {
          await endWork(meera)
          storages.clock.advance(minute)
          await give(physics, await hire('meera', true))
        },
        () => ended,
      ],
    ]
    test.each(happenings)('works with an own course, as far as it may: %s', async (_what, happens, expected) => {
      const browser = await pairOwn()
      const session = await start(physics, meera, room())
      expect(await show(browser)).toBe(session)
      const begun = await begin(browser)
      await happens()
      const wanted = expected(session)
      expect(await doAll(browser, begun)).toEqual(wanted)
      expect(await marks()).toHaveLength(wanted.finishes === 'counted' ? 1 : 0)
    })

    test('works with the sections of an own course', async () => {
      const course = await makeCourse(deps, registrar, 'CHEM', [])
      await give(course, meera)
      const named = {
        code: 'CHEM-A',
        title: 'Section',
        kind: 'section',
        parentId: course,
        department: '',
        term: '',
      } as const
      const section = await addCourse(deps, await enter('courses.manage', contextOf(registrar)), named)
      const people = [await personOf(storage, 'asha')]
      await enrolPeople(deps, await enter('courses.manage', contextOf(registrar)), {
        courseId: section.id,
        people,
        meanwhile: 'left-out',
      })
      const browser = await pairOwn()
      const session = await start(section.id, meera, room())
      expect(await doAll(browser, await begin(browser))).toEqual(works(session))
    })

    test('knows nothing of another’s course', async () => {
      const browser = await pairOwn()
      await start(maths, ravi, room())
      expect(await doAll(browser)).toEqual({ shows: null, begins: nothing.begins })
    })

    test('goes on with a teacher who becomes a registrar', async () => {
      const browser = await pairOwn()
      const session = await start(physics, meera, room())
      const begun = await begin(browser)
      storages.clock.advance(minute / 4)
      await becomes(meera, 'registrar')
      expect(await doAll(browser, begun)).toEqual(works(session))
    })
  })

  describe('without a room, in a class', () => {
    const happenings: readonly [string, () => unknown, (session: string) => Done][] = [
      ['of a teacher who has the classes', () => undefined, works],
      ['that the teacher has no more', () => becomes(meera, 'teacher', false), () => nothing],
      ['whose teacher becomes a registrar', () => becomes(meera, 'registrar'), works],
      ['whose teacher becomes a viewer', () => becomes(meera, 'viewer'), () => ended],
    ]
    test.each(happenings)('%s', async (_what, happens, expected) => {
      await endWork(meera)
      storages.clock.advance(minute)
      meera = await hire('meera', true)
      const browser = await pair(meera)
      const session = await startSession(storage, 'institute', 1)
      const begun = await begin(browser)
      storages.clock.advance(minute)
      await happens()
      expect(await doAll(browser, begun)).toEqual(expected(session))
    })

    test('of a teacher who has no classes it shows nothing', async () => {
      const browser = await pair(meera)
      await startSession(storage, 'institute', 1)
      expect(await doAll(browser)).toEqual({ shows: null, begins: nothing.begins })
    })
  })

  test('shows the newest session that its teacher started, then the newest of the own courses', async () => {
    await give(maths, ravi, meera)
    const browser = await pair(meera)
    const chemistry = await makeCourse(deps, registrar, 'CHEM', ['asha'])
    await give(chemistry, meera)
    const first = await start(physics, meera, lab)
    storages.clock.advance(minute)
    const second = await start(chemistry, meera)
    storages.clock.advance(minute)
    const ofRavi = await start(maths, ravi)
    const seen = [await show(browser)]
    const offer = await begin(browser)
    for (const one of [second, first, ofRavi]) {
      await endSessionEarly(deps, await enter('sessions.end', contextOf(registrar)), { sessionId: one })
      seen.push(await show(browser))
    }
    expect(seen).toEqual([second, first, ofRavi, null])
    expect(offer.session.id).toBe(second)
  })

  test('finishes in its session what it began, also when a newer one is shown', async () => {
    const browser = await pair(meera)
    await give(maths, ravi, meera)
    const session = await start(physics, meera)
    const begun = await begin(browser)
    storages.clock.advance(minute / 4)
    await start(maths, meera)
    expect(await finish(browser, begun)).toBe('counted')
    expect(await marks()).toMatchObject([{ attendance_session_id: session }])
  })

  test('in a room finishes nothing of a session that has left it', async () => {
    const browser = await pairInRoom(meera)
    const session = await start(physics, meera, lab)
    const begun = await begin(browser)
    await moveSession(deps, await enter('sessions.move', contextOf(registrar)), {
      sessionId: session,
      roomId: '',
    })
    await expect(finish(browser, begun)).rejects.toMatchObject({ reason: 'session-left-room' })
  })

  describe('approved by a person who is no teacher', () => {
    test.each(['owner', 'registrar', 'desk'] as const)('%s, shows what runs in its room', async (role) => {
      const by = await logStaffIn(storage, 'asha', role)
      const browser = await pair(by, lab)
      const session = await start(maths, ravi, lab)
      expect(await doAll(browser, await begin(browser))).toEqual(works(session))
    })

    test.each<[string, () => Promise<unknown>]>([
      ['is ended', () => endWork(registrar)],
      ['becomes a viewer', () => becomes(registrar, 'viewer')],
      ['becomes a teacher without a course', () => becomes(registrar, 'teacher')],
    ])('stays in its room when that person %s', async (_what, happens) => {
      const browser = await pair(registrar, lab)
      const session = await start(maths, ravi, lab)
      const begun = await begin(browser)
      await happens()
      expect(await doAll(browser, begun)).toEqual(works(session))
      expect(await listed(owner)).toHaveLength(1)
    })
  })

  describe('in the list', () => {
    test('a teacher sees, names and ends the own screens alone, and the office all', async () => {
      const own = await pair(meera)
      const others = await pair(ravi)
      const ofRoom = await pair(registrar, lab)
      expect(await listed(meera)).toHaveLength(1)
      expect(await listed(registrar)).toHaveLength(3)
      expect(
        (await listScreens(deps, await enter('screens.view', contextOf(owner)))).screens.map(
          ({ teacherName }) => teacherName,
        ),
      ).toEqual(expect.arrayContaining(['meera', 'ravi', null]))
      for (const { id } of [others, ofRoom, { id: 'unknown' }]) {
        await expect(
          renameScreen(deps, await enter('screens.rename', contextOf(meera)), {
            screenId: id,
            name: 'Mine',
          }),
        ).rejects.toMatchObject(unknown)
        await expect(
          endScreen(deps, await enter('screens.end', contextOf(meera)), { screenId: id }),
        ).rejects.toMatchObject(unknown)
      }
      await renameScreen(deps, await enter('screens.rename', contextOf(meera)), {
        screenId: own.id,
        name: 'Mine',
      })
      expect(await listed(meera)).toEqual(['Mine'])
      await endScreen(deps, await enter('screens.end', contextOf(meera)), { screenId: own.id })
      expect(await doAll(own)).toEqual({ shows: 'screen-ended', begins: 'screen-ended' })
      expect(await doAll(others)).toEqual({ shows: null, begins: nothing.begins })
      await endScreen(deps, await enter('screens.end', contextOf(registrar)), { screenId: others.id })
      expect(await listed(ravi)).toEqual([])
    })

    test('a teacher gives no screen to a room, and moves none', async () => {
      await expect(pair(meera, lab)).rejects.toMatchObject(forbidden)
      await expect(pair(meera, 'unknown')).rejects.toMatchObject(forbidden)
      const own = await pair(meera)
      for (const roomId of [lab, 'unknown', null]) {
        await expect(
          renameScreen(deps, await enter('screens.rename', contextOf(meera)), {
            screenId: own.id,
            name: 'Mine',
            roomId,
          }),
        ).rejects.toMatchObject(forbidden)
      }
      await renameScreen(deps, await enter('screens.rename', contextOf(registrar)), {
        screenId: own.id,
        name: 'Lab',
        roomId: lab,
      })
      await expect(
        renameScreen(deps, await enter('screens.rename', contextOf(meera)), {
          screenId: own.id,
          name: 'Mine',
          roomId: null,
        }),
      ).rejects.toMatchObject(forbidden)
      const session = await start(physics, meera, lab)
      expect(await show(own)).toBe(session)
      await endSessionEarly(deps, await enter('sessions.end', contextOf(registrar)), { sessionId: session })
      await start(maths, ravi, lab)
      expect(await show(own)).toBe(null)
    })

    test('who approved a screen of a room as a registrar ends it as a teacher', async () => {
      const ofRoom = await pair(registrar, lab)
      storages.clock.advance(minute)
      await becomes(registrar, 'teacher')
      const staff = await storage.staff.findNow('institute', 'registrar')
      if (!staff) throw new Error('the person is there')
      const teacher = { ...registrar, staff }
      expect(await listed(teacher)).toHaveLength(1)
      await endScreen(deps, await enter('screens.end', contextOf(teacher)), { screenId: ofRoom.id })
      expect(await listed(owner)).toEqual([])
    })

    test('a teacher’s screens leave with the work, and those of rooms stay and are named', async () => {
      await pair(meera)
      const kept = await pair(registrar, lab)
      expect(await endWork(meera)).toEqual([])
      expect(await listed(owner)).toHaveLength(1)
      expect(await endWork(registrar)).toMatchObject([{ id: kept.id }])
      expect(await listed(owner)).toHaveLength(1)
    })
  })
})
