import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actSubjects } from '#server/domain/staff/acts-of-people.ts'
import { engines } from '#testing/create-database.ts'
import { fillGrowth } from '#testing/fill-growth.ts'
import {
  type Callers,
  type KnownCall,
  listBodyCalls,
  listBodylessCalls,
  listReadCalls,
  methodOf,
  prepareCallers,
} from '#testing/known-calls.ts'
import { documentsPath, logIn, markStudent, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from '#testing/temporary-postgres.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/**
 * Every statement that the server runs, as PostgreSQL itself recorded it, has an index. The plans are made with
 * expensive sequential scans: a statement that still has one has no usable index.
 */

const students = 4_000
/** Enough to show whether each of them was planned. */
const updates = 30
/** Small tables that stay small, also by an index, and queues that are emptied at once: they may be read whole. */
const smallTables = ['settings', 'settings_pkey', 'pending_changes', 'audit_unsealed']

/**
 * The hourly sweep looks for expired rows in tables that hold little. An index for it would be written with every
 * ceremony and every proof.
 */
const isSweep = (statement: string): boolean =>
  /^delete from "\w+" where "\w+" in \(select .* limit \$\d+\)/.test(statement)

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly Plan[]
}

describe.skipIf(!engines.includes('postgresql'))('the plans of all statements', () => {
  let postgres: TemporaryPostgres | undefined
  let server: TestServer
  let client: pg.Client
  let statements: string[] = []

  beforeAll(async () => {
    postgres = await startTemporaryPostgres({
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_utility': 'off',
      'pg_stat_statements.track_planning': 'on',
    })
    if (!postgres) throw new Error('PostgreSQL is there for the other tests, but not for this one')
    const databaseUrl = postgres.url
    server = await startTestServer('postgresql', {
      database: { dataDir: '', databaseUrl, drop: async () => undefined },
    })
    client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('create extension pg_stat_statements')
    await fillGrowth(databaseUrl, students, 'not used by any login')
    await fillWork(client)
    await client.query('select pg_stat_statements_reset()')
    await makeEveryCall(server)
    statements = await readStatements(client)
  })

  afterAll(async () => {
    await client?.end()
    await server?.close()
    await postgres?.stop()
  })

  it('include the statements of every store', () => {
    const tables = [
      'accounts',
      'sessions',
      'memberships',
      'marks',
      'presence_proofs',
      'passkeys',
      'ceremonies',
      'outbox',
    ]
    expect(tables.filter((table) => !statements.some((text) => text.includes(`"${table}"`)))).toEqual([])
    expect(statements.some((text) => text.includes('from mark_origins o where'))).toBe(true)
    expect(statements.length).toBeGreaterThan(100)
  })

  it('read no table from its beginning to its end', async () => {
    expect(await findScans(client, statements)).toEqual([])
  })

  it('of a student’s own courses find the own marks alone', async () => {
    const own = statements.filter((text) => /from marks k\s+where .* k\.student_id in/s.test(text))
    expect(own.length).toBeGreaterThan(0)
    for (const statement of own) {
      const conditions = listConditions(await explain(client, statement), 'marks')
      expect([statement, conditions]).toEqual([statement, [expect.stringContaining('student_id')]])
    }
  })

  it('are kept for the next run, also those of an update', async () => {
    const organisation = await registerOrganisation(server, { email: 'office@tungabhadra.example' })
    const student = await registerStudent(server, organisation.id, { email: 'ravi@students.example' })
    await client.query('select pg_stat_statements_reset()')
    for (let n = 0; n < updates; n++) {
      for (const { label, id, http } of [organisation, student]) {
        await http.patch(`${documentsPath(label)}/${id}`, { data: { phoneNumber: `123456${n}` } })
      }
    }
    const { rows } = await client.query<{ query: string; plans: number; calls: number }>(
      `select query, plans::int, calls::int from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database()) and calls >= $1`,
      [updates],
    )
    for (const text of [/^update "organisations"/, /^update "students"/, / as "?now"?$/]) {
      expect(rows).toContainEqual(expect.objectContaining({ query: expect.stringMatching(text) }))
    }
    // The engine plans the first five runs of a connection for their own values, and then once for all.
    expect(rows.filter(({ plans, calls }) => plans > calls / 2)).toEqual([])
  })

  it('are as good where the engine knows nothing of the tables yet, as after a restore', async () => {
    await client.query('delete from pg_statistic')
    await client.query(`update pg_class set reltuples = -1, relpages = 0 where relkind in ('r', 'i')`)
    expect(await findScans(client, statements)).toEqual([])
  })

  it('would show a missing index', async () => {
    await client.query('drop index marks_by_student')
    expect(await findScans(client, statements)).toContainEqual(expect.stringMatching(/^marks_once(,\w+)*: select/))
  })
})

