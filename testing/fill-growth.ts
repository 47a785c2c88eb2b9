import pg from 'pg'
import { fillMemberBlocks } from './fill-member-blocks.ts'

/** One institute has a fifth of all students; the others share the rest. */
export const organisations = 1_000
const largeShare = 5
/** Sessions that each organisation has held; every student was there each time. */
export const sessionsHeld = 20
const day = 24 * 60 * 60_000

export type Growth = {
  readonly students: number
  /** Members of the large institute. */
  readonly members: number
  readonly marks: number
}

export const large = 'O1'
export const organisationId = (n: number): string => `O${n}`
/** The n-th member of the large institute, from 1. */
export const memberId = (n: number): string => `S${n * largeShare}`
export const rollNumber = (studentId: string): string => `R${studentId.slice(1).padStart(8, '0')}`
export const emailOf = (studentId: string): string => `${studentId.toLowerCase()}@growth.example`
export const sessionId = (organisation: string, number: number): string => `A-${organisation}-${number}`

/**
 * Fills a migrated PostgreSQL database like years of use, with statements instead of requests. `passwordHash` is that
 * of every account.
 */
export async function fillGrowth(url: string, students: number, passwordHash: string): Promise<Growth> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const now = Date.now()
  const joined = now - (sessionsHeld + 1) * day
  const run = (text: string, values: readonly unknown[] = []) => client.query(text, [...values])
  try {
    // A crash may lose this data, because it can be filled again.
    await run('set synchronous_commit = off')
    const account = (prefix: string, label: string, count: number) =>
      run(
        `insert into accounts (id, email, email_canonical, name, password_hash, email_verified, label, has_profile,
           user_handle, password_updated_at, created_at, updated_at)
         select $1 || i, lower($1) || i || '@growth.example', lower($1) || i || '@growth.example', $1 || i, $2, 1, $3, 1,
           'handle-' || $1 || i, $4, $4, $4
         from generate_series(1, $5::int) as i`,
        [prefix, passwordHash, label, joined, count],
      )
    await account('O', 'ORG', organisations)
    await account('S', 'STD', students)
    await run(
      `insert into organisations (id, name, email, phone_number, address_line1, address_line2, state, city, classes,
         members, created_at, updated_at)
       select 'O' || i, 'Institute ' || i, 'o' || i || '@growth.example', '12345678', 'Street ' || i, '', 'State', 'City',
         $1::int, 0, $2, $2
       from generate_series(1, $3::int) as i`,
      [sessionsHeld, joined, organisations],
    )
    await run(
      `insert into students (id, first_name, last_name, name_key, email, phone_number, roll_number, created_at, updated_at)
       select 'S' || i, 'Student', 'Number ' || i, 'student number ' || i, 's' || i || '@growth.example', '12345678', 'R' || lpad(i::text, 8, '0'),
         $1, $1
       from generate_series(1, $2::int) as i`,
      [joined, students],
    )
    await run(`insert into groups (id, organisation_id, kind) select id, id, 'whole' from organisations`)
    await run(
      `insert into people (id, organisation_id, student_id)
       select 'P' || i, case when i % ${largeShare} = 0 then 'O1' else 'O' || (2 + i % ${organisations - 1}) end, 'S' || i
       from generate_series(1, $1::int) as i`,
      [students],
    )
    await run(
      `insert into memberships (organisation_id, student_id, roll_number_canonical, total, expiry_time, joined_at, person_id)
       select organisation_id, student_id, 'R' || lpad(substring(id from 2), 8, '0'), $1::int, $2, $3, id
       from people order by substring(id from 2)::int`,
      [sessionsHeld, now - day, joined],
    )
    await run(`insert into enrolments (person_id, group_id, sequence, begins_at)
      select person_id, organisation_id, 1, joined_at from memberships`)
    await run(`update organisations set members = counted.members from (
      select organisation_id, count(*) as members from memberships group by organisation_id) as counted
      where id = organisation_id`)
    await run(fillMemberBlocks)
    await run(
      `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id, present, expected)
       select 'A-O' || i || '-' || n, 'O' || i, 'O' || i, n, $1::bigint + n * ${day}::bigint,
         $1::bigint + n * ${day}::bigint + 3600000, 'growth', members, members
       from generate_series(1, $2::int) as i join organisations on organisations.id = 'O' || i,
         generate_series(1, $3::int) as n`,
      [joined, organisations, sessionsHeld],
    )
    // Session by session, as it happens: the keys of one session lie together.
    for (let number = 1; number <= sessionsHeld; number++) {
      await run(
        `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id,
           evidence)
         select 'A-' || organisation_id || '-' || $1::int, organisation_id, student_id,
           $2::bigint + $1::int * ${day}::bigint + 60000, 'kiosk', 'credential', 'proof', '{}'
         from memberships order by organisation_id, student_id`,
        [number, joined],
      )
    }
    await run(
      `insert into audit_log (at, action, outcome, account_id, address_prefix, request_id)
       select $1, 'session.create', 'done', 'S' || i, '127.0.0.1', 'request' from generate_series(1, $2::int) as i`,
      [joined, students],
    )
    await run('vacuum analyze')
    await run('checkpoint')
    return { students, members: Math.floor(students / largeShare), marks: students * sessionsHeld }
  } finally {
    await client.end()
  }
}
