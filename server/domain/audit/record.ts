import type { Visit } from '../accounts/caller.ts'
import type { Stores } from '../ports.ts'
import type { AuditEntry } from './audit-log.ts'

type Happening = Pick<AuditEntry, 'action' | 'outcome'> & Partial<Pick<AuditEntry, 'accountId' | 'subject' | 'detail'>>

/** Writes down what this visit did, in the same transaction as the act where `stores` come from one. */
export async function record(stores: Pick<Stores, 'audit'>, visit: Visit, happening: Happening): Promise<void> {
  await stores.audit.append({
    accountId: visit.caller?.account.id ?? null,
    subject: null,
    detail: null,
    ...happening,
    sessionId: visit.caller?.session.id ?? null,
    addressPrefix: visit.address,
    requestId: visit.requestId,
  })
}
