import { type AuditAction, type AuditEntry, type AuditEvent, entryWithoutRequest } from './audit/audit-log.ts'
import { type ConfirmedAction, type EventRow, events, type Hearer } from './audit/events.ts'
import { type AuditedRequest, record } from './audit/record.ts'
import type { DayPassCaller } from './callers.ts'
import { accountAudience, type Change, instituteAudience } from './changes/change-feed.ts'
import { changeOfGroup } from './changes/publish-profile-update.ts'
import type { OperatorDoor } from './operator-door.ts'
import type { Stores } from './ports.ts'
import type { Confirmed } from './step-up-asked.ts'
import { wholeOf } from './whole-group.ts'

/** What happened, as the log has it, and whose pages show it. Without an outcome it was done. */
export type Happened<Action extends AuditAction> = Untold<Extract<AuditEvent, { readonly action: Action }>> &
  Partial<Pick<AuditEntry, 'subject' | 'accountId'>> &
  (Action extends Told ? ToldOf<Action> : unknown)

type Untold<Event> = Event extends { readonly outcome: infer Outcome }
  ? Omit<Event, 'action' | 'outcome'> &
      (Outcome extends 'done' ? { readonly outcome?: Outcome } : { readonly outcome: Outcome })
  : never

/** The actions that open screens hear of. */
type Told = {
  [Action in keyof typeof events]: (typeof events)[Action] extends { readonly hears: unknown } ? Action : never
}[keyof typeof events]
type HearersOf<Action extends Told> = (typeof events)[Action]['hears'][number]
/** `at`: epoch ms. `student`: whose own pages show it; null for a person without an account. */
type ToldOf<Action extends Told> = { readonly at: number } & (HearersOf<Action> & `student${string}` extends never
  ? unknown
  : { readonly student: string | null })

type EventStores = Pick<Stores, 'audit' | 'staff' | 'changes'>
/** A day pass has no login that could be confirmed. */
type ByDayPass = AuditedRequest & { readonly dayPass: DayPassCaller }

type RequestOf<Action> = Action extends ConfirmedAction
  ? Confirmed | (Action extends 'attendance.end' ? ByDayPass : never)
  : AuditedRequest

/**
 * Says what a request did, or the operator, once: it is recorded (audit/record.ts) and, where it was done, told to the screens that show it. Both happen
 * in the transaction of the act; the screens hear of it after the commit (decision 12). Throws what record throws.
 *
 * @param happened of one action, in this order.
 */
export async function event<Action extends AuditAction>(
  stores: EventStores,
  request: RequestOf<Action> | OperatorDoor,
  action: Action,
  ...happened: readonly Happened<Action>[]
): Promise<void> {
  const all = happened as readonly AnyHappened[]
  const entries = all.map(({ student: _, ...facts }) => ({
    outcome: 'done',
    ...facts,
    action,
  })) as unknown as AuditEvent[]
  if ('isOperator' in request) await stores.audit.append(...entries.map((one) => entryWithoutRequest(one, 'operator')))
  else await record(stores, request as Confirmed, ...entries)
  const hearers = rows[action]?.hears ?? []
  const done = all.filter(({ outcome = 'done' }) => outcome === 'done')
  const accountId = 'isOperator' in request ? undefined : request.caller?.account.id
  const changes = done.flatMap((one) => hearers.flatMap((hearer) => changeFor(hearer, accountId, one) ?? []))
  // Several of one action are told once.
  const unique = new Map(changes.map((change) => [JSON.stringify(change), change]))
  if (unique.size > 0) await stores.changes.publish(...unique.values())
}

const rows: Readonly<Partial<Record<AuditAction, EventRow>>> = events

type AnyHappened = {
  readonly outcome?: string
  readonly subject?: string | null
  readonly student?: string | null
  readonly at?: number
  readonly facts?: { readonly organisationId?: string; readonly groupId?: string; readonly sessionId?: string }
}

function changeFor(hearer: Hearer, callerId: string | undefined, happened: AnyHappened): Change | undefined {
  const { student, subject, at = 0, facts: { organisationId = '', groupId, sessionId } = {} } = happened
  const update = { action: 'update', at } as const
  switch (hearer) {
    case 'institute':
      return changeOfGroup(organisationId, wholeOf(organisationId), undefined, at)
    case 'courses':
      return { organisationId, groupId: null, at }
    case 'group':
      return changeOfGroup(organisationId, groupId ?? wholeOf(organisationId), sessionId, at)
    case 'expected':
      return {
        ...{ organisationId, groupId: groupId ?? wholeOf(organisationId), isForStudents: true, at },
        ...(sessionId !== undefined && { sessionId }),
      }
    case 'student':
    case 'student-alone': {
      if (!student) return undefined
      const institute = hearer === 'student' ? [instituteAudience(organisationId)] : []
      return { collection: 'students', id: student, audience: [accountAudience(student), ...institute], ...update }
    }
    default: {
      const accountId = subject ?? callerId
      return accountId === undefined ? undefined : { accountId, event: { of: 'account', action: hearer }, at }
    }
  }
}
