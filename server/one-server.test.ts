import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#testing/find-free-port.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const runFile = promisify(execFile)

/** Limits, changes on screens and shared commits of the embedded engine are in the memory of one process. */
describe('a data folder of the embedded engine', () => {
  let folder: string
  let dataDir: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rollkey-test-'))
    dataDir = join(folder, 'data')
    onTestFinished(() => rmSync(folder, { recursive: true }))
  })

  async function start(): Promise<ServerProcess> {
    const server = await startServerProcess({ PORT: String(await findFreePort()), DATA_DIR: dataDir })
    onTestFinished(server.kill)
    return server
  }
  /** From the sources, like `npm run`. */
  function run(program: string, ...args: string[]) {
    const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: '' }
    return runFile(process.execPath, [join(import.meta.dirname, program), ...args], { env })
  }
  const refusal = () =>
    start().then(
      () => 'started',
      ({ message }: Error) => message,
    )

  test('has one server, and a second one gets a line that says what to do', async () => {
    const first = await start()
    expect(await refusal()).toBe(
      `The server has ended:\nThe database file ${join(dataDir, 'rollkey.sqlite')} could not be opened: another server, or a restore, ` +
        `is at work in ${dataDir}: stop that one first, or set DATA_DIR to another folder.\n`,
    )
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('is free again at once, however its server has ended', async () => {
    const first = await start()
    await first.kill()
    const second = await start()
    second.signal('SIGTERM')
    expect(await second.ended).toEqual({ code: 0, signal: null })
    expect((await fetch(`${(await start()).url}/readyz`)).status).toBe(200)
  })

  test('lets one of several start that come at once', async () => {
    const outcomes = await Promise.all(
      [start(), start(), start()].map((one) =>
        one.then(
          () => 1,
          () => 0,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual([0, 0, 1])
  })

  test('can be copied, checked and operated on while its server runs, but not restored to', async () => {
    const server = await start()
    const copy = join(folder, 'copy')
    expect((await run('operator/operator.ts', 'backup', copy)).stdout).toContain('the copy is sound')
    expect((await run('operator/verify-data.ts')).stdout).toContain('Everything is as it must be')
    expect((await run('operator/operator.ts', 'migrate')).stdout).toContain('up to date')
    expect((await run('operator/operator.ts', 'forget-secrets')).stdout).toContain('are forgotten')
    // Moved away as before a restore, while the server still uses the moved files.
    const away = join(folder, 'away')
    mkdirSync(away)
    for (const suffix of ['', '-wal', '-shm'])
      renameSync(join(dataDir, `rollkey.sqlite${suffix}`), join(away, `rollkey.sqlite${suffix}`))
    await expect(run('operator/operator.ts', 'restore', copy)).rejects.toMatchObject({
      code: 1,
      stderr: `${copy} could not be restored: another server, or a restore, is at work in ${dataDir}: stop that one first, or set DATA_DIR to another folder.\n`,
    })
    await server.kill()
    expect((await run('operator/operator.ts', 'restore', copy)).stdout).toContain('is restored')
    expect((await fetch(`${(await start()).url}/readyz`)).status).toBe(200)
  })
})
