import { sql } from 'kysely'
import type { DisplayNames } from '#contract/display-names.ts'
import type { MarkMethod } from '../../domain/attendance/stores.ts'
import type { OwnMark, Room } from '../../domain/check-ins/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import { type SessionRow, toSession } from './attendance-session-row.ts'
import { stands } from './ruled-marks.ts'

export type RoomRow = SessionRow & {
  readonly room_code: 0 | 1
  readonly redeemed_step: number
  readonly organisation_name: string
  readonly classes: number
  readonly members: number
  readonly display_names: string
}

export const toRoom = (row: RoomRow): Room => ({
  session: toSession(row),
  hasRoomCode: row.room_code === 1,
  redeemedStep: row.redeemed_step,
  organisationName: row.organisation_name,
  classes: row.classes,
  members: row.members,
  displayNames: row.display_names as DisplayNames,
})

export const selectRooms = ({ db }: Handle) =>
  db
    .selectFrom('attendance_sessions')
    .innerJoin('organisations', 'organisations.id', 'attendance_sessions.organisation_id')
    .selectAll('attendance_sessions')
    .select(['organisations.name as organisation_name', 'classes', 'members', 'display_names'])
    .where('number', '>', 0)

/** Reads the room, and keeps its session as it is until the transaction ends. */
export const lockRoom = prepareQuery((handle, { id }: { id: string }) =>
  withRowLocks(handle, selectRooms(handle).where('attendance_sessions.id', '=', id), (room) =>
    room.forShare('attendance_sessions'),
  ),
)

/** Columns of a student's mark; the table is named `marks` in the statement. */
export const markColumns = [
  'marked_at',
  'method',
  'proof_id',
  sql<boolean | number>`not ${stands('marks')}`.as('is_withdrawn'),
] as const

export type MarkRow = {
  readonly marked_at: number | null
  readonly method: string | null
  readonly proof_id: string | null
  readonly is_withdrawn: boolean | number
}

/** Undefined where a join found no mark. */
export function toMark({ marked_at: markedAt, method, proof_id: proofId, is_withdrawn }: MarkRow): OwnMark | undefined {
  if (markedAt === null || method === null || proofId === null) return undefined
  return { markedAt, method: method as MarkMethod, isWithdrawn: Boolean(is_withdrawn), proofId }
}
