import { ask, type DayPassCaller, type Sender } from '../callers.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { Confirmed } from '../step-up-asked.ts'
import { type AuditAction, type AuditEntry, type AuditEvent, entryWithoutRequest } from './audit-log.ts'
import type { ConfirmedAction } from './events.ts'

/** Without an account it is the caller's. */
type RecordedEvent = AuditEvent & Partial<Pick<AuditEntry, 'accountId' | 'subject'>>

/** The part of a request that the log records; some requests are refused before the server knows who sent them. */
export type AuditedRequest = Sender & Pick<RequestContext, 'address' | 'requestId' | 'auditBudget'>

/** What needs no confirmation to be recorded; a refusal never does. */
type PlainEvent = Extract<
  RecordedEvent,
  { readonly action: Exclude<AuditAction, ConfirmedAction> } | { readonly outcome: 'refused' }
>

/** Requests whose refusal a rule has already recorded. */
const recordedRefusals = new WeakSet<AuditedRequest>()

/**
 * Records what this request did, in this order. With `stores` of a transaction, the rows commit together with the act.
 * Throws user_unauthorized for what a person did who does not act for the institute any more.
 */
export async function record(
  stores: Pick<Stores, 'audit' | 'staff'>,
  context: Confirmed,
  ...events: readonly RecordedEvent[]
): Promise<void>
export async function record(
  stores: Pick<Stores, 'audit' | 'staff'>,
  context: AuditedRequest,
  ...events: readonly PlainEvent[]
): Promise<void>
/** A day pass has no login that could be confirmed. */
export async function record(
  stores: Pick<Stores, 'audit' | 'staff'>,
  context: AuditedRequest & { readonly dayPass: DayPassCaller },
  ...events: readonly Extract<RecordedEvent, { readonly action: 'attendance.end' }>[]
): Promise<void>
export async function record(
  stores: Pick<Stores, 'audit' | 'staff'>,
  context: AuditedRequest,
  ...events: readonly RecordedEvent[]
): Promise<void> {
  const { staff } = context.caller ?? {}
  // In the transaction of the act, so that a person who was ended meanwhile does nothing more.
  if (staff && events.some(({ outcome }) => outcome === 'done') && !(await stores.staff.isStill(staff.id))) {
    throw new Problem('user_unauthorized')
  }
  if (events.some(({ outcome }) => outcome !== 'done')) recordedRefusals.add(context)
  const admitted = events.filter((event) => !isFloodable(context, event) || context.auditBudget.admit())
  if (admitted.length > 0) await append(stores, context, ...admitted)
}

/**
 * Records a refusal that no rule has recorded: by the permission table, by a limit, or of another person's document
 * (rules §7). `call`: method and pattern of the address, never what was sent.
 */
export async function recordRefusal(
  stores: Pick<Stores, 'audit' | 'staff'>,
  context: AuditedRequest,
  { type, status }: Problem,
  call: string,
): Promise<void> {
  if (recordedRefusals.has(context) || !isRecorded(context, type, status, call)) return
  const action = type === 'general_rate_limit_exceeded' ? 'limit.hit' : 'call.refused'
  if (!context.auditBudget.admit(`${ask(context, 'accountId') ?? context.address} ${action}`)) return
  await append(stores, context, { action, outcome: 'refused', facts: { call, type } })
}

/** Records what the installation does by itself, in no request. */
export function recordOwnAct({ audit }: Pick<Stores, 'audit'>, event: AuditEvent): Promise<void> {
  return audit.append(entryWithoutRequest(event))
}

const recordedStatuses = [401, 403, 409, 429]

/** Refusals that are not recorded: mistakes in what was sent, and each page's question who is signed in. */
function isRecorded({ caller }: AuditedRequest, type: Problem['type'], status: number, call: string): boolean {
  if (type === 'general_unauthorized_scope' && !caller && call.startsWith('GET ')) return false
  return recordedStatuses.includes(status) || type === 'document_not_found'
}

/** Acts whose hits use the budget as their misses do: otherwise the time of the answer would tell them apart. */
const alikeActions: readonly AuditAction[] = ['profile.look-up', 'recovery.request']

/** Acts that anyone can repeat without limit and without an account; look-ups also with one. */
function isFloodable(sender: Sender, { action, outcome }: RecordedEvent): boolean {
  return alikeActions.includes(action) || (outcome === 'refused' && ask(sender, 'sessionId') === undefined)
}

async function append(
  stores: Pick<Stores, 'audit' | 'staff'>,
  context: AuditedRequest,
  ...events: readonly RecordedEvent[]
): Promise<void> {
  const entries = events.map((event) => ({
    accountId: ask(context, 'accountId') ?? null,
    subject: null,
    ...event,
    sessionId: ask(context, 'sessionId') ?? null,
    addressPrefix: context.address,
    requestId: context.requestId,
  }))
  await stores.audit.append(...entries)
}
