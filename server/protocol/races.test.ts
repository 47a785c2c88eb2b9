import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StudentAttributes } from '#contract/student.ts'
import {
  beginAs,
  beginRegistration,
  organisationProfile,
  somePassword,
  studentProfile,
} from '#server/testing/begin-registration.ts'
import { checkInvariants } from '#server/testing/check-invariants.ts'
import { engines } from '#server/testing/create-database.ts'
import type { HttpClient, Reply } from '#server/testing/http-client.ts'
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
} from '#server/testing/people-over-http.ts'
import { rowsOf } from '#server/testing/rows-of.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

const rounds = 10
const crowd = 8
const hour = 3_600_000

/** Requests that arrive at once: exact counts afterwards, and no answer that blames the server. */
describe.each(engines)('at once on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let otherInstitute: Person
  let members: Person[]
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    otherInstitute = await registerOrganisation(server, { email: 'office@narmada.example', name: 'Narmada College' })
    await registerPasskey(otherInstitute)
    members = []
    for (let round = 0; round < rounds; round++) members.push(await registerMember())
  })
  afterAll(async () => {
    checkInvariants(await server.readTables())
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
  const totalsOf = async ({ id }: Person) =>
    (await table('memberships')).filter(({ student_id }) => student_id === id).map(({ total }) => total)

  test('two screens that mark one student count one mark', async () => {
    const screens = [
      await logIn(institute, server.openBrowser()),
      await logIn(institute, server.openBrowser()),
    ] as const
    await startAttendance(screens[0])
    for (const student of members) {
      for (const { http } of screens) expect(await prove(http, student)).toBe(true)
      const replies = await Promise.all(screens.map(({ http }) => mark(http, institute.id, student.id)))
      expect(statuses(replies)).toEqual([200, 409])
      expect(await marksOf(student)).toHaveLength(1)
      expect(await totalsOf(student)).toEqual([1])
    }
  })

  test('two organisations that mark one student count one mark each', async () => {
    server.clock.advance(2 * hour)
    institute = await logIn(institute, server.openBrowser())
    otherInstitute = await logIn(otherInstitute, server.openBrowser())
    await startAttendance(institute)
    await startAttendance(otherInstitute)
    for (const student of members) {
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
    server.clock.advance(2 * hour)
    institute = await logIn(institute, server.openBrowser())
    await startAttendance(institute)
    for (const student of members) {
      const before = (await marksOf(student)).length
      expect(await prove(institute.http, student)).toBe(true)
      const replies = await inCrowd(() => mark(institute.http, institute.id, student.id, 3))
      expect(statuses(replies)).toEqual(Array(crowd).fill(200))
      expect(new Set(replies.map(({ body }) => body.attendance)).size).toBe(1)
      expect(await marksOf(student)).toHaveLength(before + 1)
    }
  })

  test('eight starts from eight browsers begin one class', async () => {
    const browsers: HttpClient[] = []
    const organisation = await registerOrganisation(server, { email: 'office@eight.example', name: 'Eight College' })
    await registerPasskey(organisation)
    for (let index = 0; index < crowd; index++) browsers.push((await logIn(organisation, server.openBrowser())).http)
    const start = (http: HttpClient | undefined, classes: number) =>
      (http ?? organisation.http).patch(`${documentsPath('ORG')}/${organisation.id}`, { data: { classes } })
    for (let round = 1; round <= rounds; round++) {
      expect(statuses(await inCrowd((index) => start(browsers[index], round)))).toEqual(oneOf(200, 409))
      const held = (await table('attendance_sessions')).filter(
        ({ organisation_id }) => organisation_id === organisation.id,
      )
      expect(held).toHaveLength(round)
      // The class ends; the sessions, which are used in between, do not.
      for (const half of [1, 2]) {
        server.clock.advance(hour / 2)
        const used = await inCrowd((index) => (browsers[index] ?? organisation.http).get('/v1/account'))
        expect(statuses(used), `half hour ${half}`).toEqual(Array(crowd).fill(200))
      }
    }
  })

  test('eight starts from one browser begin one class, and all are told so', async () => {
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

  test('right and wrong passwords of one account are told apart', async () => {
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

  test('one roll number that eight students want in one institute goes to one of them', async () => {
    const places = await readMembers(institute.id)
    for (let round = 0; round < rounds; round++) {
      const students = await inCrowd((index) => beginAs('STD', server, `roll${round}.${index}@example.org`))
      const replies = await Promise.all(
        students.map(({ http, id, email }, index) => {
          const rollNumber = index % 2 === 0 ? `roll-${round}` : `ROLL-${round}`
          return http.post(documentsPath('STD'), {
            documentId: id,
            data: studentProfile(email, institute.id, rollNumber),
          })
        }),
      )
      expect(statuses(replies)).toEqual(oneOf(201, 409))
      expect(await readMembers(institute.id)).toBe(places + round + 1)
    }
  })

  test('a profile that is posted eight times is made once', async () => {
    for (let round = 0; round < rounds; round++) {
      const { http, id, email } = await beginAs('ORG', server, `profile${round}@example.org`)
      const body = { documentId: id, data: organisationProfile(email) }
      expect(statuses(await inCrowd(() => http.post(documentsPath('ORG'), body)))).toEqual(oneOf(201, 409))
    }
  })

  test('an email that one person registers while another takes it over belongs to one of them', async () => {
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

  async function readMembers(id: string): Promise<number> {
    return (await table('organisations')).find((organisation) => organisation.id === id)?.members ?? -1
  }
})
