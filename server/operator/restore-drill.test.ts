import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forgottenTables, keptTables } from '#server/storage/upkeep/forget-secrets.ts'
import { builtProgram } from '#testing/built-program.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { createDatabase, engines, type TestDatabase } from '#testing/create-database.ts'
import { createHttpClient } from '#testing/http-client.ts'
import {
  documentsPath,
  logIn,
  markStudent,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { readTables } from '#testing/read-tables.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { findPostgresProgram } from '../../scripts/postgres.mjs'

const runFile = promisify(execFile)

function runOperator(database: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>, ...args: string[]) {
  const { dataDir, databaseUrl = '' } = database
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  return runFile(process.execPath, [builtProgram('operator'), ...args], { env })
}

/** The steps of docs/operation.md for each engine. */
async function copyAway(database: TestDatabase, file: string): Promise<void> {
  if (database.databaseUrl === undefined) await runOperator(database, 'backup', file)
  else await runFile(findPostgresProgram('pg_dump'), ['--format=custom', `--file=${file}`, database.databaseUrl])
}

async function bringBack(file: string, database: TestDatabase): Promise<void> {
  if (database.databaseUrl === undefined) {
    await runOperator(database, 'restore', file)
  } else {
    await runFile(findPostgresProgram('pg_restore'), ['--no-owner', `--dbname=${database.databaseUrl}`, file])
    await runOperator(database, 'forget-secrets')
  }
}

describe.each(engines)('a backup taken on %s while students are marked, and restored', (engine) => {
  let server: TestServer
  let database: TestDatabase
  let restored: TestDatabase
  let folder: string
  let institute: Person
  let students: Person[]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rollkey-backup-'))
    restored = await createDatabase(engine)
    server = await startTestServer(engine)
    database = server.database
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
    students = []
    for (let number = 1; number <= 12; number++) {
      const student = await registerStudent(server, institute.id, {
        email: `s${number}@x.example`,
        rollNumber: `S-${number}`,
      })
      await registerPasskey(student)
      students.push(student)
    }
  })
  afterAll(async () => {
    await restored.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has all marks that were confirmed before, and no secret from before works', async () => {
    await startAttendance(institute)
    const [early, late] = [students.slice(0, 4), students.slice(4)]
    for (const { id, authenticator } of early) {
      const student = students.find((one) => one.id === id)
      expect(student).toBeDefined()
      expect((await markStudent(institute, student?.email ?? '', authenticator)).status).toBe(200)
    }
    // Secrets that work at the moment of the backup: a mailed link, a ceremony, a registration, sessions.
    const guest = server.openBrowser()
    await guest.post('/v1/account/recovery', { email: institute.email, url: `${server.origin}/new-password` })
    const [notice, mail] = [await server.inbox.next(institute.email), await server.inbox.next(institute.email)]
    expect(notice.subject).toMatch(/passkey/i)
    const link = readMailedToken(mail.links, '/new-password')
    const subject = { userId: early[0]?.id, category: 'STD' }
    const options = await institute.http.post<PublicKeyCredentialRequestOptionsJSON>('/api/v1/passkey/login', subject)
    const cred = early[0]?.authenticator.assert(options.body)
    const newcomer = server.openBrowser()
    const account = { userId: 'unique()', email: 'new@x.example', password: 'umbrella-monsoon-tramway-7' }
    const { body: begun } = await newcomer.post<{ $id: string }>('/v1/account', account)

    const file = join(folder, 'backup')
    const marking = (async () => {
      for (const { email, authenticator } of late)
        expect((await markStudent(institute, email, authenticator)).status).toBe(200)
    })()
    await Promise.all([copyAway(database, file), marking])
    const before = await server.readTables()
    await server.stop()
    await bringBack(file, restored)

    const tables = await readTables(restored)
    await checkInvariants(restored)
    const marked = new Set(rowsOf(tables, 'marks').map(({ student_id }) => student_id))
    for (const { id } of early) expect(marked).toContain(id)
    const all = before.marks ?? []
    for (const mark of tables.marks ?? []) expect(all).toContain(mark)
    for (const name of ['accounts', 'passkeys', 'memberships'] as const) {
      expect(rowsOf(tables, name)).toHaveLength(rowsOf(before, name).length)
    }
    for (const table of forgottenTables) expect(tables[table] ?? [], table).toEqual([])
    expect(rowsOf(tables, 'audit_log')).toContainEqual(
      expect.objectContaining({ action: 'secrets.forget', outcome: 'done', account_id: null }),
    )

    const process = await startRestored()
    onTestFinished(() => process.kill())
    expect((await institute.http.get('/v1/account')).status).toBe(401)
    for (const { http } of students) expect((await http.get('/v1/account')).status).toBe(401)
    const password = 'bamboo-saddle-comet-9'
    expect((await guest.put('/v1/account/recovery', { ...link, password })).status).toBe(401)
    expect((await institute.http.post('/api/v1/passkey/verify-login', { ...subject, cred })).status).toBe(401)
    expect((await newcomer.post('/api/v1/user/label', { userId: begun.$id, label: 'ORG' })).status).toBe(401)

    // A login with password and passkey works as before, and the attendance session still runs.
    const again = await logIn(institute, createHttpClient(server.origin))
    const total = await again.http.get<{ total: number }>(documentsPath('STD'))
    expect(total.body.total).toBe(students.length)
    for (const { id, email, authenticator } of students) {
      const { status } = await markStudent(again, email, authenticator)
      expect(status).toBe(marked.has(id) ? 409 : 200)
    }
    await checkInvariants(restored)
  })

  function startRestored(): Promise<ServerProcess> {
    return startServerProcess({
      PORT: new URL(server.origin).port,
      PUBLIC_URL: server.origin,
      DATA_DIR: restored.dataDir,
      // It is no part of the backup.
      ROLLKEY_KEY_FILE: join(database.dataDir, 'rollkey.key'),
      ...(restored.databaseUrl === undefined ? {} : { DATABASE_URL: restored.databaseUrl }),
      SMTP_URL: server.inbox.url,
      RATE_LIMIT_SCALE: '1000',
    })
  }

  test('every table is either kept by a restore or emptied', async () => {
    const tables = Object.keys(await readTables(restored)).filter((name) => !name.startsWith('kysely_'))
    const decided = new Set<string>([...forgottenTables, ...keptTables])
    expect(tables.filter((name) => !decided.has(name))).toEqual([])
  })
})

