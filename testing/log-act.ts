import type { AuditEntry } from '#server/domain/audit/audit-log.ts'
import type { Stores } from '#server/domain/ports.ts'

type FilledAct = Pick<AuditEntry, 'action' | 'accountId' | 'detail'> & Partial<Pick<AuditEntry, 'subject'>>

/** The audit row of an act whose rows were inserted: `verify-data` compares it with the tables. */
export async function logAct(stores: Pick<Stores, 'audit'>, act: FilledAct): Promise<void> {
  await stores.audit.append({
    outcome: 'done',
    subject: null,
    sessionId: null,
    addressPrefix: '127.0.0.1',
    requestId: 'filled-in',
    ...act,
  })
}
