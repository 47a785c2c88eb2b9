import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { RunningSession } from '#contract/attendance.ts'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import type { Chance } from '../../demo/chance.ts'
import { createHttpClient, type HttpClient, type Reply } from '../http-client.ts'
import {
  documentsPath,
  logIn,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  type Surroundings,
  startAttendance,
} from '../people-over-http.ts'
import type { ServerProcess } from '../server-process.ts'

/**
 * Fills an installation by calls alone, so that any version of the program can be filled, and everything in it is what
 * real use leaves: signatures, rulings, disputes, gaps.
 */

const minute = 60_000
const day = 24 * 60 * minute

export type Size = { readonly students: number; readonly sessions: number }

export type Filled = {
  readonly institute: Person
  readonly evening: Person
  /** Of the institute, also those who were removed. The first ones are also members of the evening institute. */
  readonly students: readonly Person[]
  /** Of the institute, the oldest first; the last one runs. */
  readonly sessions: readonly string[]
  /** Of the server's clock, ms. */
  readonly clockOffset: number
}

type Student = Person & { readonly rollNumber: string; readonly phone: HttpClient }

/** One day of the term, with what its steps share. */
type Day = {
  readonly origin: string
  readonly institute: Person
  readonly chance: Chance
  readonly sessionId: string
  readonly index: number
}

/** `server` is moved through a term that ends nine days before the machine's own time. */
export async function fillByCalls(
  surroundings: Surroundings,
  server: Pick<ServerProcess, 'setClock'>,
  { students: count, sessions: days }: Size,
  chance: Chance,
): Promise<Filled> {
  const { origin } = surroundings
  let clockOffset = -(days + 10) * day
  const pass = async (ms: number) => {
    clockOffset += ms
    await server.setClock(clockOffset)
  }
  await pass(0)
  let institute = await registerOrganisation(surroundings)
  const evening = await registerOrganisation(surroundings, { name: 'Nandi School', email: 'office@nandi.example' })
  for (const one of [institute, evening]) await registerPasskey(one)
  ok(await institute.http.patch('/api/v1/settings', { timeZone: 'Asia/Kolkata' }))
  const joinsAt = Array.from({ length: count }, (_, at) =>
    at > 3 && chance.next() < 0.1 ? Math.floor((chance.next() * days) / 2) : 0,
  )
  const students: Student[] = []
  const sessions: string[] = []
  for (let index = 0; index < days; index++) {
    await pass(day)
    institute = await logIn(institute, createHttpClient(origin))
    const newcomers = joinsAt.flatMap((joins, at) => (joins === index ? [at] : []))
    students.push(...(await inTurns(newcomers, (at) => addStudent(surroundings, institute.id, at))))
    if (index === 0) await joinAll(students.slice(0, 3), [institute.id, evening.id])
    if (index === 1) await startByMistake(institute)
    if (index === Math.floor(days / 3)) await takeOut(institute, students.slice(4, 7))
    // The third stays out.
    if (index === Math.floor((days * 2) / 3)) await joinAll(students.slice(4, 6), [institute.id])
    await startAttendance(institute)
    const sessionId = await findRunning(institute)
    sessions.push(sessionId)
    const present = students.filter((_, at) => !isOut(at, index, days) && chance.next() < 0.8)
    await takeAttendance({ origin, institute, chance, sessionId, index }, present)
    await decide({ origin, institute, chance, sessionId, index }, present)
    if (index === 2) await correct(institute, students)
    if (index % 7 === 5) ok(await institute.http.post(`/api/v1/attendance/sessions/${sessionId}/end`))
    await pass(20 * minute)
  }
  return { institute, evening, students, sessions, clockOffset }
}

/** Two of the three are back after a while. */
function isOut(at: number, index: number, days: number): boolean {
  const isAway = index >= Math.floor(days / 3) && (at === 6 || index < Math.floor((days * 2) / 3))
  return at >= 4 && at <= 6 && isAway
}

async function addStudent(surroundings: Surroundings, instituteId: string, at: number): Promise<Student> {
  const number = String(at + 1).padStart(4, '0')
  const form = { firstName: `First${at % 17}`, lastName: `Last${at % 23}`, rollNumber: `R${number}` }
  const student = await registerStudent(surroundings, instituteId, { ...form, email: `r${number}@up.example` })
  await registerPasskey(student)
  return { ...student, rollNumber: form.rollNumber, phone: createHttpClient(surroundings.origin) }
}

async function joinAll(students: readonly Student[], organisation: readonly string[]): Promise<void> {
  for (const student of students) {
    const { id, http } = await logIn(student, createHttpClient(student.phone.origin))
    ok(await http.patch(`${documentsPath('STD')}/${id}`, { data: { organisation } }))
  }
}

async function startByMistake(institute: Person): Promise<void> {
  await startAttendance(institute)
  ok(await institute.http.delete(`/api/v1/attendance/sessions/${await findRunning(institute)}`))
}

