import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { productAddress } from '#contract/addresses.ts'
import { projectId } from '#contract/identifiers.ts'
import { reportPaths } from '#contract/report-requests.ts'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { type PopulatedInstitute, populateInstitute } from '#testing/populate-institute.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { type FilledCourse, fillCoursesOf } from './fill-courses-of.ts'
import { forkServer } from './fork-server.ts'
import { markAtScreen } from './mark-once.ts'
import { readCpuMs, readLongestMs, readMemoryMb } from './server-messages.ts'
import { percentile, sideBySide } from './side-by-side.ts'
import { median } from './spent.ts'
import { stopServer } from './stop-server.ts'

const people = 1_000
const sessions = 60
const large: FilledCourse = { id: 'course-of-everyone-0', people, sessions }
const others = Array.from(
  { length: 49 },
  (_, n): FilledCourse => ({ id: `course-of-a-hundred-${n}`, people: 100, sessions: 30 }),
)

const readers = 10
const pagesEach = 3
const timesEach = 5
/** Before them, not counted. */
const warmUps = 2
const pingEachMs = 20
const atMost = { pingMs: 100, markP99Ms: 250, pageCpuMs: 400, memoryMb: 550 }
/** Of a course's book beside a class's: a measurement of the same takes up to so much longer. */
const bookRatio = 1.1

/**
 * Whether views hold up marks: pings and marks while ten people open registers of 1,000 people and 60 sessions, or the
 * numbers of all courses; how much processor one register takes; and the attendance book of a course beside that of a class
 * of the same size. On both engines.
 */
export async function benchViews(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  try {
    await measure('sqlite', { file: join(folder, 'rollkey.sqlite') })
  } finally {
    rmSync(folder, { recursive: true })
  }
  const postgres = await startTemporaryPostgres()
  if (!postgres) {
    console.log('PostgreSQL is not installed.')
    return
  }
  try {
    await measure('postgresql', { url: postgres.url }, () => readEngineMs(postgres.url))
  } finally {
    await postgres.stop()
  }
}

/** Processor time of all processes of a temporary PostgreSQL, those that have ended too, ms. */
function readEngineMs(url: string): number {
  const folder = new URL(url).searchParams.get('host') ?? ''
  const [main] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
  const running = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ')
  const ended = readFileSync(`/proc/${main}/stat`, 'utf8').split(' ').slice(15, 17)
  return [
    ...running.flatMap((pid) => {
      // A helper process of the engine may end between the list and the look.
      const file = `/proc/${pid}/schedstat`
      return existsSync(file) ? [Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6] : []
    }),
    ...ended.map((ticks) => Number(ticks) * 10),
  ].reduce((sum, ms) => sum + ms, 0)
}

async function measure(engine: string, database: DatabaseLocation, readEngine: () => number = () => 0): Promise<void> {
  const origin = `http://localhost:${await findFreePort()}`
  const institute = await populateInstitute(database, origin, people)
  await fillCoursesOf(database, institute.id, [large, ...others], sessions)
  // As `npm start` does.
  const server = await forkServer(origin, database, { execArgv: ['--max-semi-space-size=8'] })
  try {
    const office = openOffice(origin, institute)
    const readCpu = async () => (await readCpuMs(server)) + readEngine()
    const cpuOf = async (work: () => Promise<unknown>) => {
      const all: number[] = []
      for (let time = 0; time < warmUps + timesEach; time++) {
        const before = await readCpu()
        await work()
        const spent = (await readCpu()) - before
        if (time >= warmUps) all.push(spent)
      }
      return median(all)
    }
    const page = await cpuOf(office.register)
    say(`${engine}: a register of ${people} × ${sessions}`, page, atMost.pageCpuMs, 'ms of processor')
    console.log(`${engine}: the numbers of 50 courses: ${(await cpuOf(office.report)).toFixed(0)} ms of processor`)
    for (const format of ['csv', 'xlsx']) {
      const ofClass = await cpuOf(() => office.download(`${reportPaths.exports.attendanceBook}?format=${format}`))
      const ofCourse = await cpuOf(() =>
        office.download(`${reportPaths.exports.courseRegister(large.id)}?format=${format}`),
      )
      say(
        `${engine}: the course's book as ${format}`,
        ofCourse,
        bookRatio * ofClass,
        `ms of processor, the class's ${ofClass.toFixed(0)}`,
      )
    }
    const students = institute.students.values()
    const load = (name: string, work: () => Promise<unknown>) =>
      underLoad(`${engine}, ${name}`, office, students, () => readLongestMs(server), work)
    await load('nothing besides', () => wait(2_000))
    for (const [name, open] of [
      ['ten people open registers', office.register],
      ['ten people open the numbers of all courses', office.report],
    ] as const) {
      const all = Array.from({ length: readers * pagesEach })
      await load(name, async () => {
        const { durationsMs } = await sideBySide(all, readers, async () => void (await open()))
        console.log(`  a page comes after ${median(durationsMs).toFixed(0)} ms`)
      })
    }
    office.close()
    // What is kept, and not what a load takes for a moment.
    await wait(10_000)
    const [memory, most] = [readMemoryMb(server, 'VmRSS'), readMemoryMb(server, 'VmHWM')]
    say(
      `${engine}: memory of the server after all of this`,
      memory,
      atMost.memoryMb,
      `MB, ${most.toFixed(0)} at its most`,
    )
  } finally {
    await stopServer(server)
  }
}

