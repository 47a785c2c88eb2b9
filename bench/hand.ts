import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import pg from 'pg'
import type { RunningSession } from '#contract/attendance.ts'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { projectId } from '#contract/identifiers.ts'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { insertPasskey, type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import { type PopulatedInstitute, populateInstitute } from '#testing/populate-institute.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { type CountingProxy, openCountingProxy } from './counting-proxy.ts'
import { forkServer } from './fork-server.ts'
import { openCostReader, settingsOfCosts } from './read-cost.ts'
import { measureRollCalls } from './roll-call.ts'
import { readCpuMs } from './server-messages.ts'
import { median, type Spent, subtract } from './spent.ts'

/** A class that is marked by hand with one signature. */
const listSize = 60
const lists = 20
/** Before them, not counted. */
const warmUps = 5
const maxTrips = 12
const maxMs = { sqlite: 12, postgresql: 25 }

/** What a class of 60 costs that is marked by hand: begun, signed and finished, over HTTP, one list after the other. */
export async function benchHand(): Promise<void> {
  await onSqlite()
  await onPostgresql()
}

async function onSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  try {
    await measure('sqlite', { file: join(folder, 'rollkey.sqlite') })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function onPostgresql(): Promise<void> {
  const postgres = await startTemporaryPostgres(settingsOfCosts).catch(() => startTemporaryPostgres())
  if (!postgres) {
    console.log('PostgreSQL is not installed.')
    return
  }
  const proxy = await openCountingProxy(postgres.url)
  const watcher = new pg.Client({ connectionString: postgres.url })
  await watcher.connect()
  try {
    await measure('postgresql', { url: postgres.url }, { proxy, watcher })
  } finally {
    await watcher.end()
    await proxy.close()
    await postgres.stop()
  }
}

type Watched = { readonly proxy: CountingProxy; readonly watcher: pg.Client }

async function measure(engine: 'sqlite' | 'postgresql', database: DatabaseLocation, watched?: Watched): Promise<void> {
  const origin = `http://localhost:${await findFreePort()}`
  const institute = await populateInstitute(database, origin, (warmUps + lists) * listSize)
  const passkey = await addOwnPasskey(database, origin, institute)
  // Without statistics PostgreSQL plans for tables that are nearly empty. In use it has them within a minute.
  await watched?.watcher.query('analyze')
  const server = await forkServer(origin, watched ? { url: watched.proxy.url } : database)
  try {
    const readCosts = watched && (await openCostReader(watched.watcher, server, watched.proxy.read))
    const read = async (): Promise<Spent> =>
      readCosts
        ? readCosts()
        : { trips: 0, statements: 0, transactions: 0, serverMs: await readCpuMs(server), engineMs: 0 }
    const mark = await openOffice(origin, institute, passkey)
    const costs: Spent[] = []
    const wallMs: number[] = []
    for (let list = 0; list < warmUps + lists; list++) {
      const students = institute.students.slice(list * listSize, (list + 1) * listSize).map(({ id }) => id)
      const before = await read()
      const begunAt = performance.now()
      await mark(students)
      const endedAt = performance.now()
      const after = await read()
      if (list < warmUps) continue
      costs.push(subtract(after, before))
      wallMs.push(endedAt - begunAt)
    }
    report(engine, costs, wallMs)
    await measureRollCalls(engine, { origin, institute, passkey, read })
    server.send('stop')
    await once(server, 'exit')
  } finally {
    server.kill()
  }
}

/** Ends the process with 1 later where a list takes more than it may. Trips: the least, without work in the background. */
function report(engine: 'sqlite' | 'postgresql', costs: readonly Spent[], wallMs: readonly number[]): void {
  const of = (figure: keyof Spent) => median(costs.map((cost) => cost[figure]))
  const spentMs = median(costs.map(({ serverMs, engineMs }) => serverMs + engineMs))
  const isCheap = spentMs <= maxMs[engine]
  console.log(
    `${engine}: ${listSize} students by hand, medians of ${lists} lists: until the answers ${median(wallMs).toFixed(1)} ms`,
  )
  console.log(
    `  processor ${spentMs.toFixed(1)} ms (server ${of('serverMs').toFixed(1)}, engine ${of('engineMs').toFixed(1)}), at most ${maxMs[engine]}: ${isCheap ? 'kept' : 'missed'}`,
  )
  if (!isCheap) process.exitCode = 1
  if (engine === 'sqlite') return
  const trips = Math.min(...costs.map((cost) => cost.trips))
  console.log(
    `  ${trips} round trips, at most ${maxTrips}: ${trips <= maxTrips ? 'kept' : 'missed'}; ${of('statements')} statements`,
  )
  if (trips > maxTrips) process.exitCode = 1
}

/** The institute's own passkey, which signs the lists. */
async function addOwnPasskey(
  database: DatabaseLocation,
  origin: string,
  { id }: PopulatedInstitute,
): Promise<MadePasskey> {
  const passkey = await makePasskey(origin)
  const storage = await openStorage({ database })
  await insertPasskey(storage, id, passkey, await storage.now())
  await storage.close()
  return passkey
}

/** Marks a list by hand: two calls. */
async function openOffice(origin: string, { sessionToken }: PopulatedInstitute, { authenticator }: MadePasskey) {
  const cookie = `session=${sessionToken}`
  const { call } = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const { session } = await call<RunningSession>('GET', '/api/v1/attendance/running')
  if (!session) throw new Error('no attendance session runs')
  return async (students: readonly string[]) => {
    const list = { way: 'hand', session: session.id, students, reason: 'The phones were empty.' }
    const { ceremony } = await call<CheckInOffer>('POST', '/api/v1/check-ins', list)
    if (!ceremony) throw new Error('there is nothing to sign')
    const { response, ...signed } = authenticator.assert(ceremony.options as PublicKeyCredentialRequestOptionsJSON)
    // The account was made with another user handle.
    const { userHandle: _, ...named } = response
    const body = { assertion: { ...signed, response: named } }
    const { marks } = await call<FinishedCheckIn>('POST', `/api/v1/check-ins/${ceremony.id}/finish`, body)
    if (marks.length !== students.length || marks.some(({ outcome }) => outcome !== 'counted'))
      throw new Error('not all were marked')
  }
}
