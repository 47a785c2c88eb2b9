import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
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
  addStudent,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  logStaffIn,
  type Phone,
  scan,
  sign,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { enrolPeople, movePerson } from '../groups/enrolments.ts'
import { readRegister } from '../register/read-register.ts'
import { readToday } from '../register/read-sheet.ts'
import { addPerson } from '../roster/people.ts'
import { beginRollCall } from './begin-roll-call.ts'

const minute = 60_000

describe.each(engines)('a roll call on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'asha' | 'ravi', MadePasskey>
  let teacher: Phone
  let course: string
  let session: string
  let people: Record<'asha' | 'bala' | 'paper', string>

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    const asha = await addStudent(storage, 'asha', ['institute'])
    await addStudent(storage, 'bala', ['institute'])
    passkeys = { asha, ravi: await addStudent(storage, 'ravi', ['institute']) }
    teacher = await logStaffIn(storage, 'ravi', 'registrar')
    course = await makeCourse(deps, teacher, 'MATH', ['asha', 'bala'])
    const paper = { rollNumber: 'P1', givenName: 'Paper', familyName: 'Only', email: '', section: '' } as const
    const { id } = await addPerson(deps, await enter('people.add', contextOf(teacher)), paper)
    await enrolPeople(deps, await enter('courses.manage', contextOf(teacher)), {
      courseId: course,
      people: [id],
      meanwhile: 'left-out',
    })
    people = { asha: await personOf(storage, 'asha'), bala: await personOf(storage, 'bala'), paper: id }
    session = (await startCourse(deps, teacher, course)).session.id
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const begin = async (statuses: Readonly<Record<string, CellStatus>>, reason = '', by = teacher) =>
    beginRollCall(deps, await enter('check-in.hand', contextOf(by)), {
      way: 'roll-call',
      session,
      statuses: Object.entries(statuses).map(([person, status]) => ({ person, status })),
      reason,
    }) as Promise<CheckInOffer>
  const call = async (statuses: Readonly<Record<string, CellStatus>>, reason = '') => {
    const offer = await begin(statuses, reason)
    return finishHand(deps, teacher, offer, sign(passkeys.ravi, offer))
  }
  const cells = async () => {
    const sheet = await readCourseSheet(deps, await enter('sessions.view', contextOf(teacher)), {
      sessionId: session,
    })
    return Object.fromEntries(sheet.people.map(({ given, family, cell }) => [`${given} ${family}`, cell.status]))
  }

  /** On the sheet, and among what runs today. */
  const present = async () => [
    (await readCourseSheet(deps, await enter('sessions.view', contextOf(teacher)), { sessionId: session })).session
      .present,
    (await readToday(deps, await enter('sessions.view', contextOf(teacher)))).running[0]?.present,
  ]

  test('writes rulings by one signature, for people without an account too, and no mark', async () => {
    const answer = await call({ [people.asha]: 'present', [people.bala]: 'absent', [people.paper]: 'present' })
    expect(answer).toMatchObject({ way: 'roll-call', marks: [] })
    expect(await cells()).toEqual({ 'Name asha': 'present', 'Name bala': 'absent', 'Paper Only': 'present' })
    expect(await present()).toEqual([2, 2])
    const tables = await storages.readTables()
    expect(rowsOf(tables, 'marks')).toEqual([])
    const [signed] = rowsOf(tables, 'hand_check_ins')
    expect(signed).toMatchObject({ students: '[]', signed_by: 'ravi', signature: expect.any(String) })
    expect(rowsOf(tables, 'rulings').map((row) => [row.cause, row.hand_check_in_id])).toEqual(
      Array.from({ length: 3 }, () => ['roll-call', signed?.id]),
    )
  })

  test('its absence of a person who moved away by the end of the session counts nowhere', async () => {
    await call({ [people.asha]: 'absent', [people.bala]: 'absent' })
    const other = await makeCourse(deps, teacher, 'PHYS', [])
    storages.clock.advance(minute)
    const move = { courseId: course, personId: people.bala, to: other, meanwhile: 'left-out' } as const
    await movePerson(deps, await enter('courses.manage', contextOf(teacher)), move)
    storages.clock.advance(60 * minute)
    expect(await cells()).toEqual({ 'Name asha': 'absent', 'Paper Only': 'absent' })
    const register = await enter('register.view', contextOf(teacher))
    const numbers = (await readRegister(deps, register, { groupId: course })).people.map(
      ({ personId, letters, working }) => [personId, letters, working.counted],
    )
    expect(new Map(numbers.map(([id, ...rest]) => [id, rest]))).toEqual(
      new Map([
        [people.asha, ['A', 1]],
        [people.bala, ['-', 0]],
        [people.paper, ['A', 1]],
      ]),
    )
  })

  test('a student who was absent in it and checks in later is there', async () => {
    await call({ [people.asha]: 'absent', [people.bala]: 'absent' })
    storages.clock.advance(minute)
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, passkeys.asha, session)
    expect(await cells()).toMatchObject({ 'Name asha': 'present', 'Name bala': 'absent' })
    expect(await present()).toEqual([1, 1])
    expect(await scan(deps, phone, session)).toMatchObject({ state: 'already-marked', timing: 'on-time' })
    await call({ [people.asha]: 'absent', [people.bala]: 'late' }, 'Had left.')
    expect(await present()).toEqual([1, 1])
  })

  test('leaves out what stands, and asks why it changes anything else', async () => {
    await call({ [people.asha]: 'present' })
    await expect(begin({ [people.asha]: 'present' })).rejects.toMatchObject({ reason: 'roll-call-empty' })
    await expect(begin({ [people.asha]: 'absent' })).rejects.toMatchObject({ reason: 'roll-call-reason' })
    await call({ [people.asha]: 'absent', [people.bala]: 'present' }, 'Had left.')
    expect(await cells()).toMatchObject({ 'Name asha': 'absent', 'Name bala': 'present' })
  })

  test('a person who is not called gets no ruling', async () => {
    await call({ [people.asha]: 'absent' })
    expect(rowsOf(await storages.readTables(), 'rulings')).toHaveLength(1)
    expect(await cells()).toMatchObject({ 'Name asha': 'absent', 'Name bala': null, 'Paper Only': null })
  })

  test('is not of the own person, and of no one outside the course', async () => {
    const ravi = await personOf(storage, 'ravi')
    await expect(begin({ [ravi]: 'present' })).rejects.toMatchObject({ type: 'document_not_found' })
    const other = await logStaffIn(storage, 'bala', 'registrar')
    await enrolPeople(deps, await enter('courses.manage', contextOf(other)), {
      courseId: course,
      people: [ravi],
      meanwhile: 'left-out',
    })
    await expect(begin({ [ravi]: 'present' })).rejects.toMatchObject({ reason: 'own-record' })
  })

  test('of a teacher whose course it is not is not found', async () => {
    const other = await logStaffIn(storage, 'bala', 'teacher')
    await expect(begin({ [people.asha]: 'present' }, '', other)).rejects.toMatchObject({ type: 'document_not_found' })
  })

  test('another passkey than the own one signs nothing', async () => {
    const offer = await begin({ [people.asha]: 'present' })
    const unasked = { ...offer.ceremony, options: { ...offer.ceremony?.options, allowCredentials: [] } }
    const forged = sign(passkeys.asha, { ...offer, ceremony: unasked } as CheckInOffer)
    await expect(finishHand(deps, teacher, offer, forged)).rejects.toMatchObject({ reason: 'check-in-refused' })
    await expect(finishHand(deps, teacher, offer, sign(passkeys.ravi, offer))).rejects.toMatchObject({
      reason: 'check-in-refused',
    })
    expect(rowsOf(await storages.readTables(), 'rulings')).toEqual([])
  })

  test('a repeated answer gets the first one', async () => {
    const offer = await begin({ [people.asha]: 'present' })
    const assertion = sign(passkeys.ravi, offer)
    const first = await finishHand(deps, teacher, offer, assertion)
    expect(await finishHand(deps, teacher, offer, assertion)).toMatchObject({ way: first.way, marks: [] })
    expect(rowsOf(await storages.readTables(), 'rulings')).toHaveLength(1)
  })
})
