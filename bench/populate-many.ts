import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import type { MarkEvidence } from '#server/domain/sessions/stores.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { fillMemberBlocks } from '#testing/fill-member-blocks.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { insertOrganisation } from '#testing/insert-people.ts'

const hour = 60 * 60_000
const day = 24 * hour

/** The evidence of a phone that has been used for a while. */
const evidence: MarkEvidence = {
  attachment: 'platform',
  userVerified: true,
  backupEligible: true,
  backedUp: true,
  flags: [],
}

/** Where the engines differ in SQL. */
type Dialect = {
  readonly before: readonly string[]
  /** The last seven digits, with zeros in front. */
  readonly digits: (number: string) => string
  readonly after: readonly string[]
}

const embedded: Dialect = {
  before: ['pragma synchronous = off', 'pragma cache_size = -400000', 'begin'],
  digits: (number) => `substr('0000000' || ${number}, -7)`,
  after: [
    'commit',
    'analyze',
    // One login is here yet, and SQLite would read this table whole at each call, however many follow.
    "delete from sqlite_stat1 where tbl = 'sessions'",
    'pragma wal_checkpoint(truncate)',
  ],
}

const postgres: Dialect = {
  before: ['set synchronous_commit = off', "set maintenance_work_mem = '256MB'"],
  digits: (number) => `right('0000000' || ${number}, 7)`,
  after: ['vacuum analyze', 'checkpoint'],
}

/**
 * One institute with very many marks, made inside the engine: going through the stores would take an hour. Four of five students
 * are in each session. Returns the cookie value of a login session.
 */
export async function populateMany(database: DatabaseLocation, students: number, sessions: number): Promise<string> {
  const storage = await openStorage({ database })
  const now = await storage.now()
  const token = systemRandom.secret()
  const id = await storage.transaction(async (stores) => {
    const place = { phoneNumber: '12345678', addressLine1: 'Bench Street 1', city: 'City', state: 'State' }
    const profile = { name: 'Bench Institute', email: 'office@bench.example', passwordHash: '', ...place }
    const organisationId = await insertOrganisation(stores, profile, now)
    await insertLogin(stores, organisationId, ['password', 'passkey'], token, now)
    return organisationId
  })
  await storage.close()
  const of = (dialect: Dialect) => [
    ...dialect.before,
    ...fill(dialect, id, students, sessions, now - (sessions + 1) * day),
    ...dialect.after,
  ]
  if ('url' in database) await runOnPostgres(database.url, of(postgres))
  else runEmbedded(database.file, of(embedded))
  return token
}

function fill({ digits }: Dialect, id: string, students: number, sessions: number, first: number): readonly string[] {
  const start = `${first} + cast(i as bigint) * ${day}`
  return [
    `create temp table numbers as with recursive n(i) as (select 1 union all select i + 1 from n where i < ${students})
       select i, 'S' || ${digits('(i * 7919 % 9999991)')} as id from n`,
    `insert into accounts (id, email, email_canonical, name, password_hash, email_verified, label, has_profile,
         user_handle, password_updated_at, created_at, updated_at)
       select id, id || '@bench.example', lower(id) || '@bench.example', id, '', 1, 'STD', 1, id, 0, ${first}, ${first}
       from numbers`,
    `insert into students (id, first_name, last_name, name_key, email, phone_number, roll_number, created_at, updated_at)
       select id, 'Bench', 'Student ' || i, 'bench student ' || i, id || '@bench.example', '12345678', 'B' || ${digits('i')}, ${first}, ${first}
       from numbers`,
    `insert into people (id, organisation_id, student_id) select 'P' || id, '${id}', id from numbers`,
    `insert into memberships (organisation_id, student_id, roll_number_canonical, total, expiry_time, joined_at, person_id)
       select '${id}', id, 'B' || ${digits('i')}, 0, null, ${first}, 'P' || id from numbers`,
    `insert into enrolments (person_id, group_id, sequence, begins_at)
       select person_id, organisation_id, 1, joined_at from memberships`,
    fillMemberBlocks,
    `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id)
       select 'A' || ${digits('i')}, '${id}', '${id}', i, ${start}, ${start} + ${hour}, '' from numbers where i <= ${sessions}`,
    'drop index marks_by_student',
    'drop index marks_by_session',
    `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence)
       select x.id, '${id}', s.id, x.started_at + (s.i * 7919 + x.number * 104729) % 900000, 'kiosk', '', '', '${JSON.stringify(evidence)}'
       from attendance_sessions x cross join (select i, id from numbers order by id) s
       where (s.i * 31 + x.number * 17 + s.i * x.number % 7) % 10 < 8 order by x.id`,
    'create index marks_by_student on marks (student_id, organisation_id, attendance_session_id)',
    'create index marks_by_session on marks (attendance_session_id, marked_at)',
    'update memberships set total = (select count(*) from marks m where m.student_id = memberships.student_id)',
    `update organisations set members = ${students}, classes = ${sessions}`,
    `update attendance_sessions set expected = ${students},
       present = (select count(*) from marks where attendance_session_id = id)`,
  ]
}

function runEmbedded(file: string, statements: readonly string[]): void {
  const raw = new DatabaseSync(file)
  for (const statement of statements) raw.exec(statement)
  raw.close()
}

async function runOnPostgres(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
