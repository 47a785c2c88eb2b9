import { type Kysely, sql } from 'kysely'
import { drawFacts, headCountFacts } from '../../domain/audit/compared-facts.ts'
import type { Schema } from '../../storage/schema.ts'
import { type Comparison, compareRow, sessionOf } from './comparison.ts'
import { batch, readInBatches } from './read-in-batches.ts'

type Place = { readonly attendance_session_id: string; readonly sequence: number }

/** Compares the head counts and the draws with the log. */
export async function compareSpotChecks(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  await compareHeadCounts(db, comparison)
  await compareDraws(db, comparison)
}

/** The rows that come after the last one of the batch before. */
function isBehind(last: Place | undefined) {
  const row = [last?.attendance_session_id ?? '', last?.sequence ?? 0]
  return sql<boolean>`(${sql.ref('attendance_session_id')}, ${sql.ref('sequence')}) > (${sql.join(row)})`
}

async function compareHeadCounts(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const read = (last: Place | undefined) =>
    db
      .selectFrom('head_counts')
      .leftJoin('attendance_sessions', 'attendance_sessions.id', 'head_counts.attendance_session_id')
      .select(['attendance_session_id', 'sequence', 'counted', 'counted_by', 'counted_at'])
      .select(['organisation_id', 'group_id', 'number'])
      .$if(last !== undefined, (query) => query.where(isBehind(last)))
      .orderBy('attendance_session_id')
      .orderBy('sequence')
      .limit(batch)
      .execute()
  await readInBatches<Awaited<ReturnType<typeof read>>[number]>(read, (row) => {
    const { sequence, counted, counted_by: countedBy, counted_at: countedAt } = row
    const facts = headCountFacts(sessionOf(row), { sequence, counted, countedBy, countedAt })
    compareRow(comparison, { action: 'head-count.set', subject: row.attendance_session_id, facts, at: countedAt })
  })
}

async function compareDraws(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const read = (last: Place | undefined) =>
    db
      .selectFrom('draws')
      .leftJoin('attendance_sessions', 'attendance_sessions.id', 'draws.attendance_session_id')
      .select(['attendance_session_id', 'sequence', 'student_id', 'status', 'noted_by', 'noted_at'])
      .select(['organisation_id', 'group_id', 'number'])
      .$if(last !== undefined, (query) => query.where(isBehind(last)))
      .orderBy('attendance_session_id')
      .orderBy('sequence')
      .limit(batch)
      .execute()
  await readInBatches<Awaited<ReturnType<typeof read>>[number]>(read, (row) => {
    const { sequence, student_id: studentId, status, noted_by: notedBy, noted_at: notedAt } = row
    const facts = drawFacts(sessionOf(row), { sequence, studentId, status, notedBy, notedAt })
    compareRow(comparison, { action: 'draw.make', subject: studentId, facts, at: notedAt })
  })
}
