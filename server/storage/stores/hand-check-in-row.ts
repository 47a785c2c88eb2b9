import type { Selectable } from 'kysely'
import type { KeptHandCheckIn } from '../../domain/marks/hand-stores.ts'
import { readJson, writeJson } from '../json-column.ts'
import type { HandCheckInsTable } from '../schema.ts'

type HandRow = Omit<
  Selectable<HandCheckInsTable>,
  'credential_id' | 'public_key' | 'authenticator_data' | 'client_data' | 'signature' | 'signed_by'
>

const readRollCall = (text: HandRow['roll_call']): KeptHandCheckIn['rollCall'] =>
  text && readJson(text).map(([personId, status]) => ({ personId, status }))

export const writeRollCall = (rollCall: KeptHandCheckIn['rollCall']): HandRow['roll_call'] =>
  rollCall && writeJson(rollCall.map(({ personId, status }) => [personId, status]))

const readSeen = (text: HandRow['roll_call_seen']): KeptHandCheckIn['seen'] =>
  text === null ? [] : readJson(text).map(([sequence, mark]) => ({ sequence, hasMark: mark === 1 }))

export const writeSeen = (seen: KeptHandCheckIn['seen']): HandRow['roll_call_seen'] =>
  seen.length === 0 ? null : writeJson(seen.map(({ sequence, hasMark }) => [sequence, hasMark ? 1 : 0]))

export const toHandCheckIn = (row: HandRow): KeptHandCheckIn => ({
  id: row.id,
  organisationId: row.organisation_id,
  attendanceSessionId: row.attendance_session_id,
  students: readJson(row.students),
  rollCall: readRollCall(row.roll_call),
  seen: readSeen(row.roll_call_seen),
  reason: row.reason,
  nonce: row.nonce,
  origin: row.origin,
  begunAt: row.begun_at,
  sessionBinding: row.session_binding,
  expiresAt: row.expires_at,
  assertionHash: row.assertion_hash,
})

/** Columns of a table `h`, beside one that has some of their names. */
export const handColumns = [
  'h.id as hand_id',
  'h.organisation_id as hand_organisation_id',
  'h.attendance_session_id as hand_attendance_session_id',
  'h.students as hand_students',
  'h.reason as hand_reason',
  'h.roll_call as hand_roll_call',
  'h.roll_call_seen as hand_roll_call_seen',
  'h.nonce as hand_nonce',
  'h.origin as hand_origin',
  'h.begun_at as hand_begun_at',
  'h.session_binding as hand_session_binding',
  'h.expires_at as hand_expires_at',
  'h.assertion_hash as hand_assertion_hash',
] as const

type JoinedRow = { readonly [Column in keyof HandRow as `hand_${Column}`]: HandRow[Column] | null }

/** Undefined where a join found none. */
export function toJoinedHandCheckIn(row: JoinedRow): KeptHandCheckIn | undefined {
  if (row.hand_id === null) return undefined
  const found = row as { readonly [Column in keyof JoinedRow]: NonNullable<JoinedRow[Column]> }
  return toHandCheckIn({
    id: found.hand_id,
    organisation_id: found.hand_organisation_id,
    attendance_session_id: found.hand_attendance_session_id,
    students: found.hand_students,
    reason: found.hand_reason,
    roll_call: row.hand_roll_call,
    roll_call_seen: row.hand_roll_call_seen,
    nonce: found.hand_nonce,
    origin: found.hand_origin,
    begun_at: found.hand_begun_at,
    session_binding: found.hand_session_binding,
    expires_at: found.hand_expires_at,
    assertion_hash: row.hand_assertion_hash,
  })
}
