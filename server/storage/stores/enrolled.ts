import { type RawBuilder, sql } from 'kysely'

/** Who is enrolled in the group of a session. In these pieces of SQL `e` is an enrolment. */

/** The group of `attendance_sessions`, and the sections of a course. */
const groupsOfSession: RawBuilder<unknown> = sql`(select g.id from groups g
  where g.id = attendance_sessions.group_id or g.parent_id = attendance_sessions.group_id)`

/** At a time, epoch ms: the end of a session. */
const wasEnrolled = (end: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`e.begins_at < ${end} and (e.ends_at is null or e.ends_at >= ${end})`

/** 1 where a student is enrolled in the group of `attendance_sessions` at its end; in a class every member is. */
export const isEnrolled = (studentId: RawBuilder<unknown>): RawBuilder<0 | 1> => sql`
  case when attendance_sessions.group_id = attendance_sessions.organisation_id then 1 else coalesce((
    select 1 from people p inner join enrolments e on e.person_id = p.id
    where p.organisation_id = attendance_sessions.organisation_id and p.student_id = ${studentId}
      and e.group_id in ${groupsOfSession}
      and ${wasEnrolled(sql`coalesce(attendance_sessions.closes_at, attendance_sessions.ends_at)`)} limit 1), 0) end`
