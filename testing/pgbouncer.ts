import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { highAvailabilityMissing, unpackedProgram, unpackHighAvailability } from '../scripts/high-availability.mjs'
import { findFreePort } from './find-free-port.ts'
import { findUnprivilegedOwner, giveToPostgres } from './postgres-cluster.ts'

export type Pgbouncer = { readonly url: string; readonly stop: () => Promise<void> }

/** False, with a loud line, where it cannot be downloaded. */
export function canRunPgbouncer(): boolean {
  const isThere = unpackHighAvailability() !== undefined
  if (!isThere) console.warn(highAvailabilityMissing)
  return isThere
}

/** PgBouncer in session mode, as Debian has it, before a PostgreSQL that is addressed by its socket's folder. */
export async function startPgbouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Pgbouncer> {
  const programs = unpackHighAvailability()
  if (programs === undefined) throw new Error(highAvailabilityMissing)
  const [owner, port] = [findUnprivilegedOwner(), await findFreePort()]
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-pgbouncer-'))
  const address = new URL(databaseUrl)
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'session',
    ignore_startup_parameters: 'options',
    ...settings,
  }
  const file = join(folder, 'pgbouncer.ini')
  const text = Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
  const target = `* = host=${address.searchParams.get('host')} user=postgres`
  writeFileSync(file, ['[databases]', target, '[pgbouncer]', ...text, ''].join('\n'))
  chmodSync(folder, 0o755)
  giveToPostgres(folder, owner)
  const program = unpackedProgram(programs, 'pgbouncer')
  const child = spawn(program.command, ['--quiet', file], {
    env: { ...process.env, ...program.env },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...owner,
  })
  const said: string[] = []
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void said.push(chunk))
  const ended = once(child, 'exit')
  const url = `postgresql://postgres@127.0.0.1:${port}${address.pathname}?sslmode=disable`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer has ended:\n${said.join('')}`)
    await wait(50)
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
