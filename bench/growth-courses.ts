import { once } from 'node:events'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import pg from 'pg'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CourseSheet } from '#contract/course-sessions.ts'
import { projectId } from '#contract/identifiers.ts'
import { reportPaths } from '#contract/report-requests.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import {
  type CourseShape,
  courseId,
  courseInstitute,
  coursePerson,
  courseSession,
  courseSessions,
  courseSize,
  fillCourses,
} from '#testing/fill-courses.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { insertPasskey, type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import { openPhone } from '#testing/phone.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { forkServer } from './fork-server.ts'
import { percentile, sideBySide } from './side-by-side.ts'

/** COURSES=200 makes the large institute smaller. 2,667 courses of 50 are about 20,000 people in eight courses each. */
const largeCourses = Number(process.env.COURSES ?? 3_200)
const shapes: readonly CourseShape[] = [
  { institutes: 1_000, coursesEach: 1, peopleEach: 60 },
  { institutes: 1, coursesEach: largeCourses, peopleEach: Math.max(60, Math.ceil((largeCourses * courseSize) / 8)) },
]
const rounds = 10
const requestsPerRound = 20
const requests = rounds * requestsPerRound
const maxRatio = 1.5

const calls = [
  'today',
  'register of a course',
  'start of a session',
  'check-in (scan and finish)',
  'ruling on a cell',
  'roll call of 50',
  'report of classes',
] as const
type Call = (typeof calls)[number]

type Server = {
  readonly work: Readonly<Record<Call, (n: number) => Promise<unknown>>>
  readonly stop: () => Promise<void>
}

/**
 * The same calls where courses are spread over a thousand institutes and where one institute has them all, in turns, on one
 * PostgreSQL: p99 of the second at most 1.5 times that of the first.
 */
export async function benchGrowthOfCourses(): Promise<void> {
  const database = await startTemporaryPostgres({ max_wal_size: '8GB', shared_buffers: '512MB' })
  if (!database) {
    console.log('PostgreSQL is not installed.')
    return
  }
  const servers: Server[] = []
  try {
    for (const [index, shape] of shapes.entries()) {
      const name = `courses_${index}`
      await query(database.url, `create database ${name}`)
      const begin = performance.now()
      servers.push(await startServerOf(Object.assign(new URL(database.url), { pathname: `/${name}` }).href, shape))
      const { institutes, coursesEach, peopleEach } = shape
      const sessions = institutes * coursesEach * courseSessions
      const seconds = ((performance.now() - begin) / 1_000).toFixed(0)
      console.log(
        `${institutes} institutes of ${peopleEach} people and ${coursesEach} courses, ${sessions} sessions: filled in ${seconds} s`,
      )
    }
    console.log(`\np50 and p99 in ms, ${requests} requests each, one at a time`)
    for (const call of calls) await measure(call, servers)
  } finally {
    for (const { stop } of servers) await stop()
    await database.stop()
  }
}

