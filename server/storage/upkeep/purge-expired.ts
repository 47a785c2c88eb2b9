import { type RawBuilder, sql } from 'kysely'
import { longestFinishMs } from '#contract/day-pass.ts'
import { linkUndoMs } from '#contract/roster-rules.ts'
import { usualEvidenceDays } from '../../domain/audit/mark-seal.ts'
import { isRemovalPaused } from '../../domain/clock/removal-pause.ts'
import { maxLoginMissesInRow } from '../../domain/limits/login-misses.ts'
import { endOfTriesMs } from '../../domain/mail/mail-retries.ts'
import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'
import { type AuditTransaction, purgeAuditLog } from '../stores/audit-chain-store.ts'
import { clockStore } from '../stores/clock-store.ts'
import { dropEvidence } from './drop-evidence.ts'

const day = 24 * 60 * 60_000

/** Rows per statement: on the embedded engine all other writers wait for a delete. */
const batch = 1_000

/**
 * Removes rows that are past their time: ended sessions, unanswered ceremonies, unused proofs and tokens, old counters,
 * old wrong passwords, mails sent a week ago, browsers that have not asked for pushes for half a year, signatures of marks
 * after `evidenceDays`, what the undo of a day needed, audit rows past their time. Marks and attendance sessions are never touched. Nothing is removed while the clock is in doubt.
 */
export async function purgeExpired(
  handle: Handle,
  inTransaction: AuditTransaction,
  evidenceDays = usualEvidenceDays,
): Promise<void> {
  if (await isRemovalPaused(clockStore(handle))) return
  const now = await readClock(handle)
  await purge(handle, 'ceremonies', 'challenge_hash', sql`expires_at < ${now}`)
  await purge(handle, 'check_ins', 'id', sql`expires_at < ${now}`)
  // A finished one is the evidence of its marks.
  await purge(handle, 'hand_check_ins', 'id', sql`expires_at < ${now} and assertion_hash is null`)
  await purge(handle, 'spent_tickets', 'ticket_hash', sql`expires_at < ${now}`)
  await purge(handle, 'screen_pairings', 'code', sql`expires_at < ${now}`)
  // Until then the institute sees that it ended, and why.
  await purge(handle, 'screens', 'id', sql`ends_at < ${now - 30 * day}`)
  const isFinished = sql`pass_id in (select id from day_passes where ends_at < ${now - longestFinishMs})`
  await purge(handle, 'day_pass_secrets', 'pass_id', isFinished)
  await purge(handle, 'presence_proofs', 'id', sql`expires_at < ${now}`)
  await purge(handle, 'login_proofs', 'id', sql`expires_at < ${now}`)
  await purge(handle, 'registration_cookies', 'token_hash', sql`expires_at < ${now}`)
  await purge(handle, 'known_browsers', 'id', sql`expires_at < ${now}`)
  // A token without an end, or past it, is still needed while its mail may be tried.
  await purge(handle, 'tokens', 'id', sql`created_at < ${now - endOfTriesMs} and coalesce(expires_at, 0) < ${now}`)
  await purge(handle, 'recovery_codes', 'code_hash', sql`expires_at < ${now}`)
  await purge(handle, 'sessions', 'id', sql`expires_at < ${now} or idle_expires_at < ${now}`)
  await purge(handle, 'limit_counters', 'counter', sql`window_ends_at < ${now}`)
  // A hundred misses in a row switch a password off until it is reset, so such a row stays.
  await purge(
    handle,
    'login_misses',
    'email_hash',
    sql`blocked_until < ${now - day} and window_started_at < ${now - day} and in_row < ${maxLoginMissesInRow}`,
  )
  await purge(handle, 'mark_origins', 'id', sql`marked_at < ${now - 30 * day}`)
  await purge(handle, 'push_subscriptions', 'id', sql`confirmed_at < ${now - 180 * day}`)
  await purge(handle, 'outbox', 'id', sql`sent_at < ${now - 7 * day} or given_up_at < ${now - 7 * day}`)
  // What was last told: without it, the state before the next act counts as told.
  await purge(handle, 'notices', 'id', sql`due_at is null and changed_at < ${now - 30 * day}`)
  // After two days it can neither be applied nor undone: what stays is that it was.
  const isOver = sql`begun_at < ${now - 2 * day} and coalesce(applied_at, 0) < ${now - 2 * day}`
  await purge(handle, 'import_lines', 'import_id', sql`import_id in (select id from imports where ${isOver})`)
  for (const table of ['course_import_parts', 'course_import_courses'])
    await purge(handle, table, 'import_id', sql`import_id in (select id from course_imports where ${isOver})`)
  // The two rows as they were serve the undo alone.
  await sql`update person_links set before = null where before is not null and linked_at < ${now - linkUndoMs}`.execute(
    handle.db,
  )
  await dropEvidence(handle, inTransaction, evidenceDays)
  await purgeAuditLog(handle, inTransaction)
}

async function purge({ db }: Handle, table: string, key: string, condition: RawBuilder<unknown>): Promise<void> {
  const target = sql.table(table)
  const id = sql.ref(key)
  for (let removed = batch; removed === batch; ) {
    const { rows } =
      await sql`delete from ${target} where ${id} in (select ${id} from ${target} where ${condition} limit ${batch}) returning 1`.execute(
        db,
      )
    removed = rows.length
  }
}
