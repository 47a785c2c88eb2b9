import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildEarlier, findVersion } from '#testing/build-earlier.ts'
import { builtProgram } from '#testing/built-program.ts'
import { checkInvariants, locate } from '#testing/check-invariants.ts'
import { compileCache } from '#testing/compile-cache.ts'
import { createDatabase, type Engine, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { openPool } from '#testing/open-pool.ts'
import {
  markStudent,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { readTables } from '#testing/read-tables.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { startSmtpInbox } from '#testing/smtp-inbox.ts'
import { startTestServer } from '#testing/test-server.ts'
import { openStorage } from './open-storage.ts'
import { MigrationDialect } from './sqlite/embedded-dialect.ts'
import { openNodeSqlite } from './sqlite/node-sqlite.ts'

const runFile = promisify(execFile)

/** The last version whose tables were made by many migrations. */
const beforeFoundation = findVersion('b7abff15')

function open(engine: Engine, { dataDir, databaseUrl }: TestDatabase): Kysely<unknown> {
  return new Kysely({
    dialect:
      engine === 'sqlite'
        ? new MigrationDialect({ database: openNodeSqlite(join(dataDir, 'rollkey.sqlite')) })
        : new PostgresDialect({ pool: openPool(databaseUrl) }),
  })
}

async function insert(db: Kysely<unknown>, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

describe.each(engines)('the tables of another version on %s', (engine) => {
  async function createOwn(): Promise<TestDatabase> {
    const database = await createDatabase(engine)
    onTestFinished(database.drop)
    return database
  }

  /** Made by this version, with no row. */
  async function createTables(): Promise<TestDatabase> {
    const database = await createOwn()
    await (await openStorage({ database: locate(database) })).close()
    return database
  }

  async function migrationsIn(database: TestDatabase): Promise<string[]> {
    const db = open(engine, database)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    await db.destroy()
    return rows.map(({ name }) => name)
  }

  test.runIf(beforeFoundation)(
    'that were made by the first 43 migrations go on with all of their rows, where several processes start at once',
    async () => {
      const { program, remove } = buildEarlier(beforeFoundation ?? { hash: '' })
      onTestFinished(remove)
      const database = await createOwn()
      const inbox = await startSmtpInbox()
      onTestFinished(inbox.close)
      const port = await findFreePort()
      const origin = `http://localhost:${port}`
      const start = async (own = port, earlier?: string): Promise<ServerProcess> => {
        const place = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl ?? '', SMTP_URL: inbox.url }
        const env = { HOST: '127.0.0.1', PORT: String(own), PUBLIC_URL: origin, RATE_LIMIT_SCALE: '1000', ...place }
        const server = await startServerProcess({ ...env, LOG_LEVEL: 'warn' }, undefined, earlier)
        onTestFinished(server.kill)
        return server
      }
      const old = await start(port, program)
      const institute = await registerOrganisation({ origin, inbox })
      await registerPasskey(institute)
      await startAttendance(institute)
      const student = await registerStudent({ origin, inbox }, institute.id, {
        email: 's@x.example',
        rollNumber: 'S-1',
      })
      await registerPasskey(student)
      expect((await markStudent(institute, 'S-1', student.authenticator)).status).toBe(200)
      await old.kill()
      expect(await migrationsIn(database)).toContain('0044-course-imports.expansion')
      const before = await readTables(database)

      // The embedded engine has one server.
      const others = engine === 'sqlite' ? [] : [start(await findFreePort()), start(await findFreePort())]
      await Promise.all([start(), ...others])
      const names = await migrationsIn(database)
      expect(names).toContain('0044-foundation')
      expect(names.filter((name) => name < '0044-foundation')).toEqual([])
      const after = await readTables(database)
      for (const table of [
        'accounts',
        'students',
        'people',
        'memberships',
        'enrolments',
        'marks',
        'mark_signatures',
      ] as const)
        expect(rowsOf(after, table)).toMatchObject(rowsOf(before, table).map(withoutDispute))
      const second = await registerStudent({ origin, inbox }, institute.id, { email: 't@x.example', rollNumber: 'T-1' })
      await registerPasskey(second)
      expect((await markStudent(institute, 'T-1', second.authenticator)).status).toBe(200)
      await checkInvariants(database)
      // On the embedded engine it does not get so far: its folder is locked.
      if (engine === 'postgresql')
        await expect(start(await findFreePort(), program)).rejects.toThrow('made by a newer version (')
    },
    180_000,
  )

  test('from before that are refused: one line names the commit that brings them up to date, and nothing is changed', async () => {
    const database = await createTables()
    const db = open(engine, database)
    await sql`update kysely_migration set name = '0031-roster' where name = '0044-foundation'`.execute(db)
    await db.destroy()
    const before = await readTables(database)
    await expect(openStorage({ database: locate(database) })).rejects.toThrow(
      'its tables are of an early version (0031-roster); start the server of commit b7abff15 once, which brings them up to date.',
    )
    expect(await readTables(database)).toEqual(before)
  })

  test('of a newer version are refused: the server does not start, one line says so, and nothing is changed', async () => {
    const database = await createTables()
    const db = open(engine, database)
    await insert(db, 'kysely_migration', { name: '9999-of-tomorrow', timestamp: '2030-01-01T00:00:00.000Z' })
    await db.destroy()
    const before = await readTables(database)
    const { dataDir, databaseUrl = '' } = database
    for (const command of [[builtProgram('main')], [builtProgram('operator'), 'migrate']]) {
      const run = runFile(process.execPath, command, {
        env: { NODE_ENV: 'test', ...compileCache, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      })
      await expect(run).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^The database .* could not be opened: its tables were made by a newer version \(9999-of-tomorrow\); start that version, or restore a backup of this one\.\n$/,
        ),
      })
    }
    expect(await readTables(database)).toEqual(before)
  })

  test('that a newer version has only extended are used by a server, and left alone by the commands', async () => {
    const database = await createTables()
    const db = open(engine, database)
    const extend = (name: string) => insert(db, 'kysely_migration', { name, timestamp: '2030-01-01T00:00:00.000Z' })
    await extend('9998-of-tomorrow.expansion')
    const start = async () => {
      const server = await startTestServer(engine, { database: { ...database, drop: async () => undefined } })
      await server.close()
    }
    await start()
    const { dataDir, databaseUrl = '' } = database
    // A command may have to empty tables that this version does not know.
    const command = runFile(process.execPath, [builtProgram('operator'), 'forget-secrets'], {
      env: { NODE_ENV: 'test', ...compileCache, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    })
    await expect(command).rejects.toMatchObject({ stderr: expect.stringContaining('(9998-of-tomorrow.expansion)') })
    await extend('9999-of-tomorrow')
    await db.destroy()
    await expect(start()).rejects.toThrow('made by a newer version (9999-of-tomorrow)')
  })
})

/** What a student disputes has left the marks. */
function withoutDispute(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith('flag')))
}
