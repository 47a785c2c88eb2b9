import type { DisplayNames } from '#contract/display-names.ts'
import type { SessionToMark } from '../../domain/check-ins/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import { type SessionRow, toSession } from './attendance-session-row.ts'

export type SessionToMarkRow = SessionRow & {
  readonly room_code: 0 | 1
  readonly redeemed_step: number
  readonly organisation_name: string
  readonly classes: number
  readonly members: number
  readonly display_names: string
}

export const toSessionToMark = (row: SessionToMarkRow): SessionToMark => ({
  ...toSession(row),
  hasRoomCode: row.room_code === 1,
  redeemedStep: row.redeemed_step,
  organisationName: row.organisation_name,
  classes: row.classes,
  members: row.members,
  displayNames: row.display_names as DisplayNames,
})

export const selectSessionsToMark = ({ db }: Handle) =>
  db
    .selectFrom('attendance_sessions')
    .innerJoin('organisations', 'organisations.id', 'attendance_sessions.organisation_id')
    .selectAll('attendance_sessions')
    .select(['organisations.name as organisation_name', 'classes', 'members', 'display_names'])
    .where('number', '>', 0)

/** Reads the session, and keeps it as it is until the transaction ends. */
export const lockSession = prepareQuery((handle, { id }: { id: string }) =>
  withRowLocks(handle, selectSessionsToMark(handle).where('attendance_sessions.id', '=', id), (session) =>
    session.forShare('attendance_sessions'),
  ),
)
