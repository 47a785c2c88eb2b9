import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { logAct } from '#testing/log-act.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
} from '#testing/room-world.ts'
import { rosterFields } from '#testing/roster-person.ts'
import { written } from '../audit/written-rows.ts'
import { enter } from '../doors.ts'
import { joinInstitute } from '../institutes/join-institute.ts'
import { removeMember } from '../institutes/remove-member.ts'
import type { Stores } from '../ports.ts'
import { readReceipts } from '../receipts/read-receipts.ts'
import { readOwnCourses } from '../register/read-own-courses.ts'
import { readRegister } from '../register/read-register.ts'
import { ruleOnCell } from '../register/rule-on-cell.ts'
import { importAtNight } from '../roster/import-at-night.ts'
import { rosterImports } from '../roster/imports.ts'
import { addPerson, removePeople } from '../roster/people.ts'
import type { KnownPerson } from '../roster/stores.ts'
import { addCourse } from './courses.ts'
import { endEnrolment, enrolPeople, listCoursePeople } from './enrolments.ts'

describe.each(engines)('who goes, on %s,', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let course: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    for (const id of ['asha', 'bala', 'ravi']) await addStudent(storage, id, ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    course = await makeCourse(deps, office, 'A', ['asha', 'bala'])
    storages.clock.advance(1)
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  /** A step-up of now. */
  const fresh = async () => {
    await logPhoneIn(storage, office, 'ravi')
    return contextOf(office)
  }
  const enrolled = async () => {
    const { people } = await listCoursePeople(deps, await enter('courses.view', contextOf(office)), {
      courseId: course,
    })
    return people.filter(({ enrolments }) => enrolments.at(-1)?.endsAt === null).map(({ personId }) => personId)
  }
  const hold = async (present: readonly string[], expected: number) => {
    const { session } = await startCourse(deps, office, course, { expected })
    for (const personId of present) {
      const ruling = { status: 'present', reason: 'Was there.', after: 0 } as const
      await ruleOnCell(deps, await enter('cells.rule', await fresh()), { sessionId: session.id, personId, ...ruling })
    }
    storages.clock.advance(60 * 60_000)
  }
  const letters = async (personId: string) => {
    const { people } = await readRegister(deps, await enter('register.view', contextOf(office)), { groupId: course })
    return people.find((one) => one.personId === personId)?.letters
  }
  const asAsha = () => makeContext({ caller: makeCaller('asha', 'STD') })
  const addWithoutAccount = async (rollNumber: string) => {
    const { id } = await addPerson(deps, await enter('people.add', contextOf(office)), rosterFields(rollNumber, ''))
    await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
      courseId: course,
      people: [id],
      meanwhile: 'left-out',
    })
    storages.clock.advance(1)
    return id
  }

  test('a member who leaves is absent in no later session of a course, and keeps the earlier ones', async () => {
    const asha = await personOf(storage, 'asha')
    await hold([asha], 1)
    await removeMember(deps, await enter('members.remove', await fresh()), { studentId: 'asha' })
    await hold([], 2)
    expect(await enrolled()).toEqual([await personOf(storage, 'bala')])
    expect(await letters(asha)).toBe('P-')
    const { courses } = await readOwnCourses(deps, await enter('courses.own', asAsha()))
    expect(courses).toMatchObject([{ code: 'A', isEnrolled: false, by: 'sessions', sessions: [{ letter: 'P' }] }])
  })

  test('the student’s page asks for courses only where there are some', async () => {
    expect(await readReceipts(deps, await enter('receipts.list', asAsha()))).toMatchObject({ hasCourses: true })
    const ravi = makeContext({ caller: makeCaller('ravi', 'STD') })
    expect(await readReceipts(deps, await enter('receipts.list', ravi))).not.toHaveProperty('hasCourses')
  })

  test('a person without an account who is removed leaves the courses', async () => {
    const id = await addWithoutAccount('R9')
    expect(await enrolled()).toContain(id)
    await removePeople(deps, await enter('people.remove', await fresh()), { people: [id] })
    expect(await enrolled()).not.toContain(id)
  })

  test('who is not in a file any more leaves the courses, until the import is undone', async () => {
    const file = (lines: [number, string, string, string][]) => ({
      ...{ source: 'Office', fileName: '', isWhole: true, unsent: 0, lines },
      columns: ['rollNumber' as const, 'givenName' as const, 'familyName' as const],
    })
    const choices = { isTrial: false, leavesOut: false, isReviewed: true }
    const [first, second] = [
      [2, 'R8', 'Chidi', 'Okafor'],
      [3, 'R9', 'Van An', 'Nguyen'],
    ] as [number, string, string, string][]
    if (!first || !second) throw new Error('No lines')
    await importAtNight(deps, 'institute', file([first, second]), choices)
    const roster = await storage.rosters.readRoster('institute')
    const ids = roster.filter(({ studentId }) => studentId === null).map(({ id }) => id)
    await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
      courseId: course,
      people: ids,
      meanwhile: 'left-out',
    })
    storages.clock.advance(1)
    await importAtNight(deps, 'institute', file([first]), choices)
    expect(await enrolled()).toHaveLength(3)
    const [newest] = await storage.imports.list('institute', 1)
    await rosterImports.undo(deps, await enter('imports.apply', await fresh()), { importId: newest?.id ?? '' })
    expect(await enrolled()).toHaveLength(4)
    storages.clock.advance(1)
    // Removed and imported again: the same person, whose next enrolment is a new one.
    await importAtNight(deps, 'institute', file([first]), choices)
    await importAtNight(deps, 'institute', file([first, second]), choices)
    expect(await enrolled()).toHaveLength(3)
    storages.clock.advance(1)
    await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
      courseId: course,
      people: ids,
      meanwhile: 'left-out',
    })
    expect(await enrolled()).toHaveLength(4)
  })

  const bindAsha = async (stores: Stores, person: KnownPerson) => {
    const { id, enrolments } = await stores.roster.bind(person, 'institute', 'asha', await stores.now())
    const facts = { organisationId: 'institute', ...written({ enrolments }) }
    await logAct(stores, { action: 'person.join', outcome: 'done', accountId: 'asha', facts })
    return id
  }

  test('a student who was a member before takes the courses over from the row without an account', async () => {
    const asha = await personOf(storage, 'asha')
    await removeMember(deps, await enter('members.remove', await fresh()), { studentId: 'asha' })
    const row = await addWithoutAccount('R9')
    await hold([row], 1)
    storages.clock.advance(1)
    await storage.transaction(async (stores) => {
      const person = await stores.roster.find('institute', row)
      if (!person) throw new Error('No person')
      expect(await bindAsha(stores, person)).toBe(asha)
      await joinInstitute(stores, makeContext(), 'institute', { id: 'asha', rollNumber: 'R9' })
    })
    await hold([asha], 2)
    expect(await letters(row)).toBe('P-')
    expect(await letters(asha)).toBe('-P')
  })

  test('a member stays in the own section of a course where the row without an account is in another one', async () => {
    const named = { title: 'Lab', department: '', term: '', kind: 'section', parentId: course } as const
    for (const id of ['asha', 'bala'])
      await endEnrolment(deps, await enter('courses.manage', await fresh()), {
        courseId: course,
        personId: await personOf(storage, id),
        from: 0,
      })
    storages.clock.advance(1)
    const [first, second] = [
      await addCourse(deps, await enter('courses.manage', await fresh()), { ...named, code: 'A-1' }),
      await addCourse(deps, await enter('courses.manage', await fresh()), { ...named, code: 'A-2' }),
    ]
    const asha = await personOf(storage, 'asha')
    const { id: row } = await addPerson(deps, await enter('people.add', contextOf(office)), rosterFields('R9', ''))
    await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
      courseId: first.id,
      people: [asha],
      meanwhile: 'left-out',
    })
    await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
      courseId: second.id,
      people: [row],
      meanwhile: 'left-out',
    })
    storages.clock.advance(1)
    await storage.transaction(async (stores) => {
      const person = await stores.roster.find('institute', row)
      if (!person) throw new Error('No person')
      expect(await bindAsha(stores, person)).toBe(asha)
    })
    const { people } = await listCoursePeople(deps, await enter('courses.view', contextOf(office)), {
      courseId: course,
    })
    const open = people.flatMap(({ enrolments }) => enrolments.filter(({ endsAt }) => endsAt === null))
    expect(open.map(({ courseId }) => courseId)).toEqual([first.id])
  })

  test('a student of whom a teacher has said something is in the register, and one who is only enrolled can go', async () => {
    const asha = await personOf(storage, 'asha')
    await storage.transaction(async (stores) => {
      const facts = written({ enrolments: await stores.memberships.removeAllOf('bala') })
      await logAct(stores, { action: 'account.remove-unverified', outcome: 'done', accountId: null, facts })
    })
    expect(await enrolled()).toEqual([asha])
    expect(await storage.attendance.isInRegister('asha')).toBe(false)
    const { session } = await startCourse(deps, office, course)
    const ruling = { status: 'absent', reason: 'Was not there.', after: 0 } as const
    await ruleOnCell(deps, await enter('cells.rule', await fresh()), {
      sessionId: session.id,
      personId: asha,
      ...ruling,
    })
    expect(await storage.attendance.isInRegister('asha')).toBe(true)
  })
})
