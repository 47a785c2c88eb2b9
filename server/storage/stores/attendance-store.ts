import { type Insertable, type Selectable, sql } from 'kysely'
import { keysOf } from '../../domain/keys-of.ts'
import { publicIdOf } from '../../domain/session-id.ts'
import type { AttendanceStore, PresenceProof } from '../../domain/sessions/stores.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { readJson } from '../json-column.ts'
import { withRowLocks } from '../locking.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { MarksTable, PresenceProofsTable } from '../schema.ts'
import { toSession } from './attendance-session-row.ts'
import { nameHere } from './roster.ts'
import { ruledMarks } from './ruled-marks.ts'
import { isWithin } from './session-reach.ts'

function toProof(row: Selectable<PresenceProofsTable>): PresenceProof {
  return {
    id: row.id,
    loginSessionId: row.login_session_id,
    attendanceSessionId: row.attendance_session_id,
    studentId: row.student_id,
    credentialId: row.credential_id,
    evidence: readJson(row.evidence),
    // Null once it is spent, and such a proof is not read.
    signed: JSON.parse(row.signed ?? ''),
    expiresAt: row.expires_at,
  }
}

const findRunning = prepareQuery(({ db, clock }, { groupId }: { groupId: string }) =>
  db
    .selectFrom('attendance_sessions')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('ends_at', '>', clock.now())
    .where(({ or, eb }) => or([eb('closes_at', 'is', null), eb('closes_at', '>', clock.now())]))
    // Only the newest can run; with this order the index answers without reading the others.
    .orderBy('number', 'desc')
    .limit(sql.lit(1)),
)

const findNewest = prepareQuery(({ db }, { groupId }: { groupId: string }) =>
  db
    .selectFrom('attendance_sessions')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('number', '>', 0)
    .orderBy('number', 'desc')
    .limit(sql.lit(1)),
)

const ofMark = {
  attendance_session_id: 'text',
  organisation_id: 'text',
  student_id: 'text',
  marked_at: 'bigint',
  begun_at: 'bigint',
  method: 'text',
  credential_id: 'text',
  proof_id: 'text',
  evidence: 'text',
} as const
type MarkRow = Omit<Pick<Selectable<MarksTable>, keyof typeof ofMark>, 'evidence'> & { readonly evidence: string }

const insertMarks = prepareForRows<MarkRow, Readonly<Record<never, never>>, unknown>(ofMark, ({ db }, given) => {
  const columns = keysOf(ofMark)
  return db.insertInto('marks').columns(columns).expression(db.selectFrom(given).select(columns))
})

type ProofKey = { readonly loginSessionId: string; readonly studentId: string }

const liveProof = ({ db, clock }: Handle, { loginSessionId, studentId }: ProofKey) =>
  db
    .selectFrom('presence_proofs')
    .selectAll('presence_proofs')
    .where('login_session_id', '=', loginSessionId)
    .where('student_id', '=', studentId)
    .where('expires_at', '>', clock.now())

const lockProof = prepareQuery((handle, key: ProofKey) => {
  const query = liveProof(handle, key)
    .where('used_at', 'is', null)
    .innerJoin('attendance_sessions', 'attendance_sessions.id', 'attendance_session_id')
    .select(['organisation_id', 'group_id', 'number', 'started_at', 'ends_at', 'closes_at', 'starter_session_id'])
  return withRowLocks(handle, query, (proof) => proof.forUpdate('presence_proofs').forShare('attendance_sessions'))
})
const repeatSpentProof = prepareQuery(({ db, clock }, { loginSessionId, studentId }: ProofKey) =>
  db
    .updateTable('presence_proofs')
    .where('login_session_id', '=', loginSessionId)
    .where('student_id', '=', studentId)
    .where('expires_at', '>', clock.now())
    .where('used_at', 'is not', null)
    .set(({ ref }) => ({ used_at: ref('used_at') }))
    .returning('outcome'),
)

