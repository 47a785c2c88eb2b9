import { readSheet } from 'read-excel-file/node'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { RunningSession } from '#contract/attendance.ts'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { splitCallName } from '#contract/calls.ts'
import { productCalls } from '#contract/product-calls.ts'
import { createHttpClient, type HttpClient } from '../http-client.ts'
import { documentsPath, logIn, type Person } from '../people-over-http.ts'
import type { Filled } from './fill-by-calls.ts'

/** Who reads: a browser that is logged in, or is not. */
export type Readers = {
  readonly guest: HttpClient
  readonly institute: HttpClient
  readonly evening: HttpClient
  readonly students: readonly { readonly id: string; readonly http: HttpClient }[]
}

/** Logs in who reads later: the institutes with their passkeys, and some of the students. */
export async function openReaders(origin: string, { institute, evening, students }: Filled): Promise<Readers> {
  const open = async (person: Person) => (await logIn(person, createHttpClient(origin))).http
  return {
    guest: createHttpClient(origin),
    institute: await open(institute),
    evening: await open(evening),
    // The first are in two institutes, the fifth came back, the seventh was taken out.
    students: await Promise.all(
      students.slice(0, 8).map(async (student) => ({ id: student.id, http: await open(student) })),
    ),
  }
}

/** Not asked: in the filled institute no other people act, and it has no roster and no courses. */
const newActs = [
  'staff.',
  'acting.',
  'institute.',
  'people.',
  'imports.',
  'desk.',
  'courses.',
  'course-imports.',
  'register.',
  'sessions.',
  'day-pass',
  'own-data.',
  'own-account.',
]

/** The names of all reading calls that both versions have, as '/v1' and '/api/v1' have them. */
export const readingCalls: readonly string[] = [
  ...Object.keys(appwriteCalls).map((name) => addressed(name, prefixes.appwrite)),
  ...Object.entries(productCalls)
    .filter(([, { act }]) => !newActs.some((start) => [act].flat().every((one) => one.startsWith(start))))
    .map(([name]) => addressed(name, prefixes.product)),
].filter((name) => name.startsWith('GET '))

function addressed(name: string, prefix: string): string {
  const { method, path } = splitCallName(name)
  return `${method} ${prefix}${path}`
}

type Read = { readonly who: string; readonly http: HttpClient; readonly path: string }

/** Every address that the readers ask, each call of the lists among them. */
export function listReads({ guest, institute, evening, students }: Readers, filled: Filled): readonly Read[] {
  return [
    ...of('guest', guest, guestPaths(filled)),
    ...of('institute', institute, institutePaths(filled)),
    ...of('evening', evening, [
      ...commonPaths,
      ...reportPaths(filled.evening.id),
      `${documentsPath('STD')}?${page(25, 0)}`,
    ]),
    ...students.flatMap(({ id, http }, at) => of(`student ${at}`, http, studentPaths(id, filled))),
  ]
}

function of(who: string, http: HttpClient, paths: readonly string[]): Read[] {
  return paths.map((path) => ({ who, http, path }))
}

const commonPaths = [
  '/v1/account',
  '/v1/account/sessions',
  '/v1/account/sessions/current',
  '/v1/ping',
  '/api/v1/ping',
  '/api/v1/passkeys',
]

function guestPaths({ institute }: Filled): string[] {
  return [
    `${documentsPath('ORG')}/${institute.id}`,
    '/api/v1/screens/pairing',
    '/api/v1/screen',
    `/api/v1/groups/${institute.id}/reports/sessions`,
  ]
}

const periods = ['', '?from=2&to=3']
const exportsOf = (path: string, query = '') =>
  ['csv', 'xlsx'].map((format) => `${path}/export?format=${format}&zone=Asia/Kolkata${query}`)

const reportPaths = (institute: string) => [
  ...periods.map((period) => `/api/v1/groups/${institute}/reports/sessions${period}`),
  `/api/v1/groups/${institute}/reports/sessions?limit=5&offset=2`,
  ...periods.map((period) => `/api/v1/groups/${institute}/reports/attendance-over-time${period}`),
  ...periods.map((period) => `/api/v1/reports/students${period}`),
  ...['rollNumber', 'name', 'joinedAt', 'total', 'attended', 'percentage'].map(
    (sort) => `/api/v1/reports/students?sort=${sort}&direction=desc&limit=100`,
  ),
  '/api/v1/reports/students?search=last1&below75=true',
  ...exportsOf(`/api/v1/groups/${institute}/reports/sessions`),
  ...exportsOf('/api/v1/reports/students'),
  ...exportsOf('/api/v1/reports/attendance-book'),
]

