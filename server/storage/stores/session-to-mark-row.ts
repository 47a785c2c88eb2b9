import type { DisplayNames } from '#contract/display-names.ts'
import type { SessionToMark } from '../../domain/marks/stores.ts'
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
  readonly display_names: DisplayNames
  readonly course_code: string | null
  readonly course_title: string | null
  readonly room_id: string | null
  readonly late_after: number | null
  readonly closes_after: number | null
  readonly refuses_late: 0 | 1 | null
  readonly takes_guests: 0 | 1 | null
}

export const toSessionToMark = (row: SessionToMarkRow): SessionToMark => ({
  ...toSession(row),
  hasRoomCode: row.room_code === 1,
  redeemedStep: row.redeemed_step,
  organisationName: row.organisation_name,
  classes: row.classes,
  members: row.members,
  displayNames: row.display_names,
  roomId: row.room_id,
  course:
    row.course_code === null || row.course_title === null
      ? undefined
      : {
          code: row.course_code,
          title: row.course_title,
          lateAfterMs: row.late_after ?? 0,
          closesAfterMs: row.closes_after,
          refusesLate: row.refuses_late === 1,
          takesGuests: row.takes_guests === 1,
        },
})

export const selectSessionsToMark = ({ db }: Handle) =>
  db
    .selectFrom('attendance_sessions')
    .innerJoin('organisations', 'organisations.id', 'attendance_sessions.organisation_id')
    .innerJoin('groups', 'groups.id', 'attendance_sessions.group_id')
    .selectAll('attendance_sessions')
    .select(['organisations.name as organisation_name', 'classes', 'organisations.members as members', 'display_names'])
    .select(['groups.code as course_code', 'groups.title as course_title'])
    .where('number', '>', 0)

/** Reads the session, and keeps it as it is until the transaction ends. */
export const lockSession = prepareQuery((handle, { id }: { id: string }) =>
  withRowLocks(handle, selectSessionsToMark(handle).where('attendance_sessions.id', '=', id), (session) =>
    session.forShare('attendance_sessions'),
  ),
)
