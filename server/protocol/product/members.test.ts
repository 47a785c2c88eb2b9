import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EndedMemberships, membershipPaths } from '#contract/membership.ts'
import { reportPaths } from '#contract/report-requests.ts'
import type { AttendanceOverTime, OwnReport, SessionsReport, StudentReport, StudentsReport } from '#contract/reports.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { texts } from '#contract/texts.ts'
import { readAuditLog } from '#testing/audit-log.ts'
import { beginAs, studentProfile } from '#testing/begin-registration.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import {
  assertPasskey,
  documentsPath,
  findStudent,
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

type Student = StudentAttributes & { readonly $id: string }

/** A college with one past attendance session, in which Asha was marked and Ravi was not. */
describe.each(engines)('an institute and its members on %s', (engine) => {
  let server: TestServer
  let college: Person
  let academy: Person
  let asha: Person
  let ravi: Person

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    academy = await registerOrganisation(server, { name: 'Academy', email: 'office@academy.example' })
    asha = await registerStudent(server, college.id)
    ravi = await registerStudent(server, college.id, { email: 'ravi@students.example', rollNumber: '21CS007' })
    for (const person of [college, asha, ravi]) await registerPasskey(person)
    await holdClass(asha)
  })
  afterAll(async () => {
    await server.storage.settleSessions()
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  async function holdClass(...present: Person[]): Promise<void> {
    college = await logIn(college)
    await startAttendance(college)
    for (const { email, authenticator } of present) {
      expect((await markStudent(college, email, authenticator)).status).toBe(200)
    }
    server.clock.advance(2 * hour)
    await server.storage.settleSessions()
    for (const person of [college, asha, ravi]) await logIn(person)
  }
  const correct = ({ id }: Pick<Person, 'id'>, rollNumber: string, by = college) =>
    by.http.patch<Student>(membershipPaths.member(id), { rollNumber })
  const remove = ({ id }: Pick<Person, 'id'>, by = college) => by.http.delete(membershipPaths.member(id))
  const own = async ({ id, http }: Person) => (await http.get<Student>(`${documentsPath('STD')}/${id}`)).body
  const asMember = ({ id }: Person) => college.http.get<Student>(`${documentsPath('STD')}/${id}`)
  const join = ({ id, http }: Person, ...codes: string[]) =>
    http.patch<Student>(`${documentsPath('STD')}/${id}`, { data: { organisation: codes } })
  const auditOf = async (action: string) =>
    (await readAuditLog(server.database))
      .filter((row) => row.action === action)
      .map(({ outcome, account_id, subject }) => [outcome, account_id, subject])
  /** Waits for the mail about it, which goes after ten quiet minutes; others may come first. */
  async function readMail({ email }: { readonly email: string }, sentence: string): Promise<void> {
    server.clock.advance(10 * minute)
    server.wakeMail()
    while (!(await server.inbox.next(email)).text.includes(sentence));
  }
  /** The CSV file without the columns of these headings; no cell of it has a comma. */
  function withoutColumns(csv: string, ...headings: string[]): string {
    const rows = csv.split('\r\n').map((row) => row.split(','))
    const left = headings.map((heading) => {
      const index = rows[0]?.indexOf(heading) ?? -1
      expect(index, heading).toBeGreaterThan(-1)
      return index
    })
    return rows.map((row) => row.filter((_, index) => !left.includes(index)).join(',')).join('\r\n')
  }
  /** All data about past sessions. */
  async function readHistory() {
    const { body } = await college.http.get<SessionsReport>(reportPaths.sessions(college.id))
    const ids = body.sessions.map(({ id }) => id)
    const read = async (path: string) => {
      const { status, text } = await college.http.get(path)
      expect([path, status]).toEqual([path, 200])
      return text
    }
    const texts: string[] = [JSON.stringify(body)]
    for (const path of [
      ...ids.map((id) => reportPaths.sessionSheet(id)),
      reportPaths.students,
      `${reportPaths.exports.attendanceBook}?format=csv`,
      reportPaths.student(asha.id),
      reportPaths.student(ravi.id),
    ])
      texts.push(await read(path))
    // The email and phone number of a student are in these files only while the student is a member.
    for (const path of [...ids.map((id) => reportPaths.exports.sessionSheet(id)), reportPaths.exports.students])
      texts.push(withoutColumns(await read(`${path}?format=csv`), 'Email', 'Phone number'))
    return texts
  }

  describe('a corrected roll number', () => {
    test('is the one that the institute and the student see, and the student gets a mail', async () => {
      const { status, body } = await correct(ravi, '21cs008')
      expect([status, body.rollNumber]).toEqual([200, '21cs008'])
      expect((await findStudent(college, '21CS008')).$id).toBe(ravi.id)
      await expect(findStudent(college, '21CS007')).rejects.toThrow('No student is found')
      expect((await own(ravi)).rollNumber).toBe('21cs008')
      const onDashboard = async () => (await ravi.http.get<EndedMemberships>(membershipPaths.ended)).body.corrected
      expect(await onDashboard()).toEqual([
        {
          organisationId: college.id,
          organisationName: 'Kaveri College',
          rollNumber: '21cs008',
          before: '21CS007',
          correctedAt: expect.any(Number),
        },
      ])
      await readMail(ravi, 'Kaveri College has corrected your roll number. It is now 21cs008.')
      await expect.poll(onDashboard).toBeUndefined()
      expect(await auditOf('membership.correct')).toContainEqual(['done', college.id, ravi.id])
      const { body: report } = await college.http.get<StudentReport>(reportPaths.student(ravi.id))
      expect(report.student.rollNumber).toBe('21cs008')
      college = await logIn(college)
    })

    test('changes at one institute only when the student has another', async () => {
      await join(ravi, college.id, academy.id)
      expect((await correct(ravi, 'A-1', await logIn(academy))).status).toBe(200)
      expect((await findStudent(academy, 'a-1')).$id).toBe(ravi.id)
      expect((await findStudent(college, '21CS008')).$id).toBe(ravi.id)
      expect((await own(ravi)).rollNumber).toBe('21cs008')
      expect((await remove(ravi, academy)).status).toBe(204)
    })

    test('is refused when a verified member has it, and is taken from a member who never verified the email', async () => {
      const taken = refusal(409, 'document_unique_constraint_violation')
      expect(await correct(ravi, '21cs042')).toMatchObject(taken)
      const squatter = await beginAs('STD', server, 'squatter@example.org')
      const data = studentProfile(squatter.email, college.id, '21CS009')
      expect((await squatter.http.post(documentsPath('STD'), { documentId: squatter.id, data })).status).toBe(201)
      expect((await correct(ravi, '21CS009')).status).toBe(200)
      expect((await asMember({ ...ravi, id: squatter.id })).status).toBe(404)
    })

    test('must have the form that a registration requires', async () => {
      expect(await correct(ravi, 'a b')).toMatchObject(refusal(400, 'general_argument_invalid'))
    })
  })

  test('both need a recent password or passkey', async () => {
    server.clock.advance(11 * minute)
    const again = refusal(401, 'user_unauthorized', texts.stepUp.needed)
    expect(await correct(ravi, 'X-1')).toMatchObject(again)
    expect(await remove(ravi)).toMatchObject(again)
    expect((await asMember(ravi)).status).toBe(200)
    await logIn(college)
  })

  test('a student of another institute is not found', async () => {
    await logIn(academy)
    expect(await correct(asha, 'X-1', academy)).toMatchObject(refusal(404, 'document_not_found'))
    expect(await remove(asha, academy)).toMatchObject(refusal(404, 'document_not_found'))
    expect((await asMember(asha)).status).toBe(200)
  })

  describe('a removed student', () => {
    test('is no member any more, and past sessions stay as they were', async () => {
      const history = await readHistory()
      const { members } = await readOwnOrganisation(college)
      expect((await remove(asha)).status).toBe(204)
      expect((await readOwnOrganisation(college)).members).toBe(members - 1)
      expect(await asMember(asha)).toMatchObject(refusal(404, 'document_not_found'))
      await expect(findStudent(college, asha.email)).rejects.toThrow('No student is found')
      expect((await asha.http.get<Student>(`${documentsPath('ORG')}/${college.id}`)).body).not.toHaveProperty('email')
      expect(await readHistory()).toEqual(history)
      expect(await remove(asha)).toMatchObject(refusal(404, 'document_not_found'))
      expect(await auditOf('membership.end')).toContainEqual(['done', college.id, asha.id])
    })

    test('gets a mail and a notice at the login, and still reads their own history', async () => {
      await readMail(asha, 'Kaveri College has removed you from its students.')
      const { body } = await asha.http.get<EndedMemberships>(membershipPaths.ended)
      expect(body.memberships).toMatchObject([
        { organisationId: college.id, rollNumber: '21CS042', because: 'taken-out' },
      ])
      expect((await own(asha)).organisation).toEqual([])
      const path = `${reportPaths.own}?organisation=${college.id}`
      expect((await asha.http.get<OwnReport>(path)).body.history.entries.map(({ presence }) => presence)).toEqual([
        'present',
      ])
    })

    test('is neither expected nor marked', async () => {
      await startAttendance(college)
      const subject = { userId: asha.id, category: 'STD' } as const
      await expect(assertPasskey(college.http, subject, asha.authenticator)).rejects.toThrow('404')
      const attendance = JSON.stringify({ [college.id]: { total: 2, expiryTime: 1 } })
      expect(await college.http.patch(`${documentsPath('STD')}/${asha.id}`, { data: { attendance } })).toMatchObject(
        refusal(404, 'document_not_found'),
      )
      server.clock.advance(2 * hour)
      for (const person of [college, asha, ravi]) await logIn(person)
      const { body } = await college.http.get<SessionsReport>(reportPaths.sessions(college.id))
      expect(body.sessions.map(({ number, expected }) => [number, expected])).toEqual([
        [2, 1],
        [1, 2],
      ])
      await server.storage.settleSessions()
      expect((await college.http.get<SessionsReport>(reportPaths.sessions(college.id))).body).toEqual(body)
    })

    test('is not among those below 75 %, whose classes would go on without them', async () => {
      const { body } = await college.http.get<AttendanceOverTime>(reportPaths.attendanceOverTime(college.id))
      const { members } = await readOwnOrganisation(college)
      expect(body.students).toEqual({ total: members, below75: members })
      const { body: below } = await college.http.get<StudentsReport>(`${reportPaths.students}?below75=true`)
      expect([below.total, below.students.map(({ id }) => id)]).toEqual([members, [ravi.id]])
      const { body: all } = await college.http.get<StudentsReport>(reportPaths.students)
      expect(all.students.map(({ id }) => id)).toContain(asha.id)
    })

    test('whose roll number now belongs to another student joins again with a new one, and keeps the old total', async () => {
      const newcomer = await registerStudent(server, college.id, {
        email: 'new@students.example',
        rollNumber: '21CS042',
      })
      expect(await join(asha, college.id)).toMatchObject(refusal(409, 'document_unique_constraint_violation'))
      expect((await correct(newcomer, '21CS043')).status).toBe(200)
      const { status, body } = await join(asha, college.id)
      expect([status, JSON.parse(body.attendance ?? '{}')[college.id].total]).toEqual([200, 1])
      expect((await asha.http.get<EndedMemberships>(membershipPaths.ended)).body.memberships).toEqual([])
      await holdClass(asha)
      const { body: report } = await college.http.get<StudentReport>(reportPaths.student(asha.id))
      expect(report.history.entries.map(({ number, presence }) => [number, presence])).toEqual([
        [3, 'present'],
        [2, 'not-a-member'],
        [1, 'present'],
      ])
      expect(report.student.working).toMatchObject({ attended: 2, counted: 2 })
      const { text } = await college.http.get(`${reportPaths.exports.attendanceBook}?format=csv`)
      expect(text.split('\r\n').find((line) => line.includes('21CS042'))).toMatch(/,P,,P,2,3,66\.66$/)
    })

    test('with a mark in the running session stays present in it', async () => {
      await startAttendance(college)
      expect((await markStudent(college, asha.email, asha.authenticator)).status).toBe(200)
      const newest = async () =>
        (await college.http.get<SessionsReport>(reportPaths.sessions(college.id))).body.sessions[0]
      const before = await newest()
      expect((await remove(asha)).status).toBe(204)
      expect(await newest()).toEqual(before)
      const marked = rowsOf(await server.readTables(), 'marks').filter(({ student_id }) => student_id === asha.id)
      expect(marked).toHaveLength(3)
      server.clock.advance(2 * hour)
      await server.storage.settleSessions()
      await logIn(college)
      expect(await newest()).toMatchObject({ number: 4, present: 1, expected: 3 })
      const { body } = await college.http.get<StudentReport>(reportPaths.student(asha.id))
      expect(body.student.working).toMatchObject({ attended: 3, counted: 3 })
    })
  })
})
