import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportPaths } from '#contract/report-requests.ts'
import type { SessionsReport, StudentsReport } from '#contract/reports.ts'
import { engines } from '#testing/create-database.ts'
import { parseCsv } from '#testing/parse-csv.ts'
import {
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { openForTampering } from '#testing/tamper.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000

/** Names that the calls accept. */
const taken = [
  '=cmd|/C calc!A0',
  '=HYPERLINK("http://evil.example","click")',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '＝1+1',
  '"',
  '","","=1+1',
  "';=1+1",
  ',,,',
  '</t></is></c><c><f>1+1</f></c>',
  ']]>&amp;&#61;1',
  '_x003D_1_x202E__x000A_',
  'a\u2028b',
  '\u{1f469}'.repeat(128),
  'آشا',
] as const

/** Names that the calls refuse, written as if by an older release or another program. */
const smuggled = [
  '\t=1+1',
  '\r=1+1',
  ' =1+1',
  '\ufeff=1+1',
  'a\r\n=1+1',
  'a\n"b',
  '\u202e=1+1\u2066',
  '\u001b[2J\u0007',
  '\u0085',
  '=1+1'.repeat(2_500),
  '"'.repeat(10_000),
  'trailing \t',
] as const

describe.each(engines)('hostile names on %s', (engine) => {
  let server: TestServer
  let college: Person
  let students: readonly Person[]
  let paths: Readonly<Record<'students' | 'session sheet' | 'attendance book', string>>

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
    const registered: Person[] = []
    for (const [index, firstName] of taken.entries()) {
      const form = { firstName, lastName: taken.at(-1 - index) ?? '', email: `n${index}@students.example` }
      registered.push(await registerStudent(server, college.id, { ...form, rollNumber: `-${100 + index}` }))
    }
    students = registered
    await startAttendance(college)
    server.clock.advance(61 * minute)
    college = await logIn(college)
    const { body } = await college.http.get<SessionsReport>(reportPaths.sessions(college.id))
    paths = {
      students: reportPaths.exports.students,
      'session sheet': reportPaths.exports.sessionSheet(body.sessions[0]?.id ?? ''),
      'attendance book': reportPaths.exports.attendanceBook,
    }
  })
  afterAll(() => server.close())

  async function download(path: string, format: 'csv' | 'xlsx'): Promise<Buffer> {
    const cookie = college.http.cookies.header('/') ?? ''
    const reply = await fetch(`${college.http.origin}${path}?format=${format}`, { headers: { cookie } })
    expect([path, format, reply.status]).toEqual([path, format, 200])
    return Buffer.from(await reply.arrayBuffer())
  }
  /** In the order of the database: by roll number. */
  async function readNames(): Promise<readonly string[]> {
    const { body } = await college.http.get<StudentsReport>(`${reportPaths.students}?limit=50`)
    return body.students.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  }

  async function expectHarmlessFiles(): Promise<void> {
    const names = await readNames()
    expect(names).toHaveLength(students.length)
    for (const path of Object.values(paths)) {
      const [headings, ...rows] = parseCsv((await download(path, 'csv')).toString('utf8'))
      expect(headings?.slice(0, 3)).toEqual(['Roll number', 'Name', 'Joined'])
      expect(rows.map((row) => row.length)).toEqual(rows.map(() => headings?.length))
      expect(rows.map(([, name]) => name?.replace(/^'(?=\s*[=+\-@＝\t\r])/u, ''))).toEqual(names)
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r]/u)

      const sheet = await readSheet(await download(path, 'xlsx'), { trim: false })
      const shown = sheet.slice(1).map((row) => row[1])
      expect(shown).toEqual(names.map(withoutForbidden))
      expect(sheet.slice(1).map(([rollNumber]) => rollNumber)).toEqual(names.map((_, index) => `-${100 + index}`))
    }
  }

  test('that the calls accept are whole as text in every file, and move no cell', async () => {
    expect(await readNames()).toEqual(taken.map((name, index) => `${name} ${taken.at(-1 - index)}`))
    await expectHarmlessFiles()
  })

  test.each([
    ['a tab', 'a\tb'],
    ['CR', 'a\rb'],
    ['a line break', 'a\r\nb'],
    ['an escape', 'a\u001b[2Jb'],
    ['a C1 control', 'a\u0085b'],
    ['a direction override', 'a\u202eb'],
    ['an isolate', 'a\u2066b'],
    ['nothing that is seen', '\u200b\u3164'],
    ['a zero-width space', 'a\u200bb'],
    ['a tag', 'a\u{e0041}b'],
    ['U+0000', 'a\0b'],
    ['half a character', 'a\ud83cb'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['129 characters beyond the first 65,536', '\u{1f469}'.repeat(129)],
  ])('with %s are refused by every call', async (_what, hostile) => {
    const before = rowsOf(await server.readTables(), 'accounts').length
    const browser = server.openBrowser()
    const account = { userId: 'unique()', email: 'new@students.example', password: 'tramway-umbrella-77' }
    const reply = await browser.post('/v1/account', { ...account, name: hostile })
    expect([reply.status, reply.body]).toMatchObject([400, { code: 400 }])
    expect(rowsOf(await server.readTables(), 'accounts')).toHaveLength(before)
  })

  test('that bypassed the calls are text in every file, too', async () => {
    const { db, close } = openForTampering(server.database)
    for (const [index, name] of smuggled.entries()) {
      const student = students[index]
      await db
        .updateTable('students')
        .set({ first_name: name, last_name: name })
        .where('id', '=', student?.id ?? '')
        .execute()
    }
    await close()
    expect((await readNames()).slice(0, smuggled.length)).toEqual(smuggled.map((name) => `${name} ${name}`))
    await expectHarmlessFiles()
  })

  describe('in a mail', () => {
    const rename = async (name: string): Promise<Person> => {
      const [student] = students
      if (!student) throw new Error('there is no student')
      const { db, close } = openForTampering(server.database)
      await db.updateTable('accounts').set({ name }).where('id', '=', student.id).execute()
      await close()
      return student
    }
    const askForMail = ({ email }: Person) =>
      server.openBrowser().post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })

    test('are neither markup nor a second recipient', async () => {
      const student = await rename('<script>owned=1</script> <thief@evil.example>, "Rao" \u202e')
      const before = server.inbox.received.length
      await askForMail(student)
      await expect.poll(() => server.inbox.received.length).toBe(before + 1)
      const mail = server.inbox.received.at(-1)
      expect(mail?.recipients).toEqual([student.email])
      expect(mail?.subject).not.toMatch(/owned|evil/)
      expect(mail?.html).not.toContain('<script>')
    })

    test('with a line break, which no call accepts, keep the mail from being sent', async () => {
      const student = await rename('Asha\r\nBcc: thief@evil.example\r\n\r\nowned')
      const before = server.inbox.received.length
      await askForMail(student)
      const isGivenUp = async () =>
        rowsOf(await server.readTables(), 'outbox').some(
          ({ recipient, given_up_at }) => recipient === student.email && given_up_at !== null,
        )
      await expect.poll(isGivenUp).toBe(true)
      expect(server.inbox.received).toHaveLength(before)
    })
  })
})

/** Characters that XML cannot hold, and line ends as XML reads them. */
function withoutForbidden(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
