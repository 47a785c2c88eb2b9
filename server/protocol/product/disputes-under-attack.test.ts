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
  let chitra: Person
  let course: CourseDetail
  let session: string

  beforeAll(async () => {
    server = await startTestServer(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    college = await registerOrganisation(server)
    await registerPasskey(college)
    asha = await registerStudent(server, college.id, { email: 'asha@x.example', rollNumber: 'S-1' })
    bala = await registerStudent(server, college.id, { email: 'bala@x.example', rollNumber: 'S-2' })
    const named = { code: 'PHYS', title: 'Physics', kind: 'course', department: '', term: '' }
    chitra = await registerStudent(server, college.id, { email: 'chitra@x.example', rollNumber: 'S-3' })
    course = accepted(await college.http.post<CourseDetail>('/api/v1/courses', named))
    const person = async ({ id }: Person) => (await cellPath(college.http, '', id)).split('/').at(-1)
    const people = [await person(asha), await person(bala), await person(chitra)]
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
    for (const who of [bala, chitra]) await logIn(who)
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

  /** The institute decides about this student's cell. */
  const decide = async (status: 'present' | 'absent', { id }: Person = bala) =>
    college.http.post(`${await cellPath(college.http, session, id)}/rulings`, { status, reason: 'So it is.', after: 0 })
  /** Of this session; each that is counted is listed. */
  const open = async () => {
    const { total, disputes } = (await college.http.get<OpenDisputes>('/api/v1/attendance/flagged')).body
    expect(disputes).toHaveLength(total)
    return disputes.filter(({ attendanceSessionId }) => attendanceSessionId === session)
  }

  test('a dispute and a decision at once leave no open dispute of who is present', async () => {
    college = await logIn(college, server.openBrowser())
    await confirm(college)
    const [said, decided] = await Promise.all([flag(bala), decide('present')])
    expect(decided).toMatchObject({ status: 200 })
    // Which of them was first decides: it was answered, or there was no absence any more.
    const kept = said.status === 200 ? [{ answer: 1 }] : []
    expect(await rows()).toMatchObject(kept)
    expect((await rows()).length).toBe(kept.length)
    expect(await open()).toEqual([])
    expect(await flag(bala)).toMatchObject({ status: said.status })
  })

  test('after the lock none is taken', async () => {
    server.clock.advance(teacherLockMs)
    bala = await logIn(bala, server.openBrowser())
    expect(await flag(bala)).toMatchObject(refusal(404, 'document_not_found'))
    expect(await rows()).toEqual([])
  })

  test('of who moves to another course, one waits for the course in which it was said', async () => {
    expect(await flag(chitra)).toMatchObject({ status: 200 })
    college = await logIn(college, server.openBrowser())
    const named = { code: 'CHEM', title: 'Chemistry', kind: 'course', department: '', term: '' }
    const other = accepted(await college.http.post<CourseDetail>('/api/v1/courses', named))
    const personId = (await cellPath(college.http, '', chitra.id)).split('/').at(-1)
    const moved = { to: other.id, meanwhile: 'left-out' }
    const path = `/api/v1/courses/${course.id}/people/${personId}/move`
    expect((await college.http.post(path, moved)).status).toBeLessThan(300)
    expect(await open()).toMatchObject([{ course: { code: 'PHYS' }, personId }])
    await confirm(college)
    expect(await decide('present', chitra)).toMatchObject({ status: 200 })
    expect(await open()).toEqual([])
    expect(await rows()).toMatchObject([{ answer: 1 }])
  })

  test('of who is removed, one can still be read and answered', async () => {
    expect(await flag(bala)).toMatchObject({ status: 200 })
    college = await logIn(college, server.openBrowser())
    await confirm(college)
    expect((await college.http.delete(`/api/v1/members/${bala.id}`)).status).toBeLessThan(300)
    const [waiting] = await open()
    const answer = { status: 'absent', reason: 'So it is.', after: 0 }
    const path = `/api/v1/sessions/${session}/people/${waiting?.personId}/rulings`
    expect(await college.http.post(path, answer)).toMatchObject({ status: 200 })
    expect(await open()).toEqual([])
  })
})
