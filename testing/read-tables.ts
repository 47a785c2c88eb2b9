import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { TestDatabase } from './create-database.ts'

/**
 * Every row of every table by the table's name, each row as JSON text, sorted: equal when nothing has changed. Rows
 * that change by themselves are left out: counters of limits, the sealing of the audit log and its refusals, the last
 * use of a session, a screen and a day pass, the delivery of queued mail.
 */
export type Tables = Readonly<Record<string, readonly string[]>>

const movingTables = ['limit_counters', 'audit_chain', 'audit_unsealed']
/** Rows with these actions: a refused call leaves them. */
const movingRows: Readonly<Record<string, readonly string[]>> = { audit_log: ['call.refused', 'limit.hit'] }
const movingColumns: Readonly<Record<string, readonly string[]>> = {
  sessions: ['last_seen_at', 'idle_expires_at'],
  screens: ['last_seen_at', 'counter', 'signature'],
  day_pass_secrets: ['last_used_at'],
  outbox: ['attempts', 'due_at', 'sent_at', 'given_up_at', 'last_error'],
  tokens: ['secret_hashes', 'expires_at'],
}

type Rows = readonly Readonly<Record<string, unknown>>[]
/** Runs statements, and gives the rows of each. */
type Read = (statements: readonly string[]) => Promise<readonly Rows[]>

/** Reads the database beside the server, on its own connection. */
export async function readTables({ dataDir, databaseUrl }: TestDatabase): Promise<Tables> {
  return databaseUrl === undefined ? readSqlite(join(dataDir, 'rollkey.sqlite')) : readPostgresql(databaseUrl)
}

async function readSqlite(file: string): Promise<Tables> {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  try {
    const names = "select name from sqlite_master where type = 'table' and name not like 'sqlite%'"
    return await readAll(names, async (statements) => statements.map((statement) => sqlite.prepare(statement).all()))
  } finally {
    sqlite.close()
  }
}

async function readPostgresql(connectionString: string): Promise<Tables> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const names = "select tablename as name from pg_tables where schemaname = 'public'"
    // In one message: forty queries would take longer than the test.
    return await readAll(names, async (statements) =>
      [await client.query(statements.join(';'))].flat().map(({ rows }) => rows),
    )
  } finally {
    await client.end()
  }
}

async function readAll(listNames: string, read: Read): Promise<Tables> {
  const [listed = []] = await read([listNames])
  const names = listed.map(({ name }) => String(name)).filter((name) => !movingTables.includes(name))
  const found = await read(names.map((name) => `select * from "${name}"`))
  const tables = names.map((table, index): [string, string[]] => {
    const rows = found[index]?.filter((row) => !movingRows[table]?.includes(String(row.action))) ?? []
    return [table, rows.map((row) => JSON.stringify(withoutMovingColumns(table, row))).sort()]
  })
  return Object.fromEntries(tables.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function withoutMovingColumns(table: string, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !movingColumns[table]?.includes(column)))
}
