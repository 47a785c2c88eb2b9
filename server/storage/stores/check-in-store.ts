import { type Selectable, sql } from 'kysely'
import type { DisplayNames } from '#contract/display-names.ts'
import type { MarkMethod } from '../../domain/attendance/stores.ts'
import { publicIdOf } from '../../domain/check-ins/room-code.ts'
import type { CheckInEnd, CheckInStore, KeptCheckIn, Room } from '../../domain/check-ins/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { CheckInsTable, MarkOriginsTable, MarkSignaturesTable } from '../schema.ts'
import { type SessionRow, toSession } from './attendance-session-row.ts'
import { stands } from './ruled-marks.ts'

type RoomRow = SessionRow & {
  readonly room_code: 0 | 1
  readonly redeemed_step: number
  readonly organisation_name: string
  readonly classes: number
  readonly members: number
  readonly display_names: string
}

const toRoom = (row: RoomRow): Room => ({
  session: toSession(row),
  hasRoomCode: row.room_code === 1,
  redeemedStep: row.redeemed_step,
  organisationName: row.organisation_name,
  classes: row.classes,
  members: row.members,
  displayNames: row.display_names as DisplayNames,
})

const selectRooms = ({ db }: Handle) =>
  db
    .selectFrom('attendance_sessions')
    .innerJoin('organisations', 'organisations.id', 'attendance_sessions.organisation_id')
    .selectAll('attendance_sessions')
    .select(['organisations.name as organisation_name', 'classes', 'members', 'display_names'])
    .where('number', '>', 0)

const findRoom = prepareQuery((handle, { id }: { id: string }) =>
  selectRooms(handle).where('attendance_sessions.id', '=', id),
)
const findRoomByPublicId = prepareQuery((handle, { publicId }: { publicId: string }) =>
  selectRooms(handle).where('public_id', '=', publicId).orderBy('started_at', 'desc').limit(sql.lit(1)),
)
const lockRoom = prepareQuery((handle, { id }: { id: string }) =>
  withRowLocks(handle, selectRooms(handle).where('attendance_sessions.id', '=', id), (room) =>
    room.forShare('attendance_sessions'),
  ),
)

const toCheckIn = (row: Selectable<CheckInsTable>): KeptCheckIn => ({
  id: row.id,
  way: row.way as KeptCheckIn['way'],
  nonce: row.nonce,
  origin: row.origin,
  organisationId: row.organisation_id,
  attendanceSessionId: row.attendance_session_id,
  boundStudentId: row.bound_student_id,
  place: row.place,
  begunAt: row.begun_at,
  browserHash: row.browser_hash,
  sessionBinding: row.session_binding,
  ticketHash: row.ticket_hash,
  expiresAt: row.expires_at,
  end:
    row.assertion_hash === null || row.student_id === null
      ? null
      : {
          assertionHash: row.assertion_hash,
          studentId: row.student_id,
          outcome: row.outcome as CheckInEnd['outcome'],
          openedSessionId: row.opened_session_id,
        },
})

const removeOpen = prepareQuery(({ db }, { ticket_hash }: Pick<CheckInsTable, 'ticket_hash'>) =>
  db.deleteFrom('check_ins').where('ticket_hash', '=', ticket_hash).where('assertion_hash', 'is', null),
)
const insert = prepareQuery(({ db }, row: CheckInsTable) => db.insertInto('check_ins').values(row))
const find = prepareQuery(({ db, clock }, { id }: { id: string }) =>
  db.selectFrom('check_ins').selectAll().where('id', '=', id).where('expires_at', '>', clock.now()),
)
const finish = prepareQuery(
  (
    { db },
    { id, ...end }: Pick<CheckInsTable, 'id' | 'assertion_hash' | 'student_id' | 'outcome' | 'opened_session_id'>,
  ) => db.updateTable('check_ins').where('id', '=', id).where('assertion_hash', 'is', null).set(end).returning('id'),
)
const spendTicket = prepareQuery(({ db }, row: { ticket_hash: string; expires_at: number }) =>
  db
    .insertInto('spent_tickets')
    .values(row)
    .onConflict((conflict) => conflict.column('ticket_hash').doNothing())
    .returning('ticket_hash'),
)
const saveSignature = prepareQuery(({ db }, row: MarkSignaturesTable) => db.insertInto('mark_signatures').values(row))
const saveOrigin = prepareQuery(({ db }, row: MarkOriginsTable) => db.insertInto('mark_origins').values(row))

