import pg from 'pg'
import { defaultCoursePolicy } from '#contract/course-policy.ts'

/**
 * Institutes of courses, made inside PostgreSQL. Each course has the same people, sessions and marks, whatever the size of its
 * institute: so the same call can be compared between them.
 */
export type CourseShape = {
  readonly institutes: number
  readonly coursesEach: number
  /** Of each institute; each is in as many courses as the courses have places. */
  readonly peopleEach: number
}

export const courseSize = 50
export const courseSessions = 30
const day = 24 * 60 * 60_000

export const courseInstitute = (n: number): string => `O${n}`
export const courseId = (institute: number, n: number): string => `C${institute}-${n}`
export const courseSession = (institute: number, course: number, n: number): string => `X${institute}-${course}-${n}`
/** The n-th place of a course, from 1. */
export const coursePerson = (institute: number, course: number, place: number, { peopleEach }: CourseShape): string =>
  `P${institute}-${1 + ((course * courseSize + place) % peopleEach)}`

/** `now`: epoch ms. The database is migrated and empty. */
export async function fillCourses(url: string, shape: CourseShape, now: number): Promise<void> {
  const { institutes, coursesEach, peopleEach } = shape
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const joined = now - (courseSessions + 1) * day
  const run = (text: string) => client.query(text)
  const evidence = '{"attachment":"platform","userVerified":true,"backupEligible":true,"backedUp":true,"flags":[]}'
  const everyInstitute = `generate_series(1, ${institutes}) as o`
  const everyPerson = `${everyInstitute} cross join generate_series(1, ${peopleEach}) as i`
  const everyCourse = `${everyInstitute} cross join generate_series(1, ${coursesEach}) as c`
  const everySession = `${everyCourse} cross join generate_series(1, ${courseSessions}) as x`
  const everyPlace = `generate_series(1, ${courseSize}) as p`
  const personOf = `'P' || o || '-' || (1 + ((c * ${courseSize} + p) % ${peopleEach}))`
  const studentOf = `'S' || o || '-' || (1 + ((c * ${courseSize} + p) % ${peopleEach}))`
  const startOf = `${joined}::bigint + x * ${day}::bigint`
  const account = (id: string, label: string, from: string) =>
    run(`insert into accounts (id, email, email_canonical, name, password_hash, email_verified, label, has_profile,
        user_handle, password_updated_at, created_at, updated_at)
      select ${id}, lower(${id}) || '@courses.example', lower(${id}) || '@courses.example', ${id}, '', 1, '${label}', 1,
        'handle-' || ${id}, ${joined}, ${joined}, ${joined} from ${from}`)
  try {
    // A crash may lose this data, because it can be filled again.
    await run('set synchronous_commit = off')
    await account(`'O' || o`, 'ORG', everyInstitute)
    await run(`insert into organisations (id, name, name_key, email, phone_number, address_line1, address_line2, state, city,
        classes, members, room_code, created_at, updated_at)
      select 'O' || o, 'Institute ' || o, 'institute ' || o, 'o' || o || '@courses.example', '12345678', 'Street', '', 'State',
        'City', 0, ${peopleEach}, 1, ${joined}, ${joined} from ${everyInstitute}`)
    await run(`insert into groups (id, organisation_id, kind) select id, id, 'whole' from organisations
      on conflict do nothing`)
    await account(`'S' || o || '-' || i`, 'STD', everyPerson)
    await run(`insert into students (id, first_name, last_name, name_key, email, phone_number, roll_number, created_at, updated_at)
      select 'S' || o || '-' || i, 'Student', 'Number ' || i, 'student number ' || i, 's' || o || '-' || i || '@courses.example',
        '12345678', 'R' || lpad(i::text, 6, '0'), ${joined}, ${joined} from ${everyPerson}`)
    await run(`insert into people (id, organisation_id, student_id)
      select 'P' || o || '-' || i, 'O' || o, 'S' || o || '-' || i from ${everyPerson}`)
    await run(`insert into memberships (organisation_id, student_id, roll_number_canonical, total, expiry_time, joined_at, person_id)
      select 'O' || o, 'S' || o || '-' || i, 'r' || lpad(i::text, 6, '0'), 0, null, ${joined}, 'P' || o || '-' || i
      from ${everyPerson}`)
    await run(`insert into enrolments (person_id, group_id, sequence, begins_at)
      select person_id, organisation_id, 1, joined_at from memberships`)
    await run(`insert into member_blocks (organisation_id, first_roll_number, members)
      select id, '', members from organisations`)
    await run(`insert into groups (id, organisation_id, kind, code, title, department, term, policy, source, created_at)
      select 'C' || o || '-' || c, 'O' || o, 'course', 'C-' || lpad(c::text, 5, '0'), 'Course ' || c, '', '',
        '${JSON.stringify(defaultCoursePolicy)}', 'hand', ${joined} from ${everyCourse}`)
    await run(`insert into enrolments (person_id, group_id, sequence, begins_at, counts_from, source, entered_by, entered_at)
      select ${personOf}, 'C' || o || '-' || c, 1, ${joined}, ${joined}, 'hand', 'O' || o, ${joined}
      from ${everyCourse} cross join ${everyPlace}`)
    await run(`insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id,
        room_code, late_after, closes_after, refuses_late, takes_guests)
      select 'X' || o || '-' || c || '-' || x, 'O' || o, 'C' || o || '-' || c, x, ${startOf}, ${startOf} + 3600000, '', 1,
        600000, 1800000, 0, 0 from ${everySession}`)
    await run(`insert into marks (attendance_session_id, organisation_id, student_id, marked_at, begun_at, method, credential_id,
        proof_id, evidence)
      select 'X' || o || '-' || c || '-' || x, 'O' || o, ${studentOf}, ${startOf} + 60000, ${startOf} + 60000, 'room-code', '',
        '', '${evidence}' from ${everySession} cross join ${everyPlace} where (p * 31 + x * 17) % 10 < 8`)
    await run('vacuum analyze')
    await run('checkpoint')
  } finally {
    await client.end()
  }
}
