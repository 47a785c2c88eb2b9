import { isOwnSource, maxImportLines } from '#contract/import-rules.ts'
import { type ApplyImport, type BeginImport, type ImportLines, undoImportMs } from '#contract/imports.ts'
import { giveWay } from '../../async/give-way.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import type { OperatorDoor } from '../operator-door.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Confirmed, StepUp } from '../step-up-asked.ts'
import { checkLine } from './check-line.ts'
import { isOnHold, type Plan, planImport, sealOf } from './plan-import.ts'
import type { FileLine, ImportRecord, SealedPlan } from './stores.ts'

/**
 * The steps of an import below its doors: a person of the institute goes through them in the browser, and the operator's
 * command at night.
 */

/** Whose import it is, and the account that imports: the actor of a door. */
export type Importer = { readonly organisationId: string; readonly by: { readonly id: string } }

/** How long an import may wait between its steps. */
const openMs = 24 * 60 * 60_000

/** Throws source-by-hand. */
export async function openImport(
  stores: Pick<Stores, 'imports' | 'now'>,
  { organisationId, by }: Importer,
  id: string,
  input: BeginImport,
): Promise<ImportRecord> {
  refuseOwnSource(input)
  const begun: ImportRecord = {
    ...input,
    id,
    organisationId,
    lines: 0,
    state: 'begun',
    plan: null,
    begunBy: by.id,
    begunAt: await stores.now(),
    appliedAt: null,
    undoneAt: null,
  }
  await stores.imports.insert(begun)
  return begun
}

/** What people make has a source that no file can name, or a file would end it. Throws source-by-hand. */
export function refuseOwnSource({ source }: Pick<BeginImport, 'source'>): void {
  if (isOwnSource(source)) throw new Problem('source-by-hand')
}

/** Throws as `addImportLines` does. */
export async function keepLines(
  storage: Deps['storage'],
  organisationId: string,
  id: string,
  lines: ImportLines['lines'],
): Promise<void> {
  await storage.transaction(async (stores) => {
    const { columns } = await lockOpen(stores, organisationId, id)
    if (lines.some((line) => line.length !== columns.length + 1)) {
      throw new Problem('malformed-argument', { message: 'A line must have a cell for each column.' })
    }
    const checked = lines.map(([line, ...cells]) => checkLine(line, columns, cells))
    if ((await stores.imports.addLines(id, checked)) > maxImportLines) {
      throw new Problem('malformed-argument', { message: `An import may have at most ${maxImportLines} lines.` })
    }
  })
}

/** How many lines a transaction saves: on the embedded engine a mark waits for each. */
const linesAPart = 1_000

export type PlannedImport = ImportRecord & { readonly plan: SealedPlan }

/** Keeps what would happen, and its seal. Throws as `planLines` does. */
export async function keepPlan(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  { organisationId, by }: Importer,
  id: string,
): Promise<PlannedImport> {
  const token = random.id()
  const begun = await storage.transaction(async (stores) => {
    const locked = await lockOpen(stores, organisationId, id)
    await stores.imports.beginPlan(id, token)
    return locked
  })
  const { plan } = await makePlan(storage, begun, by.id)
  for (let from = 0; from < plan.lines.length; from += linesAPart) {
    const part = plan.lines.slice(from, from + linesAPart)
    const isSaved = await storage.transaction((stores) => stores.imports.savePart(id, token, part))
    if (!isSaved) throw new Problem('roster-moved')
  }
  return storage.transaction(async (stores) => {
    const locked = await lockOpen(stores, organisationId, id)
    if (!(await stores.imports.sealPlan(id, token, plan))) throw new Problem('roster-moved')
    return { ...locked, state: 'planned', plan }
  })
}

/** How often a plan is made again while what it rests on moves under it. */
export const maxTries = 5

/**
 * Applies the plan whole or not at all. Throws as `applyImport` does.
 */
