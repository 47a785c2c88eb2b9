import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { openForReading } from '#server/storage/open-for-reading.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { logInAll } from '#testing/log-in-all.ts'
import { openPhone, type Phone } from '#testing/phone.ts'
import { type PopulatedInstitute, populateInstitute } from '#testing/populate-institute.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { measureColdPhones } from './cold-phones.ts'
import { countCourseMarks, openCourseRooms } from './course-rooms.ts'
import { forkServer } from './fork-server.ts'
import { openMarkLimit } from './mark-limit.ts'
import { openRoomDisplay, type Room, type RoomDisplay } from './room-display.ts'
import { readCpuMs } from './server-messages.ts'
import { percentile } from './side-by-side.ts'
import type { FromHolder, ToHolder } from './socket-holder.ts'
import { stopServer } from './stop-server.ts'

type Size = {
  readonly institutes: number
  readonly phonesEach: number
  readonly seconds: number
  readonly pagesEach: number
  /** Of the institute; without them a class runs in each. */
  readonly courses?: number
}
const hall: Size = { institutes: 1, phonesEach: 300, seconds: 30, pagesEach: 0 }
/** Three courses of one institute at once. */
const courses: Size = { ...hall, courses: 3 }
/** 3,000 sockets. */
const bell: Size = { institutes: 30, phonesEach: 50, seconds: 60, pagesEach: 2 }
/** One institute checks in before the others, a phone after the other: four times on each of three processes. */
const warmUp = { phones: 12, domain: 'warm-up' }
const p99Ms = 250
/** So long before the first phone the displays are on: then there are codes that are too old. */
const earlyMs = 35_000
const settleMs = 2_000
const dist = join(import.meta.dirname, '../dist')

/**
 * A room checks in by its code: 300 phones in one hall within 30 s, as many in three courses at once, then 1,500 in 30 institutes within a minute while
 * 3,000 sockets listen; on one process with the embedded database, and on three with PostgreSQL. Each phone loads the page
 * over a connection of its own, a fifth is logged out, a tenth comes with a code that is too old. The usual limits are on.
 * The first check-in of a fresh process takes many times as long as the next ones; its time is printed and not counted.
 */
export async function benchRoom(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const newFile = () => ({ file: join(mkdtempSync(join(folder, 'data-')), 'rollkey.sqlite') })
  const postgres = await startTemporaryPostgres()
  try {
    await checkIn('one hall, one process, embedded database', 1, hall, newFile(), 'hall')
    await checkIn('three courses, one process, embedded database', 1, courses, newFile(), 'courses')
    await checkIn('30 institutes, one process, embedded database', 1, bell, newFile(), 'bell')
    if (postgres) {
      await checkIn('one hall, three processes, PostgreSQL', 3, hall, { url: postgres.url }, 'hall')
      await checkIn('three courses, three processes, PostgreSQL', 3, courses, { url: postgres.url }, 'courses')
      await checkIn('30 institutes, three processes, PostgreSQL', 3, bell, { url: postgres.url }, 'bell')
    } else console.log('PostgreSQL is not installed: not measured on three processes.')
    await measureColdPhones(`http://localhost:${await findFreePort()}`, newFile(), dist)
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true })
  }
}

