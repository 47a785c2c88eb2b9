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
  startAttendance,
} from '../server/testing/people-over-http.ts'
import { ananya, codes, institutes, listAccountIds, listStudents } from './picture-people.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

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
  const server = await startTestServer({
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '100000',
    TEST_CLOCK_STANDS_AT: String(nineOClock),
    TEST_ACCOUNT_IDS: listAccountIds(size.students + 10).join(','),
    TEST_CHEAP_PASSWORDS: 'yes',
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
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function registerInstitutes(server: TestServer): Promise<PictureWorld['organisations']> {
  const register = async (name: keyof typeof codes): Promise<Person> => {
    const organisation = await registerOrganisation(server, { ...institutes[name], password })
    if (organisation.id !== codes[name]) throw new Error(`${name} has got the code ${organisation.id}.`)
    if (name !== 'sahyadri') await registerPasskey(organisation)
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

/** A term's classes and attendance, which nobody can wait for. */
function writeHistory(file: string, { students }: PictureWorldSize): void {
  const database = new DatabaseSync(file)
  database.exec('pragma busy_timeout = 5000')
  const setClasses = database.prepare('update organisations set classes = ? where id = ?')
  setClasses.run(41, codes.vidyasagar)
  setClasses.run(30, codes.nalanda)
  const setTotal = database.prepare(
    'update memberships set total = ?, expiry_time = ? where organisation_id = ? and roll_number_canonical = ?',
  )
  const yesterday = nineOClock - 24 * sessionMs
  for (const [{ rollNumber }, total] of listStudents(students)) {
    setTotal.run(total, yesterday, codes.vidyasagar, rollNumber)
  }
  setTotal.run(19, yesterday, codes.nalanda, ananya.rollNumber)
  database.close()
}
