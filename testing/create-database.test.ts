import { existsSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { findPostgresFolder } from '../scripts/postgres.mjs'
import { createDatabase, engines } from './create-database.ts'

async function query(databaseUrl: string | undefined, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test.runIf(findPostgresFolder())('walks both engines where PostgreSQL is installed', () => {
  expect(engines).toEqual(['sqlite', 'postgresql'])
})

test('removes the folder of a database that is dropped', async () => {
  const database = await createDatabase('sqlite')
  expect(existsSync(database.dataDir)).toBe(true)
  await database.drop()
  expect(existsSync(database.dataDir)).toBe(false)
})

describe.runIf(engines.includes('postgresql'))('on PostgreSQL', () => {
  test('gives each caller an empty database of its own', async () => {
    const [one, other] = await Promise.all([createDatabase('postgresql'), createDatabase('postgresql')])
    await query(one.databaseUrl, 'create table roll (number text)')
    const tables = `select table_name from information_schema.tables where table_schema = 'public'`
    expect(await query(one.databaseUrl, tables)).toEqual([{ table_name: 'roll' }])
    expect(await query(other.databaseUrl, tables)).toEqual([])
    await Promise.all([one.drop(), other.drop()])
    await expect(query(one.databaseUrl, 'select 1')).rejects.toThrow('does not exist')
  })

  test('commits as PostgreSQL does, and waits for no disk', async () => {
    const database = await createDatabase('postgresql')
    const rows = await query(
      database.databaseUrl,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`,
    )
    expect(rows).toEqual([{ fsync: 'off', commit: 'on', pages: 'off' }])
    await database.drop()
  })
})
