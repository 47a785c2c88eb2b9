import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SheetFilter, SortDirection, StudentSort } from '#contract/report-requests.ts'
import type { SessionSheet, StudentsReport } from '#contract/reports.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInAtScreen,
  checkInDeps,
  contextOf,
  logPhoneIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { enter } from '../doors.ts'
import { readOwnReport } from './read-own-report.ts'
import {
  type ReportPage,
  readAttendanceOverTime,
  readSessionSheet,
  readSessionsReport,
  readStudentReport,
  readStudentsReport,
} from './read-reports.ts'

const minute = 60_000
const day = 24 * 60 * minute
const page = { limit: 100, offset: 0 }
const all = { ...page, from: undefined, to: undefined }
type Wanted = { readonly from?: number | undefined; readonly to?: number | undefined } & Partial<ReportPage>
type WantedSheet = ReportPage & { readonly show: SheetFilter; readonly search: string }

/**
 * A college with four attendance sessions on four days, the last of which runs. Asha is marked in all, Ravi in the
 * first two; Mina joins after the second one and is marked in the third. Tara joins while the third one runs, and is
 * never marked.
 */
describe.each(engines)('reports on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  const college: Phone = {}
  const academy: Phone = {}
  const passkeys: Record<string, MadePasskey> = {}
  const starts: number[] = []

  const readSessions = async (wanted: Wanted = {}, by = college) =>
    readSessionsReport(deps, await enter('reports.view', contextOf(by)), { ...all, ...wanted })
  const readOverTime = async ({ from, to }: Wanted = {}, by = college) =>
    readAttendanceOverTime(deps, await enter('reports.view', contextOf(by)), { from, to })
  const unsorted = { sort: 'rollNumber', direction: 'asc', search: '', below75: false } as const
  const readStudents = async (
    wanted: Wanted & { sort?: StudentSort; direction?: SortDirection; search?: string; below75?: boolean } = {},
    by = college,
  ) => readStudentsReport(deps, await enter('reports.view', contextOf(by)), { ...all, ...unsorted, ...wanted })
  const readStudent = async (id: string, wanted: Wanted = {}, by = college) =>
    readStudentReport(deps, await enter('reports.view', contextOf(by)), { studentId: id, ...all, ...wanted })
  const rollNumbersOf = ({ students }: StudentsReport) => students.map(({ rollNumber }) => rollNumber)

  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'college')
    await addInstitute(storage, 'academy')
    const join = async (firstName: string, lastName: string, rollNumber: string, institute = 'college') => {
      const joinedAt = await storage.now()
      const id = firstName.toLowerCase()
      passkeys[rollNumber] = await addStudent(storage, id, [institute], { firstName, lastName, rollNumber, joinedAt })
    }
    const holdClass = async (...present: string[]) => {
      for (const [phone, id] of [
        [college, 'college'],
        [academy, 'academy'],
      ] as const) {
        await logPhoneIn(storage, phone, id, 'ORG')
      }
      starts.push(await storage.now())
      await startSession(storage, 'college', starts.length, false)
      for (const rollNumber of present) {
        const passkey = passkeys[rollNumber]
        if (passkey) await checkInAtScreen(deps, college, passkey, rollNumber)
      }
    }
    await join('Asha', 'Rao', '21CS042')
    await join('Ravi', '100%_Kumar', '21CS007')
    await join('Élodie', 'Ångström', '21CS900', 'academy')
    await holdClass('21CS042', '21CS007')
    storages.clock.advance(day)
    await holdClass('21CS042', '21CS007')
    storages.clock.advance(2 * 60 * minute)
    await join('Mina', 'Iyer', '21CS001')
    storages.clock.advance(day)
    await holdClass('21CS042', '21CS001')
    await join('Tara', 'Shah', '21CS100')
    storages.clock.advance(day)
    await holdClass('21CS042')
  })
  afterAll(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  describe('of sessions', () => {
    test('show who was present of the members of that time, the newest first', async () => {
      const { total, sessions } = await readSessions()
      expect(total).toBe(4)
      expect(
        sessions.map(({ number, state, present, expected, flagged }) => [number, state, present, expected, flagged]),
      ).toEqual([
        [4, 'running', 1, 4, 0],
        [3, 'ended', 2, 4, 0],
        [2, 'ended', 2, 2, 0],
        [1, 'ended', 2, 2, 0],
      ])
      const [newest] = sessions
      expect((newest?.endsAt ?? 0) - (newest?.startedAt ?? 0)).toBe(60 * minute)
    })

    test('show the same after their sums were settled', async () => {
      const before = await readSessions()
      await storage.settleSessions()
      expect(await readSessions()).toEqual(before)
    })

    test('are paged', async () => {
      const page = async (offset: number) => {
        const { total, sessions } = await readSessions({ limit: 3, offset })
        return [total, sessions.map(({ number }) => number)]
      }
      expect([await page(0), await page(3), await page(4)]).toEqual([
        [4, [4, 3, 2]],
        [4, [1]],
        [4, []],
      ])
    })

    test('hold the sessions that started in the period, its end excluded', async () => {
      const { sessions } = await readSessions()
      const [, third, second] = sessions
      const [from, to] = [second?.startedAt, third?.startedAt]
      expect((await readSessions({ from, to })).sessions).toEqual([second])
      expect(await readSessions({ from, to: from })).toEqual({
        total: 0,
        sessions: [],
      })
    })

    test('over time have a point for each that has ended', async () => {
      const { points, sessionsPerPoint } = await readOverTime()
      expect(sessionsPerPoint).toBe(1)
      expect(
        points.map(({ firstNumber, lastNumber, present, expected }) => [firstNumber, lastNumber, present, expected]),
      ).toEqual([
        [1, 1, 2, 2],
        [2, 2, 2, 2],
        [3, 3, 2, 4],
      ])
    })

    test('over all time say how many students are below 75%, and over a part do not', async () => {
      const { students } = await readOverTime()
      const listed = (below75: boolean) => readStudents({ limit: 1, below75 })
      expect(students).toEqual({ total: (await listed(false)).total, below75: (await listed(true)).total })
      expect(students?.below75).toBeGreaterThan(0)
      expect(students?.below75).toBeLessThan(students?.total ?? 0)
      const { sessions } = await readSessions()
      const part = await readOverTime({ from: sessions[0]?.startedAt })
      expect(part.students).toBeNull()
    })

    test('of an organisation without any are empty', async () => {
      expect(await readSessions({}, academy)).toEqual({ total: 0, sessions: [] })
      expect(await readOverTime({}, academy)).toEqual({
        points: [],
        sessionsPerPoint: 1,
        students: null,
      })
    })
  })

  describe('of students', () => {
    test('have the number of the dashboards and the report’s, and say why they differ', async () => {
      const { total, endedSessions, students } = await readStudents()
      expect([total, endedSessions]).toEqual([4, 3])
      expect(
        students.map(({ firstName, total, classes, working, differences }) => [
          firstName,
          `${total}/${classes}`,
          `${working.attended}/${working.counted}`,
          working.mayMiss,
          working.mustAttend,
          differences,
        ]),
      ).toEqual([
        ['Mina', '1/4', '1/1', 0, 0, ['joined-later', 'session-running']],
        ['Ravi', '2/4', '2/3', 0, 1, ['session-running']],
        ['Asha', '4/4', '3/3', 1, 0, ['session-running']],
        // Joined while the third one ran, so it counts.
        ['Tara', '0/4', '0/1', 0, 3, ['joined-later', 'session-running']],
      ])
    })

    test.each([
      ['all time', () => ({}), { Mina: '1/4', Ravi: '2/4', Asha: '4/4', Tara: '0/4' }],
      [
        'a period with the class that runs',
        () => ({ from: starts[2] }),
        { Mina: '1/2', Ravi: '0/2', Asha: '2/2', Tara: '0/2' },
      ],
      [
        'all classes but the one that runs',
        () => ({ to: starts[3] }),
        { Mina: '1/3', Ravi: '2/3', Asha: '3/3', Tara: '0/3' },
      ],
      ['a period without any', () => ({ to: starts[0] }), { Mina: '0/0', Ravi: '0/0', Asha: '0/0', Tara: '0/0' }],
    ])('give the official percentage of %s: marks of its classes', async (_which, period, expected) => {
      const { students } = await readStudents(period())
      expect(
        Object.fromEntries(
          students.map(({ firstName, official }) => [firstName, `${official.attended}/${official.counted}`]),
        ),
      ).toEqual(expected)
    })

    test('count the sessions of the period alone', async () => {
      const period = { from: starts[1], to: (starts[1] ?? 0) + day / 2 }
      const { students, endedSessions } = await readStudents(period)
      expect(endedSessions).toBe(1)
      expect(
        students.map(({ firstName, working, differences }) => [
          firstName,
          working.attended,
          working.counted,
          differences,
        ]),
      ).toEqual([
        ['Mina', 0, 0, ['period', 'joined-later', 'session-running']],
        ['Ravi', 1, 1, ['period', 'session-running']],
        ['Asha', 1, 1, ['period', 'session-running']],
        ['Tara', 0, 0, ['period', 'joined-later', 'session-running']],
      ])
    })

    test('count a mark of the running session when it has ended, in a period, too', async () => {
      const { students } = await readStudents({ from: starts[2] })
      expect(students.map(({ firstName, working: { attended, counted } }) => [firstName, attended, counted])).toEqual([
        ['Mina', 1, 1],
        ['Ravi', 0, 1],
        ['Asha', 1, 1],
        ['Tara', 0, 1],
      ])
    })

    test.each<[StudentSort, SortDirection, string[]]>([
      ['rollNumber', 'asc', ['21CS001', '21CS007', '21CS042', '21CS100']],
      ['rollNumber', 'desc', ['21CS100', '21CS042', '21CS007', '21CS001']],
      ['name', 'asc', ['21CS042', '21CS001', '21CS007', '21CS100']],
      ['joinedAt', 'desc', ['21CS100', '21CS001', '21CS007', '21CS042']],
      ['total', 'desc', ['21CS042', '21CS007', '21CS001', '21CS100']],
      ['attended', 'asc', ['21CS100', '21CS001', '21CS007', '21CS042']],
      ['percentage', 'asc', ['21CS100', '21CS001', '21CS007', '21CS042']],
      ['percentage', 'desc', ['21CS042', '21CS007', '21CS001', '21CS100']],
    ])('are sorted by %s %s', async (sort, direction, expected) => {
      expect(rollNumbersOf(await readStudents({ sort, direction }))).toEqual(expected)
    })

    test.each([
      ['asha', ['21CS042']],
      ['A R', ['21CS042']],
      ['cs00', ['21CS001', '21CS007']],
      ['100%_', ['21CS007']],
      ['0%', []],
      ["'", []],
      ['\\', []],
    ])('are found by %s in a name or a roll number', async (search, expected) => {
      const report = await readStudents({ search })
      expect([report.total, rollNumbersOf(report)]).toEqual([expected.length, expected])
    })

    test.each(['Élodie', 'ånG élO'])('are found by %s, in upper and lower case of any letters', async (part) => {
      expect((await readStudents({ search: part }, academy)).total).toBe(1)
    })

    test('show the class that runs as not yet missed, with its mark as attended', async () => {
      const { students } = await readStudents()
      const shown = students.map((one) => [one.firstName, `${one.shown?.attended}/${one.shown?.counted}`])
      expect(Object.fromEntries(shown)).toEqual({ Mina: '1/3', Ravi: '2/3', Asha: '4/4', Tara: '0/3' })
    })

    test('below 75 % are those whose shown percentage is, counted on every page', async () => {
      const report = await readStudents({ below75: true, limit: 1, offset: 1 })
      // Mina, who was in the only class since she joined, stands last.
      expect([report.total, rollNumbersOf(report)]).toEqual([3, ['21CS100']])
      const ofPeriod = await readStudents({ below75: true, from: starts[2] })
      // Mina was in the one that ended.
      expect(ofPeriod.students.map(({ firstName }) => firstName)).toEqual(['Ravi', 'Tara'])
      const first = await readStudents({ below75: true, to: starts[1] })
      expect(first.students.map(({ firstName }) => firstName)).toEqual(['Mina', 'Tara'])
      expect((await readStudents({ below75: true, to: starts[0] })).total).toBe(0)
    })

    test('of another organisation are not in it', async () => {
      const { total, students } = await readStudents({}, academy)
      expect([total, students.length]).toEqual([1, 1])
    })
  })

  describe('of one student', () => {
    test('show each session with what happened in it', async () => {
      const { student, history } = await readStudent('mina')
      expect(student).toMatchObject({ id: 'mina', rollNumber: '21CS001', working: { attended: 1, counted: 1 } })
      expect(history.total).toBe(4)
      expect(history.entries.map(({ number, state, presence }) => [number, state, presence])).toEqual([
        [4, 'running', 'running'],
        [3, 'ended', 'present'],
        [2, 'ended', 'not-yet-a-member'],
        [1, 'ended', 'not-yet-a-member'],
      ])
      expect(history.entries[1]?.mark).toEqual({
        markedAt: expect.any(Number),
        method: 'kiosk',
        evidence: {
          attachment: expect.anything(),
          userVerified: true,
          backupEligible: expect.any(Boolean),
          backedUp: expect.any(Boolean),
          flags: expect.any(Array),
        },
        flaggedAt: null,
        mayDispute: 'not-me',
      })
    })

    test('are present in a session that runs once they are marked', async () => {
      const { history } = await readStudent('asha', { limit: 1 })
      expect(history.entries.map(({ state, presence }) => [state, presence])).toEqual([['running', 'present']])
    })

    test('were absent from a session that began before they joined and ended after it', async () => {
      const { history } = await readStudent('tara')
      expect(history.entries.map(({ presence }) => presence)).toEqual([
        'running',
        'absent',
        'not-yet-a-member',
        'not-yet-a-member',
      ])
    })
  })

  describe('of one session', () => {
    const sheet = async (number: number, wanted: Partial<WantedSheet> = {}) => {
      const { sessions } = await readSessions()
      const id = sessions.find((session) => session.number === number)?.id ?? ''
      return readSessionSheet(deps, await enter('reports.view', contextOf(college)), {
        sessionId: id,
        ...page,
        show: 'all',
        search: '',
        ...wanted,
      })
    }
    const rowsOf = ({ rows }: SessionSheet) => rows.map(({ firstName, presence }) => `${firstName} ${presence}`)

    test('list the members of that time by roll number', async () => {
      const first = await sheet(1)
      expect([first.total, rowsOf(first)]).toEqual([2, ['Ravi present', 'Asha present']])
      const third = await sheet(3)
      expect([third.total, rowsOf(third)]).toEqual([4, ['Mina present', 'Ravi absent', 'Asha present', 'Tara absent']])
      expect(third.rows[0]?.mark?.markedAt).toBeGreaterThanOrEqual(third.session.startedAt)
    })

    test('call no one absent while it runs', async () => {
      expect(rowsOf(await sheet(4))).toEqual(['Mina running', 'Ravi running', 'Asha present', 'Tara running'])
    })

    test.each<[Partial<WantedSheet>, number, string[]]>([
      [{ show: 'present' }, 2, ['Mina present', 'Asha present']],
      [{ show: 'absent' }, 2, ['Ravi absent', 'Tara absent']],
      [{ show: 'absent', search: 'tara' }, 1, ['Tara absent']],
      [{ show: 'present', search: 'tara' }, 0, []],
      [{ limit: 1, offset: 2 }, 4, ['Asha present']],
    ])('are filtered, searched and paged by %o', async (wanted, total, rows) => {
      const found = await sheet(3, wanted)
      expect([found.total, rowsOf(found)]).toEqual([total, rows])
    })
  })

  test('of other institutes are not found', async () => {
    const { sessions } = await readSessions()
    const wanted = { ...page, show: 'all', search: '' } as const
    const id = sessions[0]?.id ?? ''
    expect(
      await readSessionSheet(deps, await enter('reports.view', contextOf(college)), { sessionId: id, ...wanted }),
    ).toMatchObject({ session: { id } })
    for (const hidden of [id, 'ZZZZZZZZ']) {
      const sheet = readSessionSheet(deps, await enter('reports.view', contextOf(academy)), {
        sessionId: hidden,
        ...wanted,
      })
      await expect(sheet).rejects.toMatchObject({ type: 'document_not_found' })
    }
    for (const hidden of ['asha', 'college', 'ZZZZZZZZ']) {
      await expect(readStudent(hidden, {}, academy)).rejects.toMatchObject({ type: 'document_not_found' })
    }
  })

  describe('of oneself', () => {
    const own = async (student: string, organisation = 'college') =>
      readOwnReport(deps, await enter('reports.own', makeContext({ caller: makeCaller(student, 'STD') })), {
        ...all,
        organisation,
      })

    test('show a student the same working as the institute sees', async () => {
      const { student, history } = await readStudent('mina')
      const { total, classes, official, shown, sinceJoining, working, differences } = student
      expect(sinceJoining).toEqual({ after: 2, counted: 1, attended: 1 })
      expect(await own('mina')).toEqual({
        organisation: { id: 'college', name: 'College college' },
        joinedAt: student.joinedAt,
        total,
        classes,
        official,
        shown,
        sinceJoining,
        working,
        differences,
        history,
      })
    })

    test('do not exist for an institute that the student is no member of, nor for an unknown one', async () => {
      for (const code of ['academy', 'ZZZZZZZZ']) {
        await expect(own('ravi', code)).rejects.toMatchObject({ type: 'document_not_found' })
      }
    })
  })
})
