import type { Selectable } from 'kysely'
import type { AttendanceSession } from '../../domain/sessions/stores.ts'
import type { AttendanceSessionsTable } from '../schema.ts'

export type SessionRow = Pick<
  Selectable<AttendanceSessionsTable>,
  'id' | 'organisation_id' | 'group_id' | 'number' | 'started_at' | 'ends_at' | 'closes_at' | 'starter_session_id'
>

/** The end is the one by today's clock. */
export function toSession(row: SessionRow): AttendanceSession {
  const endsAt = row.closes_at ?? row.ends_at
  return {
    id: row.id,
    organisationId: row.organisation_id,
    groupId: row.group_id,
    number: row.number,
    startedAt: row.started_at,
    endsAt,
    setBackMs: row.ends_at - endsAt,
    starterSessionId: row.starter_session_id,
  }
}
