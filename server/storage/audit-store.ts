import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { AuditLog } from '../domain/audit/audit-log.ts'
import type { Handle } from './handle.ts'
import { prepareWrite } from './prepared-query.ts'
import type { AuditLogTable } from './schema.ts'

const append = prepareWrite(({ db, clock }, { clockArgument, ...row }: NewRow) =>
  db.insertInto('audit_log').values({ at: clock.from(clockArgument), ...row }),
)

type NewRow = Omit<Insertable<AuditLogTable>, 'sequence' | 'at'> & { readonly clockArgument: number }

export function auditStore(handle: Handle): AuditLog {
  return {
    async append(entry) {
      await append(handle, {
        clockArgument: handle.clock.argument(),
        action: entry.action,
        outcome: entry.outcome,
        account_id: entry.accountId,
        subject: entry.subject,
        // The log must not become a list of session ids to try.
        session_hash: entry.sessionId && hash('sha256', entry.sessionId, 'base64url'),
        address_prefix: entry.addressPrefix,
        request_id: entry.requestId,
        detail: entry.detail,
      })
    },
  }
}
