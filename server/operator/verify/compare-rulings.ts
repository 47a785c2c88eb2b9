import type { Kysely } from 'kysely'
import { rulingFacts } from '../../domain/audit/compared-facts.ts'
import { nameMisruled } from '../../domain/audit/misruled.ts'
import type { Schema } from '../../storage/schema.ts'
import { readMisruled } from '../../storage/stores/recount-store.ts'
import { type Comparison, compareRow, sessionOf } from './comparison.ts'
import { readRows } from './read-in-batches.ts'

/** Compares what institutes decided about marks with the log. */
export async function compareRulings(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const repaired = await readRepaired(db)
  const query = db
    .selectFrom('rulings')
    .leftJoin('attendance_sessions', 'attendance_sessions.id', 'rulings.attendance_session_id')
    .select(['attendance_session_id', 'person_id', 'student_id', 'sequence', 'status', 'reason', 'note', 'decided_by'])
    .select(['former_person_id', 'former_student_id'])
    .select(['decided_at', 'cause', 'minutes', 'hand_check_in_id', 'organisation_id', 'group_id', 'number'])
  await readRows(query, ['attendance_session_id', 'person_id', 'sequence'], (row) => {
    const facts = rulingFacts(sessionOf(row), {
      sequence: row.sequence,
      status: row.status,
      cause: row.cause,
      reason: row.reason,
      note: row.note,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at,
      minutes: row.minutes,
      handCheckInId: row.hand_check_in_id,
    })
    // Two people may have been joined since: the log has those of then.
    const wasOthers = row.former_person_id !== null
    const personId = row.former_person_id ?? row.person_id
    const studentId = wasOthers ? row.former_student_id : row.student_id
    const { attendance_session_id: sessionId, sequence } = row
    const isRepaired = repaired.has(nameMisruled({ sessionId, personId, sequence }))
    if (isRepaired) comparison.tallies.rulings.repaired += 1
    const isOfMark = isRepaired || row.group_id === row.organisation_id
    const ofCell = row.cause === 'roll-call' ? 'roll-call' : 'cell.rule'
    compareRow(comparison, {
      action: isOfMark ? 'mark.rule' : ofCell,
      subject: isOfMark ? (studentId ?? '') : personId,
      facts,
      at: row.decided_at,
    })
  })
}

/** Rulings in courses that the calls of classes once made: a recount has named them, and the log has them as rulings on marks. */
async function readRepaired(db: Kysely<Schema>): Promise<ReadonlySet<string>> {
  const entries = await db.selectFrom('audit_log').where('action', '=', 'institute.recount').select('detail').execute()
  return new Set(entries.flatMap(({ detail }) => readMisruled(detail)))
}
