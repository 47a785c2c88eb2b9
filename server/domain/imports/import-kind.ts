import type { Deps } from '../deps.ts'
import type { OperatorDoor } from '../operator-door.ts'
import type { Stores } from '../ports.ts'
import type { Confirmed } from '../step-up-asked.ts'
import type { Begin, ImportLife, ImportRecord, Sealed } from './stores.ts'

/** The operator has no session that could be confirmed. */
export type By = Confirmed | OperatorDoor

/** How many an undo took back, of how many that the import had changed. */
export type Undone = { readonly total: number; readonly undone: number }

/** What differs between imports of people and of courses. */
export type ImportKind<Input extends Begin, Plan extends Sealed, Made, Part, Choices, Always, Whole, Done, Back> = {
  readonly store: (stores: Stores) => ImportLife<Input, Plan>
  readonly moved: 'roster-moved' | 'courses-moved'
  /** What is counted before the plan. */
  readonly none: Pick<Plan, 'counts' | 'ofSource'>
  /** So many would end that a person must look first, or files that have all are empty. */
  readonly isOnHold: (found: ImportRecord<Input, Plan>, plan: Plan) => boolean
  readonly changesAnything: (counts: Plan['counts']) => boolean
  /** What each of its answers has besides, and each about one plan. */
  readonly always: (plan: Plan | null) => Always
  readonly whole: (stores: Stores, found: ImportRecord<Input, Plan>) => Promise<Whole>
  /** Throws general_argument_invalid for what does not fit the import, and for too many lines. */
  readonly keepPart: (stores: Stores, found: ImportRecord<Input, Plan>, part: Part) => Promise<void>
  /** What would happen. A mark waits for each piece of it, and not for all. */
  readonly make: (storage: Deps['storage'], begun: ImportRecord<Input, Plan>, importer: string) => Promise<Made>
  /** For a plan that several transactions save under one token. */
  readonly beginPlan?: (stores: Stores, id: string, token: string) => Promise<void>
  readonly saveLines?: (storage: Deps['storage'], id: string, token: string, made: Made) => Promise<void>
  readonly sealPlan: (stores: Stores, id: string, token: string, made: Made) => Promise<void>
  /** The seal over what was kept, where that is what will be written. */
  readonly sealKept?: (storage: Deps['storage'], id: string, made: Made) => Promise<string>
  /** Locks what a plan rests on, and says in a few letters what it is: while it says the same, a plan stands. */
  readonly version: (stores: Stores, organisationId: string) => Promise<string | number>
  /** Undefined where the plan must be made again. */
  readonly write: (
    stores: Stores,
    by: By,
    found: ImportRecord<Input, Plan>,
    act: { readonly made: Made; readonly choices: Choices; readonly newId: () => string; readonly now: number },
  ) => Promise<Plan | undefined>
  /** What an import has done: read before its undo, for which marks wait. */
  readonly readDone: (storage: Deps['storage'], id: string) => Promise<Done>
  /** `importer`: the account that takes it back. */
  readonly undo: (
    stores: Stores,
    by: Confirmed,
    found: ImportRecord<Input, Plan> & { readonly plan: Plan; readonly appliedAt: number },
    act: { readonly done: Done; readonly importer: string; readonly now: number },
  ) => Promise<Back>
}