export async function applyPlan(
  storage: Deps['storage'],
  door: Door<'imports.apply'> | OperatorDoor,
  id: string,
  { seal, same, isReviewed }: ApplyImport,
): Promise<PlannedImport> {
  const { organisationId, by } = door.actor
  const planned = await findOne(storage, organisationId, id)
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Read and compared outside the transaction, for which all marks would wait.
    const version = await storage.roster.version(organisationId)
    const { plan, lines } = await makePlan(storage, planned, by.id)
    if (plan.seal !== seal) throw new Problem('roster-moved')
    // What is written is what was kept of the plan.
    const kept = await storage.rosters.readPlannedLines(id)
    await giveWay()
    if (sealOf(lines, kept) !== seal) throw new Problem('roster-moved')
    if (isOnHold(planned, plan.counts, plan.ofSource) && !isReviewed) throw new Problem('import-on-hold')
    await giveWay()
    const applied = await storage.transaction(async (stores) => {
      await stores.organisations.lockMembers(organisationId)
      if ((await stores.roster.version(organisationId)) !== version) return undefined
      const locked = await lockOpen(stores, organisationId, id)
      // Lines or another plan came meanwhile.
      if (locked.plan?.seal !== seal) throw new Problem('roster-moved')
      const now = await stores.now()
      const { answered, counts } = answerQuestions(plan, same)
      const { enrolments, renumbered } = await stores.imports.apply(locked, answered, { ...plan, counts }, now)
      const changed = { added: counts.new, changed: counts.changed, ended: counts.gone }
      const facts = { organisationId, ...changed, ...written({ enrolments }) }
      await event(stores, confirmed(door, now), 'roster.import', { subject: id, facts, at: now })
      await sayRenumbered(stores, confirmed(door, now), organisationId, renumbered, now)
      return { ...locked, plan: { ...plan, counts }, state: 'applied', appliedAt: now } as const
    })
    if (applied) return applied
  }
  throw new Problem('roster-moved')
}

/** Members have another number by the import: each is told on the own pages, and no mail goes. */
export async function sayRenumbered(
  stores: Stores,
  by: Confirmed | OperatorDoor,
  organisationId: string,
  students: readonly string[],
  now: number,
): Promise<void> {
  if (students.length === 0) return
  await stores.students.touch(students, now)
  const told = students.map((student) => ({ subject: student, facts: { organisationId }, student, at: now }))
  await event(stores, by, 'membership.correct', ...told)
}

/** The operator has no session that could be confirmed. `now`: epoch ms. Throws step-up-needed. */
export function confirmed(door: Pick<StepUp, 'stepUp'> | OperatorDoor, now: number): Confirmed | OperatorDoor {
  return 'isOperator' in door ? door : door.stepUp(now)
}

/** The questions among `same`, and what the plan counts with these answers. */
function answerQuestions({ lines, counts }: Plan, same: readonly number[]) {
  const asked = new Set(lines.flatMap(({ outcome, line }) => (outcome === 'question' ? [line] : [])))
  const answered = [...new Set(same)].filter((line) => asked.has(line))
  const { changed, questions } = counts
  return {
    answered,
    counts: { ...counts, changed: changed + answered.length, questions: questions - answered.length },
  }
}

/** A mark waits for each piece of it, and not for all. */
async function makePlan(
  { rosters }: Deps['storage'],
  begun: ImportRecord,
  importer: string,
): Promise<{ readonly plan: Plan; readonly lines: readonly FileLine[] }> {
  const lines = await rosters.readFileLines(begun.id)
  const roster = await rosters.readRoster(begun.organisationId)
  const former = await rosters.readFormer(begun.organisationId, begun.id)
  await giveWay()
  const plan = planImport(begun, lines, { roster, former }, importer)
  await giveWay()
  return { plan: { ...plan, seal: sealOf(lines, plan.lines) }, lines }
}

/** An import, of a roster or of courses, that can still be added to, planned and applied. Throws import-over. */
export function requireOpen<Begun extends Pick<ImportRecord, 'begunAt' | 'appliedAt'>>(
  found: Begun,
  now: number,
): Begun {
  if (found.appliedAt !== null || found.begunAt + openMs <= now) throw new Problem('import-over')
  return found
}

/** When an import was applied, epoch ms, as long as it can be taken back. Throws import-over. */
export function requireUndoable(
  { appliedAt, undoneAt }: Pick<ImportRecord, 'appliedAt' | 'undoneAt'>,
  now: number,
): number {
  if (appliedAt === null || undoneAt !== null || appliedAt + undoImportMs <= now) throw new Problem('import-over')
  return appliedAt
}

/** Throws document_not_found. */
export async function findOne(
  { imports }: Pick<Stores, 'imports'>,
  organisationId: string,
  id: string,
): Promise<ImportRecord> {
  const found = await imports.find(organisationId, id)
  if (!found) throw new Problem('document_not_found')
  return found
}

async function lockOpen(stores: Stores, organisationId: string, id: string): Promise<ImportRecord> {
  const found = await stores.imports.lock(organisationId, id)
  if (!found) throw new Problem('document_not_found')
  return requireOpen(found, await stores.now())
}
