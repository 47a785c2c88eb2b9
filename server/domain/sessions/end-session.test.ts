import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningSession } from '#contract/attendance.ts'
import { reportPaths } from '#contract/report-requests.ts'
import type { SessionsReport } from '#contract/reports.ts'
import type { SessionNow } from '#contract/sessions.ts'
import { cellPath } from '#testing/cell-path.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import type { HttpClient } from '#testing/http-client.ts'
import {
  assertPasskey,
  logIn,
  markStudent,
  type Person,
  readOwnOrganisation,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute

/** Rules §6.1: an institute ends its session before the time, or takes back one that it started by mistake. */
describe.each(engines)('an attendance session on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let other: Person
  let asha: Person
  let bala: Person
  let chandra: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    other = await registerOrganisation(server, { email: 'office@narmada.example', name: 'Narmada College' })
    const register = (name: string) =>
      registerStudent(server, institute.id, { email: `${name}@students.example`, rollNumber: name })
    asha = await register('asha')
    bala = await register('bala')
    chandra = await register('chandra')
    for (const person of [institute, other, asha, bala, chandra]) await registerPasskey(person)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })
  // Each test begins after every session and window of the one before, with a new login.
  beforeEach(async () => {
    server.clock.advance(2 * hour)
    institute = await logIn(institute, server.openBrowser())
  })

  const mark = async ({ email, authenticator }: Person) => (await markStudent(institute, email, authenticator)).status
  const readRunning = async () => (await institute.http.get<RunningSession>('/api/v1/attendance/running')).body
  const readId = async () => (await readRunning()).session?.id ?? ''
  const end = (id: string, http: HttpClient = institute.http) => http.post<SessionNow>(`/api/v1/sessions/${id}/end`, {})
  const takeBack = (id: string, http: HttpClient = institute.http) => http.delete(`/api/v1/sessions/${id}`)
  const classes = async () => (await readOwnOrganisation(institute)).classes
  const sessionRow = async (id: string) => {
    const row = rowsOf(await server.readTables(), 'attendance_sessions').find((one) => one.id === id)
    if (!row) throw new Error('there is no such session')
    return row
  }
  const logged = async (action: string) =>
    rowsOf(await server.readTables(), 'audit_log')
      .filter((row) => row.action === action)
      .sort((one, other) => one.sequence - other.sequence)
  const isWhole = () => checkInvariants(server.database, server.clock.now())

  describe('that is ended early', () => {
    test('is over at once, keeps the end that it began with, and is written down', async () => {
      await startAttendance(institute)
      const id = await readId()
      const planned = (await sessionRow(id)).ends_at
      server.clock.advance(9 * minute)
      const reply = await end(id)
      expect(reply).toMatchObject({ status: 200, body: { session: { id } } })
      expect(reply.body.session.endsAt).toBe(reply.body.serverTime)
      expect(await readRunning()).toMatchObject({ session: null })
      const row = await sessionRow(id)
      expect(row.planned_ends_at).toBe(planned)
      expect(row.ends_at).toBeLessThan(planned - 50 * minute)
      expect((await readOwnOrganisation(institute)).sessionExpiry).toBeNull()
      await expect(mark(asha)).rejects.toThrow('No session is running')
      expect((await logged('attendance.end')).at(-1)).toMatchObject({ outcome: 'done', at: row.ends_at })
      await isWhole()
    })

    test('ended at minute 50, next begun at 52: all are marked', async () => {
      await startAttendance(institute)
      server.clock.advance(49 * minute)
      for (const student of [asha, bala, chandra]) expect(await mark(student)).toBe(200)
      institute = await logIn(institute)
      server.clock.advance(minute)
      await end(await readId())
      server.clock.advance(2 * minute)
      await startAttendance(institute)
      for (const student of [asha, bala, chandra]) expect(await mark(student)).toBe(200)
      await isWhole()
    })

    test('ends the windows of its own marks alone', async () => {
      // Marked late in a session that ran to its end: that window reaches into the next one, as ever.
      await startAttendance(institute)
      server.clock.advance(55 * minute)
      expect(await mark(asha)).toBe(200)
      server.clock.advance(6 * minute)
      institute = await logIn(institute)
      await startAttendance(institute)
      expect(await mark(bala)).toBe(200)
      await end(await readId())
      await startAttendance(institute)
      expect(await mark(asha)).toBe(409)
      expect(await mark(bala)).toBe(200)
    })

    test('counts as held: who was not there is absent, and who joined later is not', async () => {
      await startAttendance(institute)
      expect(await mark(asha)).toBe(200)
      await end(await readId())
      server.clock.advance(minute)
      const late = await registerStudent(server, institute.id, { email: 'late@students.example', rollNumber: 'late' })
      server.clock.advance(2 * hour)
      institute = await logIn(institute)
      const { body } = await institute.http.get<SessionsReport>(reportPaths.sessions(institute.id))
      const newest = body.sessions.toSorted((a, b) => b.number - a.number)[0]
      expect(newest).toMatchObject({ number: await classes(), state: 'ended', present: 1, expected: 3 })
      expect((await institute.http.delete(`/api/v1/members/${late.id}`)).status).toBe(204)
    })

    test('is ended once: a second end changes nothing, and says so in the log', async () => {
      await startAttendance(institute)
      const id = await readId()
      expect((await end(id)).status).toBe(200)
      const ended = await sessionRow(id)
      server.clock.advance(minute)
      expect(await end(id)).toMatchObject({ status: 200, body: { session: { id } } })
      expect(await sessionRow(id)).toEqual(ended)
      expect((await logged('attendance.end')).slice(-2).map(({ outcome }) => outcome)).toEqual(['done', 'unchanged'])
    })

    test('takes a proof with it that was made before', async () => {
      await startAttendance(institute)
      const { id, authenticator } = asha
      expect(await assertPasskey(institute.http, { userId: id, category: 'STD' }, authenticator)).toBe(true)
      await end(await readId())
      const attendance = JSON.stringify({ [institute.id]: { total: 1, expiryTime: server.clock.now() + hour } })
      const path = `/v1/databases/rollkey/collections/students/documents/${id}`
      expect(await institute.http.patch(path, { data: { attendance } })).toMatchObject(
        refusal(401, 'user_unauthorized'),
      )
    })

    test('is whole where the clock was set back during it', async () => {
      await startAttendance(institute)
      expect(await mark(asha)).toBe(200)
      server.clock.jump(-10 * minute)
      await server.lookAtClock()
      institute = await logIn(institute)
      expect((await end(await readId())).status).toBe(200)
      expect(await readRunning()).toMatchObject({ session: null })
      await startAttendance(institute)
      expect(await mark(asha)).toBe(200)
      await isWhole()
      server.clock.jump(10 * minute)
      await server.lookAtClock()
    })
  })

  describe('that is taken back', () => {
    test('leaves the number of classes as before, and its number to the next one', async () => {
      const before = await classes()
      await startAttendance(institute)
      const first = await readId()
      expect((await takeBack(first)).status).toBe(204)
      expect(await readRunning()).toMatchObject({ session: null })
      expect(await classes()).toBe(before)
      await startAttendance(institute)
      expect(await readRunning()).toMatchObject({ session: { number: before + 1 } })
      // Twice in a row, the second one after it was ended.
      const second = await readId()
      await end(second)
      expect((await takeBack(second)).status).toBe(204)
      expect(await classes()).toBe(before)
      expect((await logged('attendance.take-back')).slice(-2)).toMatchObject([{ subject: first }, { subject: second }])
      await isWhole()
    })

    test('is in no report', async () => {
      const { body: before } = await institute.http.get<SessionsReport>(reportPaths.sessions(institute.id))
      await startAttendance(institute)
      const id = await readId()
      await takeBack(id)
      const { body: after } = await institute.http.get<SessionsReport>(reportPaths.sessions(institute.id))
      expect(after.sessions).toEqual(before.sessions)
      expect(await institute.http.get(reportPaths.sessionSheet(id))).toMatchObject({ status: 404 })
    })

    test('stays where a student is marked in it', async () => {
      await startAttendance(institute)
      expect(await mark(asha)).toBe(200)
      const before = await classes()
      expect(await takeBack(await readId())).toMatchObject({ status: 409, body: { reason: 'session-has-marks' } })
      expect(await classes()).toBe(before)
    })

    test('stays where the only mark was withdrawn, and says so before', async () => {
      await startAttendance(institute)
      expect(await readRunning()).toMatchObject({ session: { hasMarks: false } })
      expect(await mark(asha)).toBe(200)
      const id = await readId()
      const ruling = { status: 'absent', reason: 'Not in the room.', after: 0 }
      const path = `${await cellPath(institute.http, id, asha.id)}/rulings`
      expect((await institute.http.post(path, ruling)).status).toBe(200)
      expect(await readRunning()).toMatchObject({ session: { present: 0, hasMarks: true } })
      expect(await takeBack(id)).toMatchObject({ status: 409, body: { reason: 'session-has-marks' } })
    })

    test('stays from 15 minutes on', async () => {
      await startAttendance(institute)
      server.clock.advance(15 * minute)
      institute = await logIn(institute)
      const id = await readId()
      expect(await takeBack(id)).toMatchObject({ status: 409, body: { reason: 'session-too-old' } })
      expect((await readRunning()).session?.id).toBe(id)
    })

    test('stays where it is not the newest', async () => {
      await startAttendance(institute)
      const id = await readId()
      await end(id)
      await startAttendance(institute)
      expect(await takeBack(id)).toMatchObject({ status: 409, body: { reason: 'session-too-old' } })
    })

    test('is gone for a second try', async () => {
      await startAttendance(institute)
      const id = await readId()
      await takeBack(id)
      expect(await takeBack(id)).toMatchObject(refusal(404, 'document_not_found'))
      expect(await end(id)).toMatchObject(refusal(404, 'document_not_found'))
    })
  })

  test('is named after its end, until the marks by hand are over', async () => {
    await startAttendance(institute)
    const { session } = await readRunning()
    expect(await readRunning()).toMatchObject({ last: null })
    await end(session?.id ?? '')
    const { last } = await readRunning()
    expect(last).toMatchObject({ id: session?.id, number: session?.number })
    expect((last?.handUntil ?? 0) - (last?.drawUntil ?? 0)).toBe(24 * hour - 10 * minute)
    server.clock.advance(24 * hour - minute)
    institute = await logIn(institute, server.openBrowser())
    expect(await readRunning()).toMatchObject({ last: { id: session?.id } })
    server.clock.advance(minute)
    expect(await readRunning()).toMatchObject({ last: null })
  })

  test('is not named once it is taken back', async () => {
    await startAttendance(institute)
    const id = await readId()
    await takeBack(id)
    expect((await readRunning()).last?.id).not.toBe(id)
  })

  test.each([
    ['ended', end],
    ['taken back', takeBack],
  ])('is %s by its institute alone, which has shown lately who is there', async (_how, act) => {
    await startAttendance(institute)
    const id = await readId()
    other = await logIn(other, server.openBrowser())
    expect(await act(id, other.http)).toMatchObject(refusal(404, 'document_not_found'))
    server.clock.advance(11 * minute)
    expect(await act(id)).toMatchObject({ status: 401, body: { reason: 'step-up-needed' } })
    expect(await readId()).toBe(id)
  })
})
