import { sql } from 'kysely'
import { entryWithoutRequest } from '../../domain/audit/audit-log.ts'
import { pushKind } from '../../domain/mail/outbox.ts'
import { readClock } from '../database-clock.ts'
import type { Handle } from '../handle.ts'
import type { Schema } from '../schema.ts'
import { renewSecretsEpoch } from '../secrets-epoch.ts'
import { auditStore } from '../stores/audit-store.ts'

/**
 * Tables whose rows, together with a secret that a person may still have, give access, and counters that mean nothing
 * at another time.
 */
export const forgottenTables = [
  'presence_proofs',
  'login_proofs',
  'ceremonies',
  'check_ins',
  'spent_tickets',
  'recovery_codes',
  'registration_cookies',
  // They would bring back browsers that a new password has made unknown since.
  'known_browsers',
  'tokens',
  'sessions',
  // Codes on a desk's screen, and phones that have scanned one.
  'desk_enrolments',
  'screen_pairings',
  'screens',
  'day_pass_secrets',
  'push_subscriptions',
  'limit_counters',
  // What their recipients were told since is not known.
  'notices',
] as const satisfies (keyof Schema)[]

/** All other tables. Wrong passwords stay counted: a restore must not unblock a password that was blocked. */
export const keptTables: readonly string[] = [
  'accounts',
  'organisations',
  'students',
  'memberships',
  'people',
  'person_links',
  'people_apart',
  'student_invitations',
  'imports',
  'import_lines',
  'course_imports',
  'course_import_parts',
  'course_import_courses',
  'enrolments',
  'member_blocks',
  'groups',
  // Who was ended since the backup acts again: the owner ends them a second time (docs/operation.md).
  'staff',
  'staff_groups',
  'staff_invitations',
  'stopped_mails',
  'rooms',
  // They say who did what; without their secrets they open nothing.
  'day_passes',
  'attendance_sessions',
  'session_rulings',
  'marks',
  'rulings',
  'disputes',
  'head_counts',
  'draws',
  'mark_signatures',
  'hand_check_ins',
  'mark_origins',
  'mark_seals',
  'passkeys',
  'removed_passkeys',
  'passkey_confirmations',
  'staff_passkey_confirmations',
  'login_misses',
  'outbox',
  'pending_changes',
  'audit_log',
  'audit_chain',
  'audit_unsealed',
  'clock_jumps',
  'settings',
]

/** A mail that is not sent, because it may have been sent after the moment to which the database was restored. */
export type HeldMail = { readonly kind: string; readonly recipient: string; readonly queuedAt: number }

export type Forgotten = { readonly rows: number; readonly heldMails: readonly HeldMail[] }

/**
 * Removes all sessions, paired screens, secrets of day passes, ceremonies, proofs, tokens, recovery codes, registration cookies, known browsers,
 * subscriptions to pushes and request counters, and ends the tickets of scanned room codes: a restored database would make
 * them valid again (rules §7). Records it. Holds back the mails that wait. If it is interrupted, it can be run again. Returns how many rows were removed, and the mails
 * that this run holds back.
 */
export async function forgetSecrets(handle: Handle): Promise<Forgotten> {
  const heldNotices = await listWaitingNotices(handle)
  let removed = 0
  for (const table of forgottenTables) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}`.execute(handle.db)
    removed += Number(numAffectedRows)
  }
  await renewSecretsEpoch(handle.db)
  const heldMails = [...(await holdMailsBack(handle)), ...heldNotices].sort((a, b) => a.queuedAt - b.queuedAt)
  const facts = { rows: removed, heldMails: heldMails.length }
  await auditStore(handle).append(entryWithoutRequest({ action: 'secrets.forget', outcome: 'done', facts }, 'operator'))
  return { rows: removed, heldMails }
}

/** They count as given up. Pushes, too; their subscriptions are gone, so they are not listed. */
async function holdMailsBack(handle: Handle): Promise<HeldMail[]> {
  const held = await handle.db
    .updateTable('outbox')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .set({
      given_up_at: await readClock(handle),
      last_error: 'held back after a restore: it may have been sent already',
    })
    .returning(['kind', 'account_id', 'recipient', 'queued_at as queuedAt'])
    .execute()
  return held
    .filter(({ kind, account_id }) => kind !== pushKind && account_id !== null)
    .map(({ kind, recipient, queuedAt }) => ({ kind, recipient, queuedAt }))
}

/** Mails about acts of others that wait until it is quiet, or that stand as they were told. */
async function listWaitingNotices({ db }: Handle): Promise<HeldMail[]> {
  return db
    .selectFrom('notices')
    .innerJoin('accounts', 'accounts.id', 'notices.account_id')
    .where('due_at', 'is not', null)
    .where('accounts.email_verified', '=', 1)
    .select(['kind', 'accounts.email as recipient'])
    .select(({ fn, ref }) => fn.coalesce('first_at', ref('changed_at')).as('queuedAt'))
    .execute()
}
