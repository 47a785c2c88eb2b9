import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import type { CourseImport } from '#contract/course-imports.ts'
import type { CourseRegister, CourseSheet, Today } from '#contract/course-sessions.ts'
import type { CourseDetail, RoomList } from '#contract/courses.ts'
import type { ImportPlan } from '#contract/imports.ts'
import type { RosterPage } from '#contract/roster.ts'
import type { StaffList } from '#contract/staff.ts'
import { checkInvariants } from './check-invariants.ts'
import { openDayPass } from './day-pass-over-http.ts'
import type { Reply } from './http-client.ts'
import { makeScreenKey, pairScreen, signAsScreen } from './paired-screen.ts'
import {
  type AnyPerson,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from './people-over-http.ts'
import { rowsOf } from './rows-of.ts'
import { addStaff, confirm } from './staff-over-http.ts'
import type { RacedServer } from './test-races.ts'

const size = 4

/** The races of courses: starts, rooms, cells, enrolments, imports, and a teacher who is ended. To be called within a `describe`. */
export function testCourseRaces(start: () => Promise<RacedServer>, rounds: number): void {
  vi.setConfig({ testTimeout: Math.max(10, rounds) * 6_000, hookTimeout: Math.max(10, rounds) * 6_000 })
  let server: RacedServer
  let institute: Person
  let offices: readonly [Person, Person]
  let people: string[]
  const students: Person[] = []
  let count = 0

  beforeAll(async () => {
    server = await start()
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    for (let n = 0; n < size; n++) {
      students.push(await registerStudent(server, institute.id, { email: `s${n}@example.org`, rollNumber: `S-${n}` }))
    }
    const { body } = await institute.http.get<RosterPage>('/api/v1/people?limit=50')
    people = body.people.map(({ id }) => id)
  })
  afterAll(async () => {
    await checkInvariants(server.database)
    await server.close()
  })

  /** Two browsers of the institute, each with a step-up of now. */
  async function openOffices(): Promise<readonly [Person, Person]> {
    offices = [await logIn(institute, server.openBrowser()), await logIn(institute, server.openBrowser())]
    for (const office of offices) await confirm(office)
    return offices
  }
  const accepted = <Body>(reply: Reply<Body>): Body => {
    expect([reply.status, reply.text]).toEqual([200, expect.anything()])
    return reply.body
  }
  async function makeCourse(enrolled: readonly string[], parentId?: string): Promise<CourseDetail> {
    const named = { code: `C-${++count}`, title: 'Course', kind: 'course', department: '', term: '', parentId }
    const course = accepted(await offices[0].http.post<CourseDetail>('/api/v1/courses', named))
    const dated = { people: enrolled, meanwhile: 'left-out' }
    if (enrolled.length > 0) accepted(await offices[0].http.post(`/api/v1/courses/${course.id}/people`, dated))
    return course
  }
  async function makeRoom(): Promise<string> {
    const name = `Room ${++count}`
    const { rooms } = accepted(await offices[0].http.post<RoomList>('/api/v1/rooms', { name }))
    return rooms.find((room) => room.name === name)?.id ?? ''
  }
  const begin = ({ http }: AnyPerson, courseId: string, roomId?: string) =>
    http.post<CourseSheet>(`/api/v1/groups/${courseId}/sessions`, {
      expected: 1,
      roomId,
      minutes: 60,
    })
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort()
  const table = async <Name extends Parameters<typeof rowsOf>[1]>(name: Name) => rowsOf(await server.readTables(), name)

  test('a course that two people start at once has one session', async () => {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await openOffices()
      const { id } = await makeCourse(people)
      const replies = await Promise.all([begin(one, id), begin(other, id)])
      expect(statuses(replies)).toEqual([200, 409])
      expect((await table('attendance_sessions')).filter(({ group_id }) => group_id === id)).toHaveLength(1)
    }
  })

  test('of two courses that are started at once in one room, one runs', async () => {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await openOffices()
      const room = await makeRoom()
      const [first, second] = [await makeCourse(people), await makeCourse(people)]
      const replies = await Promise.all([begin(one, first.id, room), begin(other, second.id, room)])
      expect(statuses(replies)).toEqual([200, 409])
      const { running } = accepted(await one.http.get<Today>('/api/v1/today'))
      expect(running.filter((session) => session.room?.id === room)).toHaveLength(1)
    }
  })

  test('of a course and a class that are started at once in one room, one runs', async () => {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await openOffices()
      const room = await makeRoom()
      const { id } = await makeCourse(people)
      const { whole } = accepted(await other.http.get<Today>('/api/v1/today'))
      const wanted = { expected: whole?.nextNumber, roomId: room }
      const beginClass = () => other.http.post(`/api/v1/groups/${institute.id}/sessions`, wanted)
      const replies = await Promise.all([begin(one, id, room), beginClass()])
      expect(statuses(replies)).toEqual([200, 409])
      const today = accepted(await one.http.get<Today>('/api/v1/today'))
      const inRoom = [...today.running, today.whole?.running].filter((session) => session?.room?.id === room)
      expect(inRoom).toHaveLength(1)
      const session = today.whole?.running?.id
      if (session !== undefined) accepted(await one.http.post(`/api/v1/sessions/${session}/end`, {}))
    }
  })

  test('of two people who rule on one cell at once, the second has to read what the first decided', async () => {
    const [one, other] = await openOffices()
    const { id } = await makeCourse(people)
    const { session } = accepted(await begin(one, id))
    for (const [round, person] of people.entries()) {
      const rule = ({ http }: Person, status: string) =>
        http.post(`/api/v1/sessions/${session.id}/people/${person}/rulings`, {
          status,
          reason: `Round ${round}.`,
          after: 0,
        })
      expect(statuses(await Promise.all([rule(one, 'late'), rule(other, 'excused')]))).toEqual([200, 409])
      const rulings = (await table('rulings')).filter(({ person_id }) => person_id === person)
      expect(rulings.map(({ sequence }) => sequence)).toEqual([1])
    }
  })

  /** A roll of all that is begun and signed, and only needs to be sent. */
  async function prepareRoll({ http, authenticator }: AnyPerson, session: string, status: string) {
    const said = people.map((person) => ({ person, status }))
    const call = { way: 'roll-call', session, statuses: said, reason: '' }
    const { ceremony } = accepted(await http.post<CheckInOffer>('/api/v1/check-ins', call))
    const assertion = authenticator.assert(ceremony?.options as PublicKeyCredentialRequestOptionsJSON)
    return () => http.post(`/api/v1/check-ins/${ceremony?.id}/finish`, { assertion })
  }
  /** Each person has one ruling of the session, and all say the same. */
  async function expectOneRoll(session: string): Promise<void> {
    const rulings = (await table('rulings')).filter((one) => one.attendance_session_id === session)
    expect(rulings.map(({ sequence }) => sequence)).toEqual(people.map(() => 1))
    expect(new Set(rulings.map(({ status }) => status)).size).toBe(1)
  }

  test('of rolls of the same people that are sent at once, signed ones and that of a day pass, one stands', async () => {
    const [office] = await openOffices()
    const registrar = { role: 'registrar', holdsWhole: false } as const
    const one = await addStaff(server, office, { ...registrar, email: 'one@example.org' })
    const other = await addStaff(server, office, { ...registrar, email: 'other@example.org' })
    for (let round = 0; round < rounds; round++) {
      await confirm(office)
      const { id } = await makeCourse(people)
      const { session } = accepted(await begin(office, id))
      const pass = await openDayPass(office, server.openBrowser(), id)
      const said = people.map((person) => ({ person, status: 'late' }))
      const sends = [
        await prepareRoll(one, session.id, 'present'),
        await prepareRoll(other, session.id, 'absent'),
        () => pass.post(`/api/v1/day-pass/sessions/${session.id}/roll-call`, { statuses: said, reason: '' }),
      ]
      const replies = await Promise.all(sends.map((send) => send()))
      expect(statuses(replies)).toEqual([200, 409, 409])
      await expectOneRoll(session.id)
    }
  })

  test('a person who is moved to two courses at once goes to one, without an overlap', async () => {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await openOffices()
      const [from, left, right] = [await makeCourse(people), await makeCourse([]), await makeCourse([])]
      await server.advanceClock(1_000)
      const person = people[round % size] ?? ''
      const move = ({ http }: Person, to: string) =>
        http.post(`/api/v1/courses/${from.id}/people/${person}/move`, { to, meanwhile: 'left-out' })
      expect(statuses(await Promise.all([move(one, left.id), move(other, right.id)]))).toEqual([204, 404])
      const open = (await table('enrolments')).filter(
        (row) =>
          row.person_id === person && [from.id, left.id, right.id].includes(row.group_id) && row.ends_at === null,
      )
      expect(open).toHaveLength(1)
    }
  })

  const enrol = ({ http }: Person, courseId: string, person: string) =>
    http.post(`/api/v1/courses/${courseId}/people`, { people: [person], meanwhile: 'left-out' })
  const openEnrolments = async (groups: readonly string[]) =>
    (await table('enrolments')).filter((row) => groups.includes(row.group_id) && row.ends_at === null)

  test.each(['enrolled in', 'moved to'])(
    'a person who is %s two sections of a course at once is in one',
    async (how) => {
      for (let round = 0; round < rounds; round++) {
        const [one, other] = await openOffices()
        const { id: parent } = await makeCourse([])
        const [left, right] = [await makeCourse([], parent), await makeCourse([], parent)]
        const from = await makeCourse(people)
        await server.advanceClock(1_000)
        const person = people[round % size] ?? ''
        const replies = await Promise.all([
          enrol(one, left.id, person),
          how === 'enrolled in'
            ? enrol(other, right.id, person)
            : other.http.post(`/api/v1/courses/${from.id}/people/${person}/move`, {
                to: right.id,
                meanwhile: 'left-out',
              }),
        ])
        expect(statuses(replies)).toEqual([200, how === 'enrolled in' ? 200 : 204])
        expect(await openEnrolments([left.id, right.id])).toHaveLength(1)
      }
    },
  )

  test('a person who is removed while being enrolled or moved is in no course', async () => {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await openOffices()
      const fields = { rollNumber: `G-${++count}`, givenName: 'Given', familyName: 'Family', email: '', section: '' }
      const { id } = accepted(await one.http.post<{ id: string }>('/api/v1/people', fields))
      const courses = [await makeCourse([id]), await makeCourse([]), await makeCourse([])].map((course) => course.id)
      const [from, left, right] = courses
      await server.advanceClock(1_000)
      const [removed, ...others] = await Promise.all([
        one.http.post('/api/v1/people/remove', { people: [id] }),
        enrol(other, left ?? '', id),
        other.http.post(`/api/v1/courses/${from}/people/${id}/move`, { to: right, meanwhile: 'left-out' }),
      ])
      expect(removed.status).toBe(204)
      for (const { status } of others) expect([200, 204, 404]).toContain(status)
      expect(await openEnrolments(courses)).toEqual([])
    }
  })

  /** What would happen to a course of a file in which these people are, by their ids in the files. */
  async function planImport(course: string, persons: readonly string[]): Promise<CourseImport> {
    const { http } = offices[0]
    const begun = { source: 'SIS', fileName: '', isWhole: false }
    const { id } = accepted(await http.post<CourseImport>('/api/v1/course-imports', begun))
    const enrolments = persons.map((person) => ({ course, person, isTeacher: false, isEnded: false }))
    const courses = [{ id: course, code: course, title: 'Course', term: '', isHomeroom: false, isEnded: false }]
    await http.post(`/api/v1/course-imports/${id}/parts`, { part: 1, courses, enrolments, teachers: [] })
    return accepted(await http.post<CourseImport>(`/api/v1/course-imports/${id}/plan`))
  }
  const applyImport = ({ http }: Person, { id, seal }: CourseImport) =>
    http.post(`/api/v1/course-imports/${id}/apply`, { seal, isReviewed: false })
  /** What would bring people without accounts onto the roster, with their ids in the files. */
  async function planPeople() {
    const { http } = offices[0]
    const external = Array.from({ length: size }, () => `x-${++count}`)
    const columns = ['rollNumber', 'givenName', 'familyName', 'externalId']
    const begun = { source: 'SIS', fileName: '', columns, isWhole: false }
    const { id } = accepted(await http.post<ImportPlan>('/api/v1/imports', begun))
    const lines = external.map((one, at) => [at + 1, one, 'Given', 'Family', one])
    await http.post(`/api/v1/imports/${id}/lines`, { lines })
    const { seal } = accepted(await http.post<ImportPlan>(`/api/v1/imports/${id}/plan`))
    return { id, seal, external }
  }
  /** Brings them there. */
  async function importPeople(): Promise<readonly string[]> {
    const { id, seal, external } = await planPeople()
    accepted(await offices[0].http.post(`/api/v1/imports/${id}/apply`, { seal, same: [], isReviewed: false }))
    return external
  }

  test('of two imports of the same courses at once, one is applied', async () => {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await openOffices()
      const persons = await importPeople()
      const code = `F-${++count}`
      const [first, second] = [await planImport(code, persons), await planImport(code, persons)]
      expect(statuses(await Promise.all([applyImport(one, first), applyImport(other, second)]))).toEqual([200, 409])
      expect((await table('groups')).filter(({ external_id }) => external_id === code)).toHaveLength(1)
    }
  })

  test('people who are enrolled and moved while imports are applied are all answered', async () => {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await openOffices()
      const persons = await importPeople()
      const { id: parent } = await makeCourse([])
      const sections = [await makeCourse(people, parent), await makeCourse([], parent)]
      const course = await makeCourse([])
      const [courses, roster] = [await planImport(`F-${++count}`, persons), await planPeople()]
      await server.advanceClock(1_000)
      const replies = await Promise.all([
        applyImport(one, courses),
        one.http.post(`/api/v1/imports/${roster.id}/apply`, { seal: roster.seal, same: [], isReviewed: false }),
        ...people.map((person, at) =>
          at % 2 === 0
            ? enrol(other, course.id, person)
            : other.http.post(`/api/v1/courses/${sections[0]?.id}/people/${person}/move`, {
                ...{ to: sections[1]?.id, meanwhile: 'left-out' },
              }),
        ),
      ])
      for (const { status } of replies) expect([200, 204, 409]).toContain(status)
      expect(await openEnrolments(sections.map(({ id }) => id))).toHaveLength(size)
    }
  })

  test('a back-dated move while the session ends leaves one number, whichever came first', async () => {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await openOffices()
      const [from, to] = [await makeCourse(people), await makeCourse([])]
      const { session } = accepted(await begin(one, to.id))
      await server.advanceClock(60_000)
      const dated = { to: to.id, from: server.clock.now() - 30_000, meanwhile: 'absent' }
      const person = people[round % size] ?? ''
      const replies = await Promise.all([
        other.http.post(`/api/v1/courses/${from.id}/people/${person}/move`, dated),
        one.http.post(`/api/v1/sessions/${session.id}/end`),
      ])
      expect(statuses(replies)).toEqual([200, 204])
      const said = { status: 'no-one-came', reason: 'A storm.' }
      accepted(await one.http.post(`/api/v1/sessions/${session.id}/status`, said))
      const register = accepted(await one.http.get<CourseRegister>(`/api/v1/groups/${to.id}/register`))
      expect(register.people.map(({ letters, working }) => [letters, working.counted])).toEqual([['A', 1]])
    }
  })

  test('a teacher who is ended while taking the roll has taken all of it or none', async () => {
    for (let round = 0; round < rounds; round++) {
      const [office] = await openOffices()
      const email = `teacher${round}@example.org`
      const teacher = await addStaff(server, office, { email, role: 'teacher', holdsWhole: false })
      const staff = accepted(await office.http.get<StaffList>('/api/v1/staff'))
      const row = staff.people.find((one) => one.email === email)
      const { id } = await makeCourse(people)
      accepted(await office.http.put(`/api/v1/courses/${id}/teachers`, { staff: [row?.id] }))
      const { session } = accepted(await begin(teacher, id))
      const statusesOf = people.map((person) => ({ person, status: 'present' }))
      const call = { way: 'roll-call', session: session.id, statuses: statusesOf, reason: '' }
      const { ceremony } = accepted(await teacher.http.post<CheckInOffer>('/api/v1/check-ins', call))
      const assertion = teacher.authenticator.assert(ceremony?.options as PublicKeyCredentialRequestOptionsJSON)
      const [finished, ended] = await Promise.all([
        teacher.http.post(`/api/v1/check-ins/${ceremony?.id}/finish`, { assertion }),
        office.http.delete(`/api/v1/staff/${row?.id}`, {}),
      ])
      expect(ended.status).toBe(200)
      const rulings = (await table('rulings')).filter((one) => one.attendance_session_id === session.id)
      expect(rulings).toHaveLength(finished.status === 200 ? size : 0)
      if (finished.status !== 200) expect([401, 404]).toContain(finished.status)
    }
  })

  /** A teacher of a new course, in which a session runs. */
  async function hireTeacher(email: string): Promise<{ teacher: AnyPerson; staffId: string; sessionId: string }> {
    const [office] = offices
    const teacher = await addStaff(server, office, { email, role: 'teacher', holdsWhole: false })
    const { people: staff } = accepted(await office.http.get<StaffList>('/api/v1/staff'))
    const staffId = staff.find((one) => one.email === email)?.id ?? ''
    const { id } = await makeCourse(people)
    accepted(await office.http.put(`/api/v1/courses/${id}/teachers`, { staff: [staffId] }))
    return { teacher, staffId, sessionId: accepted(await begin(teacher, id)).session.id }
  }

  test('a teacher who is ended while a student is marked at the own screen leaves a whole mark or none', async () => {
    const [student] = students
    if (!student) throw new Error('the institute has students')
    await registerPasskey(student)
    for (let round = 0; round < rounds; round++) {
      const [office] = await openOffices()
      const { teacher, staffId, sessionId } = await hireTeacher(`screen${round}@example.org`)
      const key = makeScreenKey()
      const browser = server.openBrowser()
      await pairScreen(teacher, browser, key)
      const screen = signAsScreen(browser, key, server.clock.now)
      const offer = accepted(await screen.post<CheckInOffer>('/api/v1/check-ins', { way: 'screen', rollNumber: 'S-0' }))
      expect(offer.session.id).toBe(sessionId)
      const options = offer.ceremony?.options as PublicKeyCredentialRequestOptionsJSON
      const finish = { assertion: student.authenticator.assert(options) }
      const [finished, ended] = await Promise.all([
        screen.post<FinishedCheckIn>(`/api/v1/check-ins/${offer.ceremony?.id}/finish`, finish),
        office.http.delete(`/api/v1/staff/${staffId}`, {}),
      ])
      expect(ended.status).toBe(200)
      const marked = (await table('marks')).filter((one) => one.attendance_session_id === sessionId)
      expect([finished.status, marked.length]).toEqual(finished.status === 200 ? [200, 1] : [401, 0])
      expect(await screen.get('/api/v1/screen')).toMatchObject({ status: 401, body: { reason: 'screen-ended' } })
    }
  })

  test('a teacher who is ended while approving a screen leaves none', async () => {
    for (let round = 0; round < rounds; round++) {
      const [office] = await openOffices()
      const { teacher, staffId } = await hireTeacher(`approval${round}@example.org`)
      const [approved, ended] = await Promise.allSettled([
        pairScreen(teacher, server.openBrowser(), makeScreenKey(), `Of round ${round}`),
        office.http.delete(`/api/v1/staff/${staffId}`, {}),
      ])
      expect(ended).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
      const rows = (await table('screens')).filter(({ name }) => name === `Of round ${round}`)
      expect(rows.map(({ ended_because }) => ended_because)).toEqual(
        approved.status === 'fulfilled' ? ['approver-left'] : [],
      )
    }
  })
}
