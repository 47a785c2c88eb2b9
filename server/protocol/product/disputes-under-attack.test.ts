import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { teacherLockMs } from '#contract/course-rules.ts'
import type { CourseDetail } from '#contract/courses.ts'
import type { OpenDisputes } from '#contract/receipts.ts'
import type { SessionNow } from '#contract/sessions.ts'
import { cellPath } from '#testing/cell-path.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { accepted } from '#testing/passkey-ceremony.ts'
import {
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { addStaff, confirm } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const hour = 3_600_000

/** Disputes by those who may not, of what is none of theirs, in floods, with hostile words, and too late. */
describe.each(engines)('disputes under attack on %s', (engine) => {
  let server: TestServer
  let college: Person
  let asha: Person
  let bala: Person
  let course: CourseDetail
  let session: string

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    college = await registerOrganisation(server)
    await registerPasskey(college)
    asha = await registerStudent(server, college.id, { email: 'asha@x.example', rollNumber: 'S-1' })
    bala = await registerStudent(server, college.id, { email: 'bala@x.example', rollNumber: 'S-2' })
    const named = { code: 'PHYS', title: 'Physics', kind: 'course', department: '', term: '' }
    course = accepted(await college.http.post<CourseDetail>('/api/v1/courses', named))
    const person = async ({ id }: Person) => (await cellPath(college.http, '', id)).split('/').at(-1)
    const people = [await person(asha), await person(bala)]
    accepted(await college.http.post(`/api/v1/courses/${course.id}/people`, { people, meanwhile: 'left-out' }))
  })
  afterAll(async () => {
    await checkInvariants(server.database)
    await server.close()
  })
  // A session that was taken, with an absence of Bala's, which is over.
  beforeEach(async () => {
    server.clock.advance(2 * hour)
    college = await logIn(college, server.openBrowser())
    bala = await logIn(bala, server.openBrowser())
    const expected = rowsOf(await server.readTables(), 'attendance_sessions').length + 1
    const started = { expected, minutes: 30 }
    session = accepted(await college.http.post<SessionNow>(`/api/v1/groups/${course.id}/sessions`, started)).session.id
    const ruling = { status: 'present', reason: 'Seen.', after: 0 }
    accepted(await college.http.post(`${await cellPath(college.http, session, asha.id)}/rulings`, ruling))
    server.clock.advance(hour)
  })

  const flag = ({ http }: Pick<Person, 'http'>, change: object = {}) =>
    http.post('/api/v1/receipts/flag', { attendanceSessionId: session, reason: 'was-there', ...change })
  const rows = async () =>
    rowsOf(await server.readTables(), 'disputes').filter(
      ({ attendance_session_id }) => attendance_session_id === session,
    )

  test('a flood ends at the limit, and leaves one', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => flag(bala)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await flag(bala)).toMatchObject(refusal(429, 'general_rate_limit_exceeded'))
    expect(await rows()).toHaveLength(1)
  })

  test.each([
    ['too long', 'x'.repeat(301)],
    ['of two lines', 'one\ntwo'],
    ['that turn the line', 'I was \u202ethere'],
    ['that are none', { $ne: '' }],
  ])('words %s are refused, and nothing is kept', async (_which, words) => {
    expect(await flag(bala, { words })).toMatchObject(refusal(400, 'general_argument_invalid'))
    expect(await rows()).toEqual([])
  })

  test('no one disputes for a student, nor a cell that is none of the own', async () => {
    const guest = { http: server.openBrowser() }
    for (const other of [guest, college]) expect(await flag(other)).toMatchObject({ status: 401 })
    const elsewhere = await registerOrganisation(server, { email: 'office@else.example' })
    const stranger = await registerStudent(server, elsewhere.id, { email: 'tara@x.example', rollNumber: 'T-1' })
    const unknown = await flag(stranger, { attendanceSessionId: 'unknown' })
    expect(unknown).toMatchObject(refusal(404, 'document_not_found'))
    const foreign = await flag(stranger)
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body])
    expect(await rows()).toEqual([])
  })

  test('a teacher of another course reads none, and answers none', async () => {
    expect(await flag(bala)).toMatchObject({ status: 200 })
    college = await logIn(college, server.openBrowser())
    const teacher = await addStaff(server, college, { email: 'mira@x.example', role: 'teacher' })
    const { body } = await teacher.http.get<OpenDisputes>('/api/v1/attendance/flagged')
    expect(body).toEqual({ total: 0, disputes: [] })
    await confirm(teacher)
    const answer = { status: 'present', reason: 'So be it.', after: 0 }
    const path = `${await cellPath(college.http, session, bala.id)}/rulings`
    expect(await teacher.http.post(path, answer)).toMatchObject(refusal(404, 'document_not_found'))
    expect(await rows()).toMatchObject([{ answer: null }])
  })

  test('after the lock none is taken', async () => {
    server.clock.advance(teacherLockMs)
    bala = await logIn(bala, server.openBrowser())
    expect(await flag(bala)).toMatchObject(refusal(404, 'document_not_found'))
    expect(await rows()).toEqual([])
  })
})