/** Passkeys, teachers, rulings, disputes and notices as after years: a table of a few rows is read whole, whatever index it has. */
async function fillWork(client: pg.Client): Promise<void> {
  await client.query(`insert into passkeys (credential_id, account_id, public_key, counter, backup_eligible, backed_up,
      transports, aaguid, name, created_at, suspect)
    select 'C-' || id, id, '', 0, 0, 0, '[]', '', 'Passkey', 0, 0 from accounts`)
  await client.query(`insert into staff (id, organisation_id, account_id, name, title, role, since)
    select 'T-' || id || '-' || n, id, 'T-' || id || '-' || n, 'Teacher ' || n, '', 'teacher', 0
    from organisations, generate_series(1, 3) as n`)
  await client.query(`insert into staff_groups (staff_id, group_id, since)
    select id, 'G-' || id || '-' || n, 0 from staff, generate_series(1, 100) as n`)
  await client.query(`insert into rulings (attendance_session_id, person_id, sequence, student_id, status, reason,
      decided_by, decided_at, cause)
    select 'A-' || organisation_id || '-' || n, person_id, 1, student_id, 'present', '', organisation_id, 0, 'correction'
    from memberships, generate_series(1, 10) as n`)
  await client.query(`insert into disputes (attendance_session_id, student_id, organisation_id, disputed_at, reason, answer)
    select id, student_id, s.organisation_id, 0, 'was-there', 1
    from memberships m inner join attendance_sessions s on s.organisation_id = m.organisation_id and s.number <= 5`)
  await client.query(`insert into notices (id, account_id, sender_id, topic, attendance_session_id, kind, told, changed_at)
    select 'N-' || person_id || '-' || n, student_id, organisation_id, 'mark', 'A-' || n, 'mark-ruled', 'present', 0
    from memberships, generate_series(1, 10) as n`)
  await client.query('vacuum analyze')
}

async function findScans(client: pg.Client, statements: readonly string[]): Promise<string[]> {
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off')
  const { rows } = await client.query<{ index: string; leading: string }>(
    `select indexrelid::regclass::text as index, attname as leading from pg_index
     join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     -- A partial one is made to be read whole: it holds only the few rows that are looked for.
     where indpred is null`,
  )
  const leading = new Map(rows.map((row) => [row.index, row.leading]))
  const scans: string[] = []
  for (const statement of statements) {
    const scanned = listScans(await explain(client, statement), leading).filter((table) => !smallTables.includes(table))
    if (scanned.length > 0 && !isSweep(statement)) scans.push(`${scanned.join()}: ${statement}`)
  }
  return scans
}

/** Runs a login, a mark, every known call, and the background work. */
async function makeEveryCall(server: TestServer): Promise<void> {
  const callers: Callers = await prepareCallers(server)
  const { organisation, student } = callers
  await markStudent(organisation, student.email, student.authenticator)
  await markByRoomCode(server, callers)
  await showOwnScreens(server, callers)
  await nameEveryKind(server, callers)
  await makeCalls([...listReadCalls(callers), ...listBodyCalls(callers), ...listBodylessCalls(callers)])
  await logIn(organisation)
  await server.storage.purgeExpired()
  await server.storage.settleSessions()
  await server.storage.accounts.listToDelete(10)
  await server.storage.accounts.empty(student.id, server.clock.now())
}