describe('the operator', () => {
  let database: TestDatabase
  let folder: string
  beforeAll(async () => {
    database = await createDatabase('sqlite')
    folder = mkdtempSync(join(tmpdir(), 'rollkey-backup-'))
    const server = await startTestServer('sqlite', { database })
    await registerOrganisation(server)
    await server.stop()
  })
  afterAll(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const refusal = async (args: string[], dataDir = database.dataDir): Promise<string> => {
    const failure = await runOperator({ dataDir, databaseUrl: undefined }, ...args).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 1, stdout: '' })
    const { stderr } = failure as { stderr: string }
    expect(stderr.trim().split('\n'), 'one line').toHaveLength(1)
    return stderr
  }

  test('gets one file that only the owner may read, and no second one over it', async () => {
    const file = join(folder, 'first')
    await runOperator(database, 'backup', file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['first'])
    expect(await refusal(['backup', file])).toContain('is there already')
  })

  test('gets a database for its owner alone, even if every user may read the backup', async () => {
    const file = join(folder, 'shared')
    await runOperator(database, 'backup', file)
    chmodSync(file, 0o644)
    const place = mkdtempSync(join(tmpdir(), 'rollkey-restored-'))
    onTestFinished(() => rmSync(place, { recursive: true }))
    const dataDir = join(place, 'data')
    await runOperator({ dataDir, databaseUrl: undefined }, 'restore', file)
    expect(statSync(join(dataDir, 'rollkey.sqlite')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  test('is refused to restore over a database, running or not, or beside the remains of one', async () => {
    const file = join(folder, 'second')
    await runOperator(database, 'backup', file)
    expect(await refusal(['restore', file])).toMatch(/rollkey\.sqlite is there already\. Stop the server/)
    const remains = mkdtempSync(join(tmpdir(), 'rollkey-remains-'))
    onTestFinished(() => rmSync(remains, { recursive: true }))
    writeFileSync(join(remains, 'rollkey.sqlite-wal'), 'log of another database')
    expect(await refusal(['restore', file], remains)).toContain('rollkey.sqlite-wal is there already')
    expect(readdirSync(remains)).toEqual(['rollkey.sqlite-wal'])
  })

  test('is refused a backup that is damaged, foreign or missing, and nothing is left behind', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'rollkey-empty-'))
    onTestFinished(() => rmSync(empty, { recursive: true }))
    const damaged = join(folder, 'damaged')
    await runOperator(database, 'backup', damaged)
    const { size } = statSync(damaged)
    const bytes = readFileSync(damaged)
    writeFileSync(damaged, bytes.fill(7, size - 40_000, size - 8_000))
    const other = join(folder, 'other')
    new DatabaseSync(other).exec('create table t (x)')
    const text = join(folder, 'text')
    writeFileSync(text, 'no database at all, but long enough to be looked at '.repeat(20))
    for (const file of [damaged, other, text])
      expect(await refusal(['restore', file], empty)).toContain('is not a sound database')
    expect(await refusal(['restore', join(folder, 'missing')], empty)).toContain('There is no file')
    expect(await refusal(['restore', folder], empty)).toBe(
      `${folder} is not a file: name the one that a backup was written to.\n`,
    )
    expect(readdirSync(empty)).toEqual([])
  })

  test('gets one line when a backup is of a newer version, or cannot be written', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'rollkey-empty-'))
    onTestFinished(() => rmSync(empty, { recursive: true }))
    const newer = join(folder, 'newer')
    await runOperator(database, 'backup', newer)
    new DatabaseSync(newer).exec("insert into kysely_migration values ('9999-of-tomorrow', '2030-01-01T00:00:00.000Z')")
    expect(await refusal(['restore', newer], empty)).toMatch(/newer could not be restored: .*newer version/)
    expect(readdirSync(empty)).toEqual(['rollkey.lock'])
    const nowhere = join(empty, 'missing', 'backup')
    expect(await refusal(['backup', nowhere])).toContain(`${nowhere} could not be written: ENOENT`)
    const below = join(newer, 'backup')
    expect(await refusal(['backup', below])).toContain(`${below} could not be written: ENOTDIR`)
    expect(await refusal(['restore', newer], join(newer, 'data'))).toMatch(
      /newer could not be restored: .* is no folder/,
    )
  })

  test('learns that there is no database where it looks, and no new one is made', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'rollkey-empty-'))
    onTestFinished(() => rmSync(empty, { recursive: true }))
    for (const args of [['forget-secrets'], ['release-passkey', 'K7QF-3M9T']])
      expect(await refusal(args, empty)).toBe(`There is no database at ${join(empty, 'rollkey.sqlite')}.\n`)
    expect(readdirSync(empty)).toEqual([])
  })

  test('learns how to call it, and that PostgreSQL has its own tools', async () => {
    for (const args of [[], ['constructor'], ['backup'], ['restore', 'a', 'b'], ['forget-secrets', 'now']]) {
      expect(await refusal(args)).toContain('npm run operator -- backup FILE')
    }
    const onPostgresql = { dataDir: folder, databaseUrl: 'postgresql://nobody@localhost/none' }
    await expect(runOperator(onPostgresql, 'backup', join(folder, 'none'))).rejects.toMatchObject({
      stderr: expect.stringContaining('with its own tools'),
    })
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })
})
