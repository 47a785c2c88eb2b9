import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOfReason } from '#contract/problems.ts'
import { exportHeaders, reportPaths } from '#contract/report-requests.ts'
import type { SessionsReport } from '#contract/reports.ts'
import { cellPath } from '#testing/cell-path.ts'
import { engines } from '#testing/create-database.ts'
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
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
const ofPeriod = ['Total Attendance in the period', 'Total Classes in the period', 'Percentage in the period']

describe.each(engines)('exports on %s', (engine) => {
  let server: TestServer
  let college: Person
  let asha: Person
  let paths: Readonly<Record<'sessions' | 'session sheet' | 'students' | 'student' | 'attendance book', string>>

  /** The bytes that a browser gets: `text` would have removed the byte order mark. */
  async function download(path: string, query: string): Promise<{ reply: Response; bytes: Buffer }> {
    const cookie = college.http.cookies.header('/') ?? ''
    const reply = await fetch(`${college.http.origin}${path}${query}`, { headers: { cookie } })
    return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
  }
  const readCsv = async (path: string, query = '') => {
    const { reply, bytes } = await download(path, `?format=csv${query}`)
    expect(reply.status).toBe(200)
    return bytes.toString('utf8')
  }
  const readXlsx = async (path: string, query = '') => {
    const { reply, bytes } = await download(path, `?format=xlsx${query}`)
    expect(reply.status).toBe(200)
    return readSheet(bytes)
  }
  const linesOf = (csv: string) => csv.replace('\ufeff', '').trimEnd().split('\r\n')

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    const join = async (firstName: string, lastName: string, rollNumber: string, email: string) => {
      const student = await registerStudent(server, college.id, { firstName, lastName, rollNumber, email })
      await registerPasskey(student)
      return student
    }
    asha = await join('Asha', 'Rao', '21CS042', 'asha@students.example')
    await join('=HYPERLINK("http://evil.example","click")', 'O’Neil, <b>', '-1', 'evil@students.example')
    await registerPasskey(college)
    await startAttendance(college)
    await markStudent(college, asha.email, asha.authenticator)
    server.clock.advance(61 * minute)
    college = await logIn(college)
    await startAttendance(college)
    const { body } = await college.http.get<SessionsReport>(reportPaths.sessions(college.id))
    const first = body.sessions.find(({ number }) => number === 1)
    paths = {
      sessions: reportPaths.exports.sessions(college.id),
      'session sheet': reportPaths.exports.sessionSheet(first?.id ?? ''),
      students: reportPaths.exports.students,
      student: reportPaths.exports.student(asha.id),
      'attendance book': reportPaths.exports.attendanceBook,
    }
  })
  afterAll(() => server.close())

  test('as CSV begin with a byte order mark and end each row with CR LF', async () => {
    const csv = await readCsv(reportPaths.exports.students)
    expect(csv.startsWith('\ufeffRoll number,Name,')).toBe(true)
    expect(csv.endsWith('\r\n')).toBe(true)
    expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  test('as CSV let no name become a formula, and quote by RFC 4180', async () => {
    const [, evil] = linesOf(await readCsv(reportPaths.exports.students))
    expect(evil).toMatch(/^'-1,"'=HYPERLINK\(""http:\/\/evil\.example"",""click""\) O’Neil, <b>",/)
  })

  test('as XLSX hold text as text, whatever it begins with', async () => {
    const [headings, evil, good] = await readXlsx(reportPaths.exports.students)
    expect(headings?.slice(0, 3)).toEqual(['Roll number', 'Name', 'Joined'])
    expect(evil?.slice(0, 2)).toEqual(['-1', '=HYPERLINK("http://evil.example","click") O’Neil, <b>'])
    expect(good?.slice(3, 6)).toEqual([1, 1, 100])
    expect(good?.[2]).toBeInstanceOf(Date)
  })

  test('of the students have email and phone, and end with the numbers that the screen shows of the period', async () => {
    const [headings, , good] = await readXlsx(reportPaths.exports.students)
    expect(headings?.slice(3, 6)).toEqual(['Attended', 'Counted as a member', 'Percentage as a member'])
    expect(headings?.slice(10)).toEqual(['Percentage of all classes', 'Email', 'Phone number', ...ofPeriod])
    expect(good?.slice(11)).toEqual(['asha@students.example', expect.stringMatching(/^\+/), 1, 1, 100])
    const { body } = await college.http.get<SessionsReport>(reportPaths.sessions(college.id))
    const [, , later] = await readXlsx(reportPaths.exports.students, `&from=${body.sessions[0]?.startedAt}`)
    expect([later?.slice(8, 11), later?.slice(13)]).toEqual([
      [1, 2, 50],
      // The class that runs is not yet missed.
      [0, 0, 0],
    ])
  })

  test('of the students keep the order that was chosen', async () => {
    const rollNumbers = async (query: string) =>
      linesOf(await readCsv(reportPaths.exports.students, query)).map((line) => line.split(',')[0])
    expect(await rollNumbers('')).toEqual(['Roll number', "'-1", '21CS042'])
    expect(await rollNumbers('&direction=desc')).toEqual(['Roll number', '21CS042', "'-1"])
    expect(await rollNumbers('&sort=percentage')).toEqual(['Roll number', "'-1", '21CS042'])
    expect(await rollNumbers('&sort=percentage&direction=desc')).toEqual(['Roll number', '21CS042', "'-1"])
    expect(await rollNumbers('&sort=name&direction=desc&below75=true')).toEqual(['Roll number', "'-1"])
  })

  test('of the attendance book have a column for each session, and end with the numbers that the screen shows', async () => {
    const [headings, evil, good] = await readXlsx(reportPaths.exports.attendanceBook)
    expect(headings?.slice(6, 8).map((heading) => String(heading).split(' ')[0])).toEqual(['1', '2'])
    expect(headings?.slice(8)).toEqual(ofPeriod)
    expect([evil?.slice(6), good?.slice(6)]).toEqual([
      ['A', null, 0, 1, 0],
      ['P', null, 1, 1, 100],
    ])
    const [, ...lines] = linesOf(await readCsv(reportPaths.exports.attendanceBook))
    expect(lines.map((line) => line.split(',').slice(-5).join())).toEqual(['A,,0,1,0', 'P,,1,1,100'])
  })

  test('of one session, of one student and of all sessions hold what their reports hold', async () => {
    expect((await readXlsx(paths['session sheet'])).map((row) => row[3])).toEqual(['Presence', 'Absent', 'Present'])
    expect((await readXlsx(paths.student)).map((row) => row[3])).toEqual(['Presence', 'Running', 'Present'])
    expect((await readXlsx(paths.sessions)).map((row) => row.slice(3, 7))).toEqual([
      ['State', 'Present', 'Absent', 'Expected'],
      ['Ended', 1, 1, 2],
      ['Running', 0, null, 2],
    ])
  })

  test('of marks have the grade, and say whose they are; those of sessions end with the head count', async () => {
    const sessionId = paths['session sheet'].split('/').at(-2)
    expect(linesOf(await readCsv(paths.sessions))[1]).toMatch(/,$/)
    await college.http.put(`/api/v1/sessions/${sessionId}/head-count`, { counted: 3 })
    await college.http.put(`/api/v1/sessions/${sessionId}/head-count`, { counted: 2 })
    expect((await readXlsx(paths.sessions)).map((row) => row.slice(8))).toEqual([
      ['Disputed', 'Head count'],
      [0, 2],
      [0, null],
    ])
    expect((await readXlsx(paths['session sheet'])).map((row) => row.slice(9))).toEqual([
      ['Disputed', 'Grade', 'Email', 'Phone number'],
      [null, null, expect.stringContaining('@'), expect.stringMatching(/^\+/)],
      [null, 'At the screen', 'asha@students.example', expect.stringMatching(/^\+/)],
    ])
    const ofStudent = linesOf(await readCsv(paths.student))
    expect(ofStudent.map((line) => line.split(',').slice(9))).toEqual([
      ['Disputed', 'Grade', 'Roll number', 'Name'],
      ['', '', '21CS042', 'Asha Rao'],
      ['', 'At the screen', '21CS042', 'Asha Rao'],
    ])
  })

  test("show times in the institute's zone, whatever the caller sends, and else in the caller's", async () => {
    const { body } = await college.http.get<SessionsReport>(reportPaths.sessions(college.id))
    const startedAt = body.sessions.find(({ number }) => number === 1)?.startedAt ?? 0
    const inKolkata = new Date(startedAt + 330 * minute).toISOString().slice(0, 16).replace('T', ' ')
    const [, first] = linesOf(await readCsv(reportPaths.exports.sessions(college.id), '&zone=Asia/Kolkata'))
    expect(first?.split(',')[1]).toBe(inKolkata)
    const [, row] = await readXlsx(reportPaths.exports.sessions(college.id), '&zone=Asia/Kolkata')
    const written = row?.[1] as unknown as Date | undefined
    expect(written?.toISOString().slice(0, 16).replace('T', ' ')).toBe(inKolkata)
    await college.http.patch('/api/v1/settings', { timeZone: 'Asia/Kolkata' })
    const [, inOwn] = linesOf(await readCsv(reportPaths.exports.sessions(college.id), '&zone=America/New_York'))
    expect(inOwn?.split(',')[1]).toBe(inKolkata)
    await college.http.patch('/api/v1/settings', { timeZone: null })
  })

  test.each(['csv', 'xlsx'])('as %s give their name, rows and length', async (format) => {
    for (const [name, path] of Object.entries(paths)) {
      const { reply, bytes } = await download(path, `?format=${format}`)
      expect([name, reply.status]).toEqual([name, 200])
      expect(reply.headers.get('content-disposition')).toMatch(
        /^attachment; filename="rollkey-[a-z-]+-\d{4}-\d\d-\d\d\.(csv|xlsx)"$/,
      )
      expect(reply.headers.get(exportHeaders.rows)).toBe('2')
      expect(reply.headers.get(exportHeaders.bytes)).toBe(String(bytes.length))
      expect(reply.headers.get('content-length')).toBe(String(bytes.length))
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('are recorded', async () => {
    await readCsv(reportPaths.exports.attendanceBook)
    const written = rowsOf(await server.readTables(), 'audit_log').filter(({ action }) => action === 'report.export')
    expect(written.at(-1)).toMatchObject({ account_id: college.id, outcome: 'done' })
    expect(written.map(({ detail }) => detail)).toContain(
      JSON.stringify({ organisationId: college.id, report: 'attendance-book', format: 'csv' }),
    )
  })

  test('of another institute’s data answer with the bytes of what does not exist', async () => {
    const academy = await registerOrganisation(server, { name: 'Academy', email: 'office@academy.example' })
    for (const path of [paths.student, paths['session sheet']]) {
      const missing = path.replace(/[^/]+\/export$/, 'ZZZZZZZZ/export')
      const [ofHidden, ofMissing] = [
        await academy.http.get(`${path}?format=csv`),
        await academy.http.get(`${missing}?format=csv`),
      ]
      expect(ofHidden).toMatchObject(refusal(404, 'document_not_found'))
      expect(ofHidden.text).toBe(ofMissing.text)
    }
  })

  test.each(['', '?format=pdf', '?format=csv&zone=Mars/Olympus', '?format=csv&limit=5', '?format=csv&from=2&to=1'])(
    'asked for with “%s” are refused',
    async (query) => {
      expect(await college.http.get(reportPaths.exports.students + query)).toMatchObject(
        refusal(400, 'general_argument_invalid'),
      )
    },
  )

  test('need a password or passkey of the last ten minutes, and a refusal is recorded', async () => {
    server.clock.advance(10 * minute + 1_000)
    const path = `${reportPaths.exports.students}?format=csv`
    expect(await college.http.get(path)).toMatchObject(
      refusal(401, 'user_unauthorized', sentenceOfReason('step-up-needed-to-export')),
    )
    const written = rowsOf(await server.readTables(), 'audit_log').filter(({ action }) => action === 'report.export')
    expect(written.some(({ outcome }) => outcome === 'refused')).toBe(true)
    college = await logIn(college)
    expect((await college.http.get(path)).status).toBe(200)
  })

  test('say that a mark was withdrawn, and count it nowhere', async () => {
    college = await logIn(college)
    const sessionId = paths['session sheet'].split('/').at(-2)
    const ruling = { status: 'absent', reason: 'Not in the room.', after: 0 }
    const path = `${await cellPath(college.http, sessionId, asha.id)}/rulings`
    expect(await college.http.post(path, ruling)).toMatchObject({ status: 200 })
    const [, , onSheet] = await readXlsx(paths['session sheet'])
    expect(onSheet?.slice(3, 5)).toEqual(['Mark withdrawn', expect.any(Date)])
    expect((await readXlsx(paths.student)).map((row) => row[3])).toContain('Mark withdrawn')
    expect(linesOf(await readCsv(paths['session sheet']))[2]).toContain(',Mark withdrawn,')
    expect((await readXlsx(paths.sessions))[1]?.slice(4, 7)).toEqual([0, 2, 2])
    const [, , asStudent] = await readXlsx(paths.students)
    expect([asStudent?.slice(3, 6), asStudent?.[8]]).toEqual([[0, expect.any(Number), 0], 0])
    const [, , inBook] = await readXlsx(paths['attendance book'])
    expect(inBook?.[6]).toBe('A')
  })
})
