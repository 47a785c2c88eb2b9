import { type Act, type ActRow, acts } from './acts.ts'
import { countRequest } from './limits/count-request.ts'
import type { RequestLimit, RequestSubject } from './limits/limit-table.ts'
import { authorise, isAllowed } from './permissions.ts'
import { canBeKnown, type RequestContext } from './request-context.ts'
import { askStepUpOf, type StepUp } from './step-up-asked.ts'

/**
 * The doors of the use cases (rules §4). Each names the acts that may be behind it and the limits that are counted
 * there.
 */

/** The doors of calls that find out later which of several acts they are. */
const severalActs = {
  'documents.find': [
    'organisations.look-up-by-email',
    'students.look-up-by-email',
    'students.look-up-by-roll-number',
    'organisations.list',
    'students.list',
  ],
  'documents.get': ['organisations.get', 'students.get'],
  'documents.create': ['organisations.create', 'students.create'],
  'documents.update': [
    'organisations.update.email',
    'organisations.update.phoneNumber',
    'organisations.update.classes',
    'students.update.email',
    'students.update.phoneNumber',
    'students.update.organisation',
    'students.update.attendance',
  ],
  'documents.delete': ['organisations.delete', 'students.delete'],
  'check-ins.finish': ['check-in.hand', 'check-in.screen', 'check-in.room-code'],
  'screens.change': ['screens.rename', 'screens.room'],
  'passkey.login': ['passkey.assert.ORG', 'passkey.assert.STD', 'passkey.assert.STF'],
  'passkey.verify-login': ['passkey.assert-finish.ORG', 'passkey.assert-finish.STD', 'passkey.assert-finish.STF'],
  'realtime.listen': ['channels.account', 'channels.documents', 'channels.organisations', 'channels.students'],
  'check-ins.begin': ['check-in.hand', 'check-in.screen', 'check-in.room-code'],
} as const satisfies Readonly<Record<string, readonly Act[]>>

export type DoorName = Act | keyof typeof severalActs
type ActBehind<Name extends DoorName> = Name extends Act
  ? Name
  : (typeof severalActs)[Name & keyof typeof severalActs][number]
type StepUpOf<A extends Act> = (typeof acts)[A] extends { readonly stepUp: infer Needed } ? Needed : never

/** What a use case asks for its step-up: nothing where its act needs none. */
export type Entered<Name extends DoorName> = Pick<StepUp, Asked[StepUpOf<ActBehind<Name>> & keyof Asked]>
type Asked = {
  readonly 'by-input': 'stepUpIf'
  readonly always: 'stepUp' | 'findStepUp'
  readonly 'at-desk': 'stepUp' | 'stepUpAtDesk'
}

/**
 * The doors at which a request was counted already: the protocol layer enters before it reads a body, and the use case
 * enters again.
 */
const countedAt = new WeakMap<RequestContext, Set<DoorName>>()

/**
 * The first step of every use case, before it reads or writes anything. It refuses callers who may not do the act (or
 * any act behind the door, while the act is not known yet), and counts the request once. Where an act needs several
 * permissions, all of them are named. Throws the table's refusal; RateLimitProblem.
 *
 * @param assertVisible for an act on a document: runs before the act is refused, because that refusal would tell that
 *   the document exists (rules R2.5). Throws document_not_found.
 * @returns how the use case asks for its step-up, after its limits and its input.
 */
export async function enter<Name extends DoorName>(
  name: Name,
  context: RequestContext,
  act: NoInfer<ActBehind<Name> | readonly ActBehind<Name>[]> = [],
  assertVisible?: () => Promise<void>,
): Promise<Entered<Name>> {
  const behind = actsOf(name)
  const asked: readonly Act[] = [act].flat()
  if (!behind.some((one) => isAllowed(one, context))) authorise(asked[0] ?? (behind[0] as Act), context)
  const refused = asked.find((one) => !isAllowed(one, context))
  if (refused) {
    await assertVisible?.()
    authorise(refused, context)
  }
  const counted = countedAt.get(context) ?? new Set()
  if (!counted.has(name)) {
    countedAt.set(context, counted.add(name))
    await countRequest(context, limitsOf(name, context))
  }
  return askStepUpOf(context)
}

/** The acts behind a door. A caller who may do none of them is refused before the input is read. */
export function actsOf(name: DoorName): readonly Act[] {
  return name in severalActs ? severalActs[name as keyof typeof severalActs] : [name as Act]
}

/** The limits that count a request at this door before its input is read. */
export function limitsOf(name: DoorName, context: RequestContext): readonly RequestLimit<RequestSubject>[] {
  const rows: readonly ActRow[] = actsOf(name).map((act) => acts[act])
  const counted = rows.flatMap(({ limits = [] }) => limits)
  return [...new Set(counted.flatMap((one) => ('name' in one ? [one] : countsFor[one[1]](context) ? [one[0]] : [])))]
}

const countsFor = {
  guests: ({ caller }: RequestContext) => caller === undefined,
  sessions: ({ caller }: RequestContext) => caller !== undefined,
  // For a browser that may not be a stranger's, the use case finds that out and counts.
  strangers: (context: RequestContext) => !canBeKnown(context),
}

/** Whether a caller who has entered may send a body above the bounds of rules R3.1, where the call has larger ones. */
export function takesLargeBody(name: DoorName, context: RequestContext): boolean {
  return actsOf(name).some((act) => !('smallBodies' in acts[act]) && isAllowed(act, context))
}