function say(what: string, figure: number, limit: number, unit: string): void {
  const isKept = figure <= limit
  console.log(`${what}: ${figure.toFixed(0)} ${unit}; at most ${limit.toFixed(0)}: ${isKept ? 'kept' : 'MISSED'}`)
  if (!isKept) process.exitCode = 1
}

type Office = ReturnType<typeof openOffice>

/**
 * Pings and marks, one after the other each, while the work lasts. On a busy machine the longest piece tells whether the views
 * or the machine held them up.
 */
async function underLoad(
  name: string,
  { ping, mark }: Office,
  students: Iterator<PopulatedInstitute['students'][number]>,
  readLongest: () => Promise<number>,
  work: () => Promise<unknown>,
): Promise<void> {
  console.log(name)
  await readLongest()
  const end = new AbortController()
  const pings: number[] = []
  const marks: number[] = []
  const timed = async (durationsMs: number[], one: () => Promise<unknown>) => {
    const begun = performance.now()
    await one()
    durationsMs.push(performance.now() - begun)
  }
  const pinging = async () => {
    while (!end.signal.aborted) {
      await timed(pings, ping)
      await wait(pingEachMs)
    }
  }
  const marking = async () => {
    while (!end.signal.aborted) {
      const { value, done } = students.next()
      if (done) return
      await timed(marks, () => mark(value))
      await wait(pingEachMs)
    }
  }
  const meanwhile = [pinging(), marking()]
  await work()
  end.abort()
  await Promise.all(meanwhile)
  const sorted = pings.toSorted((a, b) => a - b)
  console.log(
    `  ${pings.length} pings: p50 ${percentile(sorted, 0.5).toFixed(1)}, p99 ${percentile(sorted, 0.99).toFixed(1)} ms`,
  )
  console.log(`  the answering thread worked at most ${(await readLongest()).toFixed(0)} ms of processor in one piece`)
  say('  the longest ping', sorted.at(-1) ?? 0, atMost.pingMs, 'ms')
  const p99 = percentile(
    marks.toSorted((a, b) => a - b),
    0.99,
  )
  say(`  ${marks.length} marks of two calls, p99`, p99, atMost.markP99Ms, 'ms')
}

function openOffice(origin: string, { sessionToken }: PopulatedInstitute) {
  const headers = { origin, cookie: `session=${sessionToken}`, 'x-appwrite-project': projectId }
  const client = createKeepAliveClient(origin, headers)
  /** Reads the bytes and discards them, so that what is measured besides does not wait for this process. */
  const download = (path: string) =>
    new Promise<void>((resolve, reject) => {
      request(`${origin}${path}`, { headers: { ...headers, 'accept-encoding': 'gzip' } }, (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`${path} answered ${reply.statusCode}`))
        reply.once('end', resolve).once('error', reject).resume()
      })
        .once('error', reject)
        .end()
    })
  return {
    download,
    register: () => download(productAddress('GET /groups/:groupId/register', { groupId: large.id })),
    report: () => download('/api/v1/reports/courses'),
    ping: () => client.call('GET', '/api/v1/ping'),
    mark: (student: PopulatedInstitute['students'][number]) => markAtScreen(client, student),
    close: client.close,
  }
}
