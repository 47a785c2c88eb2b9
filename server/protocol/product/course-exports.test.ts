import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cellLetters } from '#contract/course-cells.ts'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseRegister, CourseSheet, CoursesReport } from '#contract/course-sessions.ts'
import type { CourseDetail, RoomList } from '#contract/courses.ts'
import { sentenceOfReason } from '#contract/problems.ts'
import { reportPaths } from '#contract/report-requests.ts'
import type { RosterPage } from '#contract/roster.ts'
import type { StaffList } from '#contract/staff.ts'
import { engines } from '#testing/create-database.ts'
import type { Reply } from '#testing/http-client.ts'
import { type AnyPerson, logIn, type Person, registerOrganisation, registerPasskey } from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { addStaff, confirm } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const minute = 60_000
/** Who was how in which session; '.' has no word, which is an absence once another person has one. */
const held = {
  MATH: { late: 50, letters: ['PPLAX', 'AAAPE', '....P'] },
  PHYS: { late: 100, letters: ['PP', 'LA', '.X'] },
} as const
const people = [
  { rollNumber: '-1', givenName: '=HYPERLINK("http://evil.example")', familyName: 'O’Neil, <b>' },
  { rollNumber: '21CS042', givenName: 'Asha', familyName: 'Rao' },
  { rollNumber: '21CS043', givenName: 'Bela', familyName: 'Sen' },
]

