import { sql } from 'kysely'
import type { Handle } from './handle.ts'

/** By then every mark and every joining that was begun before the end is committed or gone. */
const marginMs = 10 * 60_000

/**
 * Writes down how many marks a session has and how many members it expected once they cannot change any more: reports
 * would otherwise count all marks and all members of all sessions each time. One session a statement, so that nobody
 * waits long on the embedded engine.
 */
export async function settleSessions({ db, clock }: Handle): Promise<void> {
  const before = (await clock.read(db)) - marginMs
  const ended = await db
    .selectFrom('attendance_sessions')
    .select('id')
    .where('expected', 'is', null)
    .where('ends_at', '<', before)
    .execute()
  for (const { id } of ended) {
    await sql`update attendance_sessions set
      present = (select count(*) from marks m where m.attendance_session_id = ${id}),
      expected = (select count(*) from memberships m
        where m.organisation_id = attendance_sessions.organisation_id and m.joined_at < attendance_sessions.ends_at)
      where id = ${id}`.execute(db)
  }
}
