import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { describe, expect, onTestFinished, test } from 'vitest'
import { reportPaths } from '#contract/report-requests.ts'
import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { auditKeptMs } from '#server/domain/audit/audit-chain.ts'
import { checkMarkSeals } from '#server/operator/verify/check-mark-seals.ts'
import { builtProgram } from '#testing/built-program.ts'
import { checkInvariants, locate } from '#testing/check-invariants.ts'
import { compileCache } from '#testing/compile-cache.ts'
import { createDatabase, type Engine, engines, stepsOn, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import { openPool } from '#testing/open-pool.ts'
import { logIn, markStudent, type Person, startAttendance } from '#testing/people-over-http.ts'
import { readTables } from '#testing/read-tables.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { tamper } from '#testing/tamper.ts'
import { startTestServer } from '#testing/test-server.ts'
import { fillMemberBlocks } from './migrations/0009-member-blocks.ts'
import { openStorage } from './open-storage.ts'
import { MigrationDialect } from './sqlite/embedded-dialect.ts'
import { openNodeSqlite } from './sqlite/node-sqlite.ts'
import { migrationsOf } from './upkeep/migrate.ts'

const runFile = promisify(execFile)
const hour = 3_600_000
const password = 'umbrella-monsoon-tramway-7'
const [organisationId, studentId] = ['K7QF3M9T', 'student-of-old']
const names = { organisation: 'office@kaveri.example', student: 'asha@x.example' }

function open(engine: Engine, { dataDir, databaseUrl }: TestDatabase): Kysely<unknown> {
  return new Kysely({
    dialect:
      engine === 'sqlite'
        ? new MigrationDialect({ database: openNodeSqlite(join(dataDir, 'rollkey.sqlite')) })
        : new PostgresDialect({ pool: openPool(databaseUrl) }),
  })
}

/** The tables as the version with this last migration made them. */
async function migrateTo(db: Kysely<unknown>, engine: Engine, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(engine) } })
  const { error } = await migrator.migrateTo(name)
  if (error !== undefined) throw error
}

