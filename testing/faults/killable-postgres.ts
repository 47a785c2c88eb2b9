import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { clusterUrl, createCluster, runCluster } from '#testing/postgres-cluster.ts'

/** A PostgreSQL whose processes can all be killed at once, and started again on the remaining files. */
export type KillablePostgres = {
  readonly url: string
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<void>
  /** Kills all its processes: their memory is lost. */
  readonly killAll: () => Promise<void>
  /** Ends it and removes its files. */
  readonly remove: () => Promise<void>
}

/** `parent`: the folder to make its own in. Undefined where PostgreSQL is not installed. */
export function createKillablePostgres(parent: string = tmpdir()): KillablePostgres | undefined {
  const folder = mkdtempSync(join(parent, 'rollkey-killable-'))
  const cluster = createCluster(folder)
  if (cluster === undefined) return undefined
  let stop: (() => Promise<void>) | undefined

  return {
    url: clusterUrl(cluster, 'postgres'),
    async start(settings) {
      stop = await runCluster(cluster, settings)
    },
    async killAll() {
      const parentPid = readPostmasterPid(folder)
      const pids = parentPid === undefined ? [] : [parentPid, ...findChildren(parentPid)]
      for (const pid of pids) kill(pid)
      while (pids.some(isAlive)) await wait(10)
      await stop?.()
      stop = undefined
    },
    async remove() {
      await stop?.()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readPostmasterPid(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** Each of its processes has its own session, so one process group does not hold them all. */
function findChildren(parentPid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => readStat(pid)?.parentPid === parentPid).map(Number)
}

/** True for an existing process, also a dead one that was not waited for. */
function readStat(pid: number | string): { readonly state: string; readonly parentPid: number } | undefined {
  try {
    const [state = '', parentPid] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { state, parentPid: Number(parentPid) }
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  const stat = readStat(pid)
  return stat !== undefined && stat.state !== 'Z'
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
