import type { UserModel } from '#contract/account.ts'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { CallContract, Calls, Example } from '#contract/calls.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { fillExample, placeOf, readExample } from '#contract/examples.ts'
import type { Label } from '#contract/identifiers.ts'
import { productCalls } from '#contract/product-calls.ts'
import { reportPaths } from '#contract/report-requests.ts'
import type { SessionsReport } from '#contract/reports.ts'
import type { RosterPage } from '#contract/roster.ts'
import type { SessionNow } from '#contract/sessions.ts'
import { openDayPass } from './day-pass-over-http.ts'
import type { HttpClient } from './http-client.ts'
import {
  type AnyPerson,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from './people-over-http.ts'
import { addStaff } from './staff-over-http.ts'
import type { TestServer } from './test-server.ts'
import { appwriteRows, by, productRows, type Row } from './who-calls.ts'

/** A caller for every call: only a caller who may make the call can test the answer to a bad one. */
export type Callers = {
  readonly guest: HttpClient
  readonly student: Person
  /** With a passkey in its session, and an attendance session that runs. */
  readonly organisation: Person
  /** The one that runs. */
  readonly attendanceSessionId: string
  /** A course of the organisation, its session that runs, and the student's person in it. */
  readonly course: { readonly id: string; readonly sessionId: string; readonly personId: string }
  /** In the middle of a registration: they have an account, and only the last two a label. */
  readonly newcomer: Beginner
  readonly newOrganisation: Beginner
  readonly newStudent: Beginner
  /** Of the organisation, with a session that acts for it. */
  readonly colleague: AnyPerson
  /** A browser with a day pass for the course. */
  readonly dayPass: HttpClient
}
type Beginner = { readonly id: string; readonly email: string; readonly http: HttpClient }

/** One call as an honest client makes it: the example of its entry, filled in. */
export type KnownCall = {
  /** The name in the server's own lists of calls. */
  readonly route: string
  readonly path: string
  readonly http: HttpClient
  /** Undefined for calls that take none. */
  readonly body?: Readonly<Record<string, unknown>>
  /** The answer to the call as it is here. */
  readonly status: number
}

const password = 'tramway-umbrella-77'

export async function prepareCallers(server: TestServer): Promise<Callers> {
  const organisation = await registerOrganisation(server)
  const student = await registerStudent(server, organisation.id)
  for (const person of [organisation, student]) await registerPasskey(person)
  await startAttendance(organisation)
  const { body: report } = await organisation.http.get<SessionsReport>(reportPaths.sessions(organisation.id))

  async function begin(email: string, label?: Label): Promise<Beginner> {
    const http = server.openBrowser()
    const { body } = await http.post<UserModel>('/v1/account', { userId: 'unique()', email, password })
    if (label) await http.post('/api/v1/user/label', { userId: body.$id, label })
    return { id: body.$id, email, http }
  }
  const course = await holdCourse(organisation)
  return {
    guest: server.openBrowser(),
    student,
    organisation,
    attendanceSessionId: report.sessions[0]?.id ?? '',
    course,
    dayPass: await openDayPass(organisation, server.openBrowser(), course.id),
    newcomer: await begin('newcomer@new.example'),
    newOrganisation: await begin('organisation@new.example', 'ORG'),
    newStudent: await begin('student@new.example', 'STD'),
    colleague: await addStaff(server, organisation, { email: 'colleague@staff.example', role: 'viewer' }),
  }
}

/** A course with the institute's students, and a session that runs. */
async function holdCourse({ http }: Person): Promise<Callers['course']> {
  const named = { code: 'MATH-1', title: 'Maths', kind: 'course', department: '', term: '' }
  const { body: course } = await http.post<CourseDetail>('/api/v1/courses', named)
  const { body: roster } = await http.get<RosterPage>('/api/v1/people')
  const people = roster.people.map(({ id }) => id)
  await http.post(`/api/v1/courses/${course.id}/people`, { people, meanwhile: 'left-out' })
  const start = { expected: 1, minutes: 60 }
  const { body: sheet } = await http.post<SessionNow>(`/api/v1/groups/${course.id}/sessions`, start)
  return { id: course.id, sessionId: sheet.session.id, personId: people[0] ?? '' }
}

type Entry = { readonly route: string; readonly contract: CallContract; readonly rows: readonly Row[] }
const entriesOf = (prefix: string, calls: Calls, rows: Readonly<Partial<Record<string, Row | readonly Row[]>>>) =>
  Object.entries(calls).map(
    ([name, contract]): Entry => ({
      route: name.replace(' ', ` ${prefix}`),
      contract,
      rows: [rows[name] ?? []].flat(),
    }),
  )
const entries = [
  ...entriesOf(prefixes.product, productCalls, productRows),
  ...entriesOf(prefixes.appwrite, appwriteCalls, appwriteRows),
]

/** By the placeholders of the examples. */
function realIds({ organisation, student, attendanceSessionId, course }: Callers, own: string): Record<string, string> {
  return {
    ...{ $student: student.id, '$readable-student': student.id, '$proven-account': student.id },
    ...{ $institute: organisation.id, '$any-institute': organisation.id, '$own-institute': organisation.id },
    ...{ '$readable-profile': organisation.id, $class: attendanceSessionId, $session: attendanceSessionId },
    ...{
      $course: course.id,
      $group: course.id,
      '$course-session': course.sessionId,
      $person: course.personId,
      $someone: course.personId,
    },
    ...{ '$own-account': own, '$own-colleague': own, '$new-account': own, '$own-login': 'current' },
    '$proven-public-session': 'BBBBBBBBBB',
  }
}

function makeCall(callers: Callers, { route, contract }: Entry, example: Example, row: Row | undefined): KnownCall {
  const { by: who, status, ids } = row ?? by('organisation')
  const caller = callers[who]
  const isReal = ids === 'real' || route.startsWith('GET')
  const values = isReal ? realIds(callers, 'id' in caller ? caller.id : '') : {}
  let isUnknown = false
  const filled = fillExample(example, (placeholder, _place, isOptional) => {
    if (isOptional) return undefined
    if (placeholder === '$origin') return callers.guest.origin
    if (placeOf(placeholder) && values[placeholder] === undefined) isUnknown = true
    return values[placeholder] ?? 'unknown'
  })
  const [first = 0] = Object.keys(contract.answers).map(Number)
  const { path, body } = readExample(route, contract, filled)
  const http = 'http' in caller ? caller.http : caller
  return { route, path, http, status: status ?? (isUnknown ? 404 : first), ...(body && { body }) }
}

const listCalls = (callers: Callers, isListed: (method: string, contract: CallContract) => boolean) =>
  entries
    .filter((entry) => isListed(methodOf(entry), entry.contract))
    .flatMap((entry) => {
      const { example = {} } = entry.contract
      return [example].flat().map((one: Example, index) => makeCall(callers, entry, one, entry.rows[index]))
    })

/** Every call whose body is read. */
export const listBodyCalls = (callers: Callers): readonly KnownCall[] =>
  listCalls(callers, (_, { input }) => input !== undefined)

/** The other calls of an unsafe method: they take no body except the empty object that the SDK sends with DELETE. */
export const listBodylessCalls = (callers: Callers): readonly KnownCall[] =>
  listCalls(callers, (method, { input }) => method !== 'GET' && input === undefined)

/** The acts of reading calls that the audit log records; they change nothing else. */
const recorded = ['reports.export', 'register.export', 'own-data.take']

export const listReadCalls = (callers: Callers): readonly KnownCall[] =>
  listCalls(callers, (method, { act }) => method === 'GET' && !recorded.includes(`${act}`))

/** The calls that answer with a file. */
export const listExportCalls = (callers: Callers): readonly KnownCall[] =>
  listCalls(callers, (_, { act }) => recorded.includes(`${act}`))

export const methodOf = ({ route }: Pick<KnownCall, 'route'>): string => route.slice(0, route.indexOf(' '))
