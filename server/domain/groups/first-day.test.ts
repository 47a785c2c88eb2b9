import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, personOf } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { logAct } from '#testing/log-act.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logStaffIn,
  type Phone,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { written } from '../audit/written-rows.ts'
import { enter } from '../doors.ts'
import { changePerson } from '../roster/people.ts'
import { changeCourse, readCourse } from './courses.ts'
import { endEnrolment, enrolPeople, enrolSection, movePerson } from './enrolments.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** The zone of the institute is five and a half hours ahead of UTC. */
const midnightBefore = (at: number) => Math.floor((at + 5.5 * hour) / day) * day - 5.5 * hour
/** As '2026-11-27'. */
const dateOf = (at: number) => new Date(at + 5.5 * hour).toISOString().slice(0, 10)

describe.each(engines)('the first day of a course on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let asha: string
  let bala: string
  let course: string
  let firstDay: number

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    for (const id of ['asha', 'bala', 'ravi']) await addStudent(storage, id, ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    asha = await personOf(storage, 'asha')
    bala = await personOf(storage, 'bala')
    await setZone('Asia/Kolkata')
    course = await makeCourse(deps, office, 'A', [])
    firstDay = midnightBefore(await storage.now())
    await changePerson(deps, await enter('people.change', contextOf(office)), { personId: bala, section: '10-A' })
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const setZone = async (timeZone: string | null) => {
    const kept = (await storage.organisations.readSettings('institute')) ?? expect.fail()
    await storage.organisations.saveSettings('institute', { ...kept, timeZone }, 'institute', await storage.now())
  }
  const meanwhile = 'absent' as const
  const readFirstDay = async () =>
    (await readCourse(deps, await enter('courses.view', contextOf(office)), { courseId: course })).firstDay
  const change = async (at: number, id = course) =>
    changeCourse(deps, await enter('courses.manage', contextOf(office)), { courseId: id, firstDay: dateOf(at) })
  const tablesThatCount = async () => {
    const tables = await storages.readTables()
    return [rowsOf(tables, 'enrolments'), rowsOf(tables, 'groups')]
  }
  const factsOfChanges = async () => {
    const entries = rowsOf(await storages.readTables(), 'audit_log').toSorted((a, b) => a.sequence - b.sequence)
    return entries
      .filter(({ action }) => action === 'course.change')
      .map(({ detail }) => {
        const { rows: _, ...facts } = JSON.parse(String(detail))
        return facts
      })
  }
  /** Each call that takes a `from`, about a course that begins. */
  const calls = {
    enrol: async (from: number) =>
      enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
        courseId: course,
        people: [asha],
        from,
        meanwhile,
      }),
    'enrol a section': async (from: number) =>
      enrolSection(deps, await enter('courses.manage', contextOf(office)), {
        courseId: course,
        section: '10-A',
        from,
        meanwhile,
      }),
    move: async (from: number) => {
      const older = await makeCourse(deps, office, 'OLDER', [])
      const beginsAt = firstDay - 9 * day
      await change(beginsAt, older)
      await enrolPeople(deps, await enter('courses.manage', contextOf(office)), {
        courseId: older,
        people: [asha],
        from: beginsAt,
        meanwhile,
      })
      const before = await tablesThatCount()
      try {
        await movePerson(deps, await enter('courses.manage', contextOf(office)), {
          courseId: older,
          personId: asha,
          to: course,
          from,
          meanwhile,
        })
      } finally {
        // A move that is refused does not end the enrolment in the other course either.
        if (from < firstDay) expect(await tablesThatCount()).toEqual(before)
      }
    },
  }

  test.each(Object.keys(calls) as (keyof typeof calls)[])('is the first to %s from', async (name) => {
    const refusal = { reason: 'before-first-day', value: dateOf(firstDay) }
    const before = rowsOf(await storages.readTables(), 'enrolments').filter(({ group_id }) => group_id === course)
    for (const from of [0, firstDay - 1]) {
      if (name === 'move' && from === 0) continue
      await expect(calls[name](from)).rejects.toMatchObject(refusal)
    }
    const after = rowsOf(await storages.readTables(), 'enrolments').filter(({ group_id }) => group_id === course)
    expect(after).toEqual(before)
  })

  test.each(Object.keys(calls) as (keyof typeof calls)[])('lets the office %s from its midnight', async (name) => {
    await calls[name](firstDay)
    const begun = rowsOf(await storages.readTables(), 'enrolments').filter(({ group_id }) => group_id === course)
    expect(begun).toMatchObject([{ begins_at: firstDay }])
  })

  test('bounds the end of an enrolment that an earlier version began before it', async () => {
    const at = firstDay - 2 * day
    const enrolment = { personId: asha, groupId: course, beginsAt: at, countsFrom: at }
    await deps.storage.courses.enrol({ ...enrolment, source: 'hand', enteredBy: 'institute', enteredAt: at })
    const rows = written({ enrolments: [{ ...enrolment, endsAt: null }] })
    const facts = { organisationId: 'institute', groupId: course, people: 1, ...rows }
    await logAct(deps.storage, { action: 'enrolment.begin', outcome: 'done', accountId: null, facts })
    const end = async (from: number) =>
      endEnrolment(deps, await enter('courses.manage', contextOf(office)), { courseId: course, personId: asha, from })
    await expect(end(firstDay - 1)).rejects.toMatchObject({ reason: 'before-first-day' })
    await end(firstDay)
  })

  test('is the day it was made, or an earlier one that the office sets', async () => {
    expect(await readFirstDay()).toBe(dateOf(firstDay))
    storages.clock.advance(3 * day)
    expect(await readFirstDay()).toBe(dateOf(firstDay))
    const before = await tablesThatCount()
    await expect(change(firstDay + day)).rejects.toMatchObject({
      ...{ reason: 'first-day-too-late', value: dateOf(firstDay) },
    })
    expect(await tablesThatCount()).toEqual(before)
    expect(await change(firstDay - 7 * day)).toMatchObject({ firstDay: dateOf(firstDay - 7 * day), code: 'A' })
    await change(firstDay - 7 * day)
    await calls.enrol(firstDay - 7 * day)
    await change(firstDay - 8 * day)
    await expect(change(firstDay - 6 * day)).rejects.toMatchObject({ reason: 'first-day-too-late' })
    await change(firstDay - 7 * day)
    expect(await readFirstDay()).toBe(dateOf(firstDay - 7 * day))
    const organisationId = 'institute'
    const facts = [-7, undefined, -8, -7].map((days) => ({
      ...{ organisationId, groupId: course },
      ...(days !== undefined && { firstDay: dateOf(firstDay + days * day) }),
    }))
    expect(await factsOfChanges()).toEqual(facts)
  })

  test('goes back up to the day it was made where no one was enrolled before', async () => {
    await change(firstDay - day)
    await change(firstDay)
    expect(await readFirstDay()).toBe(dateOf(firstDay))
    await expect(calls.enrol(firstDay - 1)).rejects.toMatchObject({ reason: 'before-first-day' })
  })
  test('refuses no one where the institute has no time zone and the day has begun somewhere', async () => {
    await setZone(null)
    const made = new Date(await storage.now()).toISOString().slice(0, 10)
    expect(await readFirstDay()).toBe(made)
    const earliest = Date.parse(made) - 14 * hour
    await expect(calls.enrol(earliest - 1)).rejects.toMatchObject({ reason: 'before-first-day', value: made })
    await calls.enrol(earliest)
  })
})
