import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { StudentAttributes } from '#contract/student.ts'
import { beginAs, beginRegistration, organisationProfile, somePassword } from './begin-registration.ts'
import { cellPath } from './cell-path.ts'
import { checkInvariants } from './check-invariants.ts'
import type { TestDatabase } from './create-database.ts'
import type { HttpClient, Reply } from './http-client.ts'
import type { ManualClock } from './manual-clock.ts'
import {
  assertPasskey,
  documentsPath,
  logIn,
  type Person,
  readMailedToken,
  readOwnOrganisation,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from './people-over-http.ts'
import type { Tables } from './read-tables.ts'
import { rowsOf } from './rows-of.ts'
import type { SmtpInbox } from './smtp-inbox.ts'

const crowd = 8
const hour = 3_600_000

/** One server, or several behind one address. */
export type RacedServer = {
  readonly origin: string
  readonly inbox: SmtpInbox
  readonly clock: Pick<ManualClock, 'now'>
  readonly advanceClock: (ms: number) => Promise<void>
  readonly openBrowser: () => HttpClient
  readonly database: TestDatabase
  readonly readTables: () => Promise<Tables>
  readonly close: () => Promise<void>
}

/**
 * The tests of simultaneous requests (rules §6): exact counts afterwards, and no answer with a server error. To be
 * called within a `describe`.
 */
export function testRaces(start: () => Promise<RacedServer>, rounds: number): void {
  vi.setConfig({ testTimeout: Math.max(40, rounds) * 6_000, hookTimeout: Math.max(40, rounds) * 6_000 })
  let server: RacedServer
  let institute: Person
  let otherInstitute: Person
  let members: Person[]
  let count = 0

  beforeAll(async () => {
    server = await start()
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    otherInstitute = await registerOrganisation(server, { email: 'office@narmada.example', name: 'Narmada College' })
    await registerPasskey(otherInstitute)
    members = []
    while (members.length < Math.max(rounds, crowd)) members.push(await registerMember())
  })
  afterAll(async () => {
    await checkInvariants(server.database)
    await server.close()
  })

  async function registerMember(): Promise<Person> {
    const person = await registerStudent(server, institute.id, {
      email: `s${++count}@example.org`,
      rollNumber: `S-${count}`,
    })
    await registerPasskey(person)
    return person
  }
  const table = async <Name extends Parameters<typeof rowsOf>[1]>(name: Name) => rowsOf(await server.readTables(), name)
  const inCrowd = <T>(work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: crowd }, (_, index) => work(index)))
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort()
  /** One success, and refusals of one kind for all others. */
  const oneOf = (success: number, refused: number, all = crowd) => [success, ...Array<number>(all - 1).fill(refused)]
  const prove = (http: HttpClient, { id, authenticator }: Person) =>
    assertPasskey(http, { userId: id, category: 'STD' }, authenticator)
  const mark = (http: HttpClient, organisationId: string, studentId: string, total = 1) => {
    const attendance = JSON.stringify({ [organisationId]: { total, expiryTime: server.clock.now() + hour } })
    return http.patch<StudentAttributes>(`${documentsPath('STD')}/${studentId}`, { data: { attendance } })
  }
  const marksOf = async ({ id }: Person) => (await table('marks')).filter(({ student_id }) => student_id === id)
  const totalIn = async (organisation: Person, student: Person) =>
    (await table('memberships')).find(
      ({ organisation_id, student_id }) => organisation_id === organisation.id && student_id === student.id,
    )?.total ?? -1
  const totalsOf = async ({ id }: Person) =>
    (await table('memberships')).filter(({ student_id }) => student_id === id).map(({ total }) => total)

  test('two screens that mark one student count one mark', async () => {
    const screens = [
      await logIn(institute, server.openBrowser()),
      await logIn(institute, server.openBrowser()),
    ] as const
    await startAttendance(screens[0])
    for (const student of members.slice(0, rounds)) {
      for (const { http } of screens) expect(await prove(http, student)).toBe(true)
      const replies = await Promise.all(screens.map(({ http }) => mark(http, institute.id, student.id)))
      expect(statuses(replies)).toEqual([200, 409])
      expect(await marksOf(student)).toHaveLength(1)
      expect(await totalsOf(student)).toEqual([1])
    }
  })

  test('two organisations that mark one student count one mark each', async () => {
    await server.advanceClock(2 * hour)
    institute = await logIn(institute, server.openBrowser())
    otherInstitute = await logIn(otherInstitute, server.openBrowser())
    await startAttendance(institute)
    await startAttendance(otherInstitute)
    for (const student of members.slice(0, rounds)) {
      const codes = { organisation: [institute.id, otherInstitute.id] }
      expect(await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: codes })).toMatchObject({
        status: 200,
      })
      for (const { http } of [institute, otherInstitute]) expect(await prove(http, student)).toBe(true)
      const replies = await Promise.all([
        mark(institute.http, institute.id, student.id, 2),
        mark(otherInstitute.http, otherInstitute.id, student.id),
        student.http.patch(`${documentsPath('STD')}/${student.id}`, { data: { phoneNumber: '+91 11111' } }),
      ])
      expect(statuses(replies)).toEqual([200, 200, 200])
      expect(await marksOf(student)).toHaveLength(3)
      expect(new Set(await totalsOf(student))).toEqual(new Set([1, 2]))
    }
  })

  test('one proof that is spent eight times makes one mark, and the answer is the same each time', async () => {
    await server.advanceClock(2 * hour)
    institute = await logIn(institute, server.openBrowser())
    await startAttendance(institute)
    for (const student of members.slice(0, rounds)) {
      const before = (await marksOf(student)).length
      expect(await prove(institute.http, student)).toBe(true)
      const replies = await inCrowd(() => mark(institute.http, institute.id, student.id, 3))
      expect(statuses(replies)).toEqual(Array(crowd).fill(200))
      expect(new Set(replies.map(({ body }) => body.attendance)).size).toBe(1)
      expect(await marksOf(student)).toHaveLength(before + 1)
    }
  })

  const rule = async (http: HttpClient, sessionId: unknown, studentId: string, status: 'present' | 'absent') =>
    http.post(`${await cellPath(http, sessionId, studentId)}/rulings`, { status, reason: 'We have asked.', after: 0 })
  const newestMarkOf = async (student: Person) =>
    (await marksOf(student)).reduce((last, other) => (Number(other.marked_at) > Number(last.marked_at) ? other : last))
  const rulingsOf = async ({ id }: Person) =>
    (await table('rulings')).filter(({ student_id }) => student_id === id).map(({ status }) => status)

  test('two answers to one dispute make one ruling', async () => {
    await server.advanceClock(2 * hour)
    const screens = [
      await logIn(institute, server.openBrowser()),
      await logIn(institute, server.openBrowser()),
    ] as const
    institute = screens[0]
    await startAttendance(institute)
    for (const student of members.slice(0, rounds)) {
      expect(await prove(institute.http, student)).toBe(true)
      const total = await totalIn(institute, student)
      expect(await mark(institute.http, institute.id, student.id, Number(total) + 1)).toMatchObject({ status: 200 })
      const attendanceSessionId = (await newestMarkOf(student)).attendance_session_id
      await student.http.post('/api/v1/receipts/flag', { attendanceSessionId })
      const replies = await Promise.all([
        rule(screens[0].http, attendanceSessionId, student.id, 'present'),
        rule(screens[1].http, attendanceSessionId, student.id, 'absent'),
      ])
      expect(statuses(replies)).toEqual([200, 409])
      const made = await rulingsOf(student)
      expect(made).toHaveLength(1)
      expect(await totalIn(institute, student)).toBe(made[0] === 'present' ? Number(total) + 1 : total)
    }
  })

  test('a mark that is withdrawn while its student is marked again is withdrawn', async () => {
    await server.advanceClock(2 * hour)
    institute = await logIn(institute, server.openBrowser())
    await startAttendance(institute)
    for (const student of members.slice(0, rounds)) {
      const total = await totalIn(institute, student)
      expect(await prove(institute.http, student)).toBe(true)
      expect(await mark(institute.http, institute.id, student.id, Number(total) + 1)).toMatchObject({ status: 200 })
      const session = await newestMarkOf(student)
      expect(await prove(institute.http, student)).toBe(true)
      const [ruling, again] = await Promise.all([
        rule(institute.http, session.attendance_session_id, student.id, 'absent'),
        mark(institute.http, institute.id, student.id, Number(total) + 2),
      ])
      expect([ruling.status, again.status]).toEqual([200, 409])
      expect(await totalIn(institute, student)).toBe(total)
    }
  })

  test('marks that arrive while the class ends count before the end and not after it', async () => {
    const students = members.slice(0, crowd)
    for (let round = 0; round < rounds; round++) {
      await server.advanceClock(2 * hour)
      institute = await logIn(institute, server.openBrowser())
      await startAttendance(institute)
      const { endsAt, id } = await readLastSession(institute)
      // A proof lives for a minute and a login for an idle hour: both are made close to the end.
      await server.advanceClock(endsAt - server.clock.now() - hour / 2)
      expect((await institute.http.get('/v1/account')).status).toBe(200)
      await server.advanceClock(endsAt - server.clock.now() - 20_000)
      for (const student of students) expect(await prove(institute.http, student)).toBe(true)
      const totals = await Promise.all(students.map((student) => totalIn(institute, student)))
      let end: Promise<void> | undefined
      const replies = students.map(async (student, index) => {
        // The class ends when half of them are under way.
        if (index >= crowd / 2) {
          end ??= server.advanceClock(endsAt - server.clock.now())
          await end
        }
        return mark(institute.http, institute.id, student.id, (totals[index] ?? 0) + 1)
      })
      const answers = await Promise.all(replies)
      for (const { status, text } of answers) expect([200, 401], text).toContain(status)
      // A mark that was sent after the end is refused; of the others, those count that the server read in time.
      expect(statuses(answers.slice(crowd / 2))).toEqual(Array(crowd / 2).fill(401))
      const marks = (await table('marks')).filter(({ attendance_session_id }) => attendance_session_id === id)
      expect(marks).toHaveLength(answers.filter(({ status }) => status === 200).length)
      for (const { marked_at } of marks) expect(marked_at).toBeLessThan(endsAt)
      const after = await Promise.all(students.map((student) => totalIn(institute, student)))
      expect(after).toEqual(totals.map((total, index) => total + (answers[index]?.status === 200 ? 1 : 0)))
    }
  })

  const endNow = ({ http }: Person, id: string) => http.post(`/api/v1/sessions/${id}/end`, {})
  const takeBack = ({ http }: Person, id: string) => http.delete(`/api/v1/sessions/${id}`)

  test('people who end one class at once end it once', async () => {
    const [student = institute] = members
    for (let round = 0; round < rounds; round++) {
      await server.advanceClock(2 * hour)
      const screens: Person[] = []
      while (screens.length < crowd) screens.push(await logIn(institute, server.openBrowser()))
      const [screen = institute] = screens
      await startAttendance(screen)
      const { id } = await readLastSession(screen)
      expect(await prove(screen.http, student)).toBe(true)
      expect((await mark(screen.http, institute.id, student.id, (await totalIn(institute, student)) + 1)).status).toBe(
        200,
      )
      expect(statuses(await Promise.all(screens.map((one) => endNow(one, id))))).toEqual(Array(crowd).fill(200))
      const ends = (await table('audit_log')).filter(({ action }) => action === 'attendance.end').slice(-crowd)
      expect(ends.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    }
  })

  test('marks that arrive while the class is ended early count before the end, and their windows end with it', async () => {
    const students = members.slice(0, crowd)
    for (let round = 0; round < rounds; round++) {
      await server.advanceClock(2 * hour)
      institute = await logIn(institute, server.openBrowser())
      await startAttendance(institute)
      const { id } = await readLastSession(institute)
      for (const student of students) expect(await prove(institute.http, student)).toBe(true)
      const totals = await Promise.all(students.map((student) => totalIn(institute, student)))
      const wanted = students.map((student, index) => ({ id: student.id, total: (totals[index] ?? 0) + 1 }))
      const [ended, ...answers] = await Promise.all([
        endNow(institute, id),
        ...wanted.map((one) => mark(institute.http, institute.id, one.id, one.total)),
      ])
      expect(ended.status).toBe(200)
      for (const { status, text } of answers) expect([200, 401], text).toContain(status)
      const { ends_at } = (await table('attendance_sessions')).find((row) => row.id === id) ?? {}
      const marks = (await table('marks')).filter(({ attendance_session_id }) => attendance_session_id === id)
      expect(marks).toHaveLength(answers.filter(({ status }) => status === 200).length)
      for (const { marked_at } of marks) expect(marked_at).toBeLessThan(Number(ends_at))
      await startAttendance(institute)
      for (const [index, student] of students.entries()) {
        expect(await prove(institute.http, student)).toBe(true)
        const total = (wanted[index]?.total ?? 0) + (answers[index]?.status === 200 ? 1 : 0)
        expect((await mark(institute.http, institute.id, student.id, total)).status).toBe(200)
      }
    }
  })

  test('of a mark and a taking back at once one comes first, and the class is there or not', async () => {
    const [student = institute] = members
    for (let round = 0; round < rounds; round++) {
      await server.advanceClock(2 * hour)
      institute = await logIn(institute, server.openBrowser())
      const { classes } = await startAttendance(institute)
      const { id } = await readLastSession(institute)
      expect(await prove(institute.http, student)).toBe(true)
      const total = await totalIn(institute, student)
      const [marked, taken] = await Promise.all([
        mark(institute.http, institute.id, student.id, total + 1),
        takeBack(institute, id),
      ])
      const isThere = marked.status === 200
      expect([marked.status, taken.status]).toEqual(isThere ? [200, 409] : [401, 204])
      expect((await readOwnOrganisation(institute)).classes).toBe(isThere ? classes : classes - 1)
      expect(await totalIn(institute, student)).toBe(isThere ? total + 1 : total)
    }
  })

  test('a start at the moment of the end begins the next class, and the one before takes no more marks', async () => {
    const [student = institute] = members
    for (let round = 0; round < rounds; round++) {
      await server.advanceClock(2 * hour)
      institute = await logIn(institute, server.openBrowser())
      const { classes } = await startAttendance(institute)
      const { endsAt, id } = await readLastSession(institute)
      await server.advanceClock(endsAt - server.clock.now() - hour / 2)
      expect((await institute.http.get('/v1/account')).status).toBe(200)
      await server.advanceClock(endsAt - server.clock.now() - 20_000)
      expect(await prove(institute.http, student)).toBe(true)
      const total = await totalIn(institute, student)
      await server.advanceClock(endsAt - server.clock.now())
      const start = () =>
        institute.http.patch(`${documentsPath('ORG')}/${institute.id}`, { data: { classes: classes + 1 } })
      const [marked, ...starts] = await Promise.all([
        mark(institute.http, institute.id, student.id, total + 1),
        start(),
        start(),
      ])
      expect(marked.status).toBe(401)
      expect(statuses(starts)).toEqual([200, 200])
      expect((await table('marks')).filter(({ attendance_session_id }) => attendance_session_id === id)).toEqual([])
      expect((await readOwnOrganisation(institute)).classes).toBe(classes + 1)
    }
  })

  test('eight starts from eight browsers begin one class', async () => {
    let browsers: HttpClient[] = []
    const organisation = await registerOrganisation(server, { email: 'office@eight.example', name: 'Eight College' })
    await registerPasskey(organisation)
    const start = (http: HttpClient | undefined, classes: number) =>
      (http ?? organisation.http).patch(`${documentsPath('ORG')}/${organisation.id}`, { data: { classes } })
    for (let round = 1; round <= rounds; round++) {
      // A class takes an hour, and an organisation's login lasts for twelve.
      if (round % 10 === 1) {
        browsers = []
        for (let index = 0; index < crowd; index++)
          browsers.push((await logIn(organisation, server.openBrowser())).http)
      }
      expect(statuses(await inCrowd((index) => start(browsers[index], round)))).toEqual(oneOf(200, 409))
      const held = (await table('attendance_sessions')).filter(
        ({ organisation_id }) => organisation_id === organisation.id,
      )
      expect(held).toHaveLength(round)
      // The class ends; the login sessions, which are used in between, do not.
      for (const half of [1, 2]) {
        await server.advanceClock(hour / 2)
        const used = await inCrowd((index) => (browsers[index] ?? organisation.http).get('/v1/account'))
        expect(statuses(used), `half hour ${half}`).toEqual(Array(crowd).fill(200))
      }
    }
  })

  test('eight starts from one browser begin one class, and all get that answer', async () => {
    const organisation = await registerOrganisation(server, { email: 'office@retry.example', name: 'Retry College' })
    await registerPasskey(organisation)
    const replies = await inCrowd(() =>
      organisation.http.patch(`${documentsPath('ORG')}/${organisation.id}`, { data: { classes: 1 } }),
    )
    expect(statuses(replies)).toEqual(Array(crowd).fill(200))
    expect((await readOwnOrganisation(organisation)).classes).toBe(1)
  })

  test('eight registrations of one email leave one account, which one browser can finish', async () => {
    for (let round = 0; round < rounds; round++) {
      const email = `raced${round}@example.org`
      const attempts = await inCrowd(async () => {
        const http = server.openBrowser()
        return {
          http,
          reply: await http.post<{ $id: string }>('/v1/account', { userId: 'unique()', email, password: somePassword }),
        }
      })
      for (const { reply } of attempts) expect([201, 409]).toContain(reply.status)
      const accounts = (await table('accounts')).filter(({ email_canonical }) => email_canonical === email)
      expect(accounts).toHaveLength(1)
      const labelled = await Promise.all(
        attempts.map(({ http, reply }) =>
          http.post('/api/v1/user/label', { userId: reply.body.$id ?? 'none', label: 'ORG' }),
        ),
      )
      expect(labelled.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(labelled.filter(({ status }) => status === 401)).toHaveLength(crowd - 1)
    }
  })

  test('right and wrong passwords of one account get their own answers', async () => {
    const { email, password } = members[0] ?? institute
    for (let round = 0; round < rounds; round++) {
      const replies = await inCrowd((index) =>
        server.openBrowser().post('/v1/account/sessions/email', {
          email,
          password: index % 2 === 0 ? password : 'not-the-password-1',
        }),
      )
      expect(replies.map(({ status }) => status)).toEqual([201, 401, 201, 401, 201, 401, 201, 401])
    }
  })

  test('one verification link that is opened eight times works once', async () => {
    for (let round = 0; round < rounds; round++) {
      const { http, email, password } = await beginRegistration(server, `link${round}@example.org`)
      await http.post('/v1/account/sessions/email', { email, password })
      await http.post('/v1/account/verification', { url: `${server.origin}/verify-email` })
      const token = readMailedToken((await server.inbox.next(email)).links, '/verify-email')
      const replies = await inCrowd(() => server.openBrowser().put('/v1/account/verification', token))
      expect(statuses(replies)).toEqual(oneOf(200, 401))
    }
  })

  test('one recovery link that is used eight times sets one password', async () => {
    for (let round = 0; round < rounds; round++) {
      const { email } = await beginRegistration(server, `reset${round}@example.org`)
      await server.openBrowser().post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })
      const token = readMailedToken((await server.inbox.next(email)).links, '/new-password')
      const passwordOf = (index: number) => `bamboo-saddle-comet-${index}`
      const replies = await inCrowd((index) =>
        server.openBrowser().put('/v1/account/recovery', { ...token, password: passwordOf(index) }),
      )
      expect(statuses(replies)).toEqual(oneOf(200, 401))
      const winner = replies.findIndex(({ status }) => status === 200)
      const logIns = await inCrowd((index) =>
        server.openBrowser().post('/v1/account/sessions/email', { email, password: passwordOf(index) }),
      )
      expect(logIns.map(({ status }) => status === 201)).toEqual(logIns.map((_, index) => index === winner))
    }
  })

  test('one institute that is added eight times is joined once', async () => {
    const places = await readMembers(otherInstitute.id)
    for (let round = 0; round < rounds; round++) {
      const student = await registerStudent(server, institute.id, {
        email: `add${round}@example.org`,
        rollNumber: `A-${round}`,
      })
      const data = { organisation: [institute.id, otherInstitute.id] }
      const replies = await inCrowd(() => student.http.patch(`${documentsPath('STD')}/${student.id}`, { data }))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { status } of replies) expect([200, 400, 409]).toContain(status)
      expect(await totalsOf(student)).toEqual([0, 0])
      expect(await readMembers(otherInstitute.id)).toBe(places + round + 1)
    }
  })

  test('a profile that is posted eight times is made once', async () => {
    for (let round = 0; round < rounds; round++) {
      const { http, id, email } = await beginAs('ORG', server, `profile${round}@example.org`)
      const body = { documentId: id, data: organisationProfile(email) }
      expect(statuses(await inCrowd(() => http.post(documentsPath('ORG'), body)))).toEqual(oneOf(201, 409))
    }
  })

  test('an email that one person registers while another changes to it belongs to one of them', async () => {
    for (let round = 0; round < rounds; round++) {
      const registering = await beginAs('ORG', server, `contested${round}@example.org`)
      const taker = await beginRegistration(server, `taker${round}@example.org`)
      await taker.http.post('/v1/account/sessions/email', { email: taker.email, password: taker.password })
      const [posted, changed, registered] = await Promise.all([
        registering.http.post(documentsPath('ORG'), {
          documentId: registering.id,
          data: organisationProfile(registering.email),
        }),
        taker.http.patch('/v1/account/email', { email: registering.email, password: taker.password }),
        server
          .openBrowser()
          .post('/v1/account', { userId: 'unique()', email: registering.email, password: somePassword }),
      ])
      expect([201, 401], posted.text).toContain(posted.status)
      expect([200, 401, 409], changed.text).toContain(changed.status)
      expect([201, 409], registered.text).toContain(registered.status)
      const accounts = (await table('accounts')).filter(({ email_canonical }) => email_canonical === registering.email)
      expect(accounts).toHaveLength(1)
      expect(accounts[0]?.id === registering.id).toBe(posted.status === 201)
    }
  })

  test('an email that eight people change to goes to one of them', async () => {
    for (let round = 0; round < rounds; round++) {
      const people = await inCrowd(async (index) => {
        const person = await beginRegistration(server, `mover${round}.${index}@example.org`)
        await person.http.post('/v1/account/sessions/email', { email: person.email, password: person.password })
        return person
      })
      const email = `wanted${round}@example.org`
      const replies = await Promise.all(
        people.map(({ http, password }) => http.patch('/v1/account/email', { email, password })),
      )
      for (const { status, text } of replies) expect([200, 401, 409], text).toContain(status)
      const holders = (await table('accounts')).filter(({ email_canonical }) => email_canonical === email)
      expect(holders).toHaveLength(1)
    }
  })

  async function readLastSession({ id }: Person): Promise<{ readonly id: string; readonly endsAt: number }> {
    const held = (await table('attendance_sessions')).filter(({ organisation_id }) => organisation_id === id)
    const last = held.sort((one, other) => other.number - one.number)[0]
    return { id: last?.id ?? '', endsAt: last?.ends_at ?? 0 }
  }

  async function readMembers(id: string): Promise<number> {
    return (await table('organisations')).find((organisation) => organisation.id === id)?.members ?? -1
  }
}
