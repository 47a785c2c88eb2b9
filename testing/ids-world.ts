import type { UserModel } from '#contract/account.ts'
import type { RunningSession } from '#contract/attendance.ts'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CourseImport } from '#contract/course-imports.ts'
import type { CourseDetail, RoomList } from '#contract/courses.ts'
import type { DayPassList } from '#contract/day-pass.ts'
import type { KindOfId } from '#contract/examples.ts'
import type { ImportSummary } from '#contract/imports.ts'
import type { OwnPasskeys } from '#contract/passkey.ts'
import type { SavedPushSubscription } from '#contract/receipts.ts'
import type { RosterPage } from '#contract/roster.ts'
import type { ScreenList } from '#contract/screens.ts'
import type { SessionNow } from '#contract/sessions.ts'
import type { StaffList } from '#contract/staff.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { openDayPass } from './day-pass-over-http.ts'
import { accepted, addPerson, callPerson, enrolByPhone } from './desk-over-http.ts'
import type { HttpClient } from './http-client.ts'
import { makeScreenKey, pairScreen, signAsScreen } from './paired-screen.ts'
import {
  type AnyPerson,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from './people-over-http.ts'
import { addStaff, invite } from './staff-over-http.ts'
import type { TestServer } from './test-server.ts'

/** Two institutes with something of every kind that has an id, and callers of every kind at the first. */

export type KnownId = {
  /** For the reader of a failure. */
  readonly name: string
  readonly kind: KindOfId
  readonly id: string
  /** Of the institute of the callers. */
  readonly isOwn: boolean
  /** Of a session or a course: in which group the caller needs a right. */
  readonly group?: Group
  /** Whose it is, where it belongs to one caller alone. */
  readonly holder?: string
}
type Group = 'whole' | 'course' | 'another course'

export type IdCaller = {
  readonly name: string
  readonly http: HttpClient
  readonly groups: readonly Group[]
  /** Of a login that can be stepped up. */
  readonly password?: string
}

export type IdsWorld = {
  readonly ids: readonly KnownId[]
  readonly callers: readonly IdCaller[]
  /** Of the own invitation and desk case, by their placeholders. */
  readonly secrets: Readonly<Record<string, string>>
}

const everyGroup: readonly Group[] = ['whole', 'course', 'another course']

export async function buildIdsWorld(server: TestServer): Promise<IdsWorld> {
  const college = await fillInstitute(server, 'College', true)
  const academy = await fillInstitute(server, 'Academy', false)
  const { institute, student, course } = college
  const act = async (role: StaffRole, { name = role as string, holdsWhole = true, groups = everyGroup } = {}) => {
    const email = `${name.replaceAll(' ', '-')}@college.example`
    const person = await addStaff(server, institute, { email, role, holdsWhole })
    return { caller: { name, http: person.http, groups, password: person.password }, person }
  }
  const people = [
    await act('owner'),
    await act('registrar'),
    await act('teacher', { groups: ['whole', 'course'] }),
    await act('teacher', { name: 'teacher of a course', holdsWhole: false, groups: ['course'] }),
    await act('desk'),
    await act('viewer'),
  ]
  const { people: rows } = accepted(await institute.http.get<StaffList>('/api/v1/staff'))
  const rowOf = (email: string) => rows.find((row) => row.email === email)?.id ?? ''
  const teachers = people.filter(({ caller }) => caller.name.startsWith('teacher'))
  const staff = teachers.map(({ person }) => rowOf(person.email))
  accepted(await institute.http.put(`/api/v1/courses/${course}/teachers`, { staff }))
  const key = makeScreenKey()
  const browser = server.openBrowser()
  await pairScreen(institute, browser, key, 'Screen that asks')
  const dayPass = await openDayPass(institute, server.openBrowser(), course)
  return {
    ids: [
      ...college.ids,
      ...academy.ids,
      ...people.flatMap(({ caller: { name }, person }): KnownId[] => [
        { name: `account of the ${name}`, kind: 'colleague', id: person.id, isOwn: true, holder: name },
        { name: `row of the ${name}`, kind: 'staff', id: rowOf(person.email), isOwn: true },
      ]),
    ],
    callers: [
      { name: 'own login', http: institute.http, groups: everyGroup, password: institute.password },
      ...people.map(({ caller }) => caller),
      { name: 'student', http: student.http, groups: everyGroup, password: student.password },
      { name: 'guest', http: server.openBrowser(), groups: [] },
      { name: 'screen', http: signAsScreen(browser, key, server.storage.now), groups: [] },
      { name: 'day pass', http: dayPass, groups: ['course'] },
    ],
    secrets: college.secrets,
  }
}

type Filled = {
  readonly institute: Person
  readonly student: Person
  /** In which the day pass and the teachers have a right. */
  readonly course: string
  readonly ids: readonly KnownId[]
  readonly secrets: IdsWorld['secrets']
}

async function fillInstitute(server: TestServer, title: string, isOwn: boolean): Promise<Filled> {
  const at = `${title.toLowerCase()}.example`
  const institute = await registerOrganisation(server, { name: title, email: `office@${at}` })
  const student = await registerStudent(server, institute.id, { email: `asha@${at}` })
  for (const person of [institute, student]) await registerPasskey(person)
  const { http } = institute
  const ids: KnownId[] = []
  const add = (name: string, kind: KindOfId, id: string | undefined, more: Partial<KnownId> = {}) => {
    if (id === undefined || id === '') throw new Error(`${title} has no ${name}`)
    ids.push({ name: `${name} of ${title}`, kind, id, isOwn, ...more })
    return id
  }
  const get = async <Body>(path: string, by: HttpClient = http) => accepted(await by.get<Body>(`/api/v1${path}`))
  const post = async <Body>(path: string, body: object, by: HttpClient = http) =>
    accepted(await by.post<Body>(`/api/v1${path}`, body))
  add('institute', 'institute', institute.id, { group: 'whole' })
  add('student', 'student', student.id, { holder: 'student' })
  const { people } = await get<RosterPage>('/people')
  const person = add('person with an account', 'person', people[0]?.id)
  const added = await addPerson(http, `${title}-1`)
  add('person without an account', 'person', added.id)
  await startAttendance(institute)
  const { session } = await get<RunningSession>('/attendance/running')
  add('class', 'class', session?.id, { group: 'whole' })
  add('public id of a class', 'public-session', session?.publicId)
  const course = await holdCourse('course')
  await holdCourse('another course')
  const { rooms } = await post<RoomList>('/rooms', { name: 'Hall' })
  add('room', 'room', rooms[0]?.id)
  await pairScreen(institute, server.openBrowser(), makeScreenKey())
  add('screen', 'screen', (await get<ScreenList>('/screens')).screens[0]?.id)
  const colleague = await addStaff(server, institute, { email: `colleague@${at}`, role: 'owner' })
  add('colleague', 'colleague', colleague.id, { holder: 'a colleague' })
  const { invitationId, secret } = await invite(server, institute, { email: `invited@${at}`, role: 'viewer' })
  add('invitation', 'invitation', invitationId)
  const { people: staff } = await get<StaffList>('/staff')
  add('row of a colleague', 'staff', staff.find(({ email }) => email === colleague.email)?.id)
  const file = { source: 'Office', fileName: 'students.csv', isWhole: false }
  const columns = ['rollNumber', 'givenName', 'familyName']
  add('import', 'import', (await post<ImportSummary>('/imports', { ...file, columns })).id)
  add('course import', 'course-import', (await post<CourseImport>('/course-imports', file)).id)
  await openDayPass(institute, server.openBrowser(), course)
  add('day pass', 'day-pass', (await get<DayPassList>('/day-passes')).passes[0]?.id)
  const called = accepted(await callPerson(http, added))
  add('desk case', 'desk-case', called.id)
  const newcomer = await addPerson(http, `${title}-2`)
  const { enrolment, student: enrolled } = await enrolByPhone(server, http, newcomer)
  add('desk case that waits', 'desk-case', enrolment)
  add('passkey that waits', 'passkey', await passkeyOf(enrolled), { holder: 'a newcomer' })
  add('passkey of the student', 'passkey', await passkeyOf(student), { holder: 'student' })
  add('passkey of the own login', 'passkey', await passkeyOf(institute), { holder: 'own login' })
  const screenOffer = { way: 'screen', rollNumber: '21CS042' }
  const { ceremony } = await post<CheckInOffer>('/check-ins', screenOffer)
  add('check-in', 'check-in', ceremony?.id, { holder: 'own login' })
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${title}`,
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    language: 'en',
  }
  const saved = await post<SavedPushSubscription>('/receipts/subscriptions', subscription, student.http)
  add('subscription', 'subscription', saved.subscriptionId, { holder: 'student' })
  for (const [holder, one] of [
    ['own login', institute],
    ['student', student],
  ] as const) {
    const second = await logIn(one, server.openBrowser())
    const { $id } = accepted(await second.http.get<UserModel>('/v1/account/sessions/current'))
    add(`login of the ${holder}`, 'login', $id, { holder })
  }
  const secrets = { '$invitation-secret': secret, '$desk-secret': called.secret }
  return { institute, student, course, ids, secrets }

  async function passkeyOf({ http: by }: AnyPerson): Promise<string | undefined> {
    return (await get<OwnPasskeys>('/passkeys', by)).passkeys[0]?.id
  }

  async function holdCourse(group: Group): Promise<string> {
    const named = { code: group, title: 'Maths', kind: 'course', department: '', term: '' }
    const { id } = await post<CourseDetail>('/courses', named)
    add(group, 'course', id, { group })
    await post(`/courses/${id}/people`, { people: [person], meanwhile: 'left-out' })
    const sheet = await post<SessionNow>(`/groups/${id}/sessions`, { expected: 1, minutes: 60 })
    add(`session of the ${group}`, 'course-session', sheet.session.id, { group })
    return id
  }
}