async function checkIn(name: string, processes: number, size: Size, database: DatabaseLocation, domain: string) {
  const ports: number[] = []
  for (let index = 0; index < processes; index++) ports.push(await findFreePort())
  const origin = `http://localhost:${ports[0]}`
  const institutes: PopulatedInstitute[] = []
  for (let index = 0; index < size.institutes; index++)
    institutes.push(await populateInstitute(database, origin, size.phonesEach, `${domain}-${index}.example`))
  const first = await populateInstitute(database, origin, warmUp.phones, `${warmUp.domain}.${domain}.example`)
  const tokens = await logInAll(
    database,
    institutes.flatMap(({ students }) => students),
  )
  const env = { HOST: '127.0.0.1', BENCH_WEB: dist, RATE_LIMIT_SCALE: '1' }
  const servers = await Promise.all(
    ports.map((port) => forkServer(origin, database, { env: { ...env, PORT: String(port) } })),
  )
  const holder = fork(join(import.meta.dirname, 'socket-holder.ts'))
  const rooms: Room[] = []
  try {
    await checkInOneByOne(origin, ports, first)
    await openPages(holder, origin, ports, [...tokens.values()], size.pagesEach)
    const [only] = institutes
    if (size.courses && only) rooms.push(...(await openCourseRooms(origin, ports, only, tokens, size.courses)))
    for (const [index, institute] of size.courses ? [] : institutes.entries()) {
      const display = await openRoomDisplay(origin, ports[index % processes] ?? 0, institute)
      rooms.push({ institute, display, tokens: institute.students.map(({ id }) => tokens.get(id) ?? '') })
    }
    await wait(earlyMs)
    const before = await readCpu(servers)
    const seen = await enterRooms(rooms, origin, ports, size.seconds)
    await wait(settleMs)
    const cpuMs = (await readCpu(servers)) - before
    report(name, seen, {
      cpuMs,
      marks: size.institutes * size.phonesEach,
      marked: size.courses && only ? await countCourseMarks(database, only) : await countMarks(database, institutes),
    })
    await reportLimit(origin, institutes)
  } finally {
    for (const { display } of rooms) display.close()
    await stopServer(holder)
    await Promise.all(servers.map(stopServer))
  }
}

type Seen = {
  readonly pageMs: number[]
  readonly scanMs: number[]
  readonly finishMs: number[]
  readonly failures: string[]
  old: number
}

/** The phones come evenly over the time, one room beside the other. */
async function enterRooms(
  rooms: readonly Room[],
  origin: string,
  ports: readonly number[],
  seconds: number,
): Promise<Seen> {
  const seen: Seen = { pageMs: [], scanMs: [], finishMs: [], failures: [], old: 0 }
  const files = listPageFiles()
  const begin = performance.now()
  const phones = rooms.flatMap((room, place) =>
    room.institute.students.map((student, index) => ({
      room,
      student,
      index,
      due: ((index + place / rooms.length) / room.tokens.length) * seconds * 1_000,
    })),
  )
  await Promise.all(
    phones.map(async ({ room, student, index, due }) => {
      await wait(Math.max(0, begin + due - performance.now()))
      const phone = openPhone(origin, turned(ports, index), student, {
        sessionToken: index % 5 === 4 ? undefined : room.tokens[index],
        files,
      })
      try {
        await checkInOnce(phone, room.display, index % 10 === 3, seen)
      } catch (error) {
        seen.failures.push(String(error))
      } finally {
        phone.close()
      }
    }),
  )
  return seen
}

async function checkInOneByOne(origin: string, ports: readonly number[], institute: PopulatedInstitute): Promise<void> {
  const seen: Seen = { pageMs: [], scanMs: [], finishMs: [], failures: [], old: 0 }
  const display = await openRoomDisplay(origin, ports[0] ?? 0, institute)
  for (const [index, student] of institute.students.entries()) {
    const phone = openPhone(origin, turned(ports, index), student, { files: [] })
    await checkInOnce(phone, display, false, seen)
    phone.close()
  }
  display.close()
  console.log(`before the measurement, one by one: finish ${seen.finishMs.map((ms) => ms.toFixed(0)).join(' ')} ms`)
}

/** A phone's calls go to the processes in turn, and those of the next phone begin one further. */
function turned(ports: readonly number[], by: number): readonly number[] {
  return ports.map((_, turn) => ports[(turn + by) % ports.length] ?? 0)
}

async function checkInOnce(phone: Phone, display: RoomDisplay, isLate: boolean, seen: Seen): Promise<void> {
  await timed(seen.pageMs, () => phone.loadPage())
  if (isLate) {
    const refusal = await phone.scan(display.tooOld())
    // Wrong codes are counted by address, and here all phones have one.
    if (refusal !== 'room-code-old' && refusal !== 'general_rate_limit_exceeded')
      throw new Error(`too old: ${String(refusal)}`)
    seen.old++
  }
  const offer = await timed(seen.scanMs, () => phone.scan(display.current()))
  if (typeof offer === 'string') throw new Error(`scan: ${offer}`)
  const assertion = phone.sign(offer)
  const { marks } = await timed(seen.finishMs, () => phone.finish(offer, assertion))
  if (marks[0]?.outcome !== 'counted') throw new Error(`not counted: ${marks[0]?.outcome}`)
}

