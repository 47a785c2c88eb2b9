import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CoursePolicy, defaultCoursePolicy } from '#contract/course-policy.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  logPhoneIn,
  type Phone,
} from '#testing/room-world.ts'
import { enter } from '../doors.ts'
import { readOwnCourses, readOwnSession } from './read-own-courses.ts'
import { readRegister, setPolicy } from './read-register.ts'

const minute = 60_000

describe.each(engines)('What a check-in changes in the own numbers, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let course: string
  let other: string
  let passkey: MadePasskey
  let strange: MadePasskey
  let office: Phone
  let held: number

  beforeEach(async () => {
    office = {}
    held = 0
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    await logPhoneIn(storage, office, 'institute', 'ORG')
    passkey = await addStudent(storage, 'asha', ['institute'], {
      firstName: 'Asha',
      lastName: 'Rao',
      rollNumber: 'S-1',
    })
    strange = await addStudent(storage, 'bala', ['institute'])
    course = await makeCourse(deps, office, 'CS201', ['asha'])
    other = await makeCourse(deps, office, 'MA101', ['bala'])
    await count({})
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  /** By this policy; guests may come. */
  async function count(change: Partial<CoursePolicy>) {
    await logPhoneIn(storage, office, 'institute', 'ORG')
    const policy = { ...defaultCoursePolicy, guests: true, ...change }
    await setPolicy(deps, await enter('courses.policy', contextOf(office)), {
      courseId: course,
      policy,
      isTrial: false,
    })
  }
  const start = async () => (await startCourse(deps, office, course, { expected: ++held, minutes: 30 })).session
  /** A session that has ended, to which the student came or did not. */
  async function hold(came: boolean) {
    const session = await start()
    // Someone's mark: without one the session would not be taken.
    if (came) await checkInAs('asha', passkey, session.id)
    else await checkInAs('bala', strange, session.id)
    storages.clock.advance(31 * minute)
  }
  async function checkInAs(id: string, own: MadePasskey, sessionId: string) {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, id)
    return checkIn(deps, phone, own, sessionId)
  }
  const by = (id: string) => makeContext({ caller: makeCaller(id, 'STD') })
  const read = async (sessionId: string, id = 'asha', courseId = course) =>
    readOwnSession(deps, await enter('courses.own', by(id)), { courseId, sessionId })
  const inRegister = async () => {
    const { people } = await readRegister(deps, await enter('register.view', contextOf(office)), { groupId: course })
    return people.find(({ studentId }) => studentId === 'asha')?.working
  }

  test('they are those of the register before the session and after the mark', async () => {
    for (const came of [true, false, true]) await hold(came)
    const before = await inRegister()
    const session = await start()
    expect(await read(session.id)).toEqual({ goal: 75, by: 'sessions', before, now: before })
    await checkInAs('asha', passkey, session.id)
    const own = await read(session.id)
    expect(own).toEqual({ goal: 75, by: 'sessions', before, now: await inRegister() })
    expect(own).toMatchObject({ before: { points: 200, counted: 3 }, now: { points: 300, counted: 4 } })
    const { courses } = await readOwnCourses(deps, await enter('courses.own', by('asha')))
    expect(courses.map(({ working }) => working)).toEqual([own.now])
    expect(courses[0]?.sessions.at(-1)).toMatchObject({ room: null, mark: { way: 'room-code' } })
  })

  test('a policy changes them as it changes the register', async () => {
    await hold(true)
    await count({ by: 'minutes', goal: 80 })
    const session = await start()
    storages.clock.advance(15 * minute)
    await checkInAs('asha', passkey, session.id)
    expect(await read(session.id)).toMatchObject({ goal: 80, by: 'minutes', now: await inRegister() })
  })

  test('there are none of a course of others, of another course’s session, and of a guest', async () => {
    const session = await start()
    const elsewhere = await startCourse(deps, office, other)
    await checkInAs('bala', strange, session.id)
    for (const asked of [
      () => read(session.id, 'bala'),
      () => read(session.id, 'bala', other),
      () => read(elsewhere.session.id),
      () => read(elsewhere.session.id, 'asha', other),
      () => read('unknown'),
    ])
      await expect(asked()).rejects.toMatchObject({ reason: 'document_not_found' })
  })
})
