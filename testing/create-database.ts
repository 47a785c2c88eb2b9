import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openStorage } from '#server/storage/open-storage.ts'
import { preparePostgresql } from '#server/storage/postgresql/prepare-postgresql.ts'
import type { Engine } from './test-projects.ts'

export type { Engine }

/**
 * `describe.each(engines)` around tests that must pass on both. testing/test-projects.ts says which engines a file
 * uses.
 */
export const engines: readonly Engine[] = inject('engines').filter(
  (engine) => engine !== 'postgresql' || inject('postgresUrl') !== undefined,
)

export type TestDatabase = {
  /** A new, empty folder: for the SQLite file, or unused. */
  readonly dataDir: string
  /** Undefined on SQLite. */
  readonly databaseUrl: string | undefined
  readonly drop: () => Promise<void>
}

/** An empty database of its own for one test file or one test. */
export function createDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? createFolder() : createCopy('template1')
}

/**
 * The same with its tables, for tests of what comes after the first start: they are copied. Making them takes longer
 * than most tests that need them.
 */
export async function createDatabaseWithTables(engine: Engine): Promise<TestDatabase> {
  if (engine === 'sqlite') {
    embeddedTables ??= makeEmbeddedTables()
    const [content, database] = await Promise.all([embeddedTables, createFolder()])
    await writeFile(locate(database), content, { mode: 0o600 })
    return database
  }
  await ensureTables()
  return createCopy(withTables)
}

const locate = ({ dataDir }: TestDatabase): string => join(dataDir, 'rollkey.sqlite')
let embeddedTables: Promise<Uint8Array> | undefined

/** The file of a database of the embedded engine that has its tables and no rows. */
async function makeEmbeddedTables(): Promise<Uint8Array> {
  const database = await createFolder()
  try {
    const storage = await openStorage({ database: { file: locate(database) } })
    await storage.close()
    return await readFile(locate(database))
  } finally {
    await database.drop()
  }
}

async function createFolder(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollkey-test-'))
  return { dataDir, databaseUrl: undefined, drop: () => rm(dataDir, { recursive: true, force: true }) }
}

async function createCopy(original: string): Promise<TestDatabase> {
  const { dataDir, drop: removeFolder } = await createFolder()
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} template ${original}`)
  return {
    dataDir,
    databaseUrl: urlOf(name),
    drop: async () => {
      // With force: a connection that a test has left open must not keep the database.
      await administer(`drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}

/** The same tables and rows once more. Nothing may be connected to the original. */
export async function copyDatabase({ dataDir, databaseUrl }: TestDatabase): Promise<TestDatabase> {
  const original = databaseUrl === undefined ? undefined : new URL(databaseUrl).pathname.slice(1)
  const copy = await (original === undefined ? createFolder() : createCopy(original))
  await cp(dataDir, copy.dataDir, { recursive: true })
  return copy
}

const withTables = 'with_tables'
let making: Promise<void> | undefined

/** The first of all workers makes the database that all of them copy. It gets its name only when it is complete. */
function ensureTables(): Promise<void> {
  making ??= asSuperuser(async (client) => {
    // Ends with the connection.
    await client.query(`select pg_advisory_lock(hashtext('${withTables}'))`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [withTables])
    if (rowCount !== 0) return
    const name = `test_${randomBytes(8).toString('hex')}`
    await client.query(`create database ${name}`)
    await preparePostgresql({ url: urlOf(name) }, false)
    await client.query(`alter database ${name} rename to ${withTables}`)
  })
  return making
}

function urlOf(database: string): string {
  const url = new URL(maintenanceUrl())
  url.pathname = `/${database}`
  return url.href
}

function maintenanceUrl(): string {
  const url = inject('postgresUrl')
  if (url === undefined) throw new Error('This run has no PostgreSQL; ask `engines` first.')
  return url
}

/** As superuser, in the maintenance database. */
export async function administer(statement: string): Promise<void> {
  await asSuperuser((client) => client.query(statement))
}

async function asSuperuser(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl() })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
