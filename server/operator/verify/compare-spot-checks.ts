import { type Kysely, sql } from 'kysely'
import { drawDetail, headCountDetail } from '../../domain/audit/comparable-details.ts'
import type { Schema } from '../../storage/schema.ts'
import { type Comparison, judge } from './comparison.ts'
import { nameDrawNote, nameHeadCount } from './describe-differences.ts'
import { batch, readInBatches } from './read-in-batches.ts'
import { keyOf } from './read-logged-acts.ts'

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
      .select(['attendance_session_id', 'sequence', 'counted', 'counted_by', 'counted_at', 'organisation_id'])
      .$if(last !== undefined, (query) => query.where(isBehind(last)))
      .orderBy('attendance_session_id')
      .orderBy('sequence')
      .limit(batch)
      .execute()
  await readInBatches<Awaited<ReturnType<typeof read>>[number]>(read, (row) => {
    const { attendance_session_id, sequence, counted, counted_by, counted_at } = row
    const count = { sequence, counted, countedBy: counted_by, countedAt: counted_at }
    const detail = headCountDetail(attendance_session_id, count)
    const key = keyOf.headCounts(attendance_session_id, sequence)
    const name = nameHeadCount(sequence, attendance_session_id)
    judgeRow(comparison, 'head_counts', { key, name, at: counted_at, detail, organisation: row.organisation_id })
  })
}

async function compareDraws(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const read = (last: Place | undefined) =>
    db
      .selectFrom('draws')
      .leftJoin('attendance_sessions', 'attendance_sessions.id', 'draws.attendance_session_id')
      .select(['attendance_session_id', 'sequence', 'student_id', 'status', 'noted_by', 'noted_at'])
      .select(['organisation_id', 'number'])
      .$if(last !== undefined, (query) => query.where(isBehind(last)))
      .orderBy('attendance_session_id')
      .orderBy('sequence')
      .limit(batch)
      .execute()
  await readInBatches<Awaited<ReturnType<typeof read>>[number]>(read, (row) => {
    const { organisation_id, number, sequence, student_id, status, noted_by, noted_at } = row
    const note = { sequence, studentId: student_id, status, notedBy: noted_by, notedAt: noted_at }
    const detail = drawDetail(number, row.attendance_session_id, note)
    const key = keyOf.draws(organisation_id, number, sequence)
    const name = nameDrawNote(sequence, number, organisation_id)
    judgeRow(comparison, 'draws', { key, name, at: noted_at, detail, organisation: organisation_id })
  })
}

type Row = {
  readonly key: string
  readonly name: string
  readonly at: number
  readonly detail: string
  readonly organisation: string | null
}

function judgeRow(
  comparison: Comparison,
  kind: 'head_counts' | 'draws',
  { key, name, at, detail, organisation }: Row,
): void {
  const judged = { key, name, at, expected: { accountId: organisation ?? '', detail } }
  if (judge(comparison, kind, comparison.logged.fingerprints.find(key, detail), judged)) {
    comparison.tallies[kind].wrong.push(`${name}: the log does not know it`)
  }
}
