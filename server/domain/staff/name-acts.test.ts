import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shownActs } from '#contract/staff.ts'
import { makeCourse, personOf, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addScreen,
  addSigningInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { type AuditEvent, entryWithoutRequest } from '../audit/audit-log.ts'
import { enter } from '../doors.ts'
import { addRoom } from '../groups/rooms.ts'
import { actsOfPeople } from './acts-of-people.ts'
import { readStaffActs } from './read-acts.ts'
import type { Staff } from './stores.ts'

test('each act of the log has a sentence, or a reason why it has none', () => {
  const shown = Object.entries(actsOfPeople).flatMap(([act, about]) => (typeof about === 'string' ? act : []))
  expect(shown.toSorted()).toEqual([...shownActs].toSorted())
})

describe.each(engines)('what the acts of a person were about on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let ravi: Phone & { readonly staff: Staff }
  let meera: Staff

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addSigningInstitute(storage, 'institute')
    await addSigningInstitute(storage, 'elsewhere')
    for (const id of ['asha', 'ravi', 'meera']) await addStudent(storage, id, ['institute'])
    await addStudent(storage, 'tara', ['elsewhere'])
    office = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
    ravi = await logStaffIn(storage, 'ravi', 'registrar')
    meera = (await logStaffIn(storage, 'meera', 'teacher')).staff
  })
  afterEach(() => storages.close())

  const log = (event: object, subject: string | null = null) =>
    storage.audit.append({
      ...entryWithoutRequest({ outcome: 'done', ...event } as AuditEvent),
      accountId: 'ravi',
      subject,
    })
  const about = (action: keyof typeof actsOfPeople, subject: string | null, facts: object = {}) =>
    log({ action, facts: { organisationId: 'institute', ...facts } }, subject)
  const read = async () => {
    const { acts } = await readStaffActs(deps, await enter('staff.view', contextOf(office)), {
      staffId: ravi.staff.id,
    })
    return acts.map(({ id: _, at: __, ...act }) => act).toReversed()
  }

  test('is named: course, session, person, room, screen and colleague', async () => {
    const courseId = await makeCourse(deps, office, 'PHY-1', ['asha'])
    const rooms = await addRoom(deps, await enter('courses.manage', contextOf(office)), { name: 'Hall 4' })
    const roomId = JSON.stringify(rooms).match(/"id":"([^"]+)","name":"Hall 4"/)?.[1] ?? ''
    const { session } = await startCourse(deps, ravi, courseId, { roomId })
    const whole = await startSession(storage, 'institute', 3)
    await addScreen(storage, 'institute', 'screen')
    const personId = await personOf(storage, 'asha')
    const ofSession = { sessionId: session.id, number: 1 }
    await about('cell.rule', personId, { ...ofSession, groupId: courseId })
    // Its facts have no course.
    await about('session.status', session.id, ofSession)
    await about('mark.rule', 'asha', { sessionId: whole, number: 3, groupId: 'institute' })
    await about('course.policy', courseId, { groupId: courseId })
    await about('room.change', roomId)
    await about('screen.rename', 'screen')
    await about('staff.change', meera.accountId)
    await about('staff.confirm-passkey', 'institute')
    await about('report.export', 'asha', { report: 'student' })
    await about('report.export', session.id, { report: 'session-sheet' })
    await about('report.export', courseId, { report: 'course-register' })
    const course = { id: courseId, code: 'PHY-1', title: 'Course PHY-1' }
    const asha = { student: 'Name asha', rollNumber: 'asha' }
    expect(await read()).toEqual([
      {
        act: 'attendance.start',
        session: { id: session.id, number: 1 },
        course,
        about: [{ kind: 'room', name: 'Hall 4' }],
      },
      { act: 'cell.rule', session: { id: session.id, number: 1 }, course, ...asha },
      { act: 'session.status', session: { id: session.id, number: 1 }, course },
      { act: 'mark.rule', session: { id: whole, number: 3 }, course: null, ...asha },
      { act: 'course.policy', course },
      { act: 'room.change', about: [{ kind: 'room', name: 'Hall 4' }] },
      { act: 'screen.rename', about: [{ kind: 'screen', name: 'Room screen' }] },
      { act: 'staff.change', about: [{ kind: 'colleague', name: 'meera' }] },
      { act: 'staff.confirm-passkey', about: [{ kind: 'own-login', name: null }] },
      { act: 'report.export', ...asha },
      { act: 'report.export', session: { id: session.id, number: 1 }, course },
      { act: 'report.export', course },
    ])
  })

  test('is said to be gone where it is not there any more, or elsewhere', async () => {
    await about('enrolment.end', 'no person', { groupId: 'no course' })
    await about('mark.rule', 'tara', { sessionId: 'no session', number: 4, groupId: 'institute' })
    for (const act of ['screen.end', 'day-pass.end', 'room.end', 'staff.withdraw', 'roster.undo'] as const) {
      await about(act, 'nothing')
    }
    await about('staff.end', 'no colleague')
    const gone = (...kinds: string[]) => ({ about: kinds.map((kind) => ({ kind, name: null })) })
    expect(await read()).toEqual([
      { act: 'enrolment.end', ...gone('person', 'course') },
      { act: 'mark.rule', session: { id: 'no session', number: 4 }, course: null, ...gone('person') },
      { act: 'screen.end', ...gone('screen') },
      { act: 'day-pass.end', ...gone('day-pass') },
      { act: 'room.end', ...gone('room') },
      { act: 'staff.withdraw', ...gone('invitation') },
      { act: 'roster.undo', ...gone('file') },
      { act: 'staff.end', ...gone('colleague') },
    ])
  })

  test('asks once for each kind of thing, however many acts there are', async () => {
    const courseId = await makeCourse(deps, office, 'PHY-1', ['asha'])
    for (let n = 0; n < 20; n++)
      await about('mark.rule', 'asha', { sessionId: `none ${n}`, number: n, groupId: courseId })
    const kinds: string[] = []
    const counting = {
      ...storage,
      staff: {
        ...storage.staff,
        nameSubjects: (...[institute, kind, ids]: Parameters<typeof storage.staff.nameSubjects>) => {
          if (ids.length > 0) kinds.push(kind)
          return storage.staff.nameSubjects(institute, kind, ids)
        },
      },
    }
    const door = await enter('staff.view', contextOf(office))
    const { acts } = await readStaffActs({ storage: counting }, door, { staffId: ravi.staff.id })
    expect([acts.length, kinds]).toEqual([20, ['student', 'session', 'course']])
  })
})