describe.each(engines)('exports of courses on %s', (engine) => {
  let server: TestServer
  let college: Person
  let teacher: AnyPerson
  let viewer: AnyPerson
  const ids = { MATH: '', PHYS: '' }

  const accepted = <Body>(reply: Reply<Body>): Body => {
    expect([reply.status, reply.text]).toEqual([200, expect.anything()])
    return reply.body
  }
  async function hold(code: 'MATH' | 'PHYS', personIds: readonly string[]): Promise<void> {
    const { http } = college
    const named = { code, title: `Course ${code}`, kind: 'course', department: '', term: '' }
    const { id } = accepted(await http.post<CourseDetail>('/api/v1/courses', named))
    ids[code] = id
    const policy = { ...defaultCoursePolicy, latePoints: held[code].late }
    accepted(await http.put(`/api/v1/courses/${id}/policy`, { policy, isTrial: false }))
    accepted(await http.post(`/api/v1/courses/${id}/people`, { people: personIds, meanwhile: 'left-out' }))
    const sessions = held[code].letters[0].length
    for (let number = 1; number <= sessions; number++) {
      const start = { expected: number, minutes: 5 }
      const { session } = accepted(await http.post<CourseSheet>(`/api/v1/groups/${id}/sessions`, start))
      server.clock.advance(6 * minute)
      await confirm(college)
      for (const [at, personId] of personIds.entries()) {
        const letter = held[code].letters[at]?.[number - 1]
        const [status] = Object.entries(cellLetters).find(([, one]) => one === letter) ?? []
        if (status === undefined) continue
        const path = `/api/v1/sessions/${session.id}/people/${personId}/rulings`
        accepted(await http.post(path, { status, reason: 'By the book.', after: 0 }))
      }
    }
  }
  const readCsv = async (path: string, person: AnyPerson = college): Promise<string[][]> => {
    const reply = await person.http.get(`${path}?format=csv`)
    expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
    return reply.text.replace('\ufeff', '').trimEnd().split('\r\n').map(splitRow)
  }

  const readXlsx = async (path: string) => {
    const cookie = college.http.cookies.header('/') ?? ''
    const reply = await fetch(`${college.http.origin}${path}?format=xlsx`, { headers: { cookie } })
    return { reply, rows: await readSheet(Buffer.from(await reply.arrayBuffer())) }
  }

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    await registerPasskey(college)
    await confirm(college)
    for (const person of people) {
      accepted(await college.http.post('/api/v1/people', { ...person, email: '', section: '' }))
    }
    const roster = accepted(await college.http.get<RosterPage>('/api/v1/people?limit=50'))
    const personIds = people.map(
      ({ rollNumber }) => roster.people.find((one) => one.rollNumber === rollNumber)?.id ?? '',
    )
    await hold('MATH', personIds)
    await hold('PHYS', personIds)
    teacher = await addStaff(server, college, { email: 't@x.example', role: 'teacher', holdsWhole: false })
    viewer = await addStaff(server, college, { email: 'v@x.example', role: 'viewer' })
    const { people: all } = accepted(await college.http.get<StaffList>('/api/v1/staff'))
    const staff = all.filter(({ email }) => email === teacher.email).map(({ id }) => id)
    accepted(await college.http.put(`/api/v1/courses/${ids.PHYS}/teachers`, { staff }))
  })
  afterAll(() => server.close())

  test.each(['MATH', 'PHYS'] as const)('the register of %s has the letters and numbers of the screen', async (code) => {
    const screen = accepted(await college.http.get<CourseRegister>(`/api/v1/groups/${ids[code]}/register`))
    const [headings, ...rows] = await readCsv(reportPaths.exports.courseRegister(ids[code]))
    const days = headings?.slice(2, -3).map((heading) => heading.split(' ')[0])
    expect(days).toEqual(screen.sessions.map(({ number }) => String(number)))
    expect(headings?.slice(-3)).toEqual(['Points', 'Counted', 'Percentage'])
    expect(rows.map((row) => row.slice(2))).toEqual(
      screen.people.map(({ letters, working }) => [...letters, ...asWritten(working)]),
    )
    expect(rows.map((row) => row.slice(2))).toEqual(
      held[code].letters.map((letters) => [
        ...letters.replaceAll('.', 'A'),
        ...recount(letters, held[code].late).working,
      ]),
    )
  })

  test.each(['MATH', 'PHYS'] as const)('are named by the course %s', async (code) => {
    for (const path of [reportPaths.exports.courseRegister(ids[code]), reportPaths.exports.sessions(ids[code])]) {
      const { headers } = await college.http.get(`${path}?format=csv`)
      expect(headers.get('content-disposition')).toMatch(
        new RegExp(`filename="rollkey-(course-register|sessions)-${code}-[\\d-]+\\.csv"$`),
      )
    }
  })

  test('of all courses have a row for each person of each course, with the numbers of a clerk and of the screen', async () => {
    const [headings, ...rows] = await readCsv(reportPaths.exports.courses)
    expect(headings).toEqual([
      ...['Course', 'Title', 'Roll number', 'Name', 'Attended', 'Of these late'],
      ...['Of these left early', 'Excused', 'Missed'],
      ...['Points', 'Counted', 'Percentage', 'Goal'],
    ])
    const ofClerk = (['MATH', 'PHYS'] as const).flatMap((code) =>
      held[code].letters.map((letters) => {
        const { counts, working } = recount(letters, held[code].late)
        return [code, `Course ${code}`, ...counts, ...working, '75']
      }),
    )
    expect(rows.map(([code, title, , , ...numbers]) => [code, title, ...numbers])).toEqual(ofClerk)
    const { courses } = accepted(await college.http.get<CoursesReport>('/api/v1/reports/courses'))
    for (const { code, people: size, counted, points, below, goal } of courses) {
      const own = rows.filter(([of]) => of === code)
      const sum = (place: number) => own.reduce((all, row) => all + Number(row[place]), 0)
      const isBelow = (row: readonly string[]) => row[11] !== '' && Number(row[11]) < goal
      expect([own.length, sum(10), sum(9) * 100, own.filter(isBelow).length]).toEqual([size, counted, points, below])
    }
  })

  test('let no name become a formula, and hold the same in XLSX', async () => {
    const [, evil] = await readCsv(reportPaths.exports.courses)
    expect(evil?.slice(2, 4)).toEqual(["'-1", '\'=HYPERLINK("http://evil.example") O’Neil, <b>'])
    const { reply, rows } = await readXlsx(reportPaths.exports.courses)
    const [, first, second] = rows
    expect(first?.slice(2, 4)).toEqual(['-1', '=HYPERLINK("http://evil.example") O’Neil, <b>'])
    expect(second?.slice(4)).toEqual([2, 0, 1, 0, 3, 2, 5, 40, 75])
    expect(reply.headers.get('content-disposition')).toMatch(/filename="rollkey-courses-[\d-]+\.xlsx"$/)
  })

  test('give a teacher the own courses alone: another one is answered as one that does not exist', async () => {
    await confirm(teacher)
    const [, ...rows] = await readCsv(reportPaths.exports.courses, teacher)
    expect(new Set(rows.map(([code]) => code))).toEqual(new Set(['PHYS']))
    expect((await readCsv(reportPaths.exports.courseRegister(ids.PHYS), teacher)).length).toBe(4)
    const [ofOther, ofMissing] = [
      await teacher.http.get(`${reportPaths.exports.courseRegister(ids.MATH)}?format=csv`),
      await teacher.http.get(`${reportPaths.exports.courseRegister('ZZZZZZZZ')}?format=csv`),
    ]
    expect(ofOther).toMatchObject(refusal(404, 'document_not_found'))
    expect(ofOther.text).toBe(ofMissing.text)
    const academy = await registerOrganisation(server, { name: 'Academy', email: 'office@academy.example' })
    const ofForeign = await academy.http.get(`${reportPaths.exports.courseRegister(ids.MATH)}?format=csv`)
    expect(ofForeign.text).toBe(ofMissing.text)
  })

  test('are for viewers, too, who read the same on the screen', async () => {
    await confirm(viewer)
    for (const path of [reportPaths.exports.courses, reportPaths.exports.courseRegister(ids.MATH)]) {
      expect((await viewer.http.get(`${path}?format=csv`)).status).toBe(200)
    }
    expect((await viewer.http.get(`/api/v1/groups/${ids.MATH}/register`)).status).toBe(200)
  })

  test('are recorded, and need a password or passkey of the last ten minutes', async () => {
    const path = reportPaths.exports.courseRegister(ids.MATH)
    college = await logIn(college)
    await readCsv(path)
    server.clock.advance(10 * minute + 1_000)
    expect(await college.http.get(`${path}?format=csv`)).toMatchObject(
      refusal(401, 'user_unauthorized', sentenceOfReason('step-up-needed-to-export')),
    )
    const written = rowsOf(await server.readTables(), 'audit_log').filter(({ action }) => action === 'report.export')
    const detail = JSON.stringify({ organisationId: college.id, report: 'course-register', format: 'csv' })
    expect(written.slice(-2)).toMatchObject([
      { account_id: college.id, outcome: 'done', subject: ids.MATH, detail },
      { account_id: college.id, outcome: 'refused', subject: ids.MATH, detail },
    ])
  })

  test('a session that is left out of an enrolment is neither absent nor empty', async () => {
    await confirm(college)
    const late = { rollNumber: '21CS044', givenName: 'Chidi', familyName: 'Roy', email: '', section: '' }
    const { id: person } = accepted(await college.http.post<{ readonly id: string }>('/api/v1/people', late))
    const { sessions } = accepted(await college.http.get<CourseRegister>(`/api/v1/groups/${ids.PHYS}/register`))
    const from = sessions[0]?.startedAt
    accepted(
      await college.http.post(`/api/v1/courses/${ids.PHYS}/people`, { people: [person], from, meanwhile: 'left-out' }),
    )
    const path = reportPaths.exports.courseRegister(ids.PHYS)
    expect((await readCsv(path)).at(-1)?.slice(2)).toEqual(['·', '·', '0', '0', ''])
    expect((await readXlsx(path)).rows.at(-1)?.slice(2)).toEqual(['·', '·', 0, 0, null])
  })

  test('the titles of a register have the times of each session, its room, and who took it', async () => {
    const { http } = college
    await confirm(college)
    const { id } = accepted(
      await http.post<CourseDetail>('/api/v1/courses', {
        code: 'HALL',
        title: 'In a hall',
        kind: 'course',
        department: '',
        term: '',
      }),
    )
    const { rooms } = accepted(await http.post<RoomList>('/api/v1/rooms', { name: 'Hall 2' }))
    const registrar = await addStaff(server, college, { email: 'r@x.example', role: 'registrar' })
    const start = { minutes: 50, roomId: rooms.at(-1)?.id }
    accepted(await registrar.http.post(`/api/v1/groups/${id}/sessions`, { ...start, expected: 1 }))
    server.clock.advance(51 * minute)
    await confirm(college)
    accepted(await http.post(`/api/v1/groups/${id}/sessions`, { minutes: 50, expected: 2 }))
    server.clock.advance(51 * minute)
    await confirm(college)
    const [headings] = await readCsv(reportPaths.exports.courseRegister(id))
    const { people: all } = accepted(await http.get<StaffList>('/api/v1/staff'))
    const name = all.find(({ email }) => email === registrar.email)?.name ?? ''
    const times = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d – (\d{4}-\d\d-\d\d )?\d\d:\d\d`
    expect(headings?.[2]).toMatch(new RegExp(`^1 · ${times} · Hall 2 · ${name}$`))
    expect(headings?.[3]).toMatch(new RegExp(`^2 · ${times}$`))
    const { rows } = await readXlsx(reportPaths.exports.courseRegister(id))
    expect(rows[0]?.slice(2, 4)).toEqual(headings?.slice(2, 4))
  })
})

/** The cells of a row of CSV. */
const splitRow = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

type Working = CourseRegister['people'][number]['working']
const asWritten = ({ points, counted, percentage }: Working): string[] => [
  String(points / 100),
  String(counted),
  percentage?.replace('%', '') ?? '',
]

/** What a clerk counts in a book, where an excused session is left out. */
function recount(letters: string, latePoints: number): { counts: string[]; working: string[] } {
  const count = (...wanted: string[]) => [...letters].filter((letter) => wanted.includes(letter)).length
  const [late, missed] = [count('L'), count('A', '.')]
  const counted = count('P', 'E') + late + missed
  const points = count('P', 'E') + (late * latePoints) / 100
  const percent = counted === 0 ? '' : String(Math.floor((points * 10_000) / counted) / 100)
  return {
    counts: [count('P', 'L', 'E'), late, count('E'), count('X'), missed].map(String),
    working: [String(points), String(counted), percent],
  }
}
