import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '../../domain/callers.ts'
import { wholeOf } from '../../domain/whole-group.ts'

/** Whether a row of attendance_sessions is of the institute, and of a group in which the caller has a right. */
export function isWithin({ organisationId, own }: Reach): RawBuilder<boolean> {
  const ofInstitute = sql<boolean>`attendance_sessions.organisation_id = ${organisationId}`
  if (!own) return ofInstitute
  const groupId = sql`attendance_sessions.group_id`
  const courses = own.courses
    ? sql`${groupId} in (${sql.join([...own.courses])})`
    : sql`exists (select 1 from staff_groups h join groups g on g.id = h.group_id or g.parent_id = h.group_id
        where h.staff_id = ${own.id} and h.until is null and g.id = ${groupId})`
  const held = own.holdsWhole ? sql`(${groupId} = ${wholeOf(organisationId)} or ${courses})` : courses
  return sql<boolean>`(${ofInstitute} and ${held})`
}
