import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enter } from '#server/domain/doors.ts'
import { takeBackSession } from '#server/domain/sessions/take-back-session.ts'
import { locate } from '#testing/check-invariants.ts'
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
  logPhoneIn,
  logStaffIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { rulingFacts } from '../domain/audit/compared-facts.ts'
import { recountInstitute } from './recount.ts'
import { verifyData } from './verify/verify-data.ts'

const minute = 60_000

describe.each(engines)('a recount on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let asha: MadePasskey
  let bala: MadePasskey
  let office: Phone
  let course: string
  let ofCourse: string

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    await addInstitute(storage, 'elsewhere')
    asha = await addStudent(storage, 'asha', ['institute', 'elsewhere'])
    bala = await addStudent(storage, 'bala', ['institute'])
    await addStudent(storage, 'ravi', ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    course = await makeCourse(deps, office, 'MATH', ['asha', 'bala'])
    const ofClass = await startSession(storage, 'institute', 1)
    ofCourse = (await startCourse(deps, office, course)).session.id
    for (const [id, passkey] of [
      ['asha', asha],
      ['bala', bala],
    ] as const) {
      const phone: Phone = {}
      await logPhoneIn(storage, phone, id)
      await checkIn(deps, phone, passkey, ofCourse)
      if (id === 'bala') await checkIn(deps, phone, passkey, ofClass)
    }
  })
  afterEach(() => storages.close())

  const faults = async () => {
    const findings = await verifyData(locate(storages.database), { now: storages.clock.now() })
    return findings.flatMap(({ rule, wrong }) => wrong.map((line) => `${rule}: ${line}`))
  }
  const run = (option?: string) => recountInstitute({ storage }, 'institute', option)
  const member = async (studentId: string) => (await storage.memberships.find('institute', studentId))?.total
  const classes = async () => (await storage.organisations.find('institute'))?.classes

  /** As the call of classes did it: a ruling about a mark of the course, and the total of the classes with it. */
  async function ruleAsInClass(studentId: string, sequence: number, total: number, isLogged = true) {
    const now = await storage.now()
    const ruling = {
      status: sequence % 2 === 1 ? 'absent' : 'present',
      reason: 'Not in the room.',
      note: null,
      sequence,
      decidedBy: 'ravi',
      decidedAt: now,
      cause: 'staff',
    } as const
    const personId = await personOf(storage, studentId)
    await storage.rulings.addToCells(ofCourse, { ...ruling, personId, studentId, minutes: null })
    await storage.memberships.saveTotal('institute', { studentId, total, expiryTime: null })
    const session = { id: ofCourse, organisationId: 'institute', groupId: course, number: 1 }
    const act = { action: 'mark.rule', outcome: 'done', accountId: 'ravi', subject: studentId } as const
    if (isLogged) await logAct(storage, { ...act, facts: rulingFacts(session, ruling), at: now })
  }
  async function damage() {
    const other = await makeCourse(deps, office, 'PHYS', [])
    const { session } = await startCourse(deps, office, other)
    // What the call of classes did besides: it took the institute’s number.
    await takeBackSession(deps, await enter('sessions.take-back', contextOf(office)), { sessionId: session.id })
    await storage.organisations.setClasses('institute', 0, await storage.now())
    await ruleAsInClass('asha', 1, -1)
    await ruleAsInClass('bala', 1, 7)
    await ruleAsInClass('bala', 2, 8)
  }

  test('of an institute whose numbers are right changes nothing', async () => {
    const before = await storages.readTables()
    expect(await run('--apply')).toBe('Classes and totals are as they are counted.')
    expect(await storages.readTables()).toEqual(before)
    expect(await faults()).toEqual([])
  })

  test('says what it would set, and sets nothing', async () => {
    await damage()
    const before = await storages.readTables()
    const person = await personOf(storage, 'asha')
    const text = await run()
    expect(text.split('\n')).toEqual([
      'classes: 0 are stored, 1 are counted',
      'total of student asha: -1 is stored, 0 is counted',
      'total of student bala: 8 is stored, 1 is counted',
      `ruling 1 about person ${person} in session ${ofCourse} of course ${course}: it was made as one of a class`,
      expect.stringContaining('ruling 1 about person'),
      expect.stringContaining('ruling 2 about person'),
      'Nothing is set yet: --apply sets the numbers and names the rulings in the log.',
    ])
    expect(await storages.readTables()).toEqual(before)
    expect((await faults()).length).toBeGreaterThan(0)
  })

  test('sets classes and totals, and verify-data counts the rulings that it names as repaired', async () => {
    await damage()
    const before = rowsOf(await storages.readTables(), 'rulings')
    expect(await run('--apply')).toContain('The numbers are set')
    expect([await classes(), await member('asha'), await member('bala')]).toEqual([1, 0, 1])
    expect(rowsOf(await storages.readTables(), 'rulings')).toEqual(before)
    expect(await faults()).toEqual([])
    const findings = await verifyData(locate(storages.database), { now: storages.clock.now() })
    const rulings = findings.find(({ rule }) => rule === 'The rulings match the audit log')
    expect(rulings?.note).toContain('3 made in a course as those of a class, repaired by a recount')
    const [entry] = rowsOf(await storages.readTables(), 'audit_log').filter(
      ({ action }) => action === 'institute.recount',
    )
    expect(entry).toMatchObject({ account_id: null, address_prefix: 'operator', subject: 'institute' })
    expect(JSON.parse(entry?.detail ?? '')).toMatchObject({ classes: 1, totals: 2, rulings: { length: 3 } })
    // It is done once, and the next class begins.
    storages.clock.advance(61 * minute)
    expect(await run('--apply')).toBe('Classes and totals are as they are counted.')
    await startSession(storage, 'institute', 2)
    expect(await classes()).toBe(2)
  })

  test('excuses no ruling that the log does not know', async () => {
    await damage()
    await ruleAsInClass('asha', 2, 0, false)
    await run('--apply')
    expect(await faults()).toEqual([expect.stringContaining('ruling 2 about the person')])
  })

  test('refuses an unknown institute and another option', async () => {
    await expect(recountInstitute({ storage }, 'nowhere', undefined)).rejects.toThrow('There is no organisation')
    await expect(run('--all')).rejects.toThrow('--apply')
  })
})
