import { hash } from 'node:crypto'
import type { AuditLog } from '../../domain/audit/audit-log.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import type { AuditLogTable } from '../schema.ts'

const ofEntry = {
  action: 'text',
  outcome: 'text',
  account_id: 'text',
  subject: 'text',
  session_hash: 'text',
  address_prefix: 'text',
  request_id: 'text',
  detail: 'text',
} as const
type NewRow = Pick<AuditLogTable, keyof typeof ofEntry> & { readonly at_time: number | null }

const append = prepareForRows<NewRow, Readonly<Record<never, never>>, unknown>(
  { ...ofEntry, at_time: 'bigint' },
  ({ db, clock }, given) => {
    const columns = keysOf(ofEntry)
    return db
      .insertInto('audit_log')
      .columns([...columns, 'at'])
      .expression(
        db
          .selectFrom(given)
          .select(columns)
          .select(({ fn }) => fn.coalesce('at_time', clock.now()).as('at')),
      )
  },
)

export function auditStore(handle: Handle): AuditLog {
  return {
    async append(...entries) {
      const rows = entries.map((entry) => ({
        action: entry.action,
        outcome: entry.outcome,
        account_id: entry.accountId,
        subject: entry.subject,
        // The log must not become a list of session ids to try.
        session_hash: entry.sessionId && hash('sha256', entry.sessionId, 'base64url'),
        address_prefix: entry.addressPrefix,
        request_id: entry.requestId,
        detail: entry.facts ? JSON.stringify(entry.facts) : null,
        at_time: entry.at ?? null,
      }))
      await append(handle, rows, {})
    },
  }
}
