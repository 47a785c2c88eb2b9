import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningSession } from '#contract/attendance.ts'
import type { ReceiptList } from '#contract/receipts.ts'
import { verifyData } from '#server/operator/verify/verify-data.ts'
import { checkInvariants, locate } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import {
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute

describe.each(engines)('a session and a clock that jumps, on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let students: readonly Person[]
  let institutes = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    // The clock change of the previous test must be noticed before this one begins.
    await server.lookAtClock()
    institutes += 1
    organisation = await registerOrganisation(server, { email: `office${institutes}@kaveri.example` })
    await registerPasskey(organisation)
    students = []
    for (const name of ['asha', 'bala', 'chandra']) {
      const email = `${name}${institutes}@students.example`
      const student = await registerStudent(server, organisation.id, { email, rollNumber: name })
      await registerPasskey(student)
      students = [...students, student]
    }
  })

  /** Time passes between two comparisons of the server: in the middle of one, it could not tell how much has passed. */
  async function advance(ms: number): Promise<void> {
    await server.lookAtClock()
    server.clock.advance(ms)
  }
  /** The clock jumps, and the server notices it. */
  async function jump(ms: number): Promise<void> {
    server.clock.jump(ms)
    await server.lookAtClock()
  }
  async function mark(index: number): Promise<number> {
    const student = students[index]
    if (!student) throw new Error('there is no such student')
    return (await markStudent(organisation, student.email, student.authenticator)).status
  }
  /** Of the running class, by the server's clock; undefined where none runs. */
  async function readMinutesLeft(): Promise<number | undefined> {
    const { body } = await organisation.http.get<RunningSession>('/api/v1/attendance/running')
    return body.session ? Math.round((body.session.endsAt - body.serverTime) / minute) : undefined
  }
  async function listMarks(): Promise<{ studentId: string; markedAt: number }[]> {
    const marks = rowsOf(await server.readTables(), 'marks').filter((row) => row.organisation_id === organisation.id)
    return marks.map((row) => ({ studentId: String(row.student_id), markedAt: Number(row.marked_at) }))
  }
  const isWhole = () => checkInvariants(server.database, server.clock.now())

  test.each([
    ['5 seconds', 5_000],
    ['10 minutes', 10 * minute],
    ['3 hours', 3 * hour],
  ])(
    'marks stay valid and in their order when the clock is set back by %s during an attendance session',
    async (_name, ms) => {
      // A reading of the clock that takes as long as the jump would hide it.
      if (engine === 'sqlite') holdTime()
      await startAttendance(organisation)
      await advance(1_000)
      expect(await mark(0)).toBe(200)
      server.clock.jump(-ms)
      // The server may not have noticed the jump yet.
      expect(await mark(1)).toBe(200)
      await server.lookAtClock()
      await advance(1_000)
      expect(await mark(2)).toBe(200)
      await isWhole()
      const marks = await listMarks()
      const timeOf = (index: number) => marks.find(({ studentId }) => studentId === students[index]?.id)?.markedAt ?? 0
      expect(timeOf(2)).toBeGreaterThan(timeOf(0))
      expect(await readMinutesLeft()).toBe(60)
    },
  )

  test('the audit log has the same times of a mark and of a start as their own rows', async () => {
    await startAttendance(organisation)
    await jump(-3 * hour)
    expect(await mark(0)).toBe(200)
    const tables = await server.readTables()
    const logged = (action: string) =>
      rowsOf(tables, 'audit_log')
        .filter((row) => row.account_id === organisation.id && row.action === action)
        .map(({ at }) => Number(at))
    const starts = rowsOf(tables, 'attendance_sessions').filter((row) => row.organisation_id === organisation.id)
    expect(logged('attendance.start')).toEqual(starts.map((row) => Number(row.started_at)))
    expect(logged('attendance.mark')).toEqual((await listMarks()).map(({ markedAt }) => markedAt))
  })

  test('a session that began while the clock was 3 hours ahead keeps the rest of its hour when the clock is put right', async () => {
    await jump(3 * hour)
    await logIn(organisation)
    await startAttendance(organisation)
    await advance(20 * minute)
    expect(await mark(0)).toBe(200)
    await jump(-3 * hour)
    expect(await readMinutesLeft()).toBe(40)
    expect(await mark(1)).toBe(200)
    await advance(41 * minute)
    expect(await readMinutesLeft()).toBeUndefined()
    await startAttendance(organisation)
    expect(await mark(1)).toBe(409)
    await advance(20 * minute)
    expect(await mark(1)).toBe(200)
    await isWhole()
  })

  test('a session that began in the future gives way to a new one, whether or not the jump was noticed', async () => {
    await jump(3 * hour)
    await logIn(organisation)
    await startAttendance(organisation)
    expect(await mark(0)).toBe(200)
    server.clock.jump(-3 * hour)
    expect((await startAttendance(organisation)).classes).toBe(2)
    expect(await readMinutesLeft()).toBe(60)
    expect(await mark(1)).toBe(200)
    await server.lookAtClock()
    expect(await readMinutesLeft()).toBe(60)
    await isWhole()
    // The window of the first mark lasts an hour from now, not four.
    await advance(hour + minute)
    await logIn(organisation)
    await startAttendance(organisation)
    expect(await mark(0)).toBe(200)
    await advance(75 * minute)
    await server.storage.settleSessions()
    await isWhole()
    await advance(4 * hour)
    await server.storage.settleSessions()
    await isWhole()
  })

  test('a session whose start is past does not give way', async () => {
    await startAttendance(organisation)
    await advance(minute)
    await jump(-5_000)
    await expect(startAttendance(organisation)).rejects.toThrow('attendance_session_active')
  })

  test('a proof of presence for the session that gave way makes no mark', async () => {
    await jump(3 * hour)
    await logIn(organisation)
    await startAttendance(organisation)
    const [student] = students
    if (!student) throw new Error('there is no student')
    const late = startLate(organisation, () => server.clock.jump(-3 * hour))
    expect((await markStudent(late, student.email, student.authenticator)).status).toBe(401)
    expect(await listMarks()).toEqual([])
  })

  test('a session that is over stays over when the clock is set back, and the next one can begin', async () => {
    await startAttendance(organisation)
    expect(await mark(0)).toBe(200)
    await advance(65 * minute)
    // The server does this every second.
    await server.lookAtClock()
    await jump(-10 * minute)
    await logIn(organisation)
    expect(await readMinutesLeft()).toBeUndefined()
    await startAttendance(organisation)
    await isWhole()
  })

  test.each([
    ['leaps 3 hours forward', 3 * hour],
    ['leaps 30 minutes forward', 30 * minute],
    ['is set back by 3 hours', -3 * hour],
    ['is set back by 10 minutes', -10 * minute],
  ])('a session goes on as before when the clock %s and is put right', async (_name, ms) => {
    await startAttendance(organisation)
    await advance(5 * minute)
    expect(await mark(0)).toBe(200)
    await jump(ms)
    await advance(minute)
    await jump(-ms)
    await logIn(organisation)
    expect(await readMinutesLeft()).toBe(54)
    expect(await mark(1)).toBe(200)
    await isWhole()
  })

  test('a receipt counts the marks of earlier sessions, whatever their times say', async () => {
    await jump(3 * hour)
    await logIn(organisation)
    await startAttendance(organisation)
    expect(await mark(0)).toBe(200)
    await jump(-3 * hour)
    await advance(61 * minute)
    await logIn(organisation)
    await startAttendance(organisation)
    expect(await mark(0)).toBe(200)
    const { body } = (await students[0]?.http.get<ReceiptList>('/api/v1/receipts')) ?? { body: undefined }
    const totals = body?.receipts.map((one) => ('course' in one ? [] : [one.classes, one.total]))
    expect(totals?.sort()).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  test('a login session that was used while the clock was ahead goes idle an hour after its next use', async () => {
    await jump(3 * hour)
    const { http } = await logIn(organisation, server.openBrowser())
    server.clock.jump(-3 * hour)
    expect((await http.get('/v1/account')).status).toBe(200)
    await advance(hour + minute)
    expect((await http.get('/v1/account')).status).toBe(401)
  })

  test('a session that was counted while the clock was ahead is counted again when it takes further marks', async () => {
    await startAttendance(organisation)
    expect(await mark(0)).toBe(200)
    await jump(3 * hour)
    await server.storage.settleSessions()
    await jump(-3 * hour)
    expect(await mark(1)).toBe(200)
    await isWhole()
    await advance(75 * minute)
    await server.storage.settleSessions()
    await isWhole()
    const sessions = rowsOf(await server.readTables(), 'attendance_sessions')
    expect(sessions.find((row) => row.organisation_id === organisation.id)).toMatchObject({ present: 2, expected: 3 })
  })

  test('verify-data finds the data whole, and lists the jumps', async () => {
    const findings = await verifyData(locate(server.database), { now: server.clock.now() })
    const jumps = findings.find(({ rule }) => rule === 'Jumps of the clock are numbered without gaps')
    expect(jumps?.wrong).toEqual([])
    expect(jumps?.note).toContain('leapt forward by 10800 s')
    expect(jumps?.note).toContain('set back by 10800 s')
  })
})

/** The same institute. Its clock jumps, and its other screen starts a session just before the mark is written. */
function startLate(organisation: Person, jump: () => void): Person {
  const patch: Person['http']['patch'] = async (path, body) => {
    jump()
    await startAttendance(organisation)
    return organisation.http.patch(path, body)
  }
  return { ...organisation, http: { ...organisation.http, patch } }
}
