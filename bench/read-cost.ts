import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Traffic } from './counting-proxy.ts'
import { readCpuMs } from './server-messages.ts'

/** What calls cost on PostgreSQL: in its traffic, and in processor time of the server and of the engine. */

export const figures = [
  ['trips', 'round trips'],
  ['statements', 'statements'],
  ['transactions', 'transactions'],
  ['walBytes', 'WAL, bytes'],
  ['serverMs', 'server, ms'],
  ['engineMs', 'PostgreSQL, ms'],
  ['executionMs', 'executing, ms'],
] as const
export type Cost = Readonly<Record<(typeof figures)[number][0], number>>

/** Of a PostgreSQL that says how long its statements ran. Not every installation has what it takes. */
export const settingsOfCosts = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'on',
}

const combine = (one: Cost, other: Cost, how: (a: number, b: number) => number): Cost =>
  Object.fromEntries(figures.map(([key]) => [key, how(one[key], other[key])])) as Cost
export const add = (one: Cost, other: Cost): Cost => combine(one, other, (a, b) => a + b)
export const subtract = (one: Cost, other: Cost): Cost => combine(one, other, (a, b) => a - b)
export const nothing = Object.fromEntries(figures.map(([key]) => [key, 0])) as Cost

/** Reads what was spent so far. Its own queries count nowhere but in the WAL, where they write nothing. */
export async function openCostReader(
  watcher: pg.Client,
  server: ChildProcess,
  readTraffic: () => Traffic,
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