async function measure(call: Call, servers: readonly Server[]): Promise<void> {
  const durations = servers.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { work }] of servers.entries()) {
      const numbers = Array.from({ length: requestsPerRound }, (_, n) => 1 + round * requestsPerRound + n)
      const { durationsMs } = await sideBySide(numbers, 1, async (n) => void (await work[call](n)))
      durations[index]?.push(...durationsMs)
    }
  }
  const figures = durations.map((all) => {
    const sorted = all.sort((a, b) => a - b)
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
  })
  const ratio = (figures.at(-1)?.p99 ?? Number.NaN) / (figures[0]?.p99 ?? Number.NaN)
  const columns = figures.map(({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`.padStart(15))
  const isKept = ratio <= maxRatio
  console.log(
    `${call.padEnd(28)} ${columns.join(' ')} ${ratio.toFixed(2).padStart(6)}, at most ${maxRatio}: ${isKept ? 'kept' : 'MISSED'}`,
  )
  if (!isKept) process.exitCode = 1
}

/** The n-th course that is used, from 1: of another institute each, or of the one that there is. */
const placeOf = ({ institutes }: CourseShape, n: number) =>
  institutes === 1 ? { institute: 1, course: n } : { institute: n, course: 1 }

async function startServerOf(url: string, shape: CourseShape): Promise<Server> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  await (await openStorage({ database: { url } })).close()
  await fillCourses(url, shape, Date.now())
  const people = await addPeople(url, origin, shape)
  const server = await forkServer(origin, { url })
  const { work, close } = callServer(origin, port, shape, people)
  return {
    work,
    async stop() {
      close()
      const ended = once(server, 'exit')
      server.send('stop')
      await ended
    },
  }
}

/** Who signs, and the cookie value of a login session. */
type Signer = { readonly token: string; readonly passkey: MadePasskey }
/** By the number of the request. */
type People = { readonly offices: ReadonlyMap<number, Signer>; readonly students: ReadonlyMap<number, Signer> }

async function addPeople(url: string, origin: string, shape: CourseShape): Promise<People> {
  const offices = new Map<number, Signer>()
  const students = new Map<number, Signer>()
  const phones = new Map<string, Signer>()
  const handles: (readonly [id: string, handle: string])[] = []
  const storage = await openStorage({ database: { url } })
  for (let n = 1; n <= requests; n++) {
    const { institute, course } = placeOf(shape, n)
    const [token, phoneToken] = [systemRandom.secret(), systemRandom.secret()]
    const [own, ofStudent] = [await makePasskey(origin), await makePasskey(origin)]
    const person = coursePerson(institute, course, 1, shape)
    const student = `S${person.slice(1)}`
    await storage.transaction(async (stores) => {
      const now = await stores.now()
      if (institute === n || n === 1) {
        await insertPasskey(stores, courseInstitute(institute), own, now)
        await insertLogin(stores, courseInstitute(institute), ['password', 'passkey'], token, now)
        offices.set(institute, { token, passkey: own })
        handles.push([courseInstitute(institute), own.userHandle])
      }
      const known = phones.get(student)
      if (known) students.set(n, known)
      else {
        await insertPasskey(stores, student, ofStudent, now)
        await insertLogin(stores, student, ['password'], phoneToken, now)
        const made = { token: phoneToken, passkey: ofStudent }
        phones.set(student, made)
        students.set(n, made)
        handles.push([student, ofStudent.userHandle])
      }
    })
  }
  await storage.close()
  // The software authenticators answer for the accounts' user handles.
  for (const [id, handle] of handles)
    await query(url, 'update accounts set user_handle = $2 where id = $1', [id, handle])
  await query(url, 'vacuum analyze')
  return { offices, students }
}

function callServer(
  origin: string,
  port: number,
  shape: CourseShape,
  { offices, students }: People,
): { readonly work: Server['work']; readonly close: () => void } {
  const clients = new Map<number, ReturnType<typeof createKeepAliveClient>>()
  const officeOf = (n: number) => {
    const { institute } = placeOf(shape, n)
    const known = clients.get(institute)
    if (known) return known
    const cookie = `session=${offices.get(institute)?.token}`
    const client = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
    clients.set(institute, client)
    return client
  }
  const started = new Map<number, string>()
  const idOf = (n: number) => courseId(placeOf(shape, n).institute, placeOf(shape, n).course)
  return {
    work: {
      today: (n) => officeOf(n).call('GET', '/api/v1/today'),
      'register of a course': (n) => officeOf(n).call('GET', `/api/v1/groups/${idOf(n)}/register`),
      async 'start of a session'(n) {
        const wanted = { expected: courseSessions + 1, minutes: 300 }
        const { session } = await officeOf(n).call<CourseSheet>('POST', `/api/v1/groups/${idOf(n)}/sessions`, wanted)
        started.set(n, session.id)
      },
      async 'check-in (scan and finish)'(n) {
        const student = students.get(n)
        if (!student) throw new Error('there is no phone')
        const code = await officeOf(n).call<CurrentRoomCode>('GET', `/api/v1/sessions/${started.get(n)}/room-code`)
        const phone = openPhone(origin, [port], student.passkey, { sessionToken: student.token, files: [] })
        const offer = await phone.scan({ session: code.publicId, code: code.code })
        if (typeof offer === 'string') throw new Error(offer)
        const { marks } = await phone.finish(offer, phone.sign(offer))
        if (marks[0]?.outcome !== 'counted') throw new Error('the student was not marked')
        phone.close()
      },
      'ruling on a cell'(n) {
        const { institute, course } = placeOf(shape, n)
        const cell = `${courseSession(institute, course, courseSessions)}/people/${coursePerson(institute, course, 2, shape)}`
        const ruling = { status: 'excused', reason: 'A letter.', after: 0 }
        return officeOf(n).call('POST', `/api/v1/sessions/${cell}/rulings`, ruling)
      },
      async 'roll call of 50'(n) {
        const { institute, course } = placeOf(shape, n)
        const own = offices.get(institute)
        if (!own) throw new Error('there is no office')
        const statuses = Array.from({ length: courseSize - 1 }, (_, place) => ({
          person: coursePerson(institute, course, place + 2, shape),
          status: place < 3 ? 'absent' : 'present',
        }))
        const wanted = { way: 'roll-call', session: started.get(n), statuses, reason: '' }
        const { ceremony } = await officeOf(n).call<CheckInOffer>('POST', '/api/v1/check-ins', wanted)
        const assertion = own.passkey.authenticator.assert(ceremony?.options as PublicKeyCredentialRequestOptionsJSON)
        await officeOf(n).call('POST', `/api/v1/check-ins/${ceremony?.id}/finish`, { assertion })
      },
      'report of classes': (n) =>
        officeOf(n).call('GET', `${reportPaths.sessions(courseInstitute(placeOf(shape, n).institute))}?limit=10`),
    },
    close() {
      for (const { close } of clients.values()) close()
    },
  }
}

async function query(url: string, statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement, [...values])
  } finally {
    await client.end()
  }
}