function institutePaths({ institute, students, sessions }: Filled): string[] {
  return [
    ...commonPaths,
    ...reportPaths(institute.id),
    `${documentsPath('ORG')}/${institute.id}`,
    documentsPath('ORG'),
    ...Array.from(
      { length: Math.ceil(students.length / 25) },
      (_, at) => `${documentsPath('STD')}?${page(25, at * 25)}`,
    ),
    '/api/v1/attendance/running',
    '/api/v1/attendance/flagged',
    '/api/v1/held-passkeys',
    '/api/v1/screens',
    '/api/v1/settings',
    ...sessions.flatMap(sessionPaths),
    ...students.flatMap(({ id }) => memberPaths(id)),
    ...sessions.flatMap((session) =>
      students
        .slice(0, 12)
        .flatMap(({ id }) => [
          `/api/v1/attendance/rulings/${session}/${id}`,
          `/api/v1/attendance/evidence/${session}/${id}`,
        ]),
    ),
  ]
}

function sessionPaths(session: string): string[] {
  const report = `/api/v1/reports/sessions/${session}`
  return [
    report,
    ...['present', 'absent'].map((show) => `${report}?show=${show}&limit=100`),
    ...exportsOf(report),
    `/api/v1/attendance/sessions/${session}/sheet`,
    `/api/v1/attendance/sessions/${session}/sheet?show=missing&limit=100`,
    `/api/v1/attendance/sessions/${session}/room-code`,
  ]
}

function memberPaths(student: string): string[] {
  const report = `/api/v1/reports/students/${student}`
  return [
    `${documentsPath('STD')}/${student}`,
    `/api/v1/members/${student}/passkey`,
    ...periods.map((period) => `${report}${period}`),
    `${report}/report`,
    ...exportsOf(report),
  ]
}

function studentPaths(id: string, { institute, evening, sessions }: Filled): string[] {
  return [
    ...commonPaths,
    `${documentsPath('STD')}/${id}`,
    documentsPath('ORG'),
    ...[institute, evening].flatMap((one) => [
      `${documentsPath('ORG')}/${one.id}`,
      ...['', '&from=2&to=3'].map((period) => `/api/v1/reports/own?organisation=${one.id}${period}`),
    ]),
    '/api/v1/receipts',
    '/api/v1/receipts/settings',
    '/api/v1/memberships/ended',
    ...sessions.slice(0, 9).map((session) => `/api/v1/attendance/evidence/${session}/${id}`),
  ]
}

function page(limit: number, offset: number): string {
  const query = (method: string, value: number) => JSON.stringify({ method, values: [value] })
  return new URLSearchParams({ 'queries[0]': query('limit', limit), 'queries[1]': query('offset', offset) }).toString()
}

/**
 * What each of them answers: status, kind and body, a table as its cells. Times from `since` on (epoch ms) are those of
 * the reading itself, and stand there as 'now'.
 */
export async function readAnswers(
  reads: readonly Read[],
  since: number,
  isEarlier: boolean,
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  const institute = reads.find(({ who }) => who === 'institute')?.http
  const persons = isEarlier || !institute ? new Map<string, string>() : await listPersons(institute, reads)
  for (const { who, http, path } of reads) {
    const answer = await ask(
      http,
      isEarlier ? nameBefore(path) : nameNow(path, who === 'institute' ? persons : undefined),
      since,
    )
    // The sheet says its kind since it is of courses, too, and rows of sheets name the person since.
    const known = answer
      .replace('{"kind":"whole",', '{')
      .replace(/"personId":"[^"]*",/g, '')
      // An absence can be disputed since: in the row, where it was in the mark.
      .replace(/,"dispute":\{[^}]*\}/g, '')
      .replace(/,"isDisputed":true/g, '')
      // What runs, and who joined late, is told since.
      .replace(/,"running":\[[^\]]*\]/g, '')
      .replace(/,"joinedAfter":\[[^\]]*\]/g, '')
    const ofCell = path.startsWith(rulingsBefore) ? toldOfCell(answer) : known
    const told = path === flagged ? toldOfDisputes(ofCell) : ofCell
    answers.set(`${who}: ${path}`, told)
  }
  return answers
}

/** The earlier version has these reports of the whole institute alone. */
const nameBefore = (path: string) => path.replace(/\/groups\/[^/]+(?=\/reports\/)/, '')

/** What calls of the earlier version are called now. */
const renamed: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/v1\/attendance\/sessions\/([^/]+)\/sheet/, '/api/v1/sessions/$1'],
  [/^\/api\/v1\/attendance\/sessions\//, '/api/v1/sessions/'],
]

const rulingsBefore = '/api/v1/attendance/rulings/'
const cellBefore = /^\/api\/v1\/attendance\/(rulings|evidence)\/([^/]+)\/([^/]+)$/

/**
 * The address of a call of the earlier version, as this one knows it. `persons`: by the id of the student, where the institute
 * asks; without them the student asks for the own evidence.
 */
