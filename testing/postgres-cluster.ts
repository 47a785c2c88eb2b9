import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findPostgresFolder } from '../scripts/postgres.mjs'

export type Owner = { readonly uid: number; readonly gid: number }

/** A folder with an empty database cluster, and the user that runs it. */
export type Cluster = { readonly programs: string; readonly folder: string; readonly owner: Owner | undefined }

/** PostgreSQL's programs refuse to run as root, so root starts them as an ordinary user. */
export function findUnprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      const ask = (what: string): number =>
        Number(execFileSync('id', [what, user], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: ask('-u'), gid: ask('-g') }
    } catch {
      // This user does not exist: try the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no other user to run it as.')
}

export function giveToPostgres(path: string, owner: Owner | undefined): void {
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
}

function spawnOptions({ folder, owner }: Cluster) {
  return { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...owner }
}

/** Makes an empty cluster in the folder, which is given to PostgreSQL's user. Undefined where PostgreSQL is not installed. */
export function createCluster(folder: string): Cluster | undefined {
  const programs = findPostgresFolder()
  if (programs === undefined) return undefined
  const cluster = { programs, folder, owner: findUnprivilegedOwner() }
  const data = join(folder, 'data')
  mkdirSync(data)
  for (const path of [folder, data]) {
    chmodSync(path, 0o700)
    giveToPostgres(path, cluster.owner)
  }
  const superuser = ['--username=postgres', '--auth=trust']
  // Only copying the empty cluster runs without fsync; the server uses it.
  const copying = ['-D', data, ...superuser, '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(programs, 'initdb'), copying, { ...spawnOptions(cluster), stdio: 'pipe' })
  return cluster
}

// Ends the server at the end of standard input, which comes even when the parent process is killed; ends with the server.
const untilInputEnds = `
  programs=$1 folder=$2; shift 2
  exec 3<&0
  "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=200 "$@" 3<&- &
  server=$!
  { cat <&3 > /dev/null; kill -QUIT $server; } &
  wait $server; kill $!`

/**
 * Runs the cluster's server, reachable only over a socket in the folder, with PostgreSQL's default durability unless
 * `settings` says otherwise. Returns the function that ends it.
 */
export async function runCluster(
  cluster: Cluster,
  settings: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> {
  const changed = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn('sh', ['-c', untilInputEnds, 'sh', cluster.programs, cluster.folder, ...changed], {
    ...spawnOptions(cluster),
    detached: true, // Ctrl+C in the terminal is for the tests; the server ends after them.
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = Promise.race([once(server, 'exit'), once(server, 'error')])
  const log: string[] = []
  const lines = createInterface({ input: server.stderr })
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (/ready to accept (read-only )?connections/.test(line)) resolve()
      // Clients that connect too early get a message with the same words.
      if (line.includes('FATAL') && !/starting up|not yet accepting/.test(line))
        reject(new Error(`PostgreSQL did not start:\n${[...log, line].join('\n')}`))
      if (log.length < 50) log.push(line)
    })
    // Its last lines can come after its end.
    const closed = Promise.all([ended, once(lines, 'close')])
    closed.then(() => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)), reject)
  })
  const stop = async (): Promise<void> => {
    server.stdin.end()
    await ended
  }
  try {
    await ready
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

export const clusterUrl = ({ folder }: Cluster, database: string): string =>
  `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