async function insert(db: Kysely<unknown>, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

/**
 * An institute with one past session, in the columns of the first release: the upgrade adds those of later ones. `made`: the last
 * migration of the tables.
 */
async function live(
  db: Kysely<unknown>,
  passkeys: { organisation: MadePasskey; student: MadePasskey },
  made = '',
): Promise<void> {
  const at = Date.now() - 3 * hour
  const times = { created_at: at, updated_at: at }
  const password_hash = await createArgon2Hasher({ parameters: { memoryKib: 64, passes: 1, lanes: 1 } }).hash(password)
  const people = [
    ['ORG', organisationId, names.organisation, passkeys.organisation],
    ['STD', studentId, names.student, passkeys.student],
  ] as const
  for (const [label, id, email, { userHandle, credentialId, publicKey }] of people) {
    const account = { id, email, email_canonical: email, name: id, password_hash, password_updated_at: at, ...times }
    await insert(db, 'accounts', { ...account, email_verified: 1, label, has_profile: 1, user_handle: userHandle })
    await insert(db, 'passkeys', {
      credential_id: credentialId,
      account_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter: 0,
      backup_eligible: 0,
      backed_up: 0,
      transports: '["internal"]',
      aaguid: '00000000-0000-0000-0000-000000000000',
      name: 'Passkey 1',
      created_at: at,
      suspect: 0,
    })
  }
  const place = { address_line1: '12 River Road', address_line2: '', state: 'Karnataka', city: 'Mysuru' }
  const contact = { phone_number: '+91 80 2345 6789', ...times }
  const organisation = { id: organisationId, name: 'Kaveri College', email: names.organisation, ...place, ...contact }
  await insert(db, 'organisations', { ...organisation, classes: 1, members: 1 })
  // From these versions on, the columns must be given.
  const group = made >= '0030' ? { group_id: organisationId } : {}
  const person = made >= '0031' ? { person_id: 'person-of-old' } : {}
  if (made >= '0030') await insert(db, 'groups', { id: organisationId, organisation_id: organisationId, kind: 'whole' })
  const student = { id: studentId, first_name: 'Asha', last_name: 'Rao', email: names.student, ...contact }
  await insert(db, 'students', { ...student, roll_number: '21cs042' })
  const membership = { organisation_id: organisationId, student_id: studentId }
  const counted = { roll_number_canonical: '21CS042', total: 1, expiry_time: at + hour, joined_at: at }
  if (made >= '0031') {
    await insert(db, 'people', { id: 'person-of-old', ...membership })
    await insert(db, 'enrolments', { ...person, ...group, sequence: 1, begins_at: at })
  }
  await insert(db, 'memberships', { ...membership, ...person, ...counted })
  const session = { id: 'class-of-old', organisation_id: organisationId, number: 1, starter_session_id: 'login-of-old' }
  await insert(db, 'attendance_sessions', { ...session, ...group, started_at: at, ends_at: at + hour })
  const { credentialId: credential_id } = passkeys.student
  const mark = { ...membership, marked_at: at + 1, method: 'kiosk', credential_id, proof_id: 'proof', evidence: '{}' }
  await insert(db, 'marks', { attendance_session_id: session.id, ...mark })
  for (const [age, action, account_id, detail] of [
    [auditKeptMs / 2, 'passkey.register', organisationId, null],
    [auditKeptMs / 2, 'passkey.register', studentId, null],
    [auditKeptMs / 2, 'attendance.start', organisationId, '1'],
    [2 * hour, 'attendance.mark', organisationId, 'session 1'],
  ] as const) {
    const subject = action === 'attendance.mark' ? studentId : null
    const row = { at: Date.now() - Math.floor(age), action, outcome: 'done', account_id, subject, detail }
    await insert(db, 'audit_log', { ...row, address_prefix: '127.0.0.1', request_id: 'of-old' })
  }
}

describe.each(engines)('the tables of an older version on %s', (engine) => {
  // From the oldest, a start takes every migration.
  const older = stepsOn(engine, Object.keys(migrationsOf(engine)).slice(0, -1))

  async function createOwn(): Promise<TestDatabase> {
    const database = await createDatabase(engine)
    onTestFinished(database.drop)
    return database
  }

  test.each(older)('of %s are brought up to date by a start, with all of their rows', async (name) => {
    const database = await createOwn()
    const port = await findFreePort()
    const origin = `http://localhost:${port}`
    const passkeys = { organisation: await makePasskey(origin), student: await makePasskey(origin) }
    const db = open(engine, database)
    await migrateTo(db, engine, name)
    await live(db, passkeys, name)
    // From this version on, adding a member also counted it here.
    if (name >= '0009') await sql.raw(fillMemberBlocks).execute(db)
    await db.destroy()

    const server = await startTestServer(engine, {
      database: { ...database, drop: async () => undefined },
      env: { PORT: String(port) },
    })
    onTestFinished(server.close)
    while (await server.storage.auditChain.seal());
    await server.storage.settleSessions()
    await checkInvariants(database)

    const personOf = (id: string, label: Person['label'], email: string, { authenticator }: MadePasskey): Person => ({
      ...{ id, label, email, password, authenticator },
      http: server.openBrowser(),
    })
    const student = await logIn(personOf(studentId, 'STD', names.student, passkeys.student))
    expect((await student.http.get('/v1/account')).status).toBe(200)
    const institute = await logIn(personOf(organisationId, 'ORG', names.organisation, passkeys.organisation))
    expect((await startAttendance(institute)).classes).toBe(2)
    const { status, body } = await markStudent(institute, '21CS042', passkeys.student.authenticator)
    expect(status).toBe(200)
    expect(JSON.parse(body.attendance)).toMatchObject({ [organisationId]: { total: 2 } })
    await server.storage.purgeExpired()
    await checkInvariants(database)
  })

  test('call no account never verified when a passkey or the audit log shows otherwise', async () => {
    const database = await createOwn()
    const db = open(engine, database)
    await migrateTo(db, engine, '0010-document-permissions')
    const at = Date.now() - hour
    const times = { password_updated_at: at, created_at: at, updated_at: at }
    for (const id of ['never', 'by-link', 'by-passkey']) {
      const account = { id, email: id, email_canonical: id, name: id, password_hash: '', user_handle: id, ...times }
      await insert(db, 'accounts', { ...account, email_verified: 0, label: 'STD', has_profile: 0 })
    }
    const row = { at, action: 'verification.confirm', address_prefix: '', request_id: '' }
    await insert(db, 'audit_log', { ...row, outcome: 'done', subject: 'by-link' })
    await insert(db, 'audit_log', { ...row, outcome: 'refused', subject: 'never' })
    const passkey = {
      account_id: 'by-passkey',
      public_key: '',
      counter: 0,
      backup_eligible: 0,
      backed_up: 0,
      suspect: 0,
    }
    const described = { credential_id: 'one', transports: '[]', aaguid: '', name: '', created_at: at }
    await insert(db, 'passkeys', { ...passkey, ...described })
    await migrateTo(db, engine, '0012-ended-memberships')
    const { rows } = await sql<{ id: string }>`select id from accounts where was_verified = 0`.execute(db)
    await db.destroy()
    expect(rows).toEqual([{ id: 'never' }])
  })

  test('keep the mailed links and the waiting mails', async () => {
    const database = await createOwn()
    const db = open(engine, database)
    await migrateTo(db, engine, '0010-document-permissions')
    await live(db, {
      organisation: await makePasskey('http://localhost'),
      student: await makePasskey('http://localhost'),
    })
    const now = Date.now()
    const token = { account_id: studentId, email_canonical: names.student, created_at: now - hour }
    await insert(db, 'tokens', {
      ...token,
      id: 'mailed',
      purpose: 'verification',
      secret_hash: 'of-old',
      expires_at: now + hour,
    })
    await insert(db, 'tokens', { ...token, id: 'waiting', purpose: 'recovery', expires_at: now - 1 })
    const mail = { id: 'mail', kind: 'password-recovery', account_id: studentId, recipient: names.student }
    await insert(db, 'outbox', { ...mail, token_id: 'waiting', attempts: 1, queued_at: now - hour, due_at: now })
    await db.destroy()
    const { dataDir, databaseUrl } = database
    const storage = await openStorage({
      database: databaseUrl === undefined ? { file: join(dataDir, 'rollkey.sqlite') } : { url: databaseUrl },
    })
    onTestFinished(storage.close)
    expect(await storage.tokens.isOpen('of-old', studentId, 'verification')).toBe(true)
    expect(await storage.outbox.take(10, hour)).toMatchObject([
      { id: 'mail', accountId: studentId, tokenId: 'waiting' },
    ])
    expect(await storage.tokens.isOpen('new', studentId, 'recovery')).toBe(false)
    expect(await storage.tokens.addSecret('waiting', 'new', hour)).toMatchObject({ userId: studentId })
    expect(await storage.tokens.isOpen('new', studentId, 'recovery')).toBe(true)
    if (engine === 'sqlite') {
      const sqlite = openNodeSqlite(join(dataDir, 'rollkey.sqlite'), { isReadOnly: true })
      const indexes = sqlite.raw.prepare("select name from pragma_index_list('outbox') order by name").all()
      sqlite.close()
      expect(indexes.map(({ name }) => name).filter((name) => !String(name).startsWith('sqlite'))).toEqual([
        'outbox_by_account',
        'outbox_by_notice',
        'outbox_by_subscription',
        'outbox_by_token',
        'outbox_due',
      ])
    }
  })

  test('from before rulings give reports and exports with the same bytes', async () => {
    const database = await createOwn()
    const port = await findFreePort()
    const origin = `http://localhost:${port}`
    const passkeys = { organisation: await makePasskey(origin), student: await makePasskey(origin) }
    const db = open(engine, database)
    await migrateTo(db, engine, '0014-clock-jumps')
    await live(db, passkeys)
    const passkey = { attachment: 'cross-platform', userVerified: true, backupEligible: false, backedUp: false }
    const evidence = JSON.stringify({ ...passkey, flags: [] })
    await sql`update marks set evidence = ${evidence}, flagged_at = marked_at + 60000, flag_reason = 'not-me'`.execute(
      db,
    )
    const { rows } = await sql<{ at: string }>`select started_at as at from attendance_sessions`.execute(db)
    await db.destroy()
    const server = await startTestServer(engine, {
      database: { ...database, drop: async () => undefined },
      env: { PORT: String(port) },
    })
    onTestFinished(server.close)
    await server.storage.settleSessions()
    const office = { id: organisationId, label: 'ORG', email: names.organisation, password } as const
    const { authenticator } = passkeys.organisation
    const institute = await logIn({ ...office, authenticator, http: server.openBrowser() })

    const at = Number(rows[0]?.at)
    const moments = { joined: at, ends: at + hour, marked: at + 1, disputed: at + 60_001 }
    const write = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
    const read = async (path: string) => {
      const { text } = await institute.http.get(path)
      return Object.entries(moments).reduce((masked, [name, ms]) => masked.replaceAll(String(ms), `"${name}"`), text)
    }
    const lastLine = async (path: string) => (await read(`${path}?format=csv`)).trimEnd().split('\r\n').at(-1)
    const [start, end, marked, disputed] = Object.values(moments).map(write)
    const { exports } = reportPaths
    // Written by the version before rulings.
    const mark = `{"markedAt":"marked","method":"kiosk","evidence":{"flags":[],"attachment":"cross-platform","userVerified":true,"backupEligible":false,"backedUp":false},"flaggedAt":"disputed"}`
    expect
      .soft(await read(reportPaths.sessionSheet('class-of-old')))
      .toBe(
        `{"session":{"id":"class-of-old","number":1,"startedAt":"joined","endsAt":"ends","present":1,"expected":1,"flagged":1,"state":"ended"},"total":1,"rows":[{"id":"student-of-old","firstName":"Asha","lastName":"Rao","rollNumber":"21cs042","joinedAt":"joined","presence":"present","mark":${mark}}]}`,
      )
    // Columns of later versions stand behind all others.
    expect.soft(await lastLine(exports.sessions)).toBe(`1,${start},${end},Ended,1,0,1,100,1,`)
    expect.soft(await lastLine(exports.students)).toContain(`21cs042,Asha Rao,${start},1,1,100,0,0,1,1,100`)
    const ofMark = `Present,${marked},kiosk,cross-platform,yes,,${disputed}`
    expect
      .soft(await lastLine(exports.student(studentId)))
      .toBe(`1,${start},${end},${ofMark},At the screen,21cs042,Asha Rao`)
    expect
      .soft(await lastLine(exports.sessionSheet('class-of-old')))
      .toContain(`21cs042,Asha Rao,${start},${ofMark},At the screen,asha@`)
    expect.soft(await lastLine(exports.attendanceBook)).toBe(`21cs042,Asha Rao,${start},1,1,100,P,1,1,100`)
  })

  test('seal their old marks: one that is planted among them later is named, and a young one is not sealed', async () => {
    const database = await createOwn()
    const origin = 'http://localhost:8080'
    const db = open(engine, database)
    await migrateTo(db, engine, '0020-spot-checks.expansion')
    await live(db, { organisation: await makePasskey(origin), student: await makePasskey(origin) })
    const tenDays = 10 * 24 * hour
    await sql`update attendance_sessions set started_at = started_at - ${tenDays}, ends_at = ends_at - ${tenDays}`.execute(
      db,
    )
    const young = { id: 'young', organisation_id: organisationId, number: 2, starter_session_id: 'login' }
    await insert(db, 'attendance_sessions', { ...young, started_at: Date.now(), ends_at: Date.now() + hour })
    await migrateTo(db, engine, '0021-mark-seals.expansion')
    await db.destroy()
    // A server can start on it.
    await (await openStorage({ database: locate(database) })).close()
    const sealed = await readTables(database)
    expect(rowsOf(sealed, 'mark_seals')).toMatchObject([{ cause: 'before-signing', marks: 1 }])
    expect(rowsOf(sealed, 'audit_log').filter(({ action }) => action === 'evidence.seal')).toHaveLength(1)

    const look = (...statements: string[]) =>
      tamper(database, statements, async (opened) => (await checkMarkSeals(opened, Date.now())).wrong)
    const plant = (session: string) =>
      `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence)
       select '${session}', organisation_id, 'planted', marked_at, method, credential_id, proof_id, evidence from marks`
    expect(await look()).toEqual([])
    expect(await look(plant('young'))).toEqual([])
    expect(await look(plant('class-of-old'))).toEqual([
      expect.stringMatching(
        /^marks from before signatures, of sessions before .*: 2 marks are there that are not the 1 that were sealed$/,
      ),
    ])
  })

  test('without marks have nothing to seal', async () => {
    const database = await createOwn()
    const db = open(engine, database)
    await migrateTo(db, engine, '0021-mark-seals.expansion')
    await db.destroy()
    expect(rowsOf(await readTables(database), 'mark_seals')).toEqual([])
  })

  test('of a newer version are refused: the server does not start, one line says so, and nothing is changed', async () => {
    const database = await createOwn()
    const db = open(engine, database)
    await migrateTo(db, engine, Object.keys(migrationsOf(engine)).at(-1) ?? '')
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
    const database = await createOwn()
    const db = open(engine, database)
    await migrateTo(db, engine, Object.keys(migrationsOf(engine)).at(-1) ?? '')
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
