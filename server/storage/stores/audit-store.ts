import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { AuditLog } from '../../domain/audit/audit-log.ts'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'
import type { AuditLogTable } from '../schema.ts'

const append = prepareQuery(({ db, clock }, row: NewRow) =>
  db.insertInto('audit_log').values({ at: clock.now(), ...row }),
)
const appendAt = prepareQuery(({ db }, row: NewRow & { readonly at: number }) => db.insertInto('audit_log').values(row))

type NewRow = Omit<Insertable<AuditLogTable>, 'sequence' | 'at'>

export function auditStore(handle: Handle): AuditLog {
  return {
    async append(entry) {
      const row: NewRow = {
        action: entry.action,
        outcome: entry.outcome,
        account_id: entry.accountId,
        subject: entry.subject,
        // The log must not become a list of session ids to try.
        session_hash: entry.sessionId && hash('sha256', entry.sessionId, 'base64url'),
        address_prefix: entry.addressPrefix,
        request_id: entry.requestId,
        detail: entry.detail,
      }
      if (entry.at === undefined) await append(handle, row)
      else await appendAt(handle, { ...row, at: entry.at })
    },
  }
}
