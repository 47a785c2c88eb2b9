import {
  type ApplyImport,
  type BeginImport,
  type ImportLines,
  type ImportLinesPage,
  type ImportList,
  type ImportPart,
  type ImportPlan,
  type ImportSummary,
  type UndoneImport,
  undoImportMs,
} from '#contract/imports.ts'
import { giveWay } from '../../async/give-way.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { type NamePerson, namePeople } from '../name-people.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { applyPlan, findOne, keepLines, keepPlan, openImport, requireUndoable, sayRenumbered } from './import-steps.ts'
import { isOnHold } from './plan-import.ts'
import type { FileLine, ImportRecord, RosterFacts } from './stores.ts'

type WithStorage = Pick<Deps, 'storage'>

const listed = 20
const linesOfAPage = 100
const noCounts = { new: 0, changed: 0, same: 0, problems: 0, questions: 0, gone: 0, absent: 0, renumbered: 0 }

/** Says what a file is. Nothing is changed before its plan is applied. Throws source-by-hand. */
export async function beginImport(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'imports.plan'>,
  input: BeginImport,
): Promise<ImportSummary> {
  const importer = door.actor
  const begun = await storage.transaction((stores) => openImport(stores, importer, random.id(), input))
  return summarise(begun, await namesOf(storage, [begun]))
}

/**
 * Takes lines of the file; a line that comes again replaces the first. Throws document_not_found, import-over,
 * general_argument_invalid for too many lines or for cells that are not as many as the columns.
 */
export async function addImportLines(
  { storage }: WithStorage,
  door: Door<'imports.plan'>,
  { importId: id, lines }: ImportLines & { readonly importId: string },
): Promise<void> {
  await keepLines(storage, door.actor.organisationId, id, lines)
}

/**
 * Says what would happen now, and seals it. Changes nothing on the roster. Throws document_not_found, import-over,
 * roster-moved where lines or another plan came meanwhile.
 */
export async function planLines(
  deps: Pick<Deps, 'storage' | 'random'>,
  door: Door<'imports.plan'>,
  { importId: id }: { readonly importId: string },
): Promise<ImportPlan> {
  return describe(deps.storage, await keepPlan(deps, door.actor, id))
}

/** Throws document_not_found. */
export async function readImport(
  { storage }: WithStorage,
  door: Door<'imports.view'>,
  { importId: id }: { readonly importId: string },
): Promise<ImportPlan> {
  return describe(storage, await findOne(storage, door.actor.organisationId, id))
}

export async function listImports({ storage }: WithStorage, door: Door<'imports.view'>): Promise<ImportList> {
  const records = await storage.imports.list(door.actor.organisationId, listed)
  const names = await namesOf(storage, records)
  return { imports: records.map((record) => summarise(record, names)) }
}

/** One page of a part of the plan. `after`: the `next` of the page before. Throws document_not_found. */
export async function readImportLines(
  { storage }: WithStorage,
  door: Door<'imports.view'>,
  {
    importId: id,
    part,
    after = '',
  }: { readonly part: ImportPart; readonly after?: string | undefined } & { readonly importId: string },
): Promise<ImportLinesPage> {
  const { organisationId } = door.actor
  await findOne(storage, organisationId, id)
  // Those who are gone have numbers from -1 down.
  const from = after === '' ? 0 : Number.parseInt(after, 10) || 0
  const found = await storage.imports.listPart(id, part, from, linesOfAPage + 1)
  const lines = found.slice(0, linesOfAPage)
  return {
    lines: lines.map((line) => ({
      line: line.line < 0 ? null : line.line,
      personId: line.personId,
      file: tell(line),
      now: line.before && tell({ ...line.before, rollNumber: line.before.rollNumber ?? line.rollNumber }),
      problem: line.problem,
      otherLine: line.otherLine,
    })),
    next: found.length > linesOfAPage ? String(lines.at(-1)?.line) : null,
  }
}

/**
 * Applies the plan whole or not at all. Lines with problems are left out, and questions that `same` does not answer.
 * Needs a step-up (rules §5.7). Throws document_not_found, import-over, roster-moved where something else would happen
 * now than the plan says, import-on-hold.
 */
export async function applyImport(
  { storage }: WithStorage,
  door: Door<'imports.apply'>,
  { importId: id, ...input }: ApplyImport & { readonly importId: string },
): Promise<ImportPlan> {
  door.stepUp(await storage.now())
  return describe(storage, await applyPlan(storage, door, id, input))
}

/**
 * Takes an import back, as far as nothing has used or changed since what it did. Needs a step-up (rules §5.7). Throws
 * document_not_found, import-over.
 */
export async function undoImport(
  { storage }: WithStorage,
  door: Door<'imports.apply'>,
  { importId: id }: { readonly importId: string },
): Promise<UndoneImport> {
  const { organisationId } = door.actor
  door.stepUp(await storage.now())
  await findOne(storage, organisationId, id)
  const done = await storage.imports.readDone(id)
  await giveWay()
  return storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const found = await stores.imports.lock(organisationId, id)
    if (!found) throw new Problem('document_not_found')
    requireUndoable(found, now)
    const { total, undone, enrolments, renumbered } = await stores.imports.undo(found, done, now)
    await event(stores, confirmed, 'roster.undo', {
      subject: id,
      facts: { organisationId, undone, ...written({ enrolments }) },
      at: now,
    })
    await sayRenumbered(stores, confirmed, organisationId, renumbered, now)
    const names = await namesOf(stores, [found])
    return { ...summarise({ ...found, state: 'undone', undoneAt: now }, names), undone, kept: total - undone }
  })
}

async function describe(stores: Pick<Stores, 'roster' | 'staff'>, found: ImportRecord): Promise<ImportPlan> {
  return {
    ...summarise(found, await namesOf(stores, [found])),
    seal: found.plan?.seal ?? '',
    rosterChangedAt: await stores.roster.lastChangeAt(found.organisationId),
  }
}

function namesOf(stores: Pick<Stores, 'staff'>, records: readonly ImportRecord[]): Promise<NamePerson> {
  const [first] = records
  return namePeople(
    stores,
    first?.organisationId ?? '',
    records.map(({ begunBy }) => begunBy),
  )
}

function summarise(found: ImportRecord, nameOf: NamePerson): ImportSummary {
  const { id, source, fileName, isWhole, state, plan, begunBy, begunAt, appliedAt, undoneAt } = found
  const by = nameOf(begunBy, begunAt)
  // A plan of before has fewer counts.
  const counts = { ...noCounts, ...plan?.counts }
  const ofSource = plan?.ofSource ?? 0
  return {
    id,
    source,
    fileName,
    isWhole,
    state,
    counts,
    isOnHold: plan !== null && appliedAt === null && isOnHold(found, counts, ofSource),
    ofSource,
    begunAt,
    appliedAt,
    undoUntil: appliedAt === null || undoneAt !== null ? null : appliedAt + undoImportMs,
    undoneAt,
    ...(by && { by }),
  }
}

function tell({ rollNumber, given, family, email, section }: RosterFacts | FileLine) {
  const name = [given, family].filter((part) => part).join(' ')
  return { rollNumber: rollNumber ?? '', name, email: email ?? '', section: section ?? '' }
}