const saveProof = prepareQuery(({ db }, row: Omit<Insertable<PresenceProofsTable>, 'used_at' | 'outcome'>) => {
  const unspent = { ...row, used_at: null, outcome: null }
  return db
    .insertInto('presence_proofs')
    .values(unspent)
    .onConflict((conflict) => conflict.columns(['login_session_id', 'student_id']).doUpdateSet(unspent))
})
const spendProof = prepareQuery(
  ({ db }, spent: Pick<PresenceProofsTable, 'login_session_id' | 'student_id' | 'used_at' | 'outcome'>) =>
    db
      .updateTable('presence_proofs')
      .where('login_session_id', '=', spent.login_session_id)
      .where('student_id', '=', spent.student_id)
      .set({ used_at: spent.used_at, outcome: spent.outcome, signed: null }),
)

const name = nameHere('students', sql`memberships.person_id`)

export function attendanceStore(handle: Handle): AttendanceStore {
  const { db } = handle
  return {
    async findRunning(groupId) {
      const [row] = await findRunning(handle, { groupId })
      return row && toSession(row)
    },
    async findNewest(groupId) {
      const [row] = await findNewest(handle, { groupId })
      return row && toSession(row)
    },
    async insert(session) {
      await db
        .insertInto('attendance_sessions')
        .values(({ selectFrom, fn, val }) => ({
          id: session.id,
          organisation_id: session.organisationId,
          group_id: session.groupId,
          number: session.number,
          started_at: session.startedAt,
          ends_at: session.endsAt,
          starter_session_id: session.starterSessionId,
          started_by: session.startedBy ?? null,
          present: null,
          closes_at: null,
          public_id: publicIdOf(session.id),
          room_id: session.roomId ?? null,
          ...(session.course && {
            late_after: session.course.lateAfterMs,
            closes_after: session.course.closesAfterMs,
            refuses_late: session.course.refusesLate ? (1 as const) : (0 as const),
            takes_guests: session.course.takesGuests ? (1 as const) : (0 as const),
            may_be_untaken: 1 as const,
          }),
          room_code: fn.coalesce(
            selectFrom('organisations').select('room_code').where('id', '=', session.organisationId),
            val(0 as const),
          ),
        }))
        .execute()
    },
    async findWhoHeld(id) {
      const row = await db
        .selectFrom('attendance_sessions')
        .select(['started_by as startedBy', 'ended_by as endedBy'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row ?? { startedBy: null, endedBy: null }
    },
    async lockSession(reach, id) {
      const query = db
        .selectFrom('attendance_sessions')
        .selectAll()
        .where('id', '=', id)
        .where(isWithin(reach))
        .where('number', '>', 0)
      const row = await withRowLocks(handle, query).executeTakeFirst()
      return row && toSession(row)
    },
    async findNewestMarkTime(id) {
      const { newest } = await db
        .selectFrom('marks')
        .where('attendance_session_id', '=', id)
        .select(({ fn }) => fn.max<number | null>('marked_at').as('newest'))
        .executeTakeFirstOrThrow()
      return newest ?? undefined
    },
    async endEarly(id, { endsAt, closesAt, endedBy }) {
      await db
        .updateTable('attendance_sessions')
        .where('id', '=', id)
        .set(({ fn }) => ({
          planned_ends_at: fn.coalesce('planned_ends_at', 'ends_at'),
          ends_at: endsAt,
          closes_at: closesAt,
          ended_by: endedBy,
        }))
        .execute()
    },
    async giveNumberBack({ id, groupId }) {
      const lowest = db
        .selectFrom('attendance_sessions as of_own')
        .where('of_own.group_id', '=', groupId)
        .select(sql<number>`case when min(of_own.number) < 0 then min(of_own.number) - 1 else -1 end`.as('number'))
      const { number } = await lowest.executeTakeFirstOrThrow()
      await db.updateTable('attendance_sessions').where('id', '=', id).set({ number }).execute()
    },
    async setRoom(id, roomId) {
      await db.updateTable('attendance_sessions').where('id', '=', id).set({ room_id: roomId }).execute()
    },
    async close(id, now) {
      await db.updateTable('attendance_sessions').where('id', '=', id).set({ closes_at: now }).execute()
    },
    async insertMarks(...marks) {
      const rows = marks.map((mark) => ({
        attendance_session_id: mark.attendanceSessionId,
        organisation_id: mark.organisationId,
        student_id: mark.studentId,
        marked_at: mark.markedAt,
        begun_at: mark.begunAt ?? null,
        method: mark.method,
        credential_id: mark.credentialId,
        proof_id: mark.proofId,
        evidence: JSON.stringify(mark.evidence),
      }))
      await insertMarks(handle, rows, {})
    },
    async isInRegister(studentId) {
      const { rows } = await sql`
        select 1 where exists (select 1 from marks k where k.student_id = ${studentId})
          or exists (select 1 from marks k where k.former_student_id = ${studentId})
          or exists (select 1 from rulings r where r.student_id = ${studentId})
          or exists (select 1 from rulings r where r.former_student_id = ${studentId})`.execute(db)
      return rows.length > 0
    },
    async countPresent({ id, organisationId, startedAt }) {
      const standing = sql`${ruledMarks('k')} where k.attendance_session_id = ${id} and k.stands`
      const { rows } = await sql<{ readonly present: number; readonly gone: number }>`
        select (select count(*) from ${standing}) as "present",
          (select count(*) from memberships m where m.organisation_id = ${organisationId} and m.left_at is not null
            and m.left_at >= ${startedAt} and (select 1 from ${standing} and k.student_id = m.student_id) is not null) as "gone"`.execute(
        db,
      )
      return rows[0] ?? { present: 0, gone: 0 }
    },
    async listLatestMarks(attendanceSessionId, limit) {
      return (
        db
          .selectFrom(ruledMarks('marks'))
          .innerJoin('students', 'students.id', 'marks.student_id')
          .innerJoin('memberships', (join) =>
            join
              .onRef('memberships.organisation_id', '=', 'marks.organisation_id')
              .onRef('memberships.student_id', '=', 'marks.student_id'),
          )
          .where('attendance_session_id', '=', attendanceSessionId)
          .where(({ ref }) => ref('stands'))
          .select([
            'marks.student_id as studentId',
            name.given.as('firstName'),
            name.family.as('lastName'),
            'marked_at as markedAt',
          ])
          .select(({ fn }) => fn.coalesce('memberships.roll_number', 'students.roll_number').as('rollNumber'))
          .orderBy('marked_at', 'desc')
          // Of a list that was made at once: as the index has them, from its end.
          .orderBy('marks.student_id', 'desc')
          .limit(limit)
          .execute()
      )
    },
    async saveProof(proof) {
      await saveProof(handle, {
        id: proof.id,
        login_session_id: proof.loginSessionId,
        attendance_session_id: proof.attendanceSessionId,
        student_id: proof.studentId,
        credential_id: proof.credentialId,
        evidence: JSON.stringify(proof.evidence),
        expires_at: proof.expiresAt,
        signed: JSON.stringify(proof.signed),
      })
    },
    async lockProof(loginSessionId, studentId) {
      const [row] = await lockProof(handle, { loginSessionId, studentId })
      return row && { proof: toProof(row), attendanceSession: toSession({ ...row, id: row.attendance_session_id }) }
    },
    async spendProof({ loginSessionId, studentId }, outcome, now) {
      await spendProof(handle, { login_session_id: loginSessionId, student_id: studentId, used_at: now, outcome })
    },
    async repeatSpentProof(loginSessionId, studentId) {
      const [row] = await repeatSpentProof(handle, { loginSessionId, studentId })
      return row?.outcome ?? undefined
    },
  }
}
