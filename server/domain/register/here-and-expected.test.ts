import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CellStatus } from '#contract/course-cells.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { readCourseSheet } from '#testing/read-sheets.ts'
import {
  addInstitute,
  addScreen,
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
import { enter } from '../doors.ts'
import { readCourse } from '../groups/courses.ts'
import { movePerson } from '../groups/enrolments.ts'
import { addRoom } from '../groups/rooms.ts'
import { beginRollCall } from '../marks/begin-roll-call.ts'
import { showRoomCode } from '../sessions/show-room-code.ts'
import { showScreen } from '../sessions/show-screen.ts'
import { setPolicy } from './read-register.ts'
import { readToday } from './read-sheet.ts'
import { ruleOnCell } from './rule-on-cell.ts'

const minute = 60_000
const enrolled = ['asha', 'bala', 'chidi', 'dev', 'eve'] as const
type Name = (typeof enrolled)[number] | 'gita'
/** As a clerk notes it; 'closed' after closing, 'away' who belongs to another course. */
type Noted = CellStatus | 'closed' | 'away' | undefined

describe.each(engines)('one session of a course on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<Name | 'ravi', MadePasskey>
  let office: Phone
  let course: string
  let session: string
  let screen: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    const made: [string, MadePasskey][] = []
    for (const id of [...enrolled, 'gita', 'ravi']) made.push([id, await addStudent(storage, id, ['institute'])])
    passkeys = Object.fromEntries(made) as typeof passkeys
    office = await logStaffIn(storage, 'ravi', 'registrar')
    course = await makeCourse(deps, office, 'MATH', enrolled)
    const { policy } = await readCourse(deps, await enter('courses.view', contextOf(office)), { courseId: course })
    const wanted = { courseId: course, policy: { ...policy, guests: true }, isTrial: false }
    await setPolicy(deps, await enter('courses.policy', contextOf(office)), wanted)
    const { rooms } = await addRoom(deps, await enter('courses.manage', contextOf(office)), { name: 'Room 1' })
    const roomId = rooms[0]?.id ?? ''
    session = (await startCourse(deps, office, course, { roomId, minutes: 90 })).session.id
    const paired = await addScreen(storage, 'institute', 'screen')
    screen = { screen: { ...(paired.screen ?? expect.fail()), roomId } }
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const fresh = async () => {
    await logPhoneIn(storage, office, 'ravi')
    return contextOf(office)
  }
  const mark = async (who: Name) => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, who)
    await checkIn(deps, phone, passkeys[who], session)
  }
  const rule = async (who: Name, status: CellStatus) => {
    const personId = await personOf(storage, who)
    const { rulings } = await storage.courseReads.readRegister(course, { sessionId: session, people: [personId] })
    const ruling = { status, reason: 'So.', after: rulings.length }
    await ruleOnCell(deps, await enter('cells.rule', await fresh()), { sessionId: session, personId, ...ruling })
  }
  const callRoll = async (statuses: Partial<Record<Name, CellStatus>>) => {
    const entries = Object.entries(statuses).map(async ([who, status]) => ({
      ...{ person: await personOf(storage, who), status },
    }))
    const asked = { way: 'roll-call', session, statuses: await Promise.all(entries), reason: '' } as const
    const offer = await beginRollCall(deps, await enter('check-in.hand', await fresh()), asked)
    await finishHand(deps, office, offer, sign(passkeys.ravi, offer))
  }

  /** What each place says of the session. */
  async function ask() {
    const view = await enter('sessions.view', contextOf(office))
    const sheet = (await readCourseSheet(deps, view, { sessionId: session })).session
    const today = (await readToday(deps, view)).running[0] ?? expect.fail()
    const display = await showRoomCode(deps, await enter('room-code.show', contextOf(office)), { sessionId: session })
    const paired = (await showScreen(deps, await enter('screen.show', contextOf(screen)))).session ?? expect.fail()
    const ofSession = ({ present, people, apart }: typeof sheet) => [
      ...[present, people, apart.guests, apart.afterClosing],
    ]
    const onWall = ({ count, members, apart }: typeof display | typeof paired) => [
      ...[count, members, apart?.guests, apart?.afterClosing],
    ]
    return {
      ...{ sheet: ofSession(sheet), today: ofSession(today) },
      ...{ display: onWall(display), paired: onWall(paired), pairedRoom: onWall(paired.room ?? expect.fail()) },
    }
  }

  test('every place says the same of who is here and expected, after each step', async () => {
    const notes = new Map<Name, Noted>(enrolled.map((who) => [who, undefined]))
    async function expectCounted(step: string): Promise<void> {
      const statuses = enrolled.map((who) => notes.get(who))
      const here = statuses.filter((one) => one === 'present' || one === 'late' || one === 'left-early').length
      const expected = statuses.filter((one) => one !== 'excused' && one !== 'away').length
      const closed = statuses.filter((one) => one === 'closed').length
      const counted = [here, expected, notes.get('gita') ? 1 : 0, closed]
      const names = ['sheet', 'today', 'display', 'paired', 'pairedRoom']
      expect([step, await ask()]).toEqual([step, Object.fromEntries(names.map((name) => [name, counted]))])
    }
    await expectCounted('started')
    storages.clock.advance(minute)
    await mark('asha')
    notes.set('asha', 'present')
    await expectCounted('a mark in time')
    await mark('gita')
    notes.set('gita', 'present')
    await expectCounted('a guest')
    storages.clock.advance(12 * minute)
    await mark('bala')
    notes.set('bala', 'late')
    await expectCounted('late')
    storages.clock.advance(20 * minute)
    await mark('chidi')
    notes.set('chidi', 'closed')
    await expectCounted('after closing')
    storages.clock.advance(minute)
    await callRoll({ dev: 'present', eve: 'absent' })
    notes.set('dev', 'present').set('eve', 'absent')
    await expectCounted('a roll call')
    await rule('chidi', 'left-early')
    notes.set('chidi', 'left-early')
    await expectCounted('a ruling')
    await rule('chidi', 'absent')
    notes.set('chidi', 'absent')
    await expectCounted('taken back')
    await rule('dev', 'excused')
    notes.set('dev', 'excused')
    await expectCounted('excused')
    storages.clock.advance(minute)
    await mark('eve')
    notes.set('eve', 'closed')
    await expectCounted('a mark after the absence in the roll')
    const other = await makeCourse(deps, office, 'PHYS', [])
    storages.clock.advance(minute)
    for (const who of ['bala', 'dev'] as const) {
      const move = { personId: await personOf(storage, who), to: other, meanwhile: 'left-out' } as const
      await movePerson(deps, await enter('courses.manage', await fresh()), { courseId: course, ...move })
    }
    await expectCounted('two with an entry have moved away')
  })

  test('an absence in a roll call of who has moved away by the end is expected nowhere', async () => {
    await callRoll({ dev: 'absent' })
    const other = await makeCourse(deps, office, 'PHYS', [])
    storages.clock.advance(minute)
    for (const who of ['dev', 'eve'] as const) {
      const move = { personId: await personOf(storage, who), to: other, meanwhile: 'left-out' } as const
      await movePerson(deps, await enter('courses.manage', await fresh()), { courseId: course, ...move })
    }
    expect(new Set(Object.values(await ask()).map(String))).toEqual(new Set(['0,3,0,0']))
  })

  test('a display names those who are here, the newest first: no guest, and no one who came after closing or was taken back', async () => {
    const named = async () => {
      const display = await showRoomCode(deps, await enter('room-code.show', contextOf(office)), { sessionId: session })
      const paired = (await showScreen(deps, await enter('screen.show', contextOf(screen)))).session?.room
      expect(paired?.newest).toEqual(display.newest)
      return display.newest
    }
    const [asha, bala, chidi, eve] = ['Name a.', 'Name b.', 'Name c.', 'Name e.']
    for (const who of ['asha', 'eve', 'gita'] as const) {
      storages.clock.advance(minute)
      await mark(who)
    }
    expect(await named()).toEqual([eve, asha])
    storages.clock.advance(12 * minute)
    await mark('bala')
    expect(await named()).toEqual([bala, eve, asha])
    storages.clock.advance(20 * minute)
    await mark('chidi')
    expect(await named()).toEqual([bala, eve, asha])
    await rule('chidi', 'late')
    await rule('eve', 'absent')
    expect(await named()).toEqual([chidi, bala, asha])
  })
})
