import { type Act, type ActRow, acts } from './acts.ts'
import { type Actor, type AnyActor, ask, type Callers, type KindOf } from './callers.ts'
import { countRequest } from './limits/count-request.ts'
import type { RequestLimit, RequestSubject } from './limits/limit-table.ts'
import { authorise, isAllowed } from './permissions.ts'
import { canBeKnown, type RequestContext } from './request-context.ts'
import { askStepUpOf, type StepUp } from './step-up-asked.ts'

/**
 * A request that has passed the door of its call (rules §4): its caller may do the act, and it was counted. What the row of the act says
 * stands in the type: who acts, in which session, and how the use case asks for the step-up. So a use case that takes a door
 * cannot run before it, and one that forgets what its act needs does not compile.
 */
export type Door<A extends Act = Act> = RequestContext &
  CallerOf<WhoOf<A>> &
  Pick<StepUp, Asked[StepUpOf<A> & keyof Asked]> & {
    /** Which acts the caller may do here, for the compiler alone. */
    readonly [entered]: A
    readonly actor: ActorOf<WhoOf<A>>
  }

declare const entered: unique symbol

type WhoOf<A extends Act> = (typeof acts)[A]['who'][number]
type Acting = (typeof acts)['institute.view']['who'][number]
/** The one caller whose kinds alone may do it. */
type CallerOf<Who> = {
  readonly [Field in keyof Callers as [Who] extends [KindOf<Field>] ? Field : never]: Callers[Field]
}
type ActorOf<Who> = [Who] extends [Acting]
  ? Actor
  : [Who] extends [Acting | KindOf<'screen' | 'dayPass'>]
    ? AnyActor
    : AnyActor | undefined
type StepUpOf<A extends Act> = (typeof acts)[A] extends { readonly stepUp: infer Needed } ? Needed : never
type Asked = {
  readonly 'by-input': 'stepUpIf'
  readonly always: 'stepUp' | 'findStepUp'
  readonly 'at-desk': 'stepUp' | 'stepUpAtDesk'
}

/**
 * The door of a call, asked before its input is read, and before the use case reads or writes anything. It refuses callers who may do
 * none of the acts, and counts the request. Throws the table's refusal; RateLimitProblem.
 *
 * @param act of a call that finds out from its input which of several acts it is: all of them. Its use case asks choose().
 */
export async function enter<const A extends Act>(act: A | readonly A[], context: RequestContext): Promise<Door<A>> {
  const behind: readonly Act[] = [act].flat()
  if (!behind.some((one) => isAllowed(one, context))) authorise(behind[0] as Act, context)
  await countRequest(context, limitsOf(act, context))
  const door = { ...context, actor: ask(context, 'actor') }
  return Object.assign(door, askStepUpOf(door)) as unknown as Door<A>
}

/**
 * Says which of a door's acts the request does, all of them where it does several. Throws the table's refusal.
 *
 * @param assertVisible for an act on a document: runs before the act is refused, because that refusal would tell that
 *   the document exists (rules R2.5). Throws document_not_found.
 */
export async function choose<A extends Act, B extends A>(
  door: Door<A>,
  act: B | readonly B[],
  assertVisible?: () => Promise<void>,
): Promise<Door<B>> {
  const refused = [act].flat().find((one) => !isAllowed(one, door))
  if (refused) {
    await assertVisible?.()
    authorise(refused, door)
  }
  // The same request: what is recorded of it is found by it.
  return door as unknown as Door<B>
}

/** The limits that count a request for an act, or for one of several, before its input is read. */
export function limitsOf(act: Act | readonly Act[], context: RequestContext): readonly RequestLimit<RequestSubject>[] {
  const rows: readonly ActRow[] = [act].flat().map((one) => acts[one])
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
export function takesLargeBody(act: Act | readonly Act[], context: RequestContext): boolean {
  return [act].flat().some((one) => !('smallBodies' in acts[one]) && isAllowed(one, context))
}
