import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  documentsPath,
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  rehearsePasskey,
  startAttendance,
} from '#testing/people-over-http.ts'
import { ananya, codes, institutes, listAccountIds, listStudents } from './picture-people.ts'
import { createServerHost, type TestServer } from './server-host.ts'

/**
 * The institutes and students of the pictures on a real server, registered by its own calls. The server's clock
 * stands, so that pictures come out alike whenever they are taken.
 */
export type PictureWorld = {
  readonly server: TestServer
  readonly organisations: Readonly<Record<keyof typeof codes, Person>>
  readonly ananya: Person
  /** The students of Vidyasagar who hold a passkey, by roll number. */
  readonly students: ReadonlyMap<string, Person>
  /** What the clocks of the server and of the browser show, epoch ms. */
  readonly now: () => number
  readonly advanceClock: (ms: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export type PictureWorldSize = {
  /** Students of Vidyasagar. */
  readonly students: number
  /** How many of them have signed in the session that runs. */
  readonly present: number
}

const nineOClock = Date.UTC(2024, 8, 16, 3, 30)
const countdownShown = 42 * 60_000 + 26_000
const sessionMs = 60 * 60_000
const password = 'umbrella-monsoon-tramway-7'

export async function openPictureWorld(size: PictureWorldSize): Promise<PictureWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollkey-pictures-'))
  const host = createServerHost()
  const server = await host.start({
    env: { DATA_DIR: dataDir, RATE_LIMIT_SCALE: '100000' },
    clockStandsAt: nineOClock,
    accountIds: listAccountIds(size.students + 10),
  })
  let passed = 0
  const advanceClock = async (ms: number): Promise<void> => {
    passed += ms
    await server.advanceClock(ms)
  }

  const organisations = await registerInstitutes(server)
  const students = await registerStudents(server, size)
  const person = students.get(ananya.rollNumber)
  if (person === undefined) throw new Error('Ananya is not among the students.')
  // With a term behind her she has used the passkey, so that her dashboard is that of every day.
  await rehearsePasskey(person)
  const others = [codes.nalanda, codes.sahyadri, codes.lakeside]
  await joinInstitutes(person, [codes.vidyasagar, ...others])
  for (const [index, other] of [...students.values()].entries()) {
    if (index < 9 && other !== person) await joinInstitutes(other, [codes.vidyasagar, codes.sahyadri])
  }
  writeHistory(join(dataDir, 'rollkey.sqlite'), size)

  await startAttendance(organisations.vidyasagar)
  const signing = [...students.values()].filter((one) => one !== person).slice(0, size.present)
  for (const one of signing.reverse()) {
    await advanceClock(20_000)
    const { status, text } = await markStudent(organisations.vidyasagar, one.email, one.authenticator)
    if (status !== 200) throw new Error(text)
  }
  await advanceClock(sessionMs - countdownShown - passed)

  return {
    server,
    organisations,
    ananya: person,
    students,
    now: () => nineOClock + passed,
    advanceClock,
    stop: async () => {
      await server.stop()
      await host.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function registerInstitutes(server: TestServer): Promise<PictureWorld['organisations']> {
  const register = async (name: keyof typeof codes): Promise<Person> => {
    const organisation = await registerOrganisation(server, { ...institutes[name], password })
    if (organisation.id !== codes[name]) throw new Error(`${name} has got the code ${organisation.id}.`)
    if (name !== 'sahyadri') await registerPasskey(organisation)
    // One has none, and is told so.
    if (name !== 'sahyadri' && name !== 'deccan') await organisation.http.post('/api/v1/recovery-codes')
    return organisation
  }
  return {
    vidyasagar: await register('vidyasagar'),
    nalanda: await register('nalanda'),
    sahyadri: await register('sahyadri'),
    lakeside: await register('lakeside'),
    deccan: await register('deccan'),
  }
}

async function registerStudents(server: TestServer, { students }: PictureWorldSize): Promise<Map<string, Person>> {
  const people = new Map<string, Person>()
  for (const [form] of listStudents(students)) {
    const person = await registerStudent(server, codes.vidyasagar, { ...form, password })
    await registerPasskey(person)
    people.set(form.rollNumber, person)
  }
  return people
}

async function joinInstitutes(student: Person, organisation: readonly string[]): Promise<void> {
  for (let count = 2; count <= organisation.length; count++) {
    const data = { organisation: organisation.slice(0, count) }
    const { status, text } = await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data })
    if (status !== 200) throw new Error(text)
  }
}

/** The classes and marks of a term, inserted directly because they would take a term. */
function writeHistory(file: string, { students }: PictureWorldSize): void {
  const database = new DatabaseSync(file)
  database.exec('pragma busy_timeout = 5000; begin immediate')
  const setTotal = database.prepare(
    'update memberships set total = ?, expiry_time = ?, joined_at = ? where organisation_id = ? and roll_number_canonical = ? returning student_id, person_id',
  )
  const setBegin = database.prepare('update enrolments set begins_at = ? where person_id = ? and sequence = 1')
  const yesterday = nineOClock - day
  const writeTerm = (organisation: string, classes: number, totals: readonly (readonly [string, number])[]) => {
    database.prepare('update organisations set classes = ? where id = ?').run(classes, organisation)
    const starts = listClassDays(classes)
    starts.forEach((startedAt, index) => {
      database
        .prepare(
          'insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id) values (?, ?, ?, ?, ?, ?, ?)',
        )
        .run(
          `${organisation}-${index + 1}`,
          organisation,
          organisation,
          index + 1,
          startedAt,
          startedAt + sessionMs,
          'of the pictures',
        )
    })
    const termBegin = (starts[0] ?? nineOClock) - day
    for (const [rollNumber, total] of totals) {
      const [student] = setTotal.all(total, yesterday, termBegin, organisation, rollNumber)
      setBegin.run(termBegin, student?.person_id ?? null)
      for (const number of listAttended(rollNumber, classes, total)) {
        const markedAt =
          (starts[number - 1] ?? nineOClock) +
          (2 + ((number * 7 + Number(rollNumber.replace(/\D/g, '')) * 13) % 11)) * 60_000
        database
          .prepare(
            'insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence) values (?, ?, ?, ?, ?, ?, ?, ?)',
          )
          .run(
            `${organisation}-${number}`,
            organisation,
            String(student?.student_id),
            markedAt,
            'kiosk',
            '',
            '',
            evidence,
          )
      }
    }
  }
  writeTerm(
    codes.vidyasagar,
    41,
    listStudents(students).map(([{ rollNumber }, total]) => [rollNumber, total]),
  )
  writeTerm(codes.nalanda, 30, [[ananya.rollNumber, 19]])
  database.exec('commit')
  database.close()
}

const day = 24 * sessionMs
const evidence = JSON.stringify({
  attachment: 'cross-platform',
  userVerified: true,
  backupEligible: true,
  backedUp: true,
})

/** Mornings of the days before today, weekends left out; the oldest first. */
function listClassDays(count: number): number[] {
  const days: number[] = []
  for (let start = nineOClock - day; days.length < count; start -= day) {
    if (new Date(start).getUTCDay() % 6 !== 0) days.unshift(start)
  }
  return days
}

/** Numbers of the classes that a student came to: any, but the same each time, and on some days fewer came. */
function listAttended(rollNumber: string, classes: number, total: number): number[] {
  const poorDays = [6, 17, 18, 29]
  const seed = [...rollNumber].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
  const chance = (number: number) => {
    let noise = Math.imul(seed ^ Math.imul(number, 0x9e3779b1), 0x85ebca6b)
    noise = Math.imul(noise ^ (noise >>> 13), 0xc2b2ae35)
    return ((noise ^ (noise >>> 16)) >>> 0) * (poorDays.includes(number) ? 0.25 : 1)
  }
  const numbers = Array.from({ length: classes }, (_, index) => index + 1)
  return [...numbers].sort((a, b) => chance(b) - chance(a)).slice(0, total)
}
