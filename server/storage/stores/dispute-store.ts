import { type Selectable, sql } from 'kysely'
import type { DisputeReason } from '#contract/receipts.ts'
import type { DisputeStore, KeptDispute, OwnCell } from '../../domain/register/dispute-stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import type { DisputesTable } from '../schema.ts'
import { type SessionRow, toSession } from './attendance-session-row.ts'
import { courseReader } from './course-reader.ts'
import { nameHere } from './roster.ts'
import { isWithin } from './session-reach.ts'

const name = nameHere('students', sql`memberships.person_id`)

const kept = ['disputed_at as disputedAt', 'reason', 'words', 'answer'] as const

/** What students dispute of their own cells. */
export function disputeStore(handle: Handle): DisputeStore {
  const { db } = handle
  const cellOf = (studentId: string, attendanceSessionId: string) =>
    db
      .selectFrom('attendance_sessions')
      .innerJoin('people', 'people.organisation_id', 'attendance_sessions.organisation_id')
      .where('attendance_sessions.id', '=', attendanceSessionId)
      .where('attendance_sessions.number', '>', 0)
      .where('people.student_id', '=', studentId)
      .selectAll('attendance_sessions')
      .select('people.id as personId')
  const toCell = (row: (SessionRow & { readonly personId: string }) | undefined): OwnCell | undefined =>
    row && { session: toSession(row), personId: row.personId }
  const openOf = (reach: Parameters<typeof isWithin>[0]) =>
    db
      .selectFrom('disputes')
      .innerJoin('attendance_sessions', 'attendance_sessions.id', 'disputes.attendance_session_id')
      .where('disputes.organisation_id', '=', reach.organisationId)
      .where('answer', 'is', null)
      .where(isWithin(reach))

  return {
    async findCell(studentId, id) {
      return toCell(await cellOf(studentId, id).executeTakeFirst())
    },
    async lockCell(studentId, id) {
      const query = withRowLocks(handle, cellOf(studentId, id), (rows) => rows.forUpdate('attendance_sessions'))
      return toCell(await query.executeTakeFirst())
    },
    readCell: (groupId, cell) => courseReader(handle).readRegister(groupId, cell),
    async find(attendanceSessionId, studentId) {
      const found = await db
        .selectFrom('disputes')
        .where('attendance_session_id', '=', attendanceSessionId)
        .where('student_id', '=', studentId)
        .select(kept)
        .executeTakeFirst()
      return found ?? null
    },
    async listOf(studentId) {
      const rows = await db
        .selectFrom('disputes')
        .where('student_id', '=', studentId)
        .select(['attendance_session_id as sessionId', ...kept])
        .execute()
      return new Map(rows.map(({ sessionId, ...dispute }) => [sessionId, dispute]))
    },
    async listOpenIn(attendanceSessionId) {
      const rows = await db
        .selectFrom('disputes')
        .where('attendance_session_id', '=', attendanceSessionId)
        .where('answer', 'is', null)
        .select('student_id')
        .execute()
      return rows.map(({ student_id }) => student_id)
    },
    async begin({ id, organisationId }, studentId, { reason, words }, now) {
      const said: Pick<Selectable<DisputesTable>, 'disputed_at' | 'reason' | 'words' | 'answer'> = {
        disputed_at: now,
        reason,
        words: words ?? null,
        answer: null,
      }
      await db
        .insertInto('disputes')
        .values({ attendance_session_id: id, student_id: studentId, organisation_id: organisationId, ...said })
        .onConflict((conflict) => conflict.columns(['attendance_session_id', 'student_id']).doUpdateSet(said))
        .execute()
    },
    async takeBack(attendanceSessionId, studentId) {
      const { numDeletedRows } = await db
        .deleteFrom('disputes')
        .where('attendance_session_id', '=', attendanceSessionId)
        .where('student_id', '=', studentId)
        .where('answer', 'is', null)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
    async answer(attendanceSessionId, studentId, sequence) {
      await db
        .updateTable('disputes')
        .where('attendance_session_id', '=', attendanceSessionId)
        .where('student_id', '=', studentId)
        .set({ answer: sequence })
        .execute()
    },
    async countOpen(reach) {
      const { disputes } = await openOf(reach)
        .select(({ fn }) => fn.countAll<number>().as('disputes'))
        .executeTakeFirstOrThrow()
      return disputes
    },
    async listOpen(reach, limit) {
      const rows = await openOf(reach)
        .innerJoin('groups', 'groups.id', 'attendance_sessions.group_id')
        .innerJoin('students', 'students.id', 'disputes.student_id')
        .innerJoin('people', (join) =>
          join
            .onRef('people.organisation_id', '=', 'disputes.organisation_id')
            .onRef('people.student_id', '=', 'disputes.student_id'),
        )
        .leftJoin('memberships', 'memberships.person_id', 'people.id')
        .leftJoin('marks', (join) =>
          join
            .onRef('marks.attendance_session_id', '=', 'disputes.attendance_session_id')
            .onRef('marks.student_id', '=', 'disputes.student_id'),
        )
        .select([
          'attendance_sessions.id as attendanceSessionId',
          'attendance_sessions.number',
          'started_at as startedAt',
        ])
        .select(['groups.id as groupId', 'groups.code', 'groups.title', 'disputes.student_id as studentId'])
        .select(['people.id as personId', name.given.as('firstName'), name.family.as('lastName')])
        .select(['marked_at as markedAt', 'disputed_at as flaggedAt', 'disputes.reason', 'disputes.words'])
        .select(({ fn }) =>
          fn.coalesce('memberships.roll_number', 'people.roll_number', 'students.roll_number').as('rollNumber'),
        )
        .orderBy('disputed_at')
        .orderBy('disputes.student_id')
        .limit(limit)
        .execute()
      return rows.map(({ groupId, code, title, firstName, lastName, words, ...dispute }) => ({
        ...dispute,
        course:
          groupId === wholeOf(reach.organisationId) ? null : { id: groupId, code: code ?? '', title: title ?? '' },
        name: `${firstName} ${lastName}`,
        ...(words !== null && { words }),
      }))
    },
  }
}

/** The dispute of a cell, joined as `d`. */
export const disputeColumns = sql`d.disputed_at as "disputedAt", d.reason as "disputeReason", d.words as "disputeWords",
  d.answer as "disputeAnswer"`
/** All are null where a join found no dispute. */
export type DisputeColumns = {
  readonly disputedAt: number | null
  readonly disputeReason: DisputeReason | null
  readonly disputeWords: string | null
  readonly disputeAnswer: number | null
}

export function toDispute({ disputedAt, disputeReason: reason, ...row }: DisputeColumns): KeptDispute | null {
  if (disputedAt === null || reason === null) return null
  return { disputedAt, reason, words: row.disputeWords, answer: row.disputeAnswer }
}
