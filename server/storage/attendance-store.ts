import { type Selectable, sql } from 'kysely'
import type {
  AttendanceSession,
  AttendanceStore,
  MarkEvidence,
  MarkOutcome,
  PresenceProof,
} from '../domain/attendance/stores.ts'
import type { Handle } from './handle.ts'
import { lockingRow, sharingRow } from './locking.ts'
import { prepareQuery } from './prepared-query.ts'
import type { AttendanceSessionsTable, PresenceProofsTable } from './schema.ts'

function toSession(row: Selectable<AttendanceSessionsTable>): AttendanceSession {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    number: row.number,
    startedAt: row.started_at,
    endsAt: row.ends_at,
    starterSessionId: row.starter_session_id,
  }
}

function toProof(row: Selectable<PresenceProofsTable>): PresenceProof {
  return {
    id: row.id,
    loginSessionId: row.login_session_id,
    attendanceSessionId: row.attendance_session_id,
    studentId: row.student_id,
    credentialId: row.credential_id,
    evidence: JSON.parse(row.evidence) as MarkEvidence,
    expiresAt: row.expires_at,
  }
}

const findRunning = prepareQuery(({ db, clock }, clockArgument: number, organisationId: string) =>
  db
    .selectFrom('attendance_sessions')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('ends_at', '>', clock.from(clockArgument))
    // The newest is the only one that can run; the order lets the index answer without looking at the others.
    .orderBy('number', 'desc')
    .limit(sql.lit(1)),
)

export function attendanceStore(handle: Handle): AttendanceStore {
  const { db, clock } = handle
  const liveProof = (loginSessionId: string, studentId: string) =>
    db
      .selectFrom('presence_proofs')
      .selectAll()
      .where('login_session_id', '=', loginSessionId)
      .where('student_id', '=', studentId)
      .where('expires_at', '>', clock.now())

  return {
    async findRunning(organisationId) {
      const [row] = await findRunning(handle, clock.argument(), organisationId)
      return row && toSession(row)
    },
    async lockShared(id) {
      const row = await sharingRow(
        handle,
        db.selectFrom('attendance_sessions').selectAll().where('id', '=', id),
      ).executeTakeFirst()
      return row && toSession(row)
    },
    async insert(session) {
      await db
        .insertInto('attendance_sessions')
        .values({
          id: session.id,
          organisation_id: session.organisationId,
          number: session.number,
          started_at: session.startedAt,
          ends_at: session.endsAt,
          starter_session_id: session.starterSessionId,
        })
        .execute()
    },
    async insertMark(mark) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('marks')
        .values({
          attendance_session_id: mark.attendanceSessionId,
          organisation_id: mark.organisationId,
          student_id: mark.studentId,
          marked_at: mark.markedAt,
          method: mark.method,
          credential_id: mark.credentialId,
          proof_id: mark.proofId,
          evidence: JSON.stringify(mark.evidence),
        })
        .onConflict((conflict) => conflict.columns(['attendance_session_id', 'student_id']).doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async hasMarks(studentId) {
      const row = await db
        .selectFrom('marks')
        .select('student_id')
        .where('student_id', '=', studentId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async countMarks(attendanceSessionId) {
      const { marks } = await db
        .selectFrom('marks')
        .where('attendance_session_id', '=', attendanceSessionId)
        .select(({ fn }) => fn.countAll<number>().as('marks'))
        .executeTakeFirstOrThrow()
      return marks
    },
    async listLatestMarks(attendanceSessionId, limit) {
      return db
        .selectFrom('marks')
        .innerJoin('students', 'students.id', 'marks.student_id')
        .where('attendance_session_id', '=', attendanceSessionId)
        .select([
          'student_id as studentId',
          'first_name as firstName',
          'last_name as lastName',
          'roll_number as rollNumber',
          'marked_at as markedAt',
        ])
        .orderBy('marked_at', 'desc')
        .limit(limit)
        .execute()
    },
    async saveProof(proof) {
      const row = {
        id: proof.id,
        login_session_id: proof.loginSessionId,
        attendance_session_id: proof.attendanceSessionId,
        student_id: proof.studentId,
        credential_id: proof.credentialId,
        evidence: JSON.stringify(proof.evidence),
        expires_at: proof.expiresAt,
        used_at: null,
        outcome: null,
      }
      await db
        .insertInto('presence_proofs')
        .values(row)
        .onConflict((conflict) => conflict.columns(['login_session_id', 'student_id']).doUpdateSet(row))
        .execute()
    },
    async lockProof(loginSessionId, studentId) {
      const row = await lockingRow(
        handle,
        liveProof(loginSessionId, studentId).where('used_at', 'is', null),
      ).executeTakeFirst()
      return row && toProof(row)
    },
    async spendProof({ loginSessionId, studentId }, outcome, now) {
      await db
        .updateTable('presence_proofs')
        .where('login_session_id', '=', loginSessionId)
        .where('student_id', '=', studentId)
        .set({ used_at: now, outcome })
        .execute()
    },
    async findSpentProof(loginSessionId, studentId) {
      const row = await liveProof(loginSessionId, studentId).where('used_at', 'is not', null).executeTakeFirst()
      return row && { proof: toProof(row), outcome: row.outcome as MarkOutcome }
    },
  }
}
