import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { projectId } from '#contract/identifiers.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { createKeepAliveClient, type KeepAliveClient } from '#testing/keep-alive-client.ts'
import { type PopulatedInstitute, type PopulatedStudent, populateInstitute } from '#testing/populate-institute.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { forkServer } from './fork-server.ts'
import { openMarkLimit } from './mark-limit.ts'
import { markOnce } from './mark-once.ts'
import { percentile } from './side-by-side.ts'
import type { FromHolder, ToHolder } from './socket-holder.ts'
import { stopServer } from './stop-server.ts'

type Size = { readonly institutes: number; readonly studentsEach: number }
/** 1,500 students, 30 screens, 3,030 sockets. */
const bell: Size = { institutes: 3, studentsEach: 500 }
/** 5,000 sockets that hear one notice each, and 100 that hear 250. */
const crowd: Size = { institutes: 10, studentsEach: 250 }
/** An account has ten login sessions at most. */
const screensEach = 10
/** Pages that each student has open. */
const pagesPerStudent = 2
const minute = 60_000
/** How long the last notices may take. */
const settleMs = 2_000

type Institute = PopulatedInstitute & { readonly screens: readonly string[]; readonly pages: readonly string[] }

/**
 * The bell: 1,500 students are marked within one minute at 30 screens, while 3,030 sockets listen. On one process with
 * the embedded database, and on three with PostgreSQL, each call of a mark on the next of them. Then the same on one
 * process with as many sockets as it should hold.
 */
export async function benchBell(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const postgres = await startTemporaryPostgres()
  try {
    await ring('one process, embedded database', 1, bell, newFile(folder))
    if (postgres) await ring('three processes, PostgreSQL', 3, bell, { url: postgres.url })
    else console.log('PostgreSQL is not installed: not measured on three processes.')
    await ring('one process, embedded database, a crowd', 1, crowd, newFile(folder))
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true })
  }
}

async function ring(name: string, processes: number, size: Size, database: DatabaseLocation): Promise<void> {
  const { institutes, studentsEach } = size
  const ports: number[] = []
  for (let index = 0; index < processes; index++) ports.push(await findFreePort())
  const origin = `http://localhost:${ports[0]}`
  const all: Institute[] = []
  for (let index = 0; index < institutes; index++) {
    const institute = await populateInstitute(database, origin, studentsEach, `bell-${index}.example`)
    all.push({ ...institute, ...(await addLogins(database, institute)) })
  }
  const serve = (port: number) =>
    forkServer(origin, database, { execArgv: ['--expose-gc'], env: { HOST: '127.0.0.1', PORT: String(port) } })
  const servers = await Promise.all(ports.map(serve))
  const holder = fork(join(import.meta.dirname, 'socket-holder.ts'))
  try {
    const memoryBefore = await Promise.all(servers.map(readMemory))
    const tokens = all.flatMap(({ screens, pages }) => [...screens, ...pages.flatMap((page) => [page, page])])
    const { open } = await ask(holder, {
      open: tokens.map((token, index) => ({ url: `ws://127.0.0.1:${ports[index % processes]}`, token })),
      origin,
    })
    const memoryAfter = await Promise.all(servers.map(readMemory))
    const grown = sum(memoryAfter) - sum(memoryBefore)
    console.log(`${name}: ${open} sockets open, ${((grown / open) * 1_024).toFixed(1)} kB of resident memory each`)

    const { durations, failures } = await markAll(all, origin, ports)
    await wait(settleMs)
    const { events, closed } = (await ask(holder, 'count')) as { events: number; closed: number }
    const marks = institutes * studentsEach
    const sorted = durations.sort((a, b) => a - b)
    console.log(`  ${durations.length} of ${marks} marked in a minute, ${failures} failed`)
    console.log(
      `  one mark (four calls): p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p99 ${percentile(sorted, 0.99).toFixed(1)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms`,
    )
    console.log(`  notices heard: ${events} of ${marks * (screensEach + pagesPerStudent)}, sockets lost: ${closed}`)
    const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
    const limit = openMarkLimit(origin, folder, institutes * screensEach)
    // The first run only warms up.
    await limit.measure(all[0]?.students ?? [])
    const { totalMs } = await limit.measure(all.flatMap(({ students }) => students))
    limit.close()
    console.log(
      `  in-process limit of the same run: ${((marks / totalMs) * 1_000).toFixed(0)} marks/s; this minute needs ${(marks / 60).toFixed(0)}`,
    )
    rmSync(folder, { recursive: true })
  } finally {
    await stopServer(holder)
    await Promise.all(servers.map(stopServer))
  }
}

/** The embedded engine's file in a folder of its own. */
function newFile(folder: string): DatabaseLocation {
  return { file: join(mkdtempSync(join(folder, 'data-')), 'rollkey.sqlite') }
}

/** Every screen marks its students one after the other, spread over the minute like people in a queue. */
async function markAll(all: readonly Institute[], origin: string, ports: readonly number[]) {
  const durations: number[] = []
  let failures = 0
  const begin = performance.now()
  const screens = all.flatMap((institute) => institute.screens.map((token, index) => ({ institute, token, index })))
  await Promise.all(
    screens.map(async ({ institute, token, index }, screen) => {
      const client = roundRobin(ports, { origin, cookie: `session=${token}`, 'x-appwrite-project': projectId })
      const queue = institute.students.filter((_, n) => n % screensEach === index)
      const pause = minute / queue.length
      for (const [place, student] of queue.entries()) {
        const due = begin + place * pause + (screen / screens.length) * pause
        await wait(Math.max(0, due - performance.now()))
        const start = performance.now()
        try {
          await markOnce(client, institute.id, student as PopulatedStudent)
          durations.push(performance.now() - start)
        } catch (error) {
          failures++
          if (failures < 5) console.error(error)
        }
      }
      client.close()
    }),
  )
  return { durations, failures }
}

/** Each call goes to the next process: none may rely on having seen the one before. */
function roundRobin(ports: readonly number[], headers: Readonly<Record<string, string>>): KeepAliveClient {
  const clients = ports.map((port) => createKeepAliveClient(`http://127.0.0.1:${port}`, headers))
  let turn = 0
  return {
    call: (...request) => (clients[turn++ % clients.length] as KeepAliveClient).call(...request),
    close() {
      for (const client of clients) client.close()
    },
  }
}

async function addLogins(database: DatabaseLocation, { id, students, sessionToken }: PopulatedInstitute) {
  const screens = Array.from({ length: screensEach - 1 }, () => systemRandom.secret())
  const pages = students.map((student) => ({ student, token: systemRandom.secret() }))
  const storage = await openStorage({ database })
  try {
    await storage.transaction(async (stores) => {
      const now = await stores.now()
      for (const token of screens) await insertLogin(stores, id, ['password', 'passkey'], token, now)
      for (const { student, token } of pages) await insertLogin(stores, student.id, ['password'], token, now)
    })
  } finally {
    await storage.close()
  }
  return { screens: [sessionToken, ...screens], pages: pages.map(({ token }) => token) }
}

/** Megabytes of resident memory. */
async function readMemory(server: ChildProcess): Promise<number> {
  server.send('memory')
  const [megabytes] = (await once(server, 'message')) as [number]
  return megabytes
}

async function ask(holder: ChildProcess, message: ToHolder) {
  holder.send(message)
  const [answer] = (await once(holder, 'message')) as [FromHolder & { open: number }]
  return answer
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
