import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportPaths } from '#contract/report-requests.ts'
import type {
  AttendanceOverTime,
  OwnReport,
  SessionSheet,
  SessionsReport,
  StudentReport,
  StudentsReport,
} from '#contract/reports.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import {
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { addStudent } from '#testing/room-world.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * A college with four attendance sessions on four days, the last of which runs. Asha is marked in all, Ravi in the
 * first two; Mina joins after the second one and is marked in the third. Tara joins while the third one runs, and is
 * never marked.
 */
describe.each(engines)('reports on %s', (engine) => {
  let server: TestServer
  let college: Person
  let academy: Person
  let asha: Person
  let ravi: Person
  let mina: Person
  let tara: Person
  const starts: number[] = []

  const get = async <Body>(path: string, http: HttpClient = college.http): Promise<Body> => {
    const reply = await http.get<Body>(path)
    expect([path, reply.status]).toEqual([path, 200])
    return reply.body
  }
  const rollNumbersOf = ({ students }: StudentsReport) => students.map(({ rollNumber }) => rollNumber)

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    academy = await registerOrganisation(server, { name: 'Academy', email: 'office@academy.example' })
    const join = async (firstName: string, lastName: string, rollNumber: string) => {
      const email = `${firstName.toLowerCase()}@students.example`
      const student = await registerStudent(server, college.id, { firstName, lastName, rollNumber, email })
      await registerPasskey(student)
      return student
    }
    asha = await join('Asha', 'Rao', '21CS042')
    ravi = await join('Ravi', '100%_Kumar', '21CS007')
    await registerPasskey(college)
    const elodie = { firstName: 'Élodie', lastName: 'Ångström', email: 'other@students.example' }
    await registerStudent(server, academy.id, elodie)

    const holdClass = async (...present: Person[]) => {
      college = await logIn(college)
      starts.push(server.clock.now())
      await startAttendance(college)
      for (const { email, authenticator } of present) await markStudent(college, email, authenticator)
    }
    await holdClass(asha, ravi)
    server.clock.advance(day)
    await holdClass(asha, ravi)
    server.clock.advance(2 * 60 * minute)
    mina = await join('Mina', 'Iyer', '21CS001')
    server.clock.advance(day)
    await holdClass(asha, mina)
    tara = await join('Tara', 'Shah', '21CS100')
    server.clock.advance(day)
    await holdClass(asha)
    for (const student of [asha, ravi, mina, tara]) await logIn(student)
    await logIn(academy)
  })
  afterAll(() => server.close())

  describe('of sessions', () => {
    test('show who was present of the members of that time, the newest first', async () => {
      const { total, sessions } = await get<SessionsReport>(reportPaths.sessions)
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
      const before = await get<SessionsReport>(reportPaths.sessions)
      await server.storage.settleSessions()
      expect(await get(reportPaths.sessions)).toEqual(before)
    })

    test('are paged', async () => {
      const page = async (offset: number) => {
        const { total, sessions } = await get<SessionsReport>(`${reportPaths.sessions}?limit=3&offset=${offset}`)
        return [total, sessions.map(({ number }) => number)]
      }
      expect([await page(0), await page(3), await page(4)]).toEqual([
        [4, [4, 3, 2]],
        [4, [1]],
        [4, []],
      ])
    })

    test('hold the sessions that started in the period, its end excluded', async () => {
      const { sessions } = await get<SessionsReport>(reportPaths.sessions)
      const [, third, second] = sessions
      const query = `?from=${second?.startedAt}&to=${third?.startedAt}`
      expect((await get<SessionsReport>(reportPaths.sessions + query)).sessions).toEqual([second])
      expect(await get(`${reportPaths.sessions}?from=${second?.startedAt}&to=${second?.startedAt}`)).toEqual({
        total: 0,
        sessions: [],
      })
    })

    test('over time have a point for each that has ended', async () => {
      const { points, sessionsPerPoint } = await get<AttendanceOverTime>(reportPaths.attendanceOverTime)
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
      const { students } = await get<AttendanceOverTime>(reportPaths.attendanceOverTime)
      const listed = (query: string) => get<StudentsReport>(`${reportPaths.students}?limit=1${query}`)
      expect(students).toEqual({ total: (await listed('')).total, below75: (await listed('&below75=true')).total })
      expect(students?.below75).toBeGreaterThan(0)
      expect(students?.below75).toBeLessThan(students?.total ?? 0)
      const { sessions } = await get<SessionsReport>(reportPaths.sessions)
      const part = await get<AttendanceOverTime>(`${reportPaths.attendanceOverTime}?from=${sessions[0]?.startedAt}`)
      expect(part.students).toBeNull()
    })

    test('of an organisation without any are empty', async () => {
      expect(await get(reportPaths.sessions, academy.http)).toEqual({ total: 0, sessions: [] })
      expect(await get(reportPaths.attendanceOverTime, academy.http)).toEqual({
        points: [],
        sessionsPerPoint: 1,
        students: null,
      })
    })
  })

  describe('of students', () => {
    test('have the number of the dashboards and the report’s, and say why they differ', async () => {
      const { total, endedSessions, students } = await get<StudentsReport>(reportPaths.students)
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
      ['all time', () => '', { Mina: '1/4', Ravi: '2/4', Asha: '4/4', Tara: '0/4' }],
      [
        'a period with the class that runs',
        () => `?from=${starts[2]}`,
        { Mina: '1/2', Ravi: '0/2', Asha: '2/2', Tara: '0/2' },
      ],
      [
        'all classes but the one that runs',
        () => `?to=${starts[3]}`,
        { Mina: '1/3', Ravi: '2/3', Asha: '3/3', Tara: '0/3' },
      ],
      ['a period without any', () => `?to=${starts[0]}`, { Mina: '0/0', Ravi: '0/0', Asha: '0/0', Tara: '0/0' }],
    ])('give the official percentage of %s: marks of its classes', async (_which, query, expected) => {
      const { students } = await get<StudentsReport>(reportPaths.students + query())
      expect(
        Object.fromEntries(
          students.map(({ firstName, official }) => [firstName, `${official.attended}/${official.counted}`]),
        ),
      ).toEqual(expected)
    })

    test('count the sessions of the period alone', async () => {
      const query = `?from=${starts[1]}&to=${(starts[1] ?? 0) + day / 2}`
      const { students, endedSessions } = await get<StudentsReport>(reportPaths.students + query)
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
      const { students } = await get<StudentsReport>(`${reportPaths.students}?from=${starts[2]}`)
      expect(students.map(({ firstName, working: { attended, counted } }) => [firstName, attended, counted])).toEqual([
        ['Mina', 1, 1],
        ['Ravi', 0, 1],
        ['Asha', 1, 1],
        ['Tara', 0, 1],
      ])
    })

    test.each([
      ['rollNumber', 'asc', ['21CS001', '21CS007', '21CS042', '21CS100']],
      ['rollNumber', 'desc', ['21CS100', '21CS042', '21CS007', '21CS001']],
      ['name', 'asc', ['21CS042', '21CS001', '21CS007', '21CS100']],
      ['joinedAt', 'desc', ['21CS100', '21CS001', '21CS007', '21CS042']],
      ['total', 'desc', ['21CS042', '21CS007', '21CS001', '21CS100']],
      ['attended', 'asc', ['21CS100', '21CS001', '21CS007', '21CS042']],
      ['percentage', 'asc', ['21CS100', '21CS001', '21CS007', '21CS042']],
      ['percentage', 'desc', ['21CS042', '21CS007', '21CS001', '21CS100']],
    ])('are sorted by %s %s', async (sort, direction, expected) => {
      expect(
        rollNumbersOf(await get<StudentsReport>(`${reportPaths.students}?sort=${sort}&direction=${direction}`)),
      ).toEqual(expected)
    })

    test.each([
      ['asha', ['21CS042']],
      ['A R', ['21CS042']],
      ['cs00', ['21CS001', '21CS007']],
      ['100%_', ['21CS007']],
      ['%', ['21CS007']],
      ["'", []],
      ['\\', []],
    ])('are found by %s in a name or a roll number', async (search, expected) => {
      const report = await get<StudentsReport>(`${reportPaths.students}?search=${encodeURIComponent(search)}`)
      expect([report.total, rollNumbersOf(report)]).toEqual([expected.length, expected])
    })

    test.each(['Élodie', 'odie Ång'])('are found by %s, in upper and lower case of any letters', async (part) => {
      const path = `${reportPaths.students}?search=${encodeURIComponent(part)}`
      expect((await get<StudentsReport>(path, academy.http)).total).toBe(1)
    })

    test('show the class that runs as not yet missed, with its mark as attended', async () => {
      const { students } = await get<StudentsReport>(reportPaths.students)
      const shown = students.map((one) => [one.firstName, `${one.shown?.attended}/${one.shown?.counted}`])
      expect(Object.fromEntries(shown)).toEqual({ Mina: '1/3', Ravi: '2/3', Asha: '4/4', Tara: '0/3' })
    })

    test('below 75 % are those whose shown percentage is, counted on every page', async () => {
      const report = await get<StudentsReport>(`${reportPaths.students}?below75=true&limit=1&offset=1`)
      expect([report.total, rollNumbersOf(report)]).toEqual([3, ['21CS007']])
      const ofPeriod = await get<StudentsReport>(`${reportPaths.students}?below75=true&from=${starts[2]}`)
      // Mina was in the one that ended.
      expect(ofPeriod.students.map(({ firstName }) => firstName)).toEqual(['Ravi', 'Tara'])
      const first = await get<StudentsReport>(`${reportPaths.students}?below75=true&to=${starts[1]}`)
      expect(first.students.map(({ firstName }) => firstName)).toEqual(['Mina', 'Tara'])
      expect((await get<StudentsReport>(`${reportPaths.students}?below75=true&to=${starts[0]}`)).total).toBe(0)
    })

    test('of another organisation are not in it', async () => {
      const { total, students } = await get<StudentsReport>(reportPaths.students, academy.http)
      expect([total, students.length]).toEqual([1, 1])
    })
  })

  describe('of one student', () => {
    test('show each session with what happened in it', async () => {
      const { student, history } = await get<StudentReport>(reportPaths.student(mina.id))
      expect(student).toMatchObject({ id: mina.id, rollNumber: '21CS001', working: { attended: 1, counted: 1 } })
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
      const { history } = await get<StudentReport>(`${reportPaths.student(asha.id)}?limit=1`)
      expect(history.entries.map(({ state, presence }) => [state, presence])).toEqual([['running', 'present']])
    })

    test('can be read of one whose id is a word of an address, which earlier versions took', async () => {
      await addStudent(server.storage, 'export', [academy.id])
      academy = await logIn(academy)
      expect(await get<StudentReport>('/api/v1/reports/students/export/report', academy.http)).toMatchObject({
        student: { rollNumber: 'export' },
      })
      const file = await academy.http.get('/api/v1/reports/students/export/export?format=csv&zone=UTC')
      expect(file.headers.get('content-disposition')).toContain('.csv')
    })

    test('were absent from a session that began before they joined and ended after it', async () => {
      const { history } = await get<StudentReport>(reportPaths.student(tara.id))
      expect(history.entries.map(({ presence }) => presence)).toEqual([
        'running',
        'absent',
        'not-yet-a-member',
        'not-yet-a-member',
      ])
    })
  })

  describe('of one session', () => {
    const sheet = async (number: number, query = ''): Promise<SessionSheet> => {
      const { sessions } = await get<SessionsReport>(reportPaths.sessions)
      const id = sessions.find((session) => session.number === number)?.id ?? ''
      return get(reportPaths.sessionSheet(id) + query)
    }
    const rowsOf = ({ rows }: SessionSheet) => rows.map(({ firstName, presence }) => `${firstName} ${presence}`)

    test('list the members of that time by roll number', async () => {
      const first = await sheet(1)
      expect([first.total, rowsOf(first)]).toEqual([2, ['Ravi present', 'Asha present']])
      const third = await sheet(3)
      expect([third.total, rowsOf(third)]).toEqual([4, ['Mina present', 'Ravi absent', 'Asha present', 'Tara absent']])
      expect(third.rows[0]?.mark?.markedAt).toBeGreaterThanOrEqual(third.session.startedAt)
    })

    test('can be read of a session whose id is a word of an address, with its file', async () => {
      const club = await registerOrganisation(server, { name: 'Club', email: 'office@club.example' })
      const endsAt = (await server.storage.now()) - 60 * minute
      const session = {
        id: 'export',
        organisationId: club.id,
        groupId: club.id,
        number: 1,
        startedAt: endsAt - 60 * minute,
        endsAt,
      }
      await server.storage.attendance.insert({ ...session, starterSessionId: '' })
      await server.storage.organisations.setClasses(club.id, 1, session.startedAt)
      const path = '/api/v1/reports/sessions/export/report'
      expect(await get<SessionSheet>(path, club.http)).toMatchObject({ session: { id: 'export' } })
      expect(await college.http.get(path)).toMatchObject({ status: 404 })
      const file = await club.http.get('/api/v1/reports/sessions/export/export?format=csv')
      expect(file.headers.get('content-disposition')).toContain('.csv')
    })

    test('call no one absent while it runs', async () => {
      expect(rowsOf(await sheet(4))).toEqual(['Mina running', 'Ravi running', 'Asha present', 'Tara running'])
    })

    test.each([
      ['?show=present', 2, ['Mina present', 'Asha present']],
      ['?show=absent', 2, ['Ravi absent', 'Tara absent']],
      ['?show=absent&search=tara', 1, ['Tara absent']],
      ['?show=present&search=tara', 0, []],
      ['?limit=1&offset=2', 4, ['Asha present']],
    ])('are filtered, searched and paged by %s', async (query, total, rows) => {
      const found = await sheet(3, query)
      expect([found.total, rowsOf(found)]).toEqual([total, rows])
    })
  })

  describe('of oneself', () => {
    const own = (student: Person) => get<OwnReport>(`${reportPaths.own}?organisation=${college.id}`, student.http)

    test('show a student the same working as the institute sees', async () => {
      const { student, history } = await get<StudentReport>(reportPaths.student(mina.id))
      const { total, classes, official, shown, working, differences } = student
      expect(await own(mina)).toEqual({
        organisation: { id: college.id, name: 'Kaveri College' },
        joinedAt: student.joinedAt,
        total,
        classes,
        official,
        shown,
        working,
        differences,
        history,
      })
    })

    test('do not exist for an institute that the student is no member of, nor for an unknown one', async () => {
      const [foreign, missing] = await Promise.all(
        [academy.id, 'ZZZZZZZZ'].map((code) => ravi.http.get(`${reportPaths.own}?organisation=${code}`)),
      )
      expect(foreign).toMatchObject(refusal(404, 'document_not_found'))
      expect(foreign?.text).toBe(missing?.text)
    })
  })

  describe('of other institutes', () => {
    test('get the bytes of what does not exist', async () => {
      const { sessions } = await get<SessionsReport>(reportPaths.sessions)
      for (const [hidden, missing] of [
        [reportPaths.student(asha.id), reportPaths.student('ZZZZZZZZ')],
        [reportPaths.sessionSheet(sessions[0]?.id ?? ''), reportPaths.sessionSheet('ZZZZZZZZ')],
        [reportPaths.student(college.id), reportPaths.student('ZZZZZZZ9')],
      ] as const) {
        const [ofHidden, ofMissing] = [await academy.http.get(hidden), await academy.http.get(missing)]
        expect(ofHidden).toMatchObject(refusal(404, 'document_not_found'))
        expect(ofHidden.text).toBe(ofMissing.text)
      }
    })
  })

  describe('with an invalid query', () => {
    test.each([
      ['?from=2&to=1', 'The period must begin before it ends: from is after to.'],
      ['?from=yesterday', 'from must be a whole number from 0 to 253402300800000'],
      ['?from=-1', 'from must be a whole number from 0 to 253402300800000'],
      ['?to=1.5', 'to must be a whole number from 0 to 253402300800000'],
      ['?to=999999999999999', 'to must be a whole number from 0 to 253402300800000'],
      ['?from=1&from=2', 'from must be a whole number from 0 to 253402300800000'],
      ['?limit=0', 'limit must be a whole number from 1 to 100'],
      ['?limit=101', 'limit must be a whole number from 1 to 100'],
      ['?offset=1000001', 'offset must be a whole number from 0 to 1000000'],
    ])('%s are refused with a message that names the mistake', async (query, message) => {
      for (const path of [reportPaths.sessions, reportPaths.students, reportPaths.student(asha.id)]) {
        expect(await college.http.get(path + query)).toMatchObject(refusal(400, 'general_argument_invalid', message))
      }
    })

    test.each([
      `${reportPaths.students}?sort=email`,
      `${reportPaths.students}?sort[]=name`,
      `${reportPaths.students}?direction=up`,
      `${reportPaths.students}?below75=1`,
      `${reportPaths.students}?search=${'x'.repeat(129)}`,
      `${reportPaths.students}?surprise=1`,
      `${reportPaths.attendanceOverTime}?limit=3`,
    ])('%s are refused', async (path) => {
      expect(await college.http.get(path)).toMatchObject(refusal(400, 'general_argument_invalid'))
    })

    test.each(['', 'a'.repeat(65)])('about an institute whose code is %j is refused', async (code) => {
      expect(await asha.http.get(`${reportPaths.own}?organisation=${code}`)).toMatchObject(
        refusal(400, 'general_argument_invalid'),
      )
    })
  })
})
