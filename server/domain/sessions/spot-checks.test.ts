import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs, drawMs } from '#contract/rules.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { clockStepMs, holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { readClassSheet } from '#testing/read-sheets.ts'
import {
  addInstitute,
  addSigningInstitute,
  addStudent,
  beginHand,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  type Phone,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { readSessionSheet, readSessionsReport } from '../register/read-reports.ts'
import { countHeads } from './count-heads.ts'
import { answerDraw, drawStudents } from './draw-students.ts'

const names = ['asha', 'bala', 'chand', 'devi', 'esha', 'farid', 'gita'] as const
const unknown = { reason: 'document_not_found' }

describe.each(engines)('spot checks on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let institute: MadePasskey
  let session: string
  let office: Phone
  let stranger: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    institute = await addSigningInstitute(storage, 'institute')
    await addInstitute(storage, 'elsewhere')
    for (const name of names) await addStudent(storage, name, ['institute'])
    session = await startSession(storage, 'institute', 1)
    office = {}
    stranger = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
    await logPhoneIn(storage, stranger, 'elsewhere', 'ORG')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const mark = async (...students: readonly string[]) => {
    const offer = await beginHand(deps, office, { session, students })
    await finishHand(deps, office, offer, sign(institute, offer))
  }
  const draw = async () =>
    (await drawStudents(deps, await enter('draws.make', contextOf(office)), { sessionId: session })).draws
  const answer = async (student: string, isHere: boolean) =>
    (
      await answerDraw(deps, await enter('draws.answer', contextOf(office)), {
        sessionId: session,
        studentId: student,
        here: isHere,
      })
    ).draws
  const count = async (counted: number, by = office) =>
    countHeads(deps, await enter('head-count.set', contextOf(by)), { sessionId: session, counted })
  const sheet = async () =>
    readClassSheet(deps, await enter('sessions.view', contextOf(office)), {
      sessionId: session,
      filter: 'all',
      search: '',
      limit: 1,
      offset: 0,
    })
  const audited = async (action: string) =>
    rowsOf(await storages.readTables(), 'audit_log').filter((row) => row.action === action)

  describe('by head count', () => {
    test('keep each number that was counted, and show the last one', async () => {
      await count(51)
      storages.clock.advance(1_000)
      const last = await count(52)
      expect((await sheet()).headCount).toEqual(last)
      expect(rowsOf(await storages.readTables(), 'head_counts')).toMatchObject([
        { sequence: 1, counted: 51, counted_by: 'institute' },
        { sequence: 2, counted: 52, counted_by: 'institute' },
      ])
      expect(await audited('head-count.set')).toMatchObject([
        { account_id: 'institute', subject: session, outcome: 'done' },
        { account_id: 'institute', subject: session, outcome: 'done' },
      ])
    })

    test('stand in the reports of the session, too, and not before they were counted', async () => {
      const [page, by] = [{ limit: 9, offset: 0 }, contextOf(office)]
      const { sessions } = await readSessionsReport(deps, await enter('reports.view', by), {
        ...page,
        from: undefined,
        to: undefined,
      })
      expect(sessions.map((one) => Object.hasOwn(one, 'headCount'))).toEqual([false])
      const counted = await count(51)
      const report = await readSessionSheet(deps, await enter('reports.view', by), {
        sessionId: session,
        ...page,
        show: 'all',
        search: '',
      })
      expect(report.session.headCount).toEqual(counted)
    })

    test('keep the same number once', async () => {
      const first = await count(51)
      storages.clock.advance(1_000)
      expect(await count(51)).toEqual(first)
      expect(rowsOf(await storages.readTables(), 'head_counts')).toHaveLength(1)
      expect((await audited('head-count.set')).map(({ outcome }) => outcome)).toEqual(['done', 'unchanged'])
    })

    test('change no mark', async () => {
      await mark('asha', 'bala')
      await count(1)
      expect((await sheet()).counts.marked).toBe(2)
    })

    test('are possible of own sessions alone', async () => {
      await expect(count(51, stranger)).rejects.toMatchObject(unknown)
      expect(rowsOf(await storages.readTables(), 'head_counts')).toEqual([])
    })
  })

  describe('by draw', () => {
    test('name five of the marked students, and record each with the institute that drew', async () => {
      await mark(...names)
      const drawn = await draw()
      expect(new Set(drawn.map(({ studentId }) => studentId)).size).toBe(5)
      expect(drawn.every(({ here }) => here === null)).toBe(true)
      expect((await sheet()).draws).toEqual(drawn)
      expect((await audited('draw.make')).map(({ account_id, subject }) => [account_id, subject])).toEqual(
        drawn.map(({ studentId }) => ['institute', studentId]),
      )
    })

    test('take their students by chance', async () => {
      await mark(...names)
      const asked: number[] = []
      const index = (below: number) => {
        asked.push(below)
        return below - 1
      }
      const random = { ...systemRandom, index }
      const { draws } = await drawStudents({ ...deps, random }, await enter('draws.make', contextOf(office)), {
        sessionId: session,
      })
      expect(draws.map(({ studentId }) => studentId)).toEqual(['gita', 'farid', 'esha', 'devi', 'chand'])
      expect(asked).toEqual([7, 6, 5, 4, 3])
    })

    test('name no student again before all were drawn', async () => {
      await mark(...names)
      await draw()
      const both = (await draw()).map(({ studentId }) => studentId)
      expect(new Set(both.slice(0, 7))).toEqual(new Set(names))
      expect(both).toHaveLength(10)
    })

    test('give two people who draw at once different students', async () => {
      await mark('asha', 'bala', 'chand', 'devi', 'esha', 'farid')
      await Promise.all([draw(), draw()])
      const all = (await sheet()).draws.map(({ studentId }) => studentId)
      expect(all).toHaveLength(10)
      expect(new Set(all.slice(0, 6)).size).toBe(6)
    })

    test('name no student whose mark was withdrawn, and none before the first mark', async () => {
      await expect(draw()).rejects.toMatchObject({ reason: 'draw-empty' })
      await mark('asha', 'bala')
      const key = { attendanceSessionId: session, studentId: 'asha' }
      await ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
        sessionId: key.attendanceSessionId,
        studentId: key.studentId,
        status: 'absent',
        reason: 'Not in the room.',
        after: 0,
      })
      expect((await draw()).map(({ studentId }) => studentId)).toEqual(['bala'])
    })

    test('are possible until ten minutes after the end', async () => {
      await mark('asha')
      storages.clock.advance(attendanceSessionMs + drawMs - clockStepMs[engine])
      expect(await draw()).toHaveLength(1)
      storages.clock.advance(clockStepMs[engine])
      await expect(draw()).rejects.toMatchObject({ reason: 'draw-too-late' })
    })

    test('are answered otherwise as long as students can be drawn, and for the first time also later', async () => {
      await mark('asha', 'bala')
      await draw()
      await answer('asha', true)
      storages.clock.advance(attendanceSessionMs + drawMs - clockStepMs[engine])
      await answer('asha', false)
      storages.clock.advance(clockStepMs[engine])
      await expect(answer('asha', true)).rejects.toMatchObject({ reason: 'draw-too-late' })
      // What is noted already changes nothing.
      await answer('asha', false)
      expect((await answer('bala', true)).map(({ here }) => here).sort()).toEqual([false, true])
    })

    test('say whose mark was withdrawn since', async () => {
      await mark('asha', 'bala')
      await draw()
      const key = { attendanceSessionId: session, studentId: 'asha' }
      await ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
        sessionId: key.attendanceSessionId,
        studentId: key.studentId,
        status: 'absent',
        reason: 'Not in the room.',
        after: 0,
      })
      const { draws } = await sheet()
      expect(draws.filter(({ isWithdrawn }) => isWithdrawn).map(({ studentId }) => studentId)).toEqual(['asha'])
    })

    test('keep what was found, the last of it, and change no mark', async () => {
      await mark('asha', 'bala')
      await draw()
      await answer('asha', true)
      await answer('bala', true)
      const found = await answer('bala', false)
      expect(new Map(found.map(({ studentId, here }) => [studentId, here]))).toEqual(
        new Map([
          ['asha', true],
          ['bala', false],
        ]),
      )
      expect(await answer('bala', false)).toEqual(found)
      expect((await sheet()).counts).toMatchObject({ marked: 2, withdrawn: 0 })
      expect((await audited('draw.answer')).map(({ subject, outcome }) => [subject, outcome])).toEqual([
        ['asha', 'done'],
        ['bala', 'done'],
        ['bala', 'done'],
        ['bala', 'unchanged'],
      ])
    })

    test('ask once more about a student who is drawn again', async () => {
      await mark('asha')
      await draw()
      await answer('asha', true)
      await draw()
      expect((await answer('asha', false)).map(({ here }) => here)).toEqual([true, false])
    })

    test('answer nothing about a student who was not drawn, or for another institute', async () => {
      await mark('asha')
      await expect(answer('asha', true)).rejects.toMatchObject(unknown)
      await draw()
      await expect(
        answerDraw(deps, await enter('draws.answer', contextOf(stranger)), {
          sessionId: session,
          studentId: 'asha',
          here: true,
        }),
      ).rejects.toMatchObject(unknown)
      await expect(
        drawStudents(deps, await enter('draws.make', contextOf(stranger)), { sessionId: session }),
      ).rejects.toMatchObject(unknown)
    })
  })
})