async function takeOut(institute: Person, students: readonly Student[]): Promise<void> {
  for (const { id } of students) ok(await institute.http.delete(`/api/v1/members/${id}`))
}

async function correct(institute: Person, students: readonly Student[]): Promise<void> {
  const [, , third] = students
  if (third) ok(await institute.http.patch(`/api/v1/members/${third.id}`, { rollNumber: 'R-CORRECTED' }))
}

async function findRunning({ http }: Person): Promise<string> {
  const { session } = ok(await http.get<RunningSession>('/api/v1/attendance/running'))
  if (!session) throw new Error('no session runs')
  return session.id
}

/** Every way: the SDK's four calls, the screen, by hand, and on most days a room code. */
async function takeAttendance(today: Day, present: readonly Student[]): Promise<void> {
  const { institute, index } = today
  const hasRoomCode = index % 3 !== 1
  if (hasRoomCode)
    ok(
      await institute.http.patch(`/api/v1/attendance/sessions/${today.sessionId}/ways`, {
        ways: ['screen', 'room-code'],
      }),
    )
  const [first, second, ...rest] = present
  // Its number was corrected on the third day.
  if (first) ok(await markStudent(institute, first.email, first.authenticator))
  if (second) await checkInAtScreen(institute, second)
  const byHand = hasRoomCode ? rest.slice(0, Math.ceil(rest.length / 3)) : rest
  for (let from = 0; from < byHand.length; from += 50) await markByHand(today, byHand.slice(from, from + 50))
  if (hasRoomCode) await checkInByRoomCode(today, rest.slice(byHand.length))
}

async function markByHand({ institute, sessionId }: Day, students: readonly Student[]): Promise<void> {
  const list = {
    way: 'hand',
    session: sessionId,
    students: students.map(({ id }) => id),
    reason: 'The phone was empty.',
  }
  const offer = ok(await institute.http.post<CheckInOffer>('/api/v1/check-ins', list))
  await finish(institute.http, offer, institute)
}

async function checkInAtScreen({ http }: Person, student: Student): Promise<void> {
  const asked = { way: 'screen', email: student.email }
  await finish(http, ok(await http.post<CheckInOffer>('/api/v1/check-ins', asked)), student)
}

async function checkInByRoomCode({ institute, sessionId }: Day, students: readonly Student[]): Promise<void> {
  const path = `/api/v1/attendance/sessions/${sessionId}/room-code`
  // One after the other: an earlier version gave no order to marks of one millisecond.
  for (const student of students) {
    const { publicId: session, code } = ok(await institute.http.get<CurrentRoomCode>(path))
    const offer = ok(await student.phone.post<CheckInOffer>('/api/v1/check-ins/scan', { session, code }))
    await finish(student.phone, offer, student)
  }
}

async function finish(http: HttpClient, { ceremony }: CheckInOffer, { authenticator }: Person): Promise<void> {
  if (!ceremony) throw new Error('there is nothing to sign')
  const assertion: AuthenticationResponseJSON = authenticator.assert(
    ceremony.options as PublicKeyCredentialRequestOptionsJSON,
  )
  ok(await http.post(`/api/v1/check-ins/${ceremony.id}/finish`, { assertion }))
}

/** Head count and draws on some days; disputes, and what the institute decides about them. */
async function decide({ institute, chance, sessionId, index }: Day, present: readonly Student[]): Promise<void> {
  const path = `/api/v1/attendance/sessions/${sessionId}`
  if (index % 4 === 0) ok(await institute.http.put(`${path}/head-count`, { counted: present.length + 1 }))
  if (index % 4 === 1 && present.length > 3) {
    const { draws } = ok(await institute.http.post<{ draws: { studentId: string }[] }>(`${path}/draws`))
    for (const { studentId } of draws.slice(0, 2))
      ok(await institute.http.put(`${path}/draws/${studentId}`, { here: chance.next() < 0.5 }))
  }
  const disputing = present.filter(() => chance.next() < 0.04).slice(0, 6)
  for (const [at, student] of disputing.entries()) {
    const { http } = await logIn(student, createHttpClient(student.phone.origin))
    ok(await http.post('/api/v1/receipts/flag', { attendanceSessionId: sessionId }))
    const ruling = { reason: 'Another student used the phone.', status: at % 3 === 2 ? 'present' : 'absent' }
    const rulings = `/api/v1/attendance/rulings/${sessionId}/${student.id}`
    if (at % 3 !== 1) ok(await institute.http.post(rulings, { ...ruling, after: 0 }))
    if (at === 3) ok(await institute.http.post(rulings, { reason: 'It was a mistake.', status: 'present', after: 1 }))
  }
}

/** A few at once, in the order of the list. */
async function inTurns<Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let from = 0; from < items.length; from += 5)
    made.push(...(await Promise.all(items.slice(from, from + 5).map(make))))
  return made
}

function ok<Body>({ status, text, body }: Reply<Body>): Body {
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}
