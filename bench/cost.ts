import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import pg from 'pg'
import { projectId } from '#contract/identifiers.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { type PopulatedStudent, populateInstitute } from '#testing/populate-institute.ts'
import { startTemporaryPostgres } from '#testing/temporary-postgres.ts'
import { openCountingProxy } from './counting-proxy.ts'
import { forkServer } from './fork-server.ts'
import { askForOptions, lookUp, patch, verify } from './mark-once.ts'
import { readCpuMs } from './server-messages.ts'

/** Of each call, after as many that are not counted. */
const marks = 200
/** Of one call in turn: a proof lives for a minute. */
const batch = 50

const figures = [
  ['trips', 'round trips'],
  ['statements', 'statements'],
  ['transactions', 'transactions'],
  ['walBytes', 'WAL, bytes'],
  ['serverMs', 'server, ms'],
  ['engineMs', 'PostgreSQL, ms'],
  ['executionMs', 'executing, ms'],
] as const
type Cost = Readonly<Record<(typeof figures)[number][0], number>>

/**
 * What each call of a mark costs on PostgreSQL: one process, one screen, one call at a time. What follows an answer, such as
 * the notice to open screens, is counted with its call.
 */
export async function benchCost(): Promise<void> {
  const settings = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_utility': 'on' }
  const postgres = await startTemporaryPostgres(settings).catch(() => startTemporaryPostgres())
  if (!postgres) {
    console.log('PostgreSQL is not installed.')
    return
  }
  const proxy = await openCountingProxy(postgres.url)
  const watcher = new pg.Client({ connectionString: postgres.url })
  await watcher.connect()
  try {
    const origin = `http://localhost:${await findFreePort()}`
    const institute = await populateInstitute({ url: postgres.url }, origin, 2 * marks)
    const server = await forkServer(origin, { url: proxy.url })
    const cookie = `session=${institute.sessionToken}`
    const client = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
    const read = await openReader(watcher, server, proxy.read)
    const options = new Map<PopulatedStudent, PublicKeyCredentialRequestOptionsJSON>()
    const calls: Readonly<Record<string, (student: PopulatedStudent) => Promise<unknown>>> = {
      'look-up': (student) => lookUp(client, student),
      options: async (student) => options.set(student, await askForOptions(client, student)),
      verify: async (student) => {
        const asked = options.get(student)
        if (asked) await verify(client, student, student.authenticator.assert(asked))
      },
      PATCH: (student) => patch(client, institute.id, student, 1),
    }
    const costs = new Map<string, Cost>(Object.keys(calls).map((name) => [name, nothing]))
    for (let from = 0; from < 2 * marks; from += batch) {
      const students = institute.students.slice(from, from + batch)
      for (const [name, call] of Object.entries(calls)) {
        const before = await read()
        for (const student of students) await call(student)
        if (from >= marks) costs.set(name, add(costs.get(name) ?? nothing, subtract(await read(), before)))
      }
    }
    client.close()
    server.send('stop')
    await once(server, 'exit')
    await report(watcher, costs)
  } finally {
    await watcher.end()
    await proxy.close()
    await postgres.stop()
  }
}

const combine = (one: Cost, other: Cost, how: (a: number, b: number) => number): Cost =>
  Object.fromEntries(figures.map(([key]) => [key, how(one[key], other[key])])) as Cost
const add = (one: Cost, other: Cost): Cost => combine(one, other, (a, b) => a + b)
const subtract = (one: Cost, other: Cost): Cost => combine(one, other, (a, b) => a - b)
const nothing = Object.fromEntries(figures.map(([key]) => [key, 0])) as Cost

/** Reads what was spent so far. Its own queries count nowhere but in the WAL, where they write nothing. */
async function openReader(
  watcher: pg.Client,
  server: ChildProcess,
  readTraffic: () => Pick<Cost, 'trips' | 'statements' | 'transactions'>,
): Promise<() => Promise<Cost>> {
  const hasStatements = await watcher.query('create extension pg_stat_statements').then(
    () => true,
    () => false,
  )
  /** Of each process of PostgreSQL, also of those that have ended since. */
  const engineMs = new Map<number, number>()
  return async () => {
    const serverMs = await readCpuMs(server)
    const { rows } = await watcher.query<{ wal: string; pids: number[]; execution: number }>(`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal,
        (select array_agg(pid) from pg_stat_activity where pid <> pg_backend_pid()
          and backend_type <> 'autovacuum worker') as pids,
        ${hasStatements ? readExecution : "'NaN'::float"} as execution`)
    const [row] = rows
    if (row === undefined) throw new Error('PostgreSQL says nothing')
    for (const pid of row.pids) engineMs.set(pid, readProcessMs(pid) ?? engineMs.get(pid) ?? Number.NaN)
    const sum = [...engineMs.values()].reduce((total, ms) => total + ms, 0)
    return { ...readTraffic(), walBytes: Number(row.wal), serverMs, engineMs: sum, executionMs: row.execution }
  }
}

const readExecution = `(select sum(total_exec_time) from pg_stat_statements where query not like '%pg_stat_statements%')`

/** Processor time of a process on Linux, ms; undefined elsewhere, and when it has ended. */
function readProcessMs(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

async function report(watcher: pg.Client, costs: ReadonlyMap<string, Cost>): Promise<void> {
  const durability = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_level']
  const { rows } = await watcher.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1) order by name',
    [durability],
  )
  console.log(`PostgreSQL with ${rows.map(({ name, setting }) => `${name} ${setting}`).join(', ')}`)
  console.log(`one call, mean of ${marks}\n`)
  console.log(['call'.padEnd(10), ...figures.map(([, name]) => name.padStart(15))].join(''))
  const lines = [...costs, ['a mark', [...costs.values()].reduce(add)] as const]
  for (const [name, cost] of lines) {
    const columns = figures.map(([key]) => {
      const value = cost[key] / marks
      return (Number.isNaN(value) ? 'unknown' : value.toFixed(key === 'walBytes' ? 0 : 2)).padStart(15)
    })
    console.log([name.padEnd(10), ...columns].join(''))
  }
}
