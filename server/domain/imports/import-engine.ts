import { isOwnSource } from '#contract/import-rules.ts'
import { undoImportMs } from '#contract/imports.ts'
import { giveWay } from '../../async/give-way.ts'
import type { Deps, WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { type NamePerson, namePeople } from '../name-people.ts'
import { type OperatorDoor, operatorDoor } from '../operator-door.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { ImportKind, Undone } from './import-kind.ts'
import type { Begin, ImportRecord, Sealed } from './stores.ts'

/**
 * The life of an import, of people or of courses: what the files are, their parts, the plan with its seal, its pages, what it
 * writes, and the undo. A person of the institute goes through it in the browser, and the operator's command at night.
 */

type PlanDeps = Pick<Deps, 'storage' | 'random'>
type Viewing = Door<'imports.view' | 'course-imports.view'>
type Planning = Door<'imports.plan' | 'course-imports.plan'>
type Applying = Door<'imports.apply' | 'course-imports.apply'>
type OfImport = { readonly importId: string }

/** Whose import it is, and the account that imports: the actor of a door. */
type Importer = { readonly organisationId: string; readonly by: { readonly id: string } }

/** What the operator has chosen before the files were seen: no person is there at night to answer. */
export type NightChoices = {
  /** Says what would happen, and changes nothing. */
  readonly isTrial: boolean
  /** A person has looked at who would end. */
  readonly isReviewed: boolean
}

/** How long an import may wait between its steps. */
const openMs = 24 * 60 * 60_000
const listed = 20
/** How often a plan is made again while what it rests on moves under it. */
const maxTries = 5

/** The use cases of one kind of import, and the steps below their doors. */
export function importsOf<
  Input extends Begin,
  Plan extends Sealed,
  Made extends { readonly plan: Plan },
  Part,
  Choices,
  Always extends object,
  Whole extends object,
  Done,
  Back extends Undone,
>(kind: ImportKind<Input, Plan, Made, Part, Choices, Always, Whole, Done, Back>) {
  type Found = ImportRecord<Input, Plan>
  type Planned = Found & { readonly plan: Plan }
  type Applied = { readonly seal: string; readonly isReviewed: boolean } & Choices
  const { store } = kind

  /** Throws document_not_found. */
  async function one(how: 'find' | 'lock', stores: Stores, organisationId: string, id: string): Promise<Found> {
    const found = await store(stores)[how](organisationId, id)
    if (!found) throw new Problem('document_not_found')
    return found
  }

  /** One that can still be added to, planned and applied. Throws document_not_found, import-over. */
  async function open(how: 'find' | 'lock', stores: Stores, organisationId: string, id: string): Promise<Found> {
    const found = await one(how, stores, organisationId, id)
    if (found.appliedAt !== null || found.begunAt + openMs <= (await stores.now())) throw new Problem('import-over')
    return found
  }

  function summarise(found: Found, nameOf: NamePerson) {
    const { id, source, fileName, isWhole, state, plan, begunBy, begunAt, appliedAt, undoneAt } = found
    const by = nameOf(begunBy, begunAt)
    return {
      ...{ id, source, fileName, isWhole, state, begunAt, appliedAt, undoneAt },
      // A plan of before has fewer counts.
      counts: { ...kind.none.counts, ...plan?.counts } as Plan['counts'],
      ofSource: (plan ?? kind.none).ofSource as Plan['ofSource'],
      isOnHold: plan !== null && appliedAt === null && kind.isOnHold(found, plan),
      undoUntil: appliedAt === null || undoneAt !== null ? null : appliedAt + undoImportMs,
      ...(by && { by }),
      ...kind.always(plan),
    }
  }

  const describe = async (stores: Stores, found: Found) =>
    summarise(found, await namePeople(stores, found.organisationId, [found.begunBy]))
  const describeWhole = async (stores: Stores, found: Found) => ({
    ...(await describe(stores, found)),
    ...(await kind.whole(stores, found)),
  })

  /** Says what the files are. Throws source-by-hand. */
  async function insert(stores: Stores, { organisationId, by }: Importer, id: string, input: Input): Promise<Found> {
    // What people make has a source that no file can name, or a file would end it.
    if (isOwnSource(input.source)) throw new Problem('source-by-hand')
    const times = { begunBy: by.id, begunAt: await stores.now(), appliedAt: null, undoneAt: null }
    const begun: Found = { ...input, ...times, id, organisationId, state: 'begun', plan: null }
    await store(stores).insert(begun)
    return begun
  }

  const keepPart = (storage: Deps['storage'], organisationId: string, id: string, part: Part): Promise<void> =>
    storage.transaction(async (stores) => kind.keepPart(stores, await open('lock', stores, organisationId, id), part))

  /** Keeps what would happen, and its seal. Throws as `plan` does. */
  async function keepPlan({ storage, random }: PlanDeps, { organisationId, by }: Importer, id: string) {
    const token = random.id()
    const begun = await storage.transaction(async (stores) => {
      const locked = await open('lock', stores, organisationId, id)
      await kind.beginPlan?.(stores, id, token)
      return locked
    })
    const made = await kind.make(storage, begun, by.id)
    await kind.saveLines?.(storage, id, token, made)
    return storage.transaction(async (stores): Promise<Planned> => {
      const locked = await open('lock', stores, organisationId, id)
      await kind.sealPlan(stores, id, token, made)
      return { ...locked, state: 'planned', plan: made.plan }
    })
  }

  /** Applies the plan whole or not at all. Throws as `apply` does. */
  async function applyPlan(
    { storage, random }: PlanDeps,
    door: Applying | OperatorDoor,
    id: string,
    choices: Applied,
  ): Promise<Planned> {
    const { seal, isReviewed } = choices
    const { organisationId, by } = door.actor
    const planned = await open('find', storage, organisationId, id)
    for (let tries = 0; tries < maxTries; tries += 1) {
      // Read and compared outside the transaction, for which all marks would wait.
      const version = await kind.version(storage, organisationId)
      const made = await kind.make(storage, planned, by.id)
      if (made.plan.seal !== seal) throw new Problem(kind.moved)
      if (kind.sealKept && (await kind.sealKept(storage, id, made)) !== seal) throw new Problem(kind.moved)
      if (kind.isOnHold(planned, made.plan) && !isReviewed) throw new Problem('import-on-hold')
      await giveWay()
      const applied = await storage.transaction(async (stores): Promise<Planned | undefined> => {
        await stores.organisations.lockMembers(organisationId)
        const found = await open('lock', stores, organisationId, id)
        // Parts or another plan came meanwhile.
        if (found.plan?.seal !== seal) throw new Problem(kind.moved)
        if ((await kind.version(stores, organisationId)) !== version) return undefined
        const now = await stores.now()
        const confirmed = 'isOperator' in door ? door : door.stepUp(now)
        const plan = await kind.write(stores, confirmed, found, { made, choices, newId: random.id, now })
        return plan && { ...found, plan, state: 'applied', appliedAt: now }
      })
      if (applied) return applied
    }
    throw new Problem(kind.moved)
  }

  return {
    insert,
    keepPart,
    keepPlan,
    applyPlan,

    /** Says what the files are. Nothing is changed before their plan is applied. Throws source-by-hand. */
    async begin({ storage, random }: PlanDeps, door: Planning, input: Input) {
      const begun = await storage.transaction((stores) => insert(stores, door.actor, random.id(), input))
      return describe(storage, begun)
    },

    /**
     * Takes a part of the files; what comes again takes the place of the first. Throws document_not_found, import-over,
     * general_argument_invalid.
     */
    async add({ storage }: WithStorage, door: Planning, part: Part & OfImport): Promise<void> {
      await keepPart(storage, door.actor.organisationId, part.importId, part)
    },

    /** Says what would happen now, and seals it. Throws document_not_found, import-over, `moved`. */
    async plan(deps: PlanDeps, door: Planning, { importId }: OfImport) {
      return describeWhole(deps.storage, await keepPlan(deps, door.actor, importId))
    },

    /** Throws document_not_found. */
    async read({ storage }: WithStorage, door: Viewing, { importId }: OfImport) {
      return describeWhole(storage, await one('find', storage, door.actor.organisationId, importId))
    },

    async list({ storage }: WithStorage, door: Viewing) {
      const { organisationId } = door.actor
      const records = await store(storage).list(organisationId, listed)
      const by = records.map(({ begunBy }) => begunBy)
      const names = await namePeople(storage, organisationId, by)
      return { imports: records.map((record) => summarise(record, names)) }
    },

    /** Rows of a part of the plan, and the last of them where more follow. Throws document_not_found. */
    async readPage<Row, View>(
      storage: Deps['storage'],
      door: Viewing,
      { importId, part, after = '' }: OfImport & { readonly part: View; readonly after?: string | undefined },
      size: number,
      read: (id: string, part: View, after: number, limit: number) => Promise<readonly Row[]>,
    ) {
      await one('find', storage, door.actor.organisationId, importId)
      const found = await read(importId, part, Number.parseInt(after, 10) || 0, size + 1)
      const rows = found.slice(0, size)
      return { rows, next: (found.length > size && rows.at(-1)) || null }
    },

    /**
     * Applies the plan whole or not at all; what has a problem is left out. Needs a step-up (rules §5.7). Throws
     * document_not_found, import-over, import-on-hold, `moved` where something else would happen now than the plan says.
     */
    async apply(deps: PlanDeps, door: Applying, input: Applied & OfImport) {
      door.stepUp(await deps.storage.now())
      return describeWhole(deps.storage, await applyPlan(deps, door, input.importId, input))
    },

    /**
     * Takes an import back, as far as nothing has used or changed since what it did. Needs a step-up (rules §5.7). Throws
     * document_not_found, import-over.
     */
    async undo({ storage }: WithStorage, door: Applying, { importId: id }: OfImport) {
      const { organisationId, by } = door.actor
      door.stepUp(await storage.now())
      await one('find', storage, organisationId, id)
      const done = await kind.readDone(storage, id)
      await giveWay()
      return storage.transaction(async (stores) => {
        await stores.organisations.lockMembers(organisationId)
        const found = await one('lock', stores, organisationId, id)
        await kind.version(stores, organisationId)
        const now = await stores.now()
        const { plan, appliedAt, undoneAt } = found
        if (!plan || appliedAt === null || undoneAt !== null || appliedAt + undoImportMs <= now)
          throw new Problem('import-over')
        const act = { done, importer: by.id, now }
        const { total, undone, ...more } = await kind.undo(stores, door.stepUp(now), { ...found, plan, appliedAt }, act)
        const after = await describe(stores, { ...found, state: 'undone', undoneAt: now })
        return { ...after, undone, kept: total - undone, ...more }
      })
    },

    /**
     * Imports files for the operator, whose access to the database is the permission: no account does it. `look`: says of
     * the plan why it is not applied. Throws document_not_found for an unknown institute, source-by-hand, `moved` where what
     * the plan rests on never rests.
     */
    async atNight<Reason extends string = never>(
      deps: PlanDeps,
      organisationId: string,
      { begin, parts }: { readonly begin: Input; readonly parts: readonly Part[] },
      choices: NightChoices & Choices,
      look: (planned: Planned) => Promise<Reason | undefined> = async () => undefined,
    ) {
      const { storage, random } = deps
      if (!(await storage.organisations.find(organisationId))) throw new Problem('document_not_found')
      const door = operatorDoor(organisationId)
      const id = random.id()
      await storage.transaction((stores) => insert(stores, door.actor, id, begin))
      for (const part of parts) await keepPart(storage, organisationId, id, part)
      for (let tries = 1; ; tries += 1) {
        const planned = await keepPlan(deps, door.actor, id)
        const { plan } = planned
        const reason = await look(planned)
        if (choices.isTrial) return { plan, outcome: 'trial' as const }
        if (reason !== undefined) return { plan, outcome: reason }
        if (kind.isOnHold(planned, plan) && !choices.isReviewed) return { plan, outcome: 'on-hold' as const }
        if (!kind.changesAnything(plan.counts)) return { plan, outcome: 'same' as const }
        try {
          const applied = await applyPlan(deps, door, id, { ...choices, seal: plan.seal })
          return { plan: applied.plan, outcome: 'applied' as const }
        } catch (error) {
          if (!(error instanceof Problem && error.reason === kind.moved) || tries === maxTries) throw error
        }
      }
    },
  }
}
