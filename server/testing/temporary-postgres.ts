import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findPostgresFolder } from '../../scripts/postgres.mjs'

export type TemporaryPostgres = {
  /** Connects to the maintenance database as superuser. */
  readonly url: string
  /** Ends the server and removes all it has stored. */
  readonly stop: () => Promise<void>
}

type Owner = { readonly uid: number; readonly gid: number }

/** PostgreSQL's programs refuse to run as root, so root hands them to an ordinary user. */
function findUnprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      const ask = (what: string): number =>
        Number(execFileSync('id', [what, user], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: ask('-u'), gid: ask('-g') }
    } catch {
      // No such user here: the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.')
}

// Waits for the end of its standard input, which comes even when the process that started it is killed.
const untilInputEnds = `
  "$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=200 &
  cat > /dev/null
  kill -QUIT $! && wait
  rm -rf "$2"`

/**
 * Starts a PostgreSQL server of its own in a temporary folder, reachable over a socket in that folder alone, with
 * the durability settings that PostgreSQL has by default. Undefined where PostgreSQL is not installed.
 */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres | undefined> {
  const programs = findPostgresFolder()
  if (programs === undefined) return undefined
  const owner = findUnprivilegedOwner()
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-pg-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  for (const path of [folder, data]) {
    chmodSync(path, 0o700)
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
  }
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...owner }
  const superuser = ['--username=postgres', '--auth=trust']
  try {
    // Only the copying of the empty cluster goes without fsync; the server that runs on it has it on.
    execFileSync(join(programs, 'initdb'), ['-D', data, ...superuser, '--encoding=UTF8', '--locale=C', '--no-sync'], {
      ...options,
      stdio: 'pipe',
    })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }

  const server = spawn('sh', ['-c', untilInputEnds, 'sh', programs, folder], {
    ...options,
    detached: true, // Ctrl+C in the terminal is for the tests; the server ends after them.
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  const log: string[] = []
  const lines = createInterface({ input: server.stderr })
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.includes('ready to accept connections')) resolve()
      if (line.includes('FATAL')) reject(new Error(`PostgreSQL did not start:\n${[...log, line].join('\n')}`))
      if (log.length < 50) log.push(line)
    })
    server.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)))
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
  return { url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`, stop }
}
