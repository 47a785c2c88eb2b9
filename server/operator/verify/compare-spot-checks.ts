import type { Kysely } from 'kysely'
import { drawFacts, headCountFacts } from '../../domain/audit/compared-facts.ts'
import type { Schema } from '../../storage/schema.ts'
import { type Comparison, compareRow, sessionOf } from './comparison.ts'
import { readRows } from './read-in-batches.ts'

/** Compares the head counts and the draws with the log. */
export async function compareSpotChecks(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  await compareHeadCounts(db, comparison)
  await compareDraws(db, comparison)
}

async function compareHeadCounts(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const query = db
    .selectFrom('head_counts')
    .leftJoin('attendance_sessions', 'attendance_sessions.id', 'head_counts.attendance_session_id')
    .select(['attendance_session_id', 'sequence', 'counted', 'counted_by', 'counted_at'])
    .select(['organisation_id', 'group_id', 'number'])
  await readRows(query, ['attendance_session_id', 'sequence'], (row) => {
    const { sequence, counted, counted_by: countedBy, counted_at: countedAt } = row
    const facts = headCountFacts(sessionOf(row), { sequence, counted, countedBy, countedAt })
    compareRow(comparison, { action: 'head-count.set', subject: row.attendance_session_id, facts, at: countedAt })
  })
}

async function compareDraws(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const query = db
    .selectFrom('draws')
    .leftJoin('attendance_sessions', 'attendance_sessions.id', 'draws.attendance_session_id')
    .select(['attendance_session_id', 'sequence', 'student_id', 'status', 'noted_by', 'noted_at'])
    .select(['organisation_id', 'group_id', 'number'])
  await readRows(query, ['attendance_session_id', 'sequence'], (row) => {
    const { sequence, student_id: studentId, status, noted_by: notedBy, noted_at: notedAt } = row
    const facts = drawFacts(sessionOf(row), { sequence, studentId, status, notedBy, notedAt })
    compareRow(comparison, { action: 'draw.make', subject: studentId, facts, at: notedAt })
  })
}
