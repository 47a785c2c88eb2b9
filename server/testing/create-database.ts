import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Storage } from '#server/domain/ports.ts'

export type Engine = Storage['engine']

/** The engines that this run has: `describe.each(engines)` around whatever must hold on both. */
export const engines: readonly Engine[] = inject('postgresUrl') === undefined ? ['sqlite'] : ['sqlite', 'postgresql']

export type TestDatabase = {
  /** A new, empty folder: for the SQLite file, or unused. */
  readonly dataDir: string
  /** Undefined on SQLite. */
  readonly databaseUrl: string | undefined
  readonly drop: () => Promise<void>
}

/** An empty database of its own for one test file or one test. */
export async function createDatabase(engine: Engine): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollkey-test-'))
  const removeFolder = (): Promise<void> => rm(dataDir, { recursive: true, force: true })
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined, drop: removeFolder }

  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(maintenanceUrl())
  url.pathname = `/${name}`
  return {
    dataDir,
    databaseUrl: url.href,
    drop: async () => {
      // With force: a connection that a test has left open must not keep the database.
      await administer(`drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}

function maintenanceUrl(): string {
  const url = inject('postgresUrl')
  if (url === undefined) throw new Error('This run has no PostgreSQL; ask `engines` first.')
  return url
}

/** As superuser, in the maintenance database. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