export function checkInStore(handle: Handle): CheckInStore {
  const { db, clock } = handle
  return {
    async findRoom(id) {
      const [row] = await findRoom(handle, { id })
      return row && toRoom(row)
    },
    async findRoomByPublicId(publicId) {
      const [row] = await findRoomByPublicId(handle, { publicId })
      return row && toRoom(row)
    },
    async listRunningRooms(studentId) {
      const rows = await selectRooms(handle)
        .innerJoin('memberships', 'memberships.organisation_id', 'attendance_sessions.organisation_id')
        .where('memberships.student_id', '=', studentId)
        .where('left_at', 'is', null)
        .where('attendance_sessions.room_code', '=', 1)
        .where('ends_at', '>', clock.now())
        .where(({ or, eb }) => or([eb('closes_at', 'is', null), eb('closes_at', '>', clock.now())]))
        .execute()
      return rows.map(toRoom)
    },
    async lockRoom(id) {
      const [row] = await lockRoom(handle, { id })
      return row && toRoom(row)
    },
    async setRoomCode(id, hasRoomCode) {
      await db
        .updateTable('attendance_sessions')
        .where('id', '=', id)
        .set({ room_code: hasRoomCode ? 1 : 0, public_id: publicIdOf(id) })
        .execute()
    },
    async noteRedeemed(id, step) {
      await db
        .updateTable('attendance_sessions')
        .where('id', '=', id)
        .where('redeemed_step', '<', step)
        .set({ redeemed_step: step })
        .execute()
    },
    async open(checkIn) {
      await removeOpen(handle, { ticket_hash: checkIn.ticketHash })
      await insert(handle, {
        id: checkIn.id,
        way: checkIn.way,
        nonce: checkIn.nonce,
        origin: checkIn.origin,
        organisation_id: checkIn.organisationId,
        attendance_session_id: checkIn.attendanceSessionId,
        bound_student_id: checkIn.boundStudentId,
        place: checkIn.place,
        begun_at: checkIn.begunAt,
        browser_hash: checkIn.browserHash,
        session_binding: checkIn.sessionBinding,
        ticket_hash: checkIn.ticketHash,
        expires_at: checkIn.expiresAt,
        assertion_hash: null,
        student_id: null,
        outcome: null,
        opened_session_id: null,
      })
    },
    async find(id) {
      const [row] = await find(handle, { id })
      return row && toCheckIn(row)
    },
    async burn(id) {
      await db.deleteFrom('check_ins').where('id', '=', id).where('assertion_hash', 'is', null).execute()
    },
    async finish(id, { assertionHash, studentId, outcome, openedSessionId }) {
      const done = { assertion_hash: assertionHash, student_id: studentId, outcome, opened_session_id: openedSessionId }
      return (await finish(handle, { id, ...done })).length === 1
    },
    async spendTicket(ticketHash, expiresAt) {
      return (await spendTicket(handle, { ticket_hash: ticketHash, expires_at: expiresAt })).length === 1
    },
    async saveSignature(signed) {
      await saveSignature(handle, {
        attendance_session_id: signed.attendanceSessionId,
        student_id: signed.studentId,
        nonce: signed.nonce,
        origin: signed.origin,
        organisation_id: signed.organisationId,
        bound_student_id: signed.boundStudentId,
        way: signed.way,
        place: signed.place,
        begun_at: signed.begunAt,
        credential_id: signed.credentialId,
        public_key: signed.publicKey,
        authenticator_data: signed.authenticatorData,
        client_data: signed.clientData,
        signature: signed.signature,
      })
    },
    async saveOrigin(origin) {
      await saveOrigin(handle, {
        id: origin.id,
        attendance_session_id: origin.attendanceSessionId,
        organisation_id: origin.organisationId,
        student_id: origin.studentId,
        browser_hash: origin.browserHash,
        address_prefix: origin.addressPrefix,
        marked_at: origin.markedAt,
      })
    },
    async isShared(browserHash, studentId, since) {
      const row = await db
        .selectFrom('mark_origins')
        .select('student_id')
        .where('browser_hash', '=', browserHash)
        .where('marked_at', '>', since)
        .where('student_id', '<>', studentId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async findMark(attendanceSessionId, studentId) {
      const row = await db
        .selectFrom('marks')
        .where('attendance_session_id', '=', attendanceSessionId)
        .where('student_id', '=', studentId)
        .select(['marked_at', 'method', 'proof_id', sql<boolean | number>`not ${stands('marks')}`.as('is_withdrawn')])
        .executeTakeFirst()
      return (
        row && {
          markedAt: row.marked_at,
          method: row.method as MarkMethod,
          isWithdrawn: Boolean(row.is_withdrawn),
          proofId: row.proof_id,
        }
      )
    },
  }
}
