import type { FactsOf } from './audit-facts.ts'

/** The acts that the audit log records (rules §7). Rows are only ever added. */
export type AuditAction = keyof FactsOf

/** What happened: an act, what came of it, and the facts of both. */
export type AuditEvent = { [Action in AuditAction]: EventOf<Action> }[AuditAction]

type EventOf<Action extends AuditAction> = {
  [Outcome in keyof FactsOf[Action]]: {
    /** Epoch ms: the time that the act has written into its own row. By default the clock's, when the entry is written. */
    readonly at?: number
    readonly action: Action
    readonly outcome: Outcome
  } & WithFacts<FactsOf[Action][Outcome]>
}[keyof FactsOf[Action]]

type WithFacts<Facts> = undefined extends Facts
  ? { readonly facts?: undefined }
  : object extends Facts
    ? { readonly facts?: Facts }
    : { readonly facts: Facts }

export type AuditEntry = AuditEvent & {
  /** The person who acted; null for a guest. */
  readonly accountId: string | null
  /** The account or object that the act was about. */
  readonly subject: string | null
  readonly sessionId: string | null
  readonly addressPrefix: string
  readonly requestId: string
}

/** Entries are kept in their order. */
export type AuditLog = { readonly append: (...entries: AuditEntry[]) => Promise<void> }

/** The entry of what no request asked for: the installation did it by itself, or its operator. */
export function entryWithoutRequest(
  event: AuditEvent & Partial<Pick<AuditEntry, 'subject'>>,
  by: 'installation' | 'operator' = 'installation',
): AuditEntry {
  const name = by === 'operator' ? by : ''
  return { subject: null, ...event, accountId: null, sessionId: null, addressPrefix: name, requestId: name }
}
