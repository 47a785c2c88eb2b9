import { sql } from 'kysely'
import type { Reach } from '../../domain/callers.ts'
import type { CheckInStore } from '../../domain/marks/stores.ts'
import { publicIdOf } from '../../domain/session-id.ts'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { CheckInsTable, MarkOriginsTable, MarkSignaturesTable, SpentTicketsTable } from '../schema.ts'
import { findAnswered, lockToMark, toCheckIn, toRow } from './locked-check-in.ts'
import { isMember } from './roster.ts'
import { markColumns, ruledMarks, toMark } from './ruled-marks.ts'
import { mayBeShownBy, sessionOnOwnScreen } from './screen-approver.ts'
import { isWithin } from './session-reach.ts'
import { lockSession, selectSessionsToMark, toSessionToMark } from './session-to-mark-row.ts'
import { visitSession } from './visit-session.ts'

const selectSession = (handle: Handle, id: string, reach: Reach) =>
  selectSessionsToMark(handle).where('attendance_sessions.id', '=', id).where(isWithin(reach))
const findSession = prepareQuery((handle, { id, organisationId }: { id: string; organisationId: string }) =>
  selectSession(handle, id, { organisationId }),
)

const selectRunning = (handle: Handle) =>
  selectSessionsToMark(handle)
    .where('ends_at', '>', handle.clock.now())
    .where(({ or, eb }) => or([eb('closes_at', 'is', null), eb('closes_at', '>', handle.clock.now())]))

const findRunning = prepareQuery((handle, { groupId }: { groupId: string }) =>
  selectRunning(handle)
    .where('group_id', '=', groupId)
    // Only the newest can run; with this order the index answers without reading the others.
    .orderBy('number', 'desc')
    .limit(sql.lit(1)),
)
const selectRunningInRoom = (handle: Handle, roomId: string) =>
  selectRunning(handle)
    .where('attendance_sessions.room_id', '=', roomId)
    .orderBy('started_at', 'desc')
    .limit(sql.lit(1))
const findRunningInRoom = prepareQuery((handle, { roomId }: { roomId: string }) => selectRunningInRoom(handle, roomId))
type Shown = { readonly organisationId: string; readonly accountId: string }

const findRunningInRoomOf = prepareQuery((handle, { roomId, accountId }: { roomId: string; accountId: string }) =>
  selectRunningInRoom(handle, roomId).where(mayBeShownBy(sql`${accountId}`)),
)
const findRunningOf = prepareQuery((handle, { organisationId, accountId }: Shown) =>
  selectRunning(handle).where(
    'attendance_sessions.id',
    '=',
    sessionOnOwnScreen(organisationId, accountId, handle.clock.now()),
  ),
)
const noteRedeemed = prepareQuery(({ db }, { id, step }: { id: string; step: number }) =>
  db
    .updateTable('attendance_sessions')
    .where('id', '=', id)
    .where('redeemed_step', '<', step)
    .set({ redeemed_step: step }),
)

const removeOpen = prepareQuery(({ db }, { ticket_hash }: Pick<CheckInsTable, 'ticket_hash'>) =>
  db.deleteFrom('check_ins').where('ticket_hash', '=', ticket_hash).where('assertion_hash', 'is', null),
)
const insert = prepareQuery(({ db }, row: CheckInsTable) => db.insertInto('check_ins').values(row))
const keep = prepareQuery(({ db }, row: CheckInsTable) =>
  db
    .insertInto('check_ins')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing()),
)
type End = Pick<CheckInsTable, 'id' | 'assertion_hash' | 'student_id' | 'outcome' | 'opened_session_id'>

const finish = prepareQuery(({ db }, { id, ...end }: End) => db.updateTable('check_ins').where('id', '=', id).set(end))
const spendTicket = prepareQuery(({ db }, row: SpentTicketsTable) => db.insertInto('spent_tickets').values(row))
const findMark = prepareQuery(
  ({ db }, { attendanceSessionId, studentId }: { attendanceSessionId: string; studentId: string }) =>
    db
      .selectFrom(ruledMarks('marks'))
      .where('attendance_session_id', '=', attendanceSessionId)
      .where('student_id', '=', studentId)
      .select(markColumns),
)
const saveSignature = prepareQuery(({ db }, row: MarkSignaturesTable) => db.insertInto('mark_signatures').values(row))
type OriginRow = Omit<MarkOriginsTable, 'other_seen_at'> & { readonly session_id: string; readonly begun_at: number }
const saveOrigin = prepareQuery(({ db }, { session_id, begun_at, ...row }: OriginRow) =>
  db.insertInto('mark_origins').values(({ selectFrom }) => ({
    ...row,
    other_seen_at: selectFrom('sessions')
      .where('account_id', '=', row.student_id)
      .where('id', '<>', session_id)
      .where('created_at', '<', begun_at)
      .select(({ fn }) => fn.max<number | null>('last_seen_at').as('seen')),
  })),
)

