import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { TestDatabase } from './create-database.ts'

/** Every row of every table by the table's name, each row as JSON text, sorted: equal when nothing has changed. */
export type Tables = Readonly<Record<string, readonly string[]>>

type Read = (statement: string) => Promise<readonly Record<string, unknown>[]>

/** Looks into the database beside the server, through a connection of its own. */
export async function readTables({ dataDir, databaseUrl }: TestDatabase): Promise<Tables> {
  return databaseUrl === undefined ? readSqlite(join(dataDir, 'rollkey.sqlite')) : readPostgresql(databaseUrl)
}

async function readSqlite(file: string): Promise<Tables> {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  try {
    const names = "select name from sqlite_master where type = 'table' and name not like 'sqlite%'"
    return await readAll(names, async (statement) => sqlite.prepare(statement).all())
  } finally {
    sqlite.close()
  }
}

async function readPostgresql(connectionString: string): Promise<Tables> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const names = "select tablename as name from pg_tables where schemaname = 'public'"
    return await readAll(names, async (statement) => (await client.query(statement)).rows)
  } finally {
    await client.end()
  }
}

async function readAll(listNames: string, read: Read): Promise<Tables> {
  const tables: [string, string[]][] = []
  for (const { name } of await read(listNames)) {
    const rows = await read(`select * from "${name}"`)
    tables.push([String(name), rows.map((one) => JSON.stringify(one)).sort()])
  }
  return Object.fromEntries(tables.sort(([one], [other]) => (one < other ? -1 : 1)))
}
