import { describe, expect, onTestFinished, test } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CellStatus } from '#contract/course-cells.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { enter } from '#server/domain/doors.ts'
import { enrolPeople, listCoursePeople } from '#server/domain/groups/enrolments.ts'
import { statusOf } from '#server/domain/mail/told-cell.ts'
import { beginRollCall } from '#server/domain/marks/begin-roll-call.ts'
import { takeEvidence } from '#server/domain/marks/take-evidence.ts'
import { linkPeople, unlinkPeople } from '#server/domain/register/join-people.ts'
import { readStudentReport } from '#server/domain/register/read-reports.ts'
import { ruleOnCell } from '#server/domain/register/rule-on-cell.ts'
import { addPerson } from '#server/domain/roster/people.ts'
import { startClass } from '#server/domain/sessions/start-session.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  checkIn,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  logStaffIn,
  type Phone,
  sign,
} from '#testing/room-world.ts'
import { rosterFields } from '#testing/roster-person.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { tamper } from '#testing/tamper.ts'
import { verifyOpened } from './verify-data.ts'

const signaturesFor = { id: 'localhost', name: 'Rollkey', origin: 'http://localhost:8080' }
const minute = 60_000

describe.each(engines)('two rows of the roster on %s', (engine) => {
  test('leave the data as true as it was when they become one, and two again', async () => {
    const storages = await createTestStorage(engine)
    onTestFinished(() => storages.close())
    const storage = await storages.open()
    const deps = { ...checkInDeps(storage), random: systemRandom }
    const check = () =>
      tamper(storages.database, [], async (opened) => {
        const findings = await verifyOpened(opened, { now: storages.clock.now(), signaturesFor })
        return findings.flatMap(({ rule, wrong }) => wrong.map((line) => `${rule}: ${line}`))
      })
    await addSigningInstitute(storage, 'institute')
    await addStudent(storage, 'asha', ['institute'])
    const passkey = await addStudent(storage, 'ravi', ['institute'])
    const office = await logStaffIn(storage, 'ravi', 'registrar')
    const courseId = await makeCourse(deps, office, 'MATH', [])
    const { id: expected } = await addPerson(deps, await enter('people.add', contextOf(office)), rosterFields('R1'))
    await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
      courseId,
      people: [expected],
      meanwhile: 'left-out',
    })
    storages.clock.advance(minute)
    // The person without an account is in a signed roll call, the student has a signed mark of a class.
    const { session } = await startCourse(deps, office, courseId)
    const statuses = [{ person: expected, status: 'late' as const }]
    const rolled = { way: 'roll-call', session: session.id, statuses, reason: '' } as const
    const called = await beginRollCall(deps, await enter('check-in.hand', contextOf(office)), { ...rolled, statuses })
    await finishHand(deps, office, called as CheckInOffer, sign(passkey, called as CheckInOffer))
    await storage.transaction((stores) =>
      startClass(stores, { ...systemRandom, id: () => 'class' }, contextOf(office), 1),
    )
    const offer = await beginHand(deps, office, { session: 'class', students: ['asha'] })
    await finishHand(deps, office, offer, sign(passkey, offer))
    storages.clock.advance(minute)
    await logPhoneIn(storage, office, 'ravi')
    expect(await check()).toEqual([])
    const both = { personId: expected, other: await personOf(storage, 'asha'), reason: 'Seen with the card' }
    await linkPeople(deps, await enter('people.link', contextOf(office)), both)
    expect(await personOf(storage, 'asha')).toBe(expected)
    expect((await storage.memberships.find('institute', 'asha'))?.total).toBe(1)
    expect(await check()).toEqual([])
    await unlinkPeople(deps, await enter('people.link', contextOf(office)), { personId: expected })
    expect(await personOf(storage, 'asha')).toBe(both.other)
    expect(await check()).toEqual([])
    await storage.close()
  })

  describe.each(['this', 'other'] as const)('with an account each, where the entries of %s count', (entries) => {
    test('leave the data as true as it was, one number for each session, and are two again', async () => {
      const world = await openWorld()
      const { storage, deps, clock, check, office } = world
      const courseId = await makeCourse(deps, office, 'MATH', ['asha', 'ila'])
      const alone = await makeCourse(deps, office, 'PHYS', ['ila'])
      const [kept, gone] = [await personOf(storage, 'asha'), await personOf(storage, 'ila')]
      const read = async () => ({
        tables: await world.readTables(),
        asha: await world.numbersOf(kept),
        report: await world.classesOf('asha'),
      })
      clock.advance(minute)
      // Of three classes the first is asha's, the second ila's, and both are in the third.
      await world.holdClass(1, ['asha'])
      await world.holdClass(2, ['ila'])
      const third = await world.holdClass(3, ['asha', 'ila'])
      // In the course ila has come, and asha is excused; in the other one she was called, and came late.
      const math = await world.holdCourse(courseId, ['ila'])
      await world.rule(math, kept, 'excused')
      const physics = await world.holdCourse(alone, [])
      await world.rule(physics, gone, 'late')
      // A mark was withdrawn, and counts again.
      await world.rule('class-2', gone, 'absent')
      await world.rule('class-2', gone, 'present', 1)
      expect(await check()).toEqual([])
      const before = await read()
      expect(before.report).toMatchObject({ total: 2, classes: 3 })

      const both = { personId: kept, other: gone, reason: 'Seen with the card' }
      await expect(world.link({ ...both })).rejects.toMatchObject({ reason: 'people-registered' })
      await expect(world.link({ ...both, account: 'this' })).rejects.toMatchObject({ reason: 'people-share-sessions' })
      await world.link({ ...both, account: 'this', entries })
      expect(await check()).toEqual([])
      expect(await world.classesOf('asha')).toMatchObject({ total: 3, classes: 3 })
      expect(await storage.memberships.find('institute', 'asha')).toMatchObject({ total: 3 })
      expect(await storage.memberships.find('institute', 'ila')).toBeUndefined()
      expect(await world.settledOf(third)).toEqual({ present: 1, expected: 2 })
      expect(await world.settledOf('class-2')).toEqual({ present: 1, expected: 2 })
      // Whose entries count says what holds in the one session of the course; the other course came whole.
      expect(await world.cellOf(math, kept)).toBe(entries === 'this' ? 'excused' : 'present')
      expect(await world.cellOf(physics, kept)).toBe('late')
      expect(await world.peopleOf(courseId)).toEqual([kept])
      expect(await world.peopleOf(alone)).toEqual([kept])
      // The mark of the account that went is evidence as before.
      expect(await world.evidenceOf('class-2', kept)).toMatchObject({ student: { id: 'ila' } })

      clock.advance(minute)
      await logPhoneIn(storage, office, 'ravi')
      await unlinkPeople(deps, await enter('people.link', contextOf(office)), { personId: kept })
      expect(await check()).toEqual([])
      const after = await read()
      expect([after.asha, after.report]).toEqual([before.asha, before.report])
      for (const table of ['marks', 'disputes', 'enrolments', 'mark_signatures'] as const)
        expect(after.tables(table)).toEqual(before.tables(table))
      expect(await world.settledOf(third)).toEqual({ present: 2, expected: 3 })
      await storage.close()
    })
  })

  test.each(['this', 'other'] as const)(
    'of which one has no account are true, too, where both were in one session and the entries of %s count',
    async (entries) => {
      const world = await openWorld()
      const { storage, deps, clock, check, office } = world
      const courseId = await makeCourse(deps, office, 'MATH', ['asha'])
      const { id: expected } = await addPerson(deps, await enter('people.add', contextOf(office)), rosterFields('R1'))
      await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
        ...{ courseId, people: [expected] },
        meanwhile: 'left-out',
      })
      const member = await personOf(storage, 'asha')
      clock.advance(minute)
      const [first, second] = [await world.holdCourse(courseId, ['asha']), await world.holdCourse(courseId, [], 2)]
      await world.rule(first, expected, 'excused')
      for (const [person, status] of [
        [expected, 'late'],
        [member, 'present'],
      ] as const)
        await world.rule(second, person, status)
      expect(await check()).toEqual([])
      const both = { personId: expected, other: member, reason: 'Seen with the card' }
      await expect(world.link(both)).rejects.toMatchObject({ reason: 'people-share-sessions' })
      await world.link({ ...both, entries })
      expect(await check()).toEqual([])
      const cells = [await world.cellOf(first, expected), await world.cellOf(second, expected)]
      expect(cells).toEqual(entries === 'this' ? ['excused', 'late'] : ['present', 'present'])
      expect(await world.registerOf(courseId)).toEqual([expected])
      await logPhoneIn(storage, office, 'ravi')
      clock.advance(minute)
      await unlinkPeople(deps, await enter('people.link', contextOf(office)), { personId: expected })
      expect(await check()).toEqual([])
      for (const [session, person, status] of [
        [first, expected, 'excused'],
        [second, expected, 'late'],
        [first, member, 'present'],
        [second, member, 'present'],
      ] as const)
        expect(await world.cellOf(session, person)).toBe(status)
      expect((await world.registerOf(courseId)).toSorted()).toEqual([expected, member].toSorted())
      await storage.close()
    },
  )

  async function openWorld() {
    const storages = await createTestStorage(engine)
    onTestFinished(() => storages.close())
    const storage = await storages.open()
    const deps = { ...checkInDeps(storage), random: systemRandom }
    const { clock } = storages
    await addSigningInstitute(storage, 'institute')
    const passkeys = new Map([
      ['asha', await addStudent(storage, 'asha', ['institute'])],
      ['ila', await addStudent(storage, 'ila', ['institute'])],
    ])
    await addStudent(storage, 'ravi', ['institute'])
    const office = await logStaffIn(storage, 'ravi', 'registrar')
    const marks = async (sessionId: string, students: readonly string[]) => {
      await storage.checkIns.setRoomCode(sessionId, true)
      for (const id of students) {
        const phone: Phone = {}
        await logPhoneIn(storage, phone, id)
        const passkey = passkeys.get(id)
        if (passkey) await checkIn(deps, phone, passkey, sessionId)
      }
    }
    /** Until it has ended and its numbers are settled. */
    const pass = async () => {
      clock.advance(3 * 60 * minute)
      await storage.settleSessions()
      await logPhoneIn(storage, office, 'ravi')
    }
    return {
      ...{ storage, deps, clock, office },
      check: () =>
        tamper(storages.database, [], async (opened) => {
          const findings = await verifyOpened(opened, { now: clock.now(), signaturesFor })
          return findings.flatMap(({ rule, wrong }) => wrong.map((line) => `${rule}: ${line}`))
        }),
      readTables: async () => {
        const tables = await storages.readTables()
        return (name: Parameters<typeof rowsOf>[1]) =>
          rowsOf(tables, name)
            .map((row) => JSON.stringify(row))
            .sort()
      },
      async holdClass(number: number, students: readonly string[]) {
        const id = `class-${number}`
        const random = { ...systemRandom, id: () => id }
        await storage.transaction((stores) => startClass(stores, random, contextOf(office), number))
        await marks(id, students)
        await pass()
        return id
      },
      async holdCourse(courseId: string, students: readonly string[], number = 1) {
        const { session } = await startCourse(deps, office, courseId, { expected: number })
        await marks(session.id, students)
        await pass()
        return session.id
      },
      rule: async (sessionId: string, personId: string, status: CellStatus, after = 0) =>
        ruleOnCell(deps, await enter('cells.rule', contextOf(office)), {
          ...{ sessionId, personId, status, after, reason: 'Seen' },
        }),
      link: async (both: Parameters<typeof linkPeople>[2]) =>
        linkPeople(deps, await enter('people.link', contextOf(office)), both),
      numbersOf: (personId: string) => storage.rosters.findOnRoster('institute', personId, 0),
      async classesOf(studentId: string) {
        const door = await enter('reports.view', contextOf(office))
        const { student } = await readStudentReport(deps, door, { studentId, limit: 10, offset: 0 })
        return student
      },
      async cellOf(sessionId: string, personId: string) {
        const cell = await storage.rulings.findCellOf(sessionId, personId)
        return cell && statusOf(cell)
      },
      peopleOf: async (courseId: string) => {
        const { people } = await listCoursePeople(deps, await enter('courses.view', contextOf(office)), { courseId })
        return people.map(({ personId }) => personId)
      },
      registerOf: async (courseId: string) =>
        (await storage.courseReads.readRegister(courseId, {})).people.map(({ personId }) => personId),
      async settledOf(id: string) {
        const row = rowsOf(await storages.readTables(), 'attendance_sessions').find((one) => one.id === id)
        return { present: row?.present, expected: row?.expected }
      },
      evidenceOf: async (sessionId: string, personId: string) =>
        takeEvidence(deps, await enter('marks.evidence', contextOf(office)), { sessionId, personId }),
    }
  }
})
