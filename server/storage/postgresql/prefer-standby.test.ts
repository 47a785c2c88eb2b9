import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { clusterUrl, findUnprivilegedOwner, giveToPostgres, runCluster } from '#testing/postgres-cluster.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.ts'
import { findPostgresFolder, findPostgresProgram } from '../../../scripts/postgres.mjs'
import type { ReportStore } from '../../domain/register/report-stores.ts'
import type { Schema } from '../schema.ts'
import { preferStandby } from './prefer-standby.ts'

describe.runIf(engines.includes('postgresql'))('a report', () => {
  let postgres: TemporaryPostgres
  let primary: Kysely<Schema>
  beforeAll(async () => {
    const started = await startTemporaryPostgres()
    if (!started) throw new Error('PostgreSQL is not installed')
    postgres = started
    primary = connect(postgres.url)
    await sql`create table written (at timestamptz)`.execute(primary)
  })
  afterAll(async () => {
    await primary.destroy()
    await postgres.stop()
  })

  function connect(connectionString: string): Kysely<Schema> {
    const pool = new pg.Pool({ connectionString, max: 2 })
    pool.on('error', () => undefined)
    return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  }
  const write = () => sql`insert into written values (clock_timestamp())`.execute(primary)

  /** A standby of the primary that follows it. */
  async function startStandby() {
    const [owner, folder] = [findUnprivilegedOwner(), mkdtempSync(join(tmpdir(), 'rollkey-standby-'))]
    giveToPostgres(folder, owner)
    const options = [`--dbname=${postgres.url}`, `--pgdata=${join(folder, 'data')}`]
    const copy = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync', '--no-password']
    execFileSync(findPostgresProgram('pg_basebackup'), [...options, ...copy], { ...owner, cwd: folder, stdio: 'pipe' })
    const cluster = { programs: findPostgresFolder() ?? '', folder, owner }
    const end = await runCluster(cluster)
    const db = connect(clusterUrl(cluster, 'postgres'))
    onTestFinished(async () => {
      await db.destroy()
      await end()
      rmSync(folder, { recursive: true })
    })
    return { db, end }
  }

  /** Which of the two answered. `fail`: what the standby answers with instead. */
  const ask = (standby: Kysely<Schema>, fail?: Error) => {
    const answer = (name: string, error?: Error) =>
      ({ countStudents: async () => (error ? Promise.reject(error) : name) }) as unknown as ReportStore
    const store = preferStandby(
      { db: standby, store: answer('standby', fail) },
      { db: primary, store: answer('primary') },
    )
    return store.countStudents({} as never, {} as never)
  }

  test('is read from the standby once that has what was written before, and from the primary otherwise', async () => {
    const { db: standby, end } = await startStandby()
    for (let round = 0; round < 5; round++) {
      await write()
      expect(await ask(standby)).toBe('standby')
    }
    await sql`select pg_wal_replay_pause()`.execute(standby)
    await write()
    expect(await ask(standby)).toBe('primary')
    await sql`select pg_wal_replay_resume()`.execute(standby)
    await expect.poll(() => ask(standby)).toBe('standby')

    const cancelled = Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' })
    expect(await ask(standby, cancelled)).toBe('primary')
    await expect(ask(standby, new Error('a mistake'))).rejects.toThrow('a mistake')
    await end()
    expect(await ask(standby)).toBe('primary')
  })
})
