import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '#testing/find-free-port.ts'
import packageFile from '../package.json' with { type: 'json' }

const rounds = 5
const restMs = 2_000

/** Started like `npm start`: the time until the first answer on an existing database, and the memory at rest. */
export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  try {
    await startOnce(folder)
    const bare = await bareStartMs()
    const runs = []
    for (let round = 0; round < rounds; round++) runs.push(await startOnce(folder))
    const ms = runs.map((run) => run.ms).sort((a, b) => a - b)
    console.log(
      `start to first answer: median ${ms[Math.floor(rounds / 2)]?.toFixed(0)} ms, best ${ms[0]?.toFixed(0)} ms`,
    )
    console.log(`limit, a bare node process that prints one line: ${bare.toFixed(0)} ms`)
    console.log(`memory at rest: ${Math.max(...runs.map((run) => run.residentMb)).toFixed(0)} MB resident`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function startOnce(folder: string): Promise<{ ms: number; residentMb: number }> {
  const port = await findFreePort()
  const begin = performance.now()
  const [, ...command] = packageFile.scripts.start.split(' ')
  const server = spawn(process.execPath, command, {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: '',
      DATA_DIR: folder,
      DATABASE_URL: '',
      SMTP_URL: '',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode} before it answered`)
    await wait(2)
  }
  const ms = performance.now() - begin
  await wait(restMs)
  const residentMb = readResidentMb(server.pid)
  server.kill('SIGTERM')
  await once(server, 'exit')
  return { ms, residentMb }
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${port}/api/v1/ping`)).ok
  } catch {
    // Not listening yet.
    return false
  }
}

async function bareStartMs(): Promise<number> {
  const begin = performance.now()
  const bare = spawn(process.execPath, ['--eval', 'console.log(1)'], { stdio: 'ignore' })
  await once(bare, 'exit')
  return performance.now() - begin
}

function readResidentMb(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return Number.NaN
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}