/** The sheet reads where such a mark came from. */
async function markByRoomCode(server: TestServer, { organisation, attendanceSessionId }: Callers): Promise<void> {
  const { id } = await registerStudent(server, organisation.id, { email: 'tara@students.example', rollNumber: 'T-1' })
  await server.storage.attendance.insertMarks({
    attendanceSessionId,
    organisationId: organisation.id,
    studentId: id,
    markedAt: server.clock.now(),
    method: 'room-code',
    credentialId: 'credential',
    proofId: 'check-in',
    evidence: { attachment: null, userVerified: true, backupEligible: true, backedUp: true, flags: [] },
  })
}

/** What a paired screen of a teacher's own reads. */
async function showOwnScreens({ storage }: TestServer, { organisation, attendanceSessionId }: Callers): Promise<void> {
  for (const room of [null, 'room']) await storage.checkIns.findRunningOf(organisation.id, 'teacher', room)
  await storage.screens.findByToken('token')
  await storage.transaction(({ screens }) => screens.lockToMark('screen', attendanceSessionId))
}

/** What a page of acts was about, of each kind. */
async function nameEveryKind({ storage }: TestServer, { organisation }: Callers): Promise<void> {
  for (const kind of actSubjects) await storage.staff.nameSubjects(organisation.id, kind, ['one', 'another'])
}

/** Other tests check their answers: one call may remove what the next one needs. */
async function makeCalls(calls: readonly KnownCall[]): Promise<void> {
  for (const call of calls) await call.http.request(methodOf(call), call.path, call.body)
}

async function readStatements(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ query: string }>(
    `select distinct query from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())`,
  )
  const isOurs = (query: string) => /^(select|insert|update|delete|with)\b/i.test(query) && !/pg_|kysely_/.test(query)
  return rows.map(({ query }) => query).filter(isOurs)
}

/** The extension writes a parameter for every constant, even where the grammar allows none. */
function toPreparable(statement: string): string {
  const text = statement.replace(/extract\(\$\d+ from/g, 'extract(epoch from')
  const numbers = [...new Set(text.match(/\$\d+/g))]
  return text.replace(/\$\d+/g, (parameter) => `$${numbers.indexOf(parameter) + 1}`)
}

async function explain(client: pg.Client, statement: string): Promise<Plan> {
  await client.query(`prepare planned as ${toPreparable(statement)}`)
  try {
    const { rows: prepared } = await client.query<{ parameters: number }>(
      `select coalesce(array_length(parameter_types, 1), 0) as parameters from pg_prepared_statements where name = 'planned'`,
    )
    const nulls = Array.from({ length: prepared[0]?.parameters ?? 0 }, () => 'null').join()
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) execute planned ${nulls && `(${nulls})`}`,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error(`no plan for ${statement}`)
    return plan
  } finally {
    await client.query('deallocate planned')
  }
}

/** By what the rows of a table are found, each time that it is read. */
function listConditions({ Plans = [], ...node }: Plan, table: string): string[] {
  const own = node['Relation Name'] === table ? [node['Index Cond'] ?? ''] : []
  return [...own, ...Plans.flatMap((plan) => listConditions(plan, table))]
}

/**
 * The tables that are read whole, and the indexes that are: an index without a condition on its first column is read
 * whole, too.
 */
function listScans(plan: Plan, leading: ReadonlyMap<string, string>, takesFirstRows = false): string[] {
  const { 'Node Type': kind, 'Index Name': index, 'Index Cond': condition = '', 'Relation Name': table = '' } = plan
  // In the order of an index, the first rows are found without the others, unless they must fit a condition.
  const isOrdered = takesFirstRows && plan.Filter === undefined
  const isWhole =
    kind === 'Seq Scan' || (index !== undefined && !condition.includes(leading.get(index) ?? '') && !isOrdered)
  const [outer, ...others] = plan.Plans ?? []
  const outerTakesFirstRows = kind === 'Limit' || (kind === 'Nested Loop' && takesFirstRows)
  return [
    ...(isWhole ? [index ?? table] : []),
    ...(outer ? listScans(outer, leading, outerTakesFirstRows) : []),
    ...others.flatMap((other) => listScans(other, leading)),
  ]
}
