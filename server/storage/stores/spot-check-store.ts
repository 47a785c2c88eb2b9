import { sql } from 'kysely'
import type { SpotCheckStore } from '../../domain/register/sheet-stores.ts'
import type { Handle } from '../handle.ts'
import { nameHere } from './roster.ts'
import { ruledMarks } from './ruled-marks.ts'

const name = nameHere('students', sql`memberships.person_id`)

/** What people have counted and looked up in the room of a session. */
export function spotCheckStore({ db }: Handle): SpotCheckStore {
  return {
    async findHeadCount(attendanceSessionId) {
      return db
        .selectFrom('head_counts')
        .where('attendance_session_id', '=', attendanceSessionId)
        .select(['sequence', 'counted', 'counted_by as countedBy', 'counted_at as countedAt'])
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst()
    },
    async addHeadCount(attendanceSessionId, { sequence, counted, countedBy, countedAt }) {
      await db
        .insertInto('head_counts')
        .values({
          attendance_session_id: attendanceSessionId,
          sequence,
          counted,
          counted_by: countedBy,
          counted_at: countedAt,
        })
        .execute()
    },
    async listDrawNotes(attendanceSessionId) {
      const rows = await db
        .selectFrom('draws')
        .innerJoin('attendance_sessions', 'attendance_sessions.id', 'draws.attendance_session_id')
        .innerJoin('students', 'students.id', 'draws.student_id')
        .innerJoin('memberships', (join) =>
          join
            .onRef('memberships.organisation_id', '=', 'attendance_sessions.organisation_id')
            .onRef('memberships.student_id', '=', 'draws.student_id'),
        )
        .innerJoin(ruledMarks('marks'), (join) =>
          join
            .onRef('marks.attendance_session_id', '=', 'draws.attendance_session_id')
            .onRef('marks.made_by', '=', 'draws.student_id'),
        )
        .where('draws.attendance_session_id', '=', attendanceSessionId)
        .select([
          'draws.sequence',
          'draws.student_id as studentId',
          'memberships.person_id as personId',
          'status',
          'noted_by as notedBy',
          'noted_at as notedAt',
        ])
        .select([name.given.as('firstName'), name.family.as('lastName')])
        .select(({ fn }) => fn.coalesce('memberships.roll_number', 'students.roll_number').as('rollNumber'))
        .select('stands')
        .orderBy('draws.sequence')
        .execute()
      return rows.map(({ status, stands, ...row }) => ({ ...row, status, isWithdrawn: !stands }))
    },
    async addDrawNote(attendanceSessionId, { sequence, studentId, status, notedBy, notedAt }) {
      await db
        .insertInto('draws')
        .values({
          attendance_session_id: attendanceSessionId,
          sequence,
          student_id: studentId,
          status,
          noted_by: notedBy,
          noted_at: notedAt,
        })
        .execute()
    },
    async listDrawable(attendanceSessionId) {
      const rows = await db
        .selectFrom(ruledMarks('marks'))
        .where('attendance_session_id', '=', attendanceSessionId)
        .where(({ ref }) => ref('stands'))
        .select('student_id')
        .orderBy('student_id')
        .execute()
      return rows.map(({ student_id }) => student_id)
    },
  }
}
