import { sql } from 'kysely'
import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'
import type { AuditTransaction } from '../stores/audit-chain-store.ts'
import { settlingMarginMs } from '../stores/clock-store.ts'
import { countExpected } from '../stores/roster.ts'
import { ruledMarks } from '../stores/ruled-marks.ts'

/**
 * Stores how many marks a session has and how many members it expected, once neither can change: otherwise each report
 * would count all marks and members of all sessions. One session per transaction, so that no request waits long on the
 * embedded engine.
 */
export async function settleSessions(handle: Handle, inTransaction: AuditTransaction): Promise<void> {
  const before = (await readClock(handle)) - settlingMarginMs
  const ended = await handle.db
    .selectFrom('attendance_sessions')
    .select(['id', 'organisation_id'])
    .where('expected', 'is', null)
    // A course is worked out cell by cell.
    .whereRef('group_id', '=', 'organisation_id')
    .where('ends_at', '<', before)
    .execute()
  for (const session of ended) await inTransaction((own) => settle(own, session))
  await inTransaction((own) => noteTaken(own, before))
}

/** Sessions of courses that ended with an entry, or of which a person has said what they were. Rulings may come later. */
async function noteTaken({ db }: Pick<Handle, 'db'>, before: number): Promise<void> {
  await sql`update attendance_sessions set may_be_untaken = null
    where may_be_untaken is not null and ends_at < ${before} and ((number < 0)
      or (select 1 from marks k where k.attendance_session_id = attendance_sessions.id limit 1) is not null
      or (select 1 from rulings u where u.attendance_session_id = attendance_sessions.id limit 1) is not null
      or (select 1 from session_rulings w where w.attendance_session_id = attendance_sessions.id limit 1) is not null)`.execute(
    db,
  )
}

type Ended = { readonly id: string; readonly organisation_id: string }

async function settle({ db, engine }: Pick<Handle, 'db' | 'engine'>, { id, organisation_id }: Ended): Promise<void> {
  // A deletion of a profile changes this row, too. Without this lock PostgreSQL would count a member who is being
  // deleted, and the deletion could not correct a number that is not stored yet.
  if (engine === 'postgresql') {
    await sql`select 1 from organisations where id = ${organisation_id} for no key update`.execute(db)
  }
  await sql`update attendance_sessions set
    present = (select count(*) from ${ruledMarks('k')} where k.attendance_session_id = ${id} and k.stands),
    expected = (select ${countExpected} from attendance_sessions x where x.id = ${id})
    where id = ${id}`.execute(db)
}