async function timed<T>(durationsMs: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  durationsMs.push(performance.now() - start)
  return result
}

/** The page, and what it names: what a cold phone loads before its first touch. */
function listPageFiles(): readonly string[] {
  const html = readFileSync(join(dist, 'checkin.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href|data-app)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file ?? '',
  )
  return ['/checkin', ...new Set(named)]
}

type Outcome = {
  readonly cpuMs: number
  readonly marks: number
  readonly marked: { readonly once: number; readonly more: number }
}

function report(
  name: string,
  { pageMs, scanMs, finishMs, failures, old }: Seen,
  { cpuMs, marks, marked }: Outcome,
): void {
  const of = (durationsMs: readonly number[]) => {
    const sorted = durationsMs.toSorted((a, b) => a - b)
    return `p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p99 ${percentile(sorted, 0.99).toFixed(1)} ms`
  }
  const isKept =
    marked.once === marks &&
    marked.more === 0 &&
    percentile(
      finishMs.toSorted((a, b) => a - b),
      0.99,
    ) < p99Ms
  console.log(`${name}: ${marked.once} of ${marks} marked once, ${marked.more} more often, ${failures.length} failed`)
  console.log(`  ${old} phones came with a code that was too old, and scanned again`)
  console.log(`  page ${of(pageMs)}; scan ${of(scanMs)}; finish ${of(finishMs)}`)
  console.log(`  servers: ${(cpuMs / marks).toFixed(2)} ms of processor time a phone, page and displays included`)
  console.log(`  all marked once, p99 of the finish below ${p99Ms} ms: ${isKept ? 'kept' : 'MISSED'}`)
  for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`)
  if (!isKept) process.exitCode = 1
}

async function countMarks(
  database: DatabaseLocation,
  institutes: readonly PopulatedInstitute[],
): Promise<Outcome['marked']> {
  const { db, close } = await openForReading(database)
  const own = institutes.map(({ id }) => id)
  const rows = await db.selectFrom('memberships').where('organisation_id', 'in', own).select('total').execute()
  const { marks } = await db
    .selectFrom('marks')
    .where('organisation_id', 'in', own)
    .select(({ fn }) => fn.countAll<number>().as('marks'))
    .executeTakeFirstOrThrow()
  await close()
  const once = rows.filter(({ total }) => total === 1).length
  return { once, more: rows.filter(({ total }) => total > 1).length + Math.abs(Number(marks) - once) }
}

async function reportLimit(origin: string, institutes: readonly PopulatedInstitute[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const limit = openMarkLimit(origin, folder, 30)
  const students = institutes.flatMap((institute) => institute.students)
  // The first run only warms up.
  await limit.measure(students.slice(0, 300))
  const { totalMs } = await limit.measure(students)
  limit.close()
  rmSync(folder, { recursive: true })
  console.log(`  in-process limit of the same run: ${((students.length / totalMs) * 1_000).toFixed(0)} marks/s`)
}

async function openPages(
  holder: ChildProcess,
  origin: string,
  ports: readonly number[],
  tokens: readonly string[],
  pagesEach: number,
) {
  const open = tokens
    .flatMap((token) => Array.from({ length: pagesEach }, () => token))
    .map((token, index) => ({ url: `ws://127.0.0.1:${ports[index % ports.length]}`, token }))
  if (open.length === 0) return
  holder.send({ open, origin } satisfies ToHolder)
  const [answer] = (await once(holder, 'message')) as [FromHolder & { open: number }]
  console.log(`${answer.open} sockets are open`)
}

async function readCpu(servers: readonly ChildProcess[]): Promise<number> {
  return (await Promise.all(servers.map(readCpuMs))).reduce((sum, ms) => sum + ms, 0)
}
