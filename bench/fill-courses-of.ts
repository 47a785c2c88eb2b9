import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { DatabaseLocation } from '#server/config/database-location.ts'

const day = 24 * 60 * 60_000
/** As long as those of a real mark: what a mark's row holds besides is read over. */
const evidence = '{"attachment":"platform","userVerified":true,"backupEligible":true,"backedUp":true,"flags":[]}'
const secret = 'x'.repeat(43)

/** `people`: so many of the institute's members are in it, each with a mark in four of five sessions. */
export type FilledCourse = { readonly id: string; readonly people: number; readonly sessions: number }

/**
 * Gives an institute of `populateInstitute` courses, and as many classes before the one that runs. One cell of twenty has a
 * ruling.
 */
export async function fillCoursesOf(
  database: DatabaseLocation,
  institute: string,
  courses: readonly FilledCourse[],
  classes = 0,
): Promise<void> {
  const most = Math.max(classes, ...courses.map(({ sessions }) => sessions))
  const begin = Date.now() - (most + 1) * day
  await run(database, [
    'begin',
    `create temp table numbers as with recursive n(i) as (select 1 union all select i + 1 from n where i <= ${most}) select i from n`,
    `create temp table members as select person_id, student_id, cast(substr(roll_number_canonical, 2) as integer) as i
       from memberships where organisation_id = '${institute}'`,
    `update memberships set joined_at = ${begin} where organisation_id = '${institute}'`,
    `update enrolments set begins_at = ${begin} where group_id = '${institute}'`,
    `update attendance_sessions set number = ${classes + 1} where group_id = '${institute}'`,
    `update organisations set classes = ${classes + 1} where id = '${institute}'`,
    ...(classes > 0 ? fillClasses(institute, classes, begin) : []),
    ...courses.flatMap((course) => fillCourse(institute, course, begin)),
    'commit',
    // The product has none on SQLite. PostgreSQL has them within a minute.
    ...('url' in database ? ['analyze'] : []),
  ])
}

/** An expression of n, a number from 1. */
const startOf = (begin: number, n: string) => `(${begin} + cast(${n} as bigint) * ${day})`

const isIn = (session: string) => `(m.i * 31 + ${session} * 17) % 10 < 8`

function fillClasses(institute: string, classes: number, begin: number): readonly string[] {
  const start = startOf(begin, 'n.i')
  return [
    `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id)
       select 'class-' || n.i, '${institute}', '${institute}', n.i, ${start}, ${start} + 3600000, ''
       from numbers n where n.i <= ${classes}`,
    `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence)
       select 'class-' || n.i, '${institute}', m.student_id, ${start} + 60000, 'kiosk', '${secret}', '${secret}', '${evidence}'
       from numbers n cross join members m where n.i <= ${classes} and ${isIn('n.i')}`,
    `update attendance_sessions set expected = organisations.members,
       present = (select count(*) from marks where attendance_session_id = attendance_sessions.id)
       from organisations where organisations.id = '${institute}' and group_id = '${institute}' and number <= ${classes}`,
  ]
}

function fillCourse(institute: string, { id, people, sessions }: FilledCourse, begin: number): readonly string[] {
  const start = startOf(begin, 'n.i')
  const everyCell = `from numbers n cross join members m where n.i <= ${sessions} and m.i < ${people}`
  return [
    `insert into groups (id, organisation_id, kind, code, title, department, term, policy, source, created_at)
       values ('${id}', '${institute}', 'course', '${id}', 'Mathematics', '', '', '${JSON.stringify(defaultCoursePolicy)}', 'hand', ${begin})`,
    `insert into enrolments (person_id, group_id, sequence, begins_at, counts_from, source, entered_by, entered_at)
       select person_id, '${id}', 1, ${begin}, ${begin}, 'hand', '${institute}', ${begin} from members m where m.i < ${people}`,
    `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id, room_code,
         late_after, closes_after, refuses_late, takes_guests)
       select '${id}-' || n.i, '${institute}', '${id}', n.i, ${start}, ${start} + 3600000, '', 1, 600000, 1800000, 0, 0
       from numbers n where n.i <= ${sessions}`,
    `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, begun_at, method, credential_id, proof_id,
         evidence)
       select '${id}-' || n.i, '${institute}', m.student_id, ${start} + 60000, ${start} + 60000, 'room-code', '${secret}', '${secret}', '${evidence}'
       ${everyCell} and ${isIn('n.i')}`,
    `insert into rulings (attendance_session_id, person_id, sequence, student_id, status, reason, decided_by, decided_at, cause)
       select '${id}-' || n.i, m.person_id, 1, m.student_id, 'excused', 'A letter.', '${institute}', ${start} + 7200000, 'staff'
       ${everyCell} and (m.i * 13 + n.i * 7) % 20 = 0`,
  ]
}

async function run(database: DatabaseLocation, statements: readonly string[]): Promise<void> {
  if ('url' in database) {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
    return
  }
  const raw = new DatabaseSync(database.file)
  for (const statement of statements) raw.exec(statement)
  raw.close()
}
