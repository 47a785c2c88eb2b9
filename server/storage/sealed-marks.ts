import type { Kysely } from 'kysely'
import { hashLines, hashSessionMarks, type MarkToSeal } from '../domain/audit/mark-seal.ts'
import type { Schema } from './schema.ts'
import { madeBy } from './stores/ruled-marks.ts'

/** Sessions whose marks are read by one statement. */
const batch = 50

/** The marks of the sessions that began from `from` on and before `until`, epoch ms: how many, and their hash. */
export async function hashMarks(
  db: Kysely<Schema>,
  from: number,
  until: number,
): Promise<{ readonly marks: number; readonly hash: string }> {
  const sessions = await db
    .selectFrom('attendance_sessions')
    .where('started_at', '>=', from)
    .where('started_at', '<', until)
    .select(['id', 'started_at'])
    .orderBy('started_at')
    .execute()
  const hashes: string[] = []
  let marks = 0
  for (let place = 0; place < sessions.length; place += batch) {
    const some = sessions.slice(place, place + batch)
    const bySession = await readMarks(
      db,
      some.map(({ id }) => id),
    )
    for (const { id, started_at } of some) {
      const own = bySession.get(id) ?? []
      marks += own.length
      if (own.length > 0) hashes.push(hashSessionMarks(id, started_at, own))
    }
  }
  return { marks, hash: hashLines(hashes) }
}

async function readMarks(db: Kysely<Schema>, sessions: readonly string[]): Promise<Map<string, MarkToSeal[]>> {
  const rows = await db
    .selectFrom('marks')
    .where('attendance_session_id', 'in', sessions)
    // A person of the office may add one years later; its ruling stays as it is.
    .where('method', '!=', 'office')
    .select(['attendance_session_id', 'organisation_id', madeBy('marks').as('student_id'), 'marked_at', 'method'])
    .select(['credential_id', 'proof_id', 'evidence'])
    .execute()
  return Map.groupBy(rows, ({ attendance_session_id }) => attendance_session_id)
}
