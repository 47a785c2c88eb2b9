import { type StaffRole, staffRoles } from '#contract/staff-rights.ts'
import type { Account, KnownSession } from './accounts/stores.ts'
import type { DayPass } from './day-passes/stores.ts'
import { keysOf } from './keys-of.ts'
import type { KnownScreen } from './screens/stores.ts'

/** A login session, of a person or an institute. */
export type Caller = KnownSession

/** The paired screen that signed a request (decision 41). */
export type ScreenCaller = Pick<KnownScreen, 'id' | 'organisationId' | 'name' | 'roomId' | 'endsAt' | 'teacherId'>

/** The day pass as which a browser sent a request (decision 64). `endsAt`: at most. */
export type DayPassCaller = Pick<DayPass, 'id' | 'organisationId' | 'name' | 'courses' | 'madeAt' | 'endsAt'>

/** Each caller, by the field of a request that has it. How it is found stands in server/protocol/http/request-context.ts. */
export type Callers = {
  /** The account whose registration this browser began. */
  readonly registeringAccountId: string
  readonly caller: Caller
  readonly screen: ScreenCaller
  readonly dayPass: DayPassCaller
}

/** Who sent a request: one of them, or a guest. */
export type Sender = { readonly [Field in keyof Callers]?: Callers[Field] | undefined }

/**
 * Who acts for an institute. `organisationId` says whose things may be touched; `by` did it, and is named where the act
 * is kept. The two ids are equal for an institute's own login alone: no use case may take one for the other.
 */
export type Actor<By = Account> = {
  readonly organisationId: string
  readonly by: By
  /** As what a person acts; undefined for all others. */
  readonly role: StaffRole | undefined
}

export type AnyActor = Actor<Account | ScreenCaller | DayPassCaller>

/** The groups of a caller who may not touch all of the institute: those that `id` holds, or the courses that are named. */
type OwnGroups = {
  readonly id: string
  readonly organisationId: string
  readonly courses?: readonly string[]
  readonly holdsWhole?: boolean
}

/** Where an id names a session: in an institute, or in those of its groups in which a caller has a right. */
export type Reach = { readonly organisationId: string; readonly own?: OwnGroups | undefined }

type Row<Who> = {
  /** Its columns in the table of acts, which says what it may do. */
  readonly kinds: readonly string[]
  readonly kind: (who: Who) => string
  /** The institute that it acts for; undefined for who acts for none. */
  readonly actor: (who: Who) => AnyActor | undefined
  /** Undefined: every group of its institute. */
  readonly groups: (who: Who) => OwnGroups | undefined
  /** Whom the log names and limits count: the account, and the session. Without a session it is a stranger. */
  readonly accountId: (who: Who) => string | undefined
  readonly sessionId: (who: Who) => string | undefined
}

const nothing = () => undefined
const itself = <Who>(who: Who) => who

/** What it does, its institute does. */
const ofInstitute = {
  actor: <By extends ScreenCaller | DayPassCaller>(by: By) => ({
    organisationId: by.organisationId,
    by,
    role: undefined,
  }),
  accountId: ({ organisationId }: ScreenCaller | DayPassCaller) => organisationId,
  sessionId: ({ id }: ScreenCaller | DayPassCaller) => id,
}

/** Every caller, in one row each (rules §4). Of several in one request the last row counts. */
const callers = {
  registeringAccountId: {
    kinds: ['pre'],
    kind: () => 'pre' as const,
    actor: nothing,
    groups: nothing,
    accountId: nothing,
    sessionId: nothing,
  },
  caller: {
    kinds: ['unverified', 'STD', 'STF', 'ORG', 'ORG2', 'closed', ...staffRoles],
    kind: kindOfLogin,
    actor: findActorOf,
    groups: ({ staff }): OwnGroups | undefined => (staff?.role === 'teacher' ? staff : undefined),
    accountId: ({ account }) => account.id,
    sessionId: ({ session }) => session.id,
  },
  // Its room or its teacher says what it shows.
  screen: { kinds: ['screen'], kind: () => 'screen' as const, groups: nothing, ...ofInstitute },
  dayPass: { kinds: ['day-pass'], kind: () => 'day-pass' as const, groups: itself<OwnGroups>, ...ofInstitute },
} as const satisfies { readonly [Field in keyof Callers]: Row<Callers[Field]> }

/** The kinds of a caller: `KindOf<'screen'>` is 'screen'. */
export type KindOf<Field extends keyof Callers> = (typeof callers)[Field]['kinds'][number]

/**
 * The kinds of caller of rules §4. `pre` is a guest who began a registration in this browser. `unverified` is a session
 * whose email is not verified or whose registration is unfinished. `ORG2` is an organisation's session whose factors
 * include a passkey. `closed` is that of an institute's own login which only reads. A session that acts for an institute, with a passkey, has the kind of the person's role there;
 * every other one of a person who has only been invited is `STF`. `screen` is a paired screen,
 * `day-pass` a supply teacher’s day pass.
 */
export type CallerKind = 'guest' | KindOf<keyof Callers>
export const callerKinds: readonly CallerKind[] = ['guest', ...Object.values(callers).flatMap(({ kinds }) => kinds)]

type Question = Exclude<keyof Row<never>, 'kinds'>
type Answer<Asked extends Question> = ReturnType<(typeof callers)[keyof Callers][Asked]>

const fields = keysOf(callers).reverse()

/** Asks the row of who sent a request. Undefined for a guest. */
export function ask<Asked extends Question>(sender: Sender, question: Asked): Answer<Asked> | undefined {
  for (const field of fields) {
    const who = sender[field]
    // The compiler does not see that this row is of this field.
    if (who !== undefined) return (callers[field][question] as (who: unknown) => Answer<Asked>)(who)
  }
  return undefined
}

export function callerKindOf(sender: Sender): CallerKind {
  return ask(sender, 'kind') ?? 'guest'
}

function kindOfLogin({ account, session, staff, readsOnlySince }: Caller) {
  if (!account.isEmailVerified || account.label === null) return 'unverified'
  const hasPasskey = session.factors.includes('passkey')
  if (staff) return hasPasskey ? staff.role : 'STF'
  if (account.label !== 'ORG') return account.label
  if (readsOnlySince != null) return 'closed'
  return hasPasskey ? 'ORG2' : 'ORG'
}

/** Undefined for a student and an account without a label. */
export function findActorOf(caller: Caller): Actor | undefined {
  return caller.staff || caller.account.label === 'ORG' ? actorOf(caller) : undefined
}

/** A person acts for the institute that the session names. The id of an institute's own login is the institute's. */
export function actorOf({ account, staff }: Caller): Actor {
  return { organisationId: staff?.organisationId ?? account.id, by: account, role: staff?.role }
}
