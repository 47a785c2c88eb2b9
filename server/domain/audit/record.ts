import type { Visit } from '../accounts/caller.ts'
import type { Stores } from '../ports.ts'
import type { Problem } from '../problem.ts'
import type { AuditAction, AuditEntry } from './audit-log.ts'

type Happening = Pick<AuditEntry, 'action' | 'outcome'> &
  Partial<Pick<AuditEntry, 'at' | 'accountId' | 'subject' | 'detail'>>

/** As much of a visit as the log tells; some requests are refused before it is known who sent them. */
export type Visitor = Pick<Visit, 'caller' | 'address' | 'requestId' | 'auditBudget'>

/** Visits whose refusal a rule has written down itself. */
const recordedRefusals = new WeakSet<Visitor>()

/** Writes down what this visit did, in the same transaction as the act where `stores` come from one. */
export async function record(stores: Pick<Stores, 'audit'>, visit: Visit, happening: Happening): Promise<void> {
  if (happening.outcome !== 'done') recordedRefusals.add(visit)
  if (isFloodable(visit, happening) && !visit.auditBudget.admit()) return
  await append(stores, visit, happening)
}

/**
 * Writes down a refusal that no rule has written down itself: by the permission table, by a limit, of a stranger's
 * record (rules §7). `call`: method and pattern of the address, never what was sent.
 */
export async function recordRefusal(
  stores: Pick<Stores, 'audit'>,
  visit: Visitor,
  { type, status }: Problem,
  call: string,
): Promise<void> {
  if (recordedRefusals.has(visit) || !isTold(visit, type, status, call)) return
  const action = type === 'general_rate_limit_exceeded' ? 'limit.hit' : 'call.refused'
  if (!visit.auditBudget.admit(`${visit.caller?.account.id ?? visit.address} ${action}`)) return
  await append(stores, visit, { action, outcome: 'refused', detail: `${call}: ${type}` })
}

const toldStatuses = [401, 403, 409, 429]

/** Refusals that are not written down: mistakes in what was sent, and every page's question who is signed in. */
function isTold({ caller }: Visitor, type: Problem['type'], status: number, call: string): boolean {
  if (type === 'general_unauthorized_scope' && !caller && call.startsWith('GET ')) return false
  return toldStatuses.includes(status) || type === 'document_not_found'
}

/**
 * Acts whose hits count against the budget as their misses do: otherwise the time of the answer would tell them apart.
 */
const alikeActions: readonly AuditAction[] = ['profile.look-up', 'recovery.request']

/** What anybody can cause without end and without an account. */
function isFloodable({ caller }: Visitor, { action, outcome }: Happening): boolean {
  return caller === undefined && (outcome === 'refused' || alikeActions.includes(action))
}

async function append(stores: Pick<Stores, 'audit'>, visit: Visitor, happening: Happening): Promise<void> {
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
