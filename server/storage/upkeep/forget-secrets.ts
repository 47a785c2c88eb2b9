import { sql } from 'kysely'
import type { Handle } from '../handle.ts'
import type { Schema } from '../schema.ts'
import { auditStore } from '../stores/audit-store.ts'

/**
 * Tables whose rows, together with a secret that a person may still have, give access, and counters that mean nothing
 * at another time.
 */
export const forgottenTables = [
  'presence_proofs',
  'login_proofs',
  'ceremonies',
  'recovery_codes',
  'registration_cookies',
  // They would bring back browsers that a new password has made unknown since.
  'known_browsers',
  'tokens',
  'sessions',
  'push_subscriptions',
  'limit_counters',
] as const satisfies (keyof Schema)[]

/** All other tables. Wrong passwords stay counted: a restore must not unblock a password that was blocked. */
export const keptTables: readonly string[] = [
  'accounts',
  'organisations',
  'students',
  'memberships',
  'membership_gaps',
  'member_blocks',
  'attendance_sessions',
  'marks',
  'rulings',
  'passkeys',
  'removed_passkeys',
  'passkey_confirmations',
  'login_misses',
  'outbox',
  'pending_changes',
  'audit_log',
  'audit_chain',
  'audit_unsealed',
  'clock_jumps',
  'settings',
]

/**
 * Removes all sessions, ceremonies, proofs, tokens, recovery codes, registration cookies, known browsers, subscriptions
 * to pushes and request counters, which a restored database would make valid again (rules §7), and records it. If it is
 * interrupted, it can be run again. Returns how many rows were removed.
 */
export async function forgetSecrets(handle: Handle): Promise<number> {
  let removed = 0
  for (const table of forgottenTables) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}`.execute(handle.db)
    removed += Number(numAffectedRows)
  }
  await auditStore(handle).append({
    action: 'secrets.forget',
    outcome: 'done',
    accountId: null,
    subject: null,
    sessionId: null,
    addressPrefix: 'operator',
    requestId: 'operator',
    detail: `${removed} rows`,
  })
  return removed
}
