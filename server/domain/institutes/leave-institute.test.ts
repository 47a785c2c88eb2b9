import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { logAct } from '#testing/log-act.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
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
import { written } from '../audit/written-rows.ts'
import { enter } from '../doors.ts'
import { enrolPeople, listCoursePeople } from '../groups/enrolments.ts'
import { linkPeople } from '../register/join-people.ts'
import { readPersonRecord } from '../register/read-person-record.ts'
import { readRegister } from '../register/read-register.ts'
import { ruleOnCell } from '../register/rule-on-cell.ts'
import { addPerson, changePerson, listPeople, removePeople } from '../roster/people.ts'
import { joinInstitute } from './join-institute.ts'
import { leaveInstitute } from './leave-institute.ts'
import { listEndedMemberships } from './list-ended-memberships.ts'

describe.each(engines)('a student who leaves an institute, on %s,', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let phone: Phone
  let passkey: MadePasskey
  let course: string
  let person: string
  let held: number

  /** Asha has been present once in a course. */
  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    passkey = await addStudent(storage, 'asha', ['institute'])
    for (const id of ['bala', 'ravi']) await addStudent(storage, id, ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    course = await makeCourse(deps, office, 'A', ['asha', 'bala'])
    person = await personOf(storage, 'asha')
    phone = {}
    held = 0
    storages.clock.advance(1)
    await hold(true)
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const fresh = async (who: Phone, id: string) => {
    await logPhoneIn(storage, who, id)
    return contextOf(who)
  }
  const asOffice = () => fresh(office, 'ravi')
  const asAsha = () => fresh(phone, 'asha')
  async function hold(isHere: boolean) {
    held += 1
    const { session } = await startCourse(deps, office, course, { expected: held })
    await asAsha()
    if (isHere) await checkIn(deps, phone, passkey, session.id)
    const bala = { sessionId: session.id, personId: await personOf(storage, 'bala'), reason: 'Was there.', after: 0 }
    await ruleOnCell(deps, await enter('cells.rule', await asOffice()), { ...bala, status: 'present' })
    storages.clock.advance(60 * 60_000)
  }
  const leave = async () =>
    leaveInstitute(deps, await enter('memberships.leave', await asAsha()), { organisationId: 'institute' })
  const rejoin = async () => {
    const context = await asAsha()
    const student = { id: 'asha', rollNumber: 'asha' }
    await storage.transaction((stores) => joinInstitute(stores, context, 'institute', student))
  }
  const roster = async () => {
    const query = { show: 'all', section: undefined, search: '', limit: 50, offset: 0 } as const
    return (await listPeople(deps, await enter('people.view', await asOffice()), query)).people
  }
  const onRoster = async () => (await roster()).find(({ id }) => id === person)
  const inRegister = async () => {
    const { people } = await readRegister(deps, await enter('register.view', await asOffice()), { groupId: course })
    return people.find(({ personId }) => personId === person)
  }

  test('stays on the roster without an account, and says when', async () => {
    const before = await onRoster()
    expect(before).toMatchObject({ studentId: 'asha' })
    expect(before).not.toHaveProperty('leftAt')
    const from = await storage.now()
    await leave()
    const until = await storage.now()
    const after = await onRoster()
    const leftAt = after?.leftAt ?? 0
    expect(leftAt >= from && leftAt <= until).toBe(true)
    expect(after).toMatchObject({
      studentId: null,
      leftAt,
      name: before?.name,
      rollNumber: before?.rollNumber,
      email: '',
    })
    const record = await readPersonRecord(deps, await enter('register.view', await asOffice()), {
      ...{ personId: person, limit: 10, offset: 0 },
    })
    expect(record.person).toMatchObject({ leftAt, given: before?.name.given })
    expect(await storage.memberships.findMember('institute', 'asha')).toBeUndefined()
  })

  test('is absent in courses until the office ends that', async () => {
    await leave()
    await hold(false)
    expect(await inRegister()).toMatchObject({ letters: 'PA', isEnrolled: true, leftAt: expect.any(Number) })
    await removePeople(deps, await enter('people.remove', await asOffice()), { people: [person] })
    expect(await onRoster()).toBeUndefined()
    await hold(false)
    expect(await inRegister()).toMatchObject({ letters: 'PA-', isEnrolled: false })
  })

  test('is the same person after joining again, with the history, also when the office had ended it', async () => {
    const before = await onRoster()
    await leave()
    await rejoin()
    expect(await onRoster()).toEqual(before)
    expect(await inRegister()).toMatchObject({ letters: 'P', isEnrolled: true })
    await leave()
    await removePeople(deps, await enter('people.remove', await asOffice()), { people: [person] })
    await rejoin()
    expect(await onRoster()).toEqual(before)
    expect(await inRegister()).toMatchObject({ letters: 'P', isEnrolled: false })
  })

  test('keeps a name that the office has written meanwhile', async () => {
    await leave()
    const change = { personId: person, givenName: 'Asha Devi' }
    await changePerson(deps, await enter('people.change', await asOffice()), change)
    await rejoin()
    expect(await onRoster()).toMatchObject({ studentId: 'asha', name: { given: 'Asha Devi' } })
  })

  test('reads it, and is told to the office in the log', async () => {
    await leave()
    const { leftAt } = (await onRoster()) ?? {}
    const { memberships } = await listEndedMemberships(deps, await enter('memberships.ended', await asAsha()))
    expect(memberships).toMatchObject([{ organisationId: 'institute', because: 'left', leftAt }])
    const log = rowsOf(await storages.readTables(), 'audit_log')
    const told = { action: 'membership.leave', account_id: 'asha', subject: 'institute' }
    expect(log).toContainEqual(expect.objectContaining(told))
  })

  test('needs a step-up, and leaves only an own institute', async () => {
    const stale = await asAsha()
    storages.clock.advance(11 * 60_000)
    const late = leaveInstitute(deps, await enter('memberships.leave', stale), { organisationId: 'institute' })
    await expect(late).rejects.toMatchObject({ reason: 'step-up-needed' })
    await addInstitute(storage, 'other')
    const door = await enter('memberships.leave', await asAsha())
    for (const organisationId of ['other', 'nothing'])
      await expect(leaveInstitute(deps, door, { organisationId })).rejects.toMatchObject({ type: 'document_not_found' })
    await leave()
    await expect(leave()).rejects.toMatchObject({ type: 'document_not_found' })
  })

  test('a check-in that has begun makes no mark any more', async () => {
    const { session } = await startCourse(deps, office, course, { expected: 2 })
    await asAsha()
    const offer = await scan(deps, phone, session.id)
    await leave()
    await expect(finish(deps, phone, offer, sign(passkey, offer))).rejects.toMatchObject({ name: 'Problem' })
    expect(rowsOf(await storages.readTables(), 'marks')).toHaveLength(1)
  })

  test('is enrolled in no further course twice, and stays one person', async () => {
    await leave()
    const other = await makeCourse(deps, office, 'B', [])
    const people = [person]
    const by = { courseId: other, people, meanwhile: 'left-out' } as const
    await enrolPeople(deps, await enter('courses.manage', await asOffice()), by)
    const listed = await listCoursePeople(deps, await enter('courses.view', await asOffice()), { courseId: other })
    expect(listed.people).toMatchObject([{ personId: person }])
  })

  test('cannot be the row that stays: the marks are the account’s', async () => {
    await leave()
    const fields = { rollNumber: 'R9', givenName: 'Asha', familyName: 'Rao', email: '', section: '' }
    const { id } = await addPerson(deps, await enter('people.add', await asOffice()), fields)
    for (const [personId, other] of [
      [person, id],
      [id, person],
      [person, await personOf(storage, 'bala')],
    ] as const) {
      const joined = linkPeople(deps, await enter('people.link', await asOffice()), {
        personId,
        other,
        reason: 'Same.',
        account: 'this',
      })
      await expect(joined).rejects.toMatchObject({ reason: 'people-left' })
    }
  })

  test('leaves the marks to the account: another one that the office invites gets the courses, and a row of its own', async () => {
    await leave()
    await addStudent(storage, 'carl', [])
    const joined = await storage.transaction(async (stores) => {
      await stores.organisations.lockMembers('institute')
      const [now, known] = [await stores.now(), await stores.roster.find('institute', person)]
      if (!known) throw new Error('who has left is not on the roster')
      const bound = await stores.roster.bind(known, 'institute', 'carl', now)
      const facts = { organisationId: 'institute', ...written({ enrolments: bound.enrolments }) }
      await logAct(stores, { action: 'person.join', outcome: 'done', accountId: 'carl', facts })
      await stores.memberships.insert({ organisationId: 'institute', studentId: 'carl', joinedAt: now }, 'carl')
      return bound.id
    })
    expect(joined).not.toBe(person)
    expect(await onRoster()).toBeUndefined()
    expect(await roster()).toContainEqual(expect.objectContaining({ id: joined, studentId: 'carl' }))
    expect(await inRegister()).toMatchObject({ letters: 'P', isEnrolled: false })
    await hold(false)
    const { people } = await readRegister(deps, await enter('register.view', await asOffice()), { groupId: course })
    expect(people.find(({ personId }) => personId === joined)).toMatchObject({ letters: '-A' })
  })
})
