import { createHash } from 'node:crypto'
import type { AuditLog } from '../domain/audit/audit-log.ts'
import type { Handle } from './handle.ts'

export function auditStore({ db, clock }: Handle): AuditLog {
  return {
    async append(entry) {
      await db
        .insertInto('audit_log')
        .values({
          at: clock.now(),
          action: entry.action,
          outcome: entry.outcome,
          account_id: entry.accountId,
          subject: entry.subject,
          // The log must not become a list of session ids to try.
          session_hash: entry.sessionId && createHash('sha256').update(entry.sessionId).digest('base64url'),
          address_prefix: entry.addressPrefix,
          request_id: entry.requestId,
          detail: entry.detail,
        })
        .execute()
    },
  }
}
