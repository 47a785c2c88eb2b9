import type { Kysely } from 'kysely'
import { rulingDetail } from '../../domain/audit/comparable-details.ts'
import type { Schema } from '../../storage/schema.ts'
import { type Comparison, judge } from './comparison.ts'
import { nameMark, nameRuling } from './describe-differences.ts'
import { batch, readInBatches } from './read-in-batches.ts'
import { keyOf } from './read-logged-acts.ts'

type Place = { readonly attendance_session_id: string; readonly person_id: string; readonly sequence: number }

/** Compares what institutes decided about marks with the log. */
export async function compareRulings(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const { logged, tallies } = comparison
  const read = (last: Place | undefined) =>
    db
      .selectFrom('rulings')
      .leftJoin('attendance_sessions', 'attendance_sessions.id', 'rulings.attendance_session_id')
      .select([
        'attendance_session_id',
        'person_id',
        'student_id',
        'sequence',
        'status',
        'reason',
        'note',
        'decided_by',
      ])
      .select(['decided_at', 'cause', 'organisation_id', 'number'])
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('attendance_session_id', 'person_id', 'sequence'),
            '>',
            tuple(last?.attendance_session_id ?? '', last?.person_id ?? '', last?.sequence ?? 0),
          ),
        ),
      )
      .orderBy('attendance_session_id')
      .orderBy('person_id')
      .orderBy('sequence')
      .limit(batch)
      .execute()
  await readInBatches<Awaited<ReturnType<typeof read>>[number]>(read, (row) => {
    const { organisation_id, number, sequence } = row
    const student_id = row.student_id ?? ''
    const detail = rulingDetail(number, row.attendance_session_id, {
      sequence,
      status: row.status,
      cause: row.cause,
      reason: row.reason,
      note: row.note,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at,
    })
    const key = keyOf.rulings(organisation_id, number, student_id, sequence)
    const name = nameRuling(sequence, nameMark(student_id, number, organisation_id))
    const judged = { key, name, at: row.decided_at, expected: { accountId: organisation_id ?? '', detail } }
    if (judge(comparison, 'rulings', logged.fingerprints.find(key, detail), judged)) {
      tallies.rulings.wrong.push(`${name}: the log does not know it`)
    }
  })
}
