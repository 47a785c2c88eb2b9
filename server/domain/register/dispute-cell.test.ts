import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CellStatus } from '#contract/course-cells.ts'
import { teacherLockMs } from '#contract/course-rules.ts'
import type { DisputeReason, Receipt } from '#contract/receipts.ts'
import { attendanceSessionMs } from '#contract/rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCourse, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkIn,
  checkInAtScreen,
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { setTeachers } from '../groups/courses.ts'
import { readReceipts } from '../receipts/read-receipts.ts'
import { setSessionStatus } from '../sessions/change-session.ts'
import { disputeCell, readOpenDisputes, takeDisputeBack } from './dispute-cell.ts'
import { readOwnCourses } from './read-own-courses.ts'
import { readOwnReport } from './read-own-report.ts'

describe.each(engines)('‘This was not me’ on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let session: string
  let receipt: Receipt

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    for (const id of ['institute', 'elsewhere']) await addInstitute(storage, id)
    const names = { firstName: 'Asha', lastName: 'Rao', rollNumber: 'S-1' }
    const passkey = await addStudent(storage, 'asha', ['institute'], names)
    await addStudent(storage, 'bala', ['institute'])
    session = await startSession(storage, 'institute', 1, false)
    const office: Phone = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
    await checkInAtScreen(deps, office, passkey, 'S-1')
    const [made] = await listReceipts()
    if (!made) throw new Error('the mark has no receipt')
    receipt = made
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const by = (id: string, label: 'ORG' | 'STD' = 'STD') => makeContext({ caller: makeCaller(id, label) })
  const listReceipts = async () => (await readReceipts(deps, await enter('receipts.list', by('asha')))).receipts
  /** The head of the log moves on with each sealed row, also between two answers. */
  const withoutHead = ({ proof, ...rest }: Receipt) => ({ ...rest, mark: proof?.mark })
  const dispute = async (id = 'asha', sessionId = session) =>
    disputeCell(deps, await enter('mark.flag', by(id)), { attendanceSessionId: sessionId, reason: 'not-me' })
  const readDisputed = async (id = 'institute') => readOpenDisputes(deps, await enter('marks.flagged', by(id, 'ORG')))

  test('flags the mark for the organisation; mark and totals stay', async () => {
    const read = async () => pickTables(await storages.readTables(), 'memberships', 'attendance_sessions')
    const before = await read()
    const answered = await dispute()
    expect(answered).toEqual({ flaggedAt: expect.any(Number) })
    const { mayDispute: _, ...undisputed } = withoutHead(receipt)
    expect((await listReceipts()).map(withoutHead)).toEqual([{ ...undisputed, ...answered }])
    const marked = {
      attendanceSessionId: session,
      number: 1,
      startedAt: expect.any(Number),
      course: null,
      studentId: 'asha',
      personId: expect.any(String),
      name: 'Asha Rao',
      rollNumber: 'S-1',
      markedAt: receipt.markedAt,
      flaggedAt: answered.flaggedAt,
      reason: 'not-me',
    }
    expect(await readDisputed()).toEqual({ total: 1, disputes: [marked] })
    expect(await read()).toEqual(before)
  })

  test('counts once when repeated, and is recorded both times', async () => {
    const first = await dispute()
    storages.clock.advance(1_000)
    expect(await dispute()).toEqual(first)
    expect(await readDisputed()).toMatchObject({ total: 1 })
    const log = rowsOf(await storages.readTables(), 'audit_log')
    expect(log.filter(({ action }) => action === 'mark.flag')).toMatchObject([
      { outcome: 'done', account_id: 'asha', subject: 'institute' },
      { outcome: 'unchanged', account_id: 'asha', subject: 'institute' },
    ])
  })

  test('of another student’s mark, and of an unknown one, gets the same answer and changes nothing', async () => {
    for (const [id, sessionId] of [
      ['bala', session],
      ['asha', 'no-such-session'],
    ] as const) {
      await expect(dispute(id, sessionId)).rejects.toMatchObject({ reason: 'document_not_found' })
    }
    expect(await readDisputed()).toEqual({ total: 0, disputes: [] })
  })

  test('is shown to no other organisation', async () => {
    await dispute()
    expect(await readDisputed('elsewhere')).toEqual({ total: 0, disputes: [] })
  })
})

