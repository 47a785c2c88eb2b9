import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { startServer } from '#server/start.ts'
import { engines } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.ts'
import { findPostgresProgram } from '../../scripts/postgres.mjs'
import { openStorage } from './open-storage.ts'

const alone = { isWaitedFor: false, synchronous: 0, asynchronous: 0, lagBytes: 0 }

describe.runIf(engines.includes('postgresql'))('standbys of PostgreSQL', () => {
  let postgres: TemporaryPostgres
  /** Every server on this database has the same installation key. */
  let keyFolder: string
  beforeAll(async () => {
    const started = await startTemporaryPostgres()
    if (!started) throw new Error('PostgreSQL is not installed')
    postgres = started
    keyFolder = mkdtempSync(join(tmpdir(), 'rollkey-key-'))
  })
  afterAll(async () => {
    rmSync(keyFolder, { recursive: true })
    await postgres.stop()
  })

  async function administer(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  /** A program that receives the log as a standby does. */
  async function startReceiver(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'rollkey-log-'))
    const where = `${postgres.url}&application_name=second`
    const options = ['--synchronous', '--no-password', `--directory=${folder}`, `--dbname=${where}`]
    const receiver = spawn(findPostgresProgram('pg_receivewal'), options, { stdio: 'ignore' })
    const ended = once(receiver, 'exit')
    onTestFinished(async () => {
      receiver.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    })
  }

  async function open(url = postgres.url) {
    const storage = await openStorage({ database: { url } })
    onTestFinished(() => storage.close())
    return () => storage.readReplication?.()
  }

  async function startInProduction(): Promise<string> {
    const lines: string[] = []
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://attend.example.org', SMTP_URL: 'smtp://127.0.0.1:1' }
    const config = readConfig({
      ...env,
      ROLLKEY_KEY_FILE: join(keyFolder, 'key'),
      PORT: String(await findFreePort()),
      DATABASE_URL: postgres.url,
    })
    const server = await startServer(config, { webRoot: null, writeLog: (line) => lines.push(line) })
    await server.close()
    return lines.join('')
  }

  test('are counted, with how far they are behind, and a start in production misses one that commits wait for', async () => {
    const read = await open()
    expect(await read()).toEqual(alone)
    expect(await startInProduction()).toContain('PostgreSQL has no synchronous standby')

    await startReceiver()
    await expect.poll(read).toMatchObject({ ...alone, asynchronous: 1, lagBytes: expect.any(Number) })
    onTestFinished(() => administer('alter system reset synchronous_standby_names', 'select pg_reload_conf()'))
    await administer("alter system set synchronous_standby_names = 'second'", 'select pg_reload_conf()')
    await expect.poll(read).toMatchObject({ isWaitedFor: true, synchronous: 1, asynchronous: 0 })
    expect(await startInProduction()).not.toContain('synchronous standby')
  })

  test('are not known to a role that may not see them', async () => {
    await administer('create role modest login superuser')
    const read = await open(postgres.url.replace('//postgres@', '//modest@'))
    await administer('alter role modest nosuperuser')
    const unknown = { synchronous: Number.NaN, asynchronous: Number.NaN, lagBytes: Number.NaN }
    expect(await read()).toEqual({ ...alone, ...unknown })
    await administer('grant pg_read_all_stats to modest')
    expect(await read()).toEqual(alone)
  })
})
