import type { AuditEntry, AuditEvent } from '#server/domain/audit/audit-log.ts'
import type { Stores } from '#server/domain/ports.ts'

type FilledAct = AuditEvent & Pick<AuditEntry, 'accountId'> & Partial<Pick<AuditEntry, 'subject'>>

/** The audit row of an act whose rows were inserted: `verify-data` compares it with the tables. */
export async function logAct(stores: Pick<Stores, 'audit'>, act: FilledAct): Promise<void> {
  await stores.audit.append({
    subject: null,
    ...act,
    sessionId: null,
    addressPrefix: '127.0.0.1',
    requestId: 'filled-in',
  })
}