describe.each(engines)('‘I was there’ on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let office: Phone
  let passkey: MadePasskey

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    passkey = await addStudent(storage, 'asha', ['institute'])
    for (const id of ['bala', 'ravi']) await addStudent(storage, id, ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
  })
  afterEach(async () => {
    await storage.settleSessions()
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const minute = 60_000
  const fresh = async (phone: Phone) => {
    await logPhoneIn(storage, phone, phone.caller?.id ?? '')
    return contextOf(phone)
  }
  const student = async (id: string) => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, id)
    return contextOf(phone)
  }
  const say = async (sessionId: string, id = 'bala', reason: DisputeReason = 'was-there', words?: string) =>
    disputeCell(deps, await enter('mark.flag', await student(id)), {
      attendanceSessionId: sessionId,
      reason,
      ...(words !== undefined && { words }),
    })
  const open = async (by: Phone = office) => readOpenDisputes(deps, await enter('marks.flagged', await fresh(by)))
  const answer = async (sessionId: string, status: CellStatus, by: Phone = office, after = 0) =>
    ruleOnStudent(deps, await enter('cells.rule', await fresh(by)), {
      sessionId,
      studentId: 'bala',
      status,
      reason: 'The seat plan says so.',
      after,
    })
  const checkAshaIn = async (sessionId: string) => {
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, passkey, sessionId)
  }
  const kindsOfMail = async () => rowsOf(await storages.readTables(), 'outbox').map(({ kind }) => kind)

  describe('of a session of a course', () => {
    let course: string
    let session: string
    const unknown = { type: 'document_not_found' }

    beforeEach(async () => {
      course = await makeCourse(deps, office, 'PHYS', ['asha', 'bala'])
      session = (await startCourse(deps, office, course)).session.id
      await checkAshaIn(session)
    })
    const own = async () => {
      const { courses } = await readOwnCourses(deps, await enter('courses.own', await student('bala')))
      return courses[0]?.sessions[0]?.dispute
    }

    test('begins at the end of the session, and ends with the teachers’ lock', async () => {
      await expect(say(session)).rejects.toMatchObject(unknown)
      expect(await own()).toBeUndefined()
      storages.clock.advance(60 * minute)
      expect(await own()).toEqual({ flaggedAt: null, mayDispute: 'was-there' })
      storages.clock.advance(teacherLockMs)
      expect(await own()).toBeUndefined()
      await expect(say(session)).rejects.toMatchObject(unknown)
      expect(await open()).toEqual({ total: 0, disputes: [] })
    })

    test('waits once, with its words, for those who may rule there, and is taken back', async () => {
      storages.clock.advance(60 * minute)
      const words = 'I sat in the third row.'
      expect(await say(session, 'bala', 'was-there', words)).toEqual({
        flaggedAt: expect.any(Number),
        flagWords: words,
      })
      await say(session, 'bala', 'was-there', 'Other words.')
      expect(await own()).toEqual({ flaggedAt: expect.any(Number), flagWords: words })
      const waiting = { number: 1, course: { id: course, code: 'PHYS' }, name: 'bala', markedAt: null, words }
      expect(await open()).toMatchObject({ total: 1, disputes: [{ ...waiting, name: expect.any(String) }] })
      for (const id of ['mira', 'tara']) await addStudent(storage, id, ['institute'])
      const [teacher, other] = [
        await logStaffIn(storage, 'mira', 'teacher', '', false),
        await logStaffIn(storage, 'tara', 'teacher', '', false),
      ]
      await setTeachers(deps, await enter('courses.manage', await fresh(office)), {
        courseId: course,
        staff: [teacher.staff.id],
      })
      expect((await open(teacher)).total).toBe(1)
      expect(await open(other)).toEqual({ total: 0, disputes: [] })
      const taken = await takeDisputeBack(deps, await enter('mark.unflag', await student('bala')), {
        attendanceSessionId: session,
      })
      expect(taken).toEqual({ flaggedAt: null, mayDispute: 'was-there' })
      expect((await open()).total).toBe(0)
    })

    test('is answered by a ruling, never by the own person, and the answer is mailed at once', async () => {
      storages.clock.advance(60 * minute)
      await say(session)
      const own = await logStaffIn(storage, 'bala', 'owner')
      await expect(answer(session, 'present', own)).rejects.toMatchObject({ reason: 'own-record' })
      const history = await answer(session, 'absent')
      expect(history).toMatchObject({
        dispute: { isOpen: false },
        status: 'absent',
        rulings: [{ cause: 'dispute', status: 'absent' }],
      })
      expect(await kindsOfMail()).toContain('cell-ruled')
      expect((await open()).total).toBe(0)
      // Once it is answered, the same is not asked again.
      expect(await say(session)).toMatchObject({ flaggedAt: null, ruling: { status: 'absent' } })
      expect((await open()).total).toBe(0)
    })

    test('of a session that no one took, or that is cancelled, is not taken', async () => {
      const other = await makeCourse(deps, office, 'CHEM', ['bala'])
      const untaken = (await startCourse(deps, office, other)).session.id
      storages.clock.advance(60 * minute)
      await expect(say(untaken)).rejects.toMatchObject(unknown)
      const cancelled = { sessionId: session, status: 'cancelled', reason: 'A storm.' } as const
      await setSessionStatus(deps, await enter('sessions.status', await fresh(office)), cancelled)
      await expect(say(session)).rejects.toMatchObject(unknown)
    })

    test('a check-in is disputed by ‘This was not me’, and by nothing else', async () => {
      await expect(say(session, 'asha')).resolves.toMatchObject({ flaggedAt: null, mayDispute: 'not-me' })
      expect(await say(session, 'asha', 'not-me')).toMatchObject({ flaggedAt: expect.any(Number) })
      expect(await open()).toMatchObject({ disputes: [{ reason: 'not-me', markedAt: expect.any(Number) }] })
    })
  })

  describe('of a class', () => {
    let session: string
    beforeEach(async () => {
      session = await startSession(storage, 'institute', 1)
      await checkAshaIn(session)
      storages.clock.advance(attendanceSessionMs)
    })
    const record = async () =>
      (
        await readOwnReport(deps, await enter('reports.own', await student('bala')), {
          organisation: 'institute',
          limit: 9,
          offset: 0,
        })
      ).history.entries[0]

    test('of an absence without a mark is answered with present by the office: the mark counts', async () => {
      expect((await record())?.dispute).toEqual({ flaggedAt: null, mayDispute: 'was-there' })
      await say(session)
      expect((await record())?.dispute).toEqual({ flaggedAt: expect.any(Number) })
      expect(await answer(session, 'present')).toMatchObject({ mark: { way: 'office' }, dispute: { isOpen: false } })
      expect(await record()).toMatchObject({ presence: 'present' })
      expect(await kindsOfMail()).toContain('mark-ruled')
    })

    test('is answered with absent, too: nothing counts, and the student reads it', async () => {
      await say(session)
      expect(await answer(session, 'absent')).toMatchObject({ mark: null, status: 'absent' })
      expect(await record()).toMatchObject({ presence: 'absent', mark: null, dispute: { flaggedAt: null } })
      expect(await kindsOfMail()).toContain('cell-ruled')
      // Without a dispute there is nothing to say of an absence.
      await expect(answer(session, 'absent', office, 1)).rejects.toMatchObject({ type: 'document_not_found' })
    })
  })
})
