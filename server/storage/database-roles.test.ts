import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { auditKeptMs } from '#server/domain/audit/audit-chain.ts'
import { builtProgram } from '#testing/built-program.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { compileCache } from '#testing/compile-cache.ts'
import { administer, engines } from '#testing/create-database.ts'
import { createDatabaseWithRoles, type DatabaseWithRoles } from '#testing/create-roles.ts'
import { createManualClock } from '#testing/manual-clock.ts'
import { makeAccount } from '#testing/open-test-storage.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.ts'
import { commandFolders, findCommand } from '../../scripts/executable.mjs'
import { findPostgresFolder } from '../../scripts/postgres.mjs'
import { openStorage } from './open-storage.ts'

const runFile = promisify(execFile)

const insufficientPrivilege = '42501'

type Urls = { readonly DATABASE_URL: string; readonly MIGRATION_DATABASE_URL?: string }

/** Resolves with the standard output; throws with the standard error when the command fails. */
async function run(program: Parameters<typeof builtProgram>[0], args: readonly string[], urls: Urls): Promise<string> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...compileCache, ...urls }
  return (await runFile(process.execPath, [builtProgram(program), ...args], { env })).stdout
}
const refusalOf = (running: Promise<unknown>): Promise<string> =>
  running.then(
    () => 'accepted',
    (error: { readonly stderr: string }) => error.stderr,
  )

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const emptyOrganisation = {
  ...{ id: 'institute', name: 'Institute', email: 'office@institute.example', phoneNumber: '12345678' },
  ...{ addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' },
  ...{ permissions: [], createdAt: 1, updatedAt: 1 },
}

describe.runIf(engines.includes('postgresql'))('the roles of deploy/roles.sql', () => {
  test('share a database, in which one makes tables and the other works with rows', async () => {
    const postgres = await startTemporaryPostgres()
    if (postgres === undefined) throw new Error('PostgreSQL has gone')
    onTestFinished(postgres.stop)
    const script = join(import.meta.dirname, '../../deploy/roles.sql')
    const env = { ...process.env, OWNER_PASSWORD: 'of the owner', SERVER_PASSWORD: "of the 'server'" }
    const psql = findCommand(['psql'], [findPostgresFolder() ?? '', ...commandFolders()])
    await runFile(psql ?? 'psql', ['--no-psqlrc', '--set=ON_ERROR_STOP=1', `--file=${script}`, postgres.url], { env })
    const connectAs = (username: string) =>
      Object.assign(new URL(postgres.url), { username, pathname: '/rollkey' }).href
    const urls = { DATABASE_URL: connectAs('rollkey'), MIGRATION_DATABASE_URL: connectAs('rollkey_owner') }
    expect(await run('operator', ['migrate'], urls)).toContain('the role rollkey may read and write them')
    await (await openStorage({ database: { url: urls.DATABASE_URL } })).close()
    for (const statement of ['create table more (a integer)', 'create temporary table more (a integer)']) {
      await expect(ask(urls.DATABASE_URL, statement)).rejects.toMatchObject({ code: insufficientPrivilege })
    }
  })
})

describe.runIf(engines.includes('postgresql'))('a PostgreSQL that asks for a password', () => {
  const reason = 'it asks for a password, and its address has none (postgresql://user:password@host:port/database).\n'
  let postgres: TemporaryPostgres | undefined
  const connectAs = (username: string) => Object.assign(new URL(postgres?.url ?? ''), { username }).href

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollkey-test-'))
    try {
      // PostgreSQL runs as another user.
      chmodSync(folder, 0o755)
      const rules = join(folder, 'pg_hba.conf')
      writeFileSync(rules, 'local all postgres trust\nlocal all plain password\nlocal all all scram-sha-256\n')
      postgres = await startTemporaryPostgres({ hba_file: rules })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
  afterAll(() => postgres?.stop())

  test.each(['hashed', 'plain'])('ends a start, and a check of the data, with one line: %s', async (role) => {
    const urls = { DATABASE_URL: connectAs(role) }
    expect(await refusalOf(run('main', [], urls))).toBe(`The database of DATABASE_URL could not be opened: ${reason}`)
    expect(await refusalOf(run('verify-data', [], urls))).toBe(`The database could not be checked: ${reason}`)
  })

  test('is named when one of two roles has no password', async () => {
    const [open, guarded] = [connectAs('postgres'), connectAs('hashed')]
    const migrate = (urls: Urls) => refusalOf(run('operator', ['migrate'], urls))
    expect(await migrate({ DATABASE_URL: open, MIGRATION_DATABASE_URL: guarded })).toBe(
      `The database of MIGRATION_DATABASE_URL could not be prepared: ${reason}`,
    )
    expect(await migrate({ DATABASE_URL: guarded, MIGRATION_DATABASE_URL: open })).toBe(
      `The database of DATABASE_URL could not be opened: ${reason}`,
    )
  })
})

/** Rules §7: the server's role works with rows; another role makes the tables. */
describe.runIf(engines.includes('postgresql'))('a role of PostgreSQL that may not change tables', () => {
  let database: DatabaseWithRoles
  const both = (): Urls => ({ DATABASE_URL: database.databaseUrl, MIGRATION_DATABASE_URL: database.ownerUrl })

  beforeAll(async () => {
    database = await createDatabaseWithRoles()
    await run('operator', ['migrate'], both())
  })
  afterAll(() => database.drop())

  async function createOwn(): Promise<DatabaseWithRoles> {
    const own = await createDatabaseWithRoles()
    onTestFinished(own.drop)
    return own
  }

  test('does not start a server before the tables exist, and one line says what to run', async () => {
    const own = await createOwn()
    const said = await refusalOf(run('main', [], { DATABASE_URL: own.databaseUrl }))
    expect(said).toBe(
      'The database of DATABASE_URL could not be opened: its tables are not up to date, and this role may not change them; ' +
        'run `npm run operator -- migrate` first.\n',
    )
    expect(await ask(own.ownerUrl, `select * from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('does not start a server of a newer version on older tables, with or without the right to create', async () => {
    const own = await createOwn()
    await run('operator', ['migrate'], { DATABASE_URL: own.databaseUrl, MIGRATION_DATABASE_URL: own.ownerUrl })
    await ask(own.ownerUrl, `delete from kysely_migration where name = (select max(name) from kysely_migration)`)
    const open = () => openStorage({ database: { url: own.databaseUrl } })
    await expect(open()).rejects.toThrow('its tables are not up to date')
    await ask(own.ownerUrl, `grant create on schema public to ${own.serverRole}`)
    await expect(open()).rejects.toThrow('its tables are not up to date')
  })

  test('gets its rights from the operator’s command, which can be repeated', async () => {
    expect(await run('operator', ['migrate'], both())).toBe(
      `The tables are up to date, and the role ${database.serverRole} may read and write them, but not change them.\n`,
    )
    const alone = { DATABASE_URL: database.ownerUrl }
    expect(await run('operator', ['migrate'], alone)).toBe('The tables are up to date.\n')
    expect(await run('operator', ['migrate'], { ...alone, MIGRATION_DATABASE_URL: database.ownerUrl })).toContain(
      'The server owns them',
    )
  })

  test.each([
    ['superuser', 'alter role % superuser', 'it is a superuser'],
    ['member of the owner', '', 'it is a member of the role that owns them'],
    ['creator in the schema', '', 'it may create in their schema'],
  ])('is not accepted as the server’s when it is a %s', async (kind, statement, reason) => {
    const own = await createOwn()
    const owner = new URL(own.ownerUrl).username
    if (statement) await administer(statement.replace('%', own.serverRole))
    if (kind === 'member of the owner') await administer(`grant ${owner} to ${own.serverRole}`)
    if (kind === 'creator in the schema') await ask(own.ownerUrl, 'grant create on schema public to public')
    const urls = { DATABASE_URL: own.databaseUrl, MIGRATION_DATABASE_URL: own.ownerUrl }
    const said = await refusalOf(run('operator', ['migrate'], urls))
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(said).toContain(`the role ${own.serverRole} could change the tables: ${reason}`)
  })

  test('does not get the tables of one database while the server uses another', async () => {
    const other = await createOwn()
    const urls = { DATABASE_URL: database.databaseUrl, MIGRATION_DATABASE_URL: other.ownerUrl }
    expect(await refusalOf(run('operator', ['migrate'], urls))).toContain('but that of DATABASE_URL is')
  })

  test.each([
    'create table more (a integer)',
    'create view more as select 1',
    'create function more() returns integer language sql as $$ select 1 $$',
    'create schema more',
    'create index more on accounts (name)',
    'drop table login_misses',
    'drop index marks_by_session',
    'alter table accounts add column more text',
    'alter table audit_log disable trigger audit_log_unchanged',
    'drop trigger audit_log_kept on audit_log',
    'set session_replication_role = replica',
    'truncate login_misses',
    'update audit_log set detail = null',
    'delete from audit_log',
    'update audit_chain set hash = null',
    'delete from audit_chain',
    'delete from marks',
    'delete from attendance_sessions',
    `update settings set value = ''`,
    'delete from settings',
    'delete from kysely_migration',
    `create extension pg_trgm`,
    `copy accounts to program 'true'`,
  ])('is refused: %s', async (statement) => {
    await expect(ask(database.databaseUrl, statement)).rejects.toMatchObject({ code: insufficientPrivilege })
  })

  test('control: the owner may run all statements that change tables', async () => {
    const created = ['create table more (a integer)', 'alter table more add column b text', 'drop table more']
    for (const statement of created) await ask(database.ownerUrl, statement)
  })

  test('removes audit rows that are old enough, and cannot be made to remove younger ones', async () => {
    const clock = createManualClock()
    const storage = await openStorage({ database: { url: database.databaseUrl }, clockOffset: clock.offset })
    onTestFinished(storage.close)
    const append = async (requestId: string) => {
      await storage.audit.append({
        action: 'login',
        outcome: 'done',
        accountId: null,
        subject: null,
        sessionId: null,
        addressPrefix: '',
        requestId,
      })
      while (await storage.auditChain.seal());
    }
    const readKept = async () =>
      (await ask(database.ownerUrl, `select request_id from audit_log order by sequence`)).map((row) => row.request_id)
    clock.advance(-auditKeptMs - 86_400_000)
    for (const name of ['older', 'old']) await append(name)
    clock.advance(auditKeptMs + 86_400_000)
    for (const name of ['young', 'newest']) await append(name)
    await storage.purgeExpired()
    expect(await readKept()).toEqual(['young', 'newest'])
    await expect(ask(database.databaseUrl, 'select remove_audit_rows(1000000)')).rejects.toThrow('is append-only')
    expect(await readKept()).toEqual(['young', 'newest'])
    await checkInvariants(database)
  })

  test('finds out with its own rights whether the disk takes writes', async () => {
    const storage = await openStorage({ database: { url: database.databaseUrl } })
    onTestFinished(storage.close)
    await expect(storage.probeWrite()).resolves.toBeUndefined()
  })

  test('can run the operator’s other commands and check the data', async () => {
    const urls = { DATABASE_URL: database.databaseUrl }
    expect(await run('operator', ['forget-secrets'], urls)).toContain('all users must log in again')
    expect(await run('verify-data', [], urls)).toContain('Everything is as it must be.')
    expect(await refusalOf(run('operator', ['release-passkey', 'AAAA-AAAA'], urls))).toContain(
      'There is no organisation',
    )
    const storage = await openStorage({ database: { url: database.databaseUrl } })
    onTestFinished(storage.close)
    await storage.accounts.insert(makeAccount('institute', { label: 'ORG' }))
    await storage.organisations.insert(emptyOrganisation)
    const folder = mkdtempSync(join(tmpdir(), 'rollkey-list-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const list = join(folder, 'list.csv')
    writeFileSync(list, 'Roll number,First name,Last name\nR1,Asha,Mehta')
    expect(await run('operator', ['import', 'institute', list], urls)).toContain('The import is applied.')
  })
})