export function nameNow(path: string, persons?: ReadonlyMap<string, string>): string {
  const [, what, session, student] = cellBefore.exec(path) ?? []
  if (student === undefined) return renamed.reduce((known, [before, now]) => known.replace(before, now), path)
  if (!persons) return `/api/v1/own/evidence/${session}`
  return `/api/v1/sessions/${session}/people/${persons.get(student) ?? student}/${what}`
}

/** The people on the sheets of the sessions that are asked for, members or no longer, by the id of the student. */
async function listPersons(institute: HttpClient, reads: readonly Read[]): Promise<ReadonlyMap<string, string>> {
  const sessions = new Set(reads.flatMap(({ path }) => cellBefore.exec(path)?.[2] ?? []))
  const persons = new Map<string, string>()
  for (const session of sessions) {
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const { body } = await institute.get<AttendanceSheet>(`/api/v1/sessions/${session}?limit=100&offset=${offset}`)
      for (const { studentId, personId } of body.rows) persons.set(studentId, personId)
      total = body.total
    }
  }
  return persons
}

/** One cell in both versions, in one order. The earlier version knows no cell without a mark. */
function toldOfCell(answer: string): string {
  const body = answer.slice(answer.indexOf('{'))
  const { mark, rulings, ...rest } = JSON.parse(body)
  if (!rulings || mark === null) return 'no mark'
  const told = rulings.map(
    ({ sequence, status, reason, note, cause, decidedBy, decidedAt }: Record<string, unknown>) => {
      return { sequence, status, reason, note, cause, decidedBy, decidedAt }
    },
  )
  const { markedAt, way, handReason } = mark ?? rest
  const { at = rest.flaggedAt ?? null, words = rest.flagWords, isOpen = rest.isDisputed ?? false } = rest.dispute ?? {}
  return JSON.stringify({ markedAt, way, handReason, at, words, isOpen, rulings: told })
}

const flagged = '/api/v1/attendance/flagged'

/** The disputes of both versions, which are of marks in classes alone. */
function toldOfDisputes(answer: string): string {
  const { total, marks, disputes = marks } = JSON.parse(answer.slice(answer.indexOf('{')))
  const told = disputes.map(({ attendanceSessionId, studentId, name, rollNumber, ...one }: Record<string, unknown>) => {
    const { number, markedAt, flaggedAt, reason, words } = one
    return { attendanceSessionId, studentId, name, rollNumber, number, markedAt, flaggedAt, reason, words }
  })
  return JSON.stringify({ total, told })
}

async function ask(http: HttpClient, path: string, since: number): Promise<string> {
  const reply = await http.fetch(`${http.origin}${path}`, { headers: { 'x-appwrite-project': 'rollkey' } })
  const kind = ['content-type', 'content-disposition', 'x-export-rows'].map((name) => reply.headers.get(name))
  const body = Buffer.from(await reply.arrayBuffer())
  const isTable = kind[0]?.includes('spreadsheet') === true
  const text = isTable ? JSON.stringify(await readSheet(body)) : body.toString('utf8')
  return [reply.status, ...kind, withoutMoment(path, text, since)].join('\n')
}

/**
 * Without what belongs to the moment: a room code, the end of the sealed log, the signature of a file that says when it
 * was written.
 */
function withoutMoment(path: string, text: string, since: number): string {
  const isOfMoment = (at: number) => at >= since
  const timeless = (path.endsWith('/attendance/running') ? withTiesInOrder(text) : text)
    .replace(/\b\d{13}\b/g, (digits) => (isOfMoment(Number(digits)) ? 'now' : digits))
    .replace(/"head":"\d+:[^"]*"/g, '"head":""')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, (time) => (isOfMoment(Date.parse(time)) ? 'now' : time))
  if (path.endsWith('/room-code'))
    return withNamesCounted(timeless).replace(/"(code|step|endsIn)":("[^"]*"|\d+)/g, '"$1":0')
  return path.includes('/evidence') ? timeless.replace(/("installation":.*"signature":)"[^"]*"/, '$1""') : timeless
}

/**
 * How many of the newest names: of two that came in one moment the engine says which is first, and which one the list ends
 * with.
 */
function withNamesCounted(text: string): string {
  return text.replace(/"newest":\[(.*?)\]/, (_, names: string) => `"newest":${names.split(',').length}`)
}

/** Marks by hand of one list share their moment: their order among each other is that of the engine. */
function withTiesInOrder(text: string): string {
  const { session, ...rest } = JSON.parse(text) as RunningSession
  const latest = session?.latest.toSorted((a, b) => b.markedAt - a.markedAt || a.studentId.localeCompare(b.studentId))
  return JSON.stringify({ session: session && { ...session, latest }, ...rest })
}
