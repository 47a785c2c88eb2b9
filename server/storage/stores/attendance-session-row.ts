import type { Selectable } from 'kysely'
import type { SessionScope } from '../../domain/session-scope.ts'
import type { AttendanceSession } from '../../domain/sessions/stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
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

export function isInScope(row: SessionRow, { organisationId, kind }: SessionScope): boolean {
  const isClass = row.group_id === wholeOf(organisationId)
  return row.organisation_id === organisationId && (kind === 'any' || isClass === (kind === 'class'))
}