export function checkInStore(handle: Handle): CheckInStore {
  const { db, clock } = handle
  return {
    async findSession(reach, id) {
      const { organisationId } = reach
      const [row] = reach.own
        ? await selectSession(handle, id, reach).execute()
        : await findSession(handle, { id, organisationId })
      return row && toSessionToMark(row)
    },
    async findRunning(groupId) {
      const [row] = await findRunning(handle, { groupId })
      return row && toSessionToMark(row)
    },
    async findRunningInRoom(roomId) {
      const [row] = await findRunningInRoom(handle, { roomId })
      return row && toSessionToMark(row)
    },
    async findRunningOf(organisationId, accountId, roomId) {
      const [row] =
        roomId === null
          ? await findRunningOf(handle, { organisationId, accountId })
          : await findRunningInRoomOf(handle, { roomId, accountId })
      return row && toSessionToMark(row)
    },
    visitSession: visitSession(handle),
    async listRunning(studentId) {
      const rows = await selectSessionsToMark(handle)
        .innerJoin('memberships', 'memberships.organisation_id', 'groups.organisation_id')
        .where('memberships.student_id', '=', studentId)
        .where(isMember())
        .where('attendance_sessions.room_code', '=', 1)
        .where('ends_at', '>', clock.now())
        .where(({ or, eb }) => or([eb('closes_at', 'is', null), eb('closes_at', '>', clock.now())]))
        .execute()
      return rows.map(toSessionToMark)
    },
    async lockSession(id) {
      const [row] = await lockSession(handle, { id })
      return row && toSessionToMark(row)
    },
    async setRoomCode(id, hasRoomCode) {
      await db
        .updateTable('attendance_sessions')
        .where('id', '=', id)
        .set({ room_code: hasRoomCode ? 1 : 0, public_id: publicIdOf(id) })
        .execute()
    },
    async noteRedeemed(id, step) {
      await noteRedeemed(handle, { id, step })
    },
    async open(checkIn) {
      await removeOpen(handle, { ticket_hash: checkIn.ticketHash })
      await insert(handle, toRow(checkIn))
    },
    async keep(checkIn) {
      await keep(handle, toRow(checkIn))
    },
    async find(id) {
      const row = await db
        .selectFrom('check_ins')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      return row && toCheckIn(row)
    },
    findAnswered: (id, credentialId) => findAnswered(handle, id, credentialId),
    lockToMark: (checkIn, signer) => lockToMark(handle, checkIn, signer),
    async burn(id) {
      // Its row stays, or what a browser keeps sealed could be finished once more. No assertion has an empty hash.
      const burnt = { assertion_hash: '', student_id: '', outcome: 'burnt' } as const
      await db.updateTable('check_ins').where('id', '=', id).where('assertion_hash', 'is', null).set(burnt).execute()
    },
    async finish(id, { assertionHash, studentId, outcome, openedSessionId }) {
      const done = { assertion_hash: assertionHash, student_id: studentId, outcome, opened_session_id: openedSessionId }
      await finish(handle, { id, ...done })
    },
    async spendTicket(ticketHash, expiresAt) {
      await spendTicket(handle, { ticket_hash: ticketHash, expires_at: expiresAt })
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
    async saveOrigin(origin, { sessionId, begunAt }) {
      await saveOrigin(handle, {
        id: origin.id,
        attendance_session_id: origin.attendanceSessionId,
        organisation_id: origin.organisationId,
        student_id: origin.studentId,
        browser_hash: origin.browserHash,
        address_prefix: origin.addressPrefix,
        marked_at: origin.markedAt,
        credential_id: origin.credentialId,
        redeemed_after: origin.redeemedAfter,
        // No session has an empty id.
        session_id: sessionId ?? '',
        begun_at: begunAt,
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
      const [row] = await findMark(handle, { attendanceSessionId, studentId })
      return row && toMark(row)
    },
  }
}
