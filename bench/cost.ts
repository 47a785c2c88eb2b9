import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '#testing/find-free-port.ts'
import { type PopulatedStudent, populateInstitute } from '#testing/populate-institute.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { atTheScreen, byRoomCode, onTheScreen, type Way } from './cost-calls.ts'
import { openCountingProxy } from './counting-proxy.ts'
import { forkServer } from './fork-server.ts'
import { logPersonIn } from './log-person-in.ts'
import { openMarkLimit } from './mark-limit.ts'
import { add, type Cost, figures, nothing, openCostReader, settingsOfCosts, subtract } from './read-cost.ts'

/** Of each way, after as many that are not counted. */
const marks = 200
/** Processor time of server and engine together for a mark by two calls, over that of the limit in the same run. */
const allowedRatio = 18
/** Of one call in turn: a proof lives for a minute. */
const batch = 50

/**
 * What each call of a mark costs on PostgreSQL: one process, one call at a time. What follows an answer, such as
 * the notice to open screens, is counted with its call.
 */
export async function benchCost(): Promise<void> {
  const postgres = await startTemporaryPostgres(settingsOfCosts).catch(() => startTemporaryPostgres())
  if (!postgres) {
    console.log('PostgreSQL is not installed.')
    return
  }
  const proxy = await openCountingProxy(postgres.url)
  const watcher = new pg.Client({ connectionString: postgres.url })
  await watcher.connect()
  let end: () => unknown = () => undefined
  try {
    const origin = `http://localhost:${await findFreePort()}`
    const institute = await populateInstitute({ url: postgres.url }, origin, 10 * marks)
    // Without statistics PostgreSQL plans for tables that are nearly empty. In use it has them within a minute.
    await watcher.query('analyze')
    const server = await forkServer(origin, { url: proxy.url })
    end = () => server.kill()
    const read = await openCostReader(watcher, server, proxy.read)
    const part = (turn: number) => institute.students.slice(turn * 2 * marks, (turn + 1) * 2 * marks)
    await describeDurability(watcher)
    const limitMs = await measureLimit(origin, part(0))
    await run(onTheScreen(origin, institute, part(0)), read, limitMs)
    await run(atTheScreen(origin, institute, part(3)), read, limitMs)
    await run(atTheScreen(origin, institute, part(4), await logPersonIn(postgres.url, institute.id)), read, limitMs)
    await run(await byRoomCode(origin, postgres.url, institute, part(1), 'logged in'), read, limitMs)
    await run(await byRoomCode(origin, postgres.url, institute, part(2), 'logged out'), read, limitMs)
    server.send('stop')
    await once(server, 'exit')
  } finally {
    end()
    await watcher.end()
    await proxy.close()
    await postgres.stop()
  }
}

/** The processor time of one assertion verified and one durable commit, ms. */
async function measureLimit(origin: string, students: readonly PopulatedStudent[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const limit = openMarkLimit(origin, folder, 1)
  await limit.measure(students.slice(0, marks))
  const { cpuMs } = await limit.measure(students.slice(marks))
  limit.close()
  rmSync(folder, { recursive: true })
  console.log(`The limit, one verification and one durable commit: ${(cpuMs / marks).toFixed(2)} ms of processor time.`)
  return cpuMs / marks
}

/** Ends the process with 1 later where the way has more round trips, or takes more processor time, than it may. */
async function run(way: Way, read: () => Promise<Cost>, limitMs: number): Promise<void> {
  const { costs, trips } = await measure(way, read)
  report(way.name, costs)
  if (way.maxTrips === undefined) return
  const isKept = trips <= way.maxTrips
  console.log(`${trips} round trips a mark, at most ${way.maxTrips}: ${isKept ? 'kept' : 'missed'}`)
  const spentMs = [...costs.values()].reduce((sum, { serverMs, engineMs }) => sum + serverMs + engineMs, 0) / marks
  const ratio = spentMs / limitMs
  const isCheap = ratio <= allowedRatio
  console.log(
    `${spentMs.toFixed(1)} ms of processor time a mark, ${ratio.toFixed(1)} times the limit, at most ${allowedRatio}: ${isCheap ? 'kept' : 'missed'}`,
  )
  if (!isKept || !isCheap) process.exitCode = 1
}

/** `trips`: of a mark, without those of work in the background, which comes on top in most batches. */
async function measure({ students, prepare, calls, close }: Way, read: () => Promise<Cost>) {
  const costs = new Map<string, Cost>()
  const least = new Map<string, number>()
  for (let from = 0; from < students.length; from += batch) {
    await prepare()
    for (const [name, call] of Object.entries(calls)) {
      const before = await read()
      for (const student of students.slice(from, from + batch)) await call(student)
      const cost = subtract(await read(), before)
      if (from < marks) continue
      costs.set(name, add(costs.get(name) ?? nothing, cost))
      least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, cost.trips / batch))
    }
  }
  close()
  return { costs, trips: [...least.values()].reduce((sum, trips) => sum + Math.round(trips), 0) }
}

async function describeDurability(watcher: pg.Client): Promise<void> {
  const durability = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_level']
  const { rows } = await watcher.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1) order by name',
    [durability],
  )
  console.log(`PostgreSQL with ${rows.map(({ name, setting }) => `${name} ${setting}`).join(', ')}`)
  console.log(`Each figure is that of one call: the mean of ${marks}.`)
}

function report(way: string, costs: ReadonlyMap<string, Cost>): void {
  console.log(`\n${way.padEnd(18)}${figures.map(([, name]) => name.padStart(15)).join('')}`)
  for (const [name, cost] of [...costs, ['a mark', [...costs.values()].reduce(add)] as const]) {
    const columns = figures.map(([key]) => {
      const value = cost[key] / marks
      return (Number.isNaN(value) ? 'unknown' : value.toFixed(key === 'walBytes' ? 0 : 2)).padStart(15)
    })
    console.log(`${name.padEnd(18)}${columns.join('')}`)
  }
}
