import { type RawBuilder, sql } from 'kysely'

/** Who is enrolled in the group of a session. In these pieces of SQL `e` is an enrolment. */

/** The group of `attendance_sessions`, and the sections of a course. */
const groupsOfSession: RawBuilder<unknown> = sql`(select g.id from groups g
  where g.id = attendance_sessions.group_id or g.parent_id = attendance_sessions.group_id)`

const end: RawBuilder<unknown> = sql`coalesce(attendance_sessions.closes_at, attendance_sessions.ends_at)`

/** Of a student in the group of `attendance_sessions` at its end: 2 enrolled, as every member is in a class; 1 before; 0 never, a guest. */
export type Enrolled = 0 | 1 | 2

export const enrolledIn = (studentId: RawBuilder<unknown>): RawBuilder<Enrolled> => sql`
  case when attendance_sessions.group_id = attendance_sessions.organisation_id then 2 else coalesce((
    select max(case when e.ends_at is null or e.ends_at >= ${end} then 2 else 1 end)
    from people p inner join enrolments e on e.person_id = p.id
    where p.organisation_id = attendance_sessions.organisation_id and p.student_id = ${studentId}
      and e.group_id in ${groupsOfSession} and e.begins_at < ${end}), 0) end`

export const toEnrolled = (enrolled: Enrolled | null) => ({ isEnrolled: enrolled === 2, isGuest: enrolled === 0 })
