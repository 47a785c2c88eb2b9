import { maxImportLines } from '#contract/import-rules.ts'
import type { ApplyImport, BeginImport, ImportLines, ImportLinesPage, ImportPart } from '#contract/imports.ts'
import { giveWay } from '../../async/give-way.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { importsOf } from '../imports/import-engine.ts'
import type { By, Undone } from '../imports/import-kind.ts'
import { describePlace } from '../mail/notices.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { checkLine } from './check-line.ts'
import { isOnHold, planImport, sealOf } from './plan-import.ts'
import type { FileLine, MovedNumber, PlannedLine, Renumbered, RosterFacts, SealedPlan } from './stores.ts'

type Lines = Pick<ImportLines, 'lines'>
type Made = {
  readonly plan: SealedPlan
  readonly lines: readonly FileLine[]
  readonly planned: readonly PlannedLine[]
}
type Whole = { readonly seal: string; readonly rosterChangedAt: number | null }

/** How many lines a transaction saves: on the embedded engine a mark waits for each. */
const linesAPart = 1_000
const linesOfAPage = 100

/** Imports of people: an office’s list. */
export const rosterImports = importsOf<
  BeginImport,
  SealedPlan,
  Made,
  Lines,
  Pick<ApplyImport, 'same'>,
  object,
  Whole,
  readonly MovedNumber[],
  Undone
>({
  store: ({ imports }) => imports,
  moved: 'roster-moved',
  none: {
    counts: { new: 0, changed: 0, same: 0, problems: 0, questions: 0, gone: 0, absent: 0, renumbered: 0 },
    ofSource: 0,
  },
  isOnHold,
  changesAnything: (counts) => counts.new + counts.changed + counts.gone > 0,
  always: () => ({}),
  async whole({ roster }, { organisationId, plan }) {
    return { seal: plan?.seal ?? '', rosterChangedAt: await roster.lastChangeAt(organisationId) }
  },
  async keepPart({ imports }, { id, columns }, { lines }) {
    if (lines.some((line) => line.length !== columns.length + 1)) {
      throw new Problem('malformed-argument', { message: 'A line must have a cell for each column.' })
    }
    const checked = lines.map(([line, ...cells]) => checkLine(line, columns, cells))
    if ((await imports.addLines(id, checked)) > maxImportLines) {
      throw new Problem('malformed-argument', { message: `An import may have at most ${maxImportLines} lines.` })
    }
  },
  async make({ rosters }, begun, importer) {
    const lines = await rosters.readFileLines(begun.id)
    const roster = await rosters.readRoster(begun.organisationId)
    const former = await rosters.readFormer(begun.organisationId, begun.id)
    await giveWay()
    const { lines: planned, ...plan } = planImport(begun, lines, { roster, former }, importer)
    await giveWay()
    return { plan: { ...plan, seal: sealOf(lines, planned) }, lines, planned }
  },
  beginPlan: ({ imports }, id, token) => imports.beginPlan(id, token),
  async saveLines(storage, id, token, { planned }) {
    for (let from = 0; from < planned.length; from += linesAPart) {
      const part = planned.slice(from, from + linesAPart)
      const isSaved = await storage.transaction(({ imports }) => imports.savePart(id, token, part))
      if (!isSaved) throw new Problem('roster-moved')
    }
  },
  async sealPlan({ imports }, id, token, { plan }) {
    if (!(await imports.sealPlan(id, token, plan))) throw new Problem('roster-moved')
  },
  async sealKept({ rosters }, id, { lines }) {
    const kept = await rosters.readPlannedLines(id)
    await giveWay()
    return sealOf(lines, kept)
  },
  version: ({ roster }, organisationId) => roster.version(organisationId),
  async write(stores, by, found, { made, choices: { same }, now }) {
    const { id, organisationId } = found
    const asked = new Set(made.planned.flatMap(({ outcome, line }) => (outcome === 'question' ? [line] : [])))
    const answered = [...new Set(same)].filter((line) => asked.has(line))
    const { changed, questions, ...others } = made.plan.counts
    const counts = { ...others, changed: changed + answered.length, questions: questions - answered.length }
    const plan = { ...made.plan, counts }
    const { enrolments, renumbered } = await stores.imports.apply(found, answered, plan, now)
    const numbers = { added: counts.new, changed: counts.changed, ended: counts.gone }
    const facts = { organisationId, ...numbers, ...written({ enrolments }) }
    await event(stores, by, 'roster.import', { subject: id, facts, at: now })
    await sayRenumbered(stores, by, organisationId, renumbered, now)
    return plan
  },
  readDone: ({ imports }, id) => imports.readMoved(id),
  async undo(stores, by, found, { done, now }) {
    const { id, organisationId } = found
    const { undone, enrolments, renumbered } = await stores.imports.undo(found, done, now)
    const facts = { organisationId, undone, ...written({ enrolments }) }
    await event(stores, by, 'roster.undo', { subject: id, facts, at: now })
    await sayRenumbered(stores, by, organisationId, renumbered, now)
    const { counts } = found.plan
    return { total: counts.new + counts.changed + counts.gone, undone }
  },
})

/** Members have another number by the import: each is told on the own pages, and no mail goes. */
async function sayRenumbered(
  stores: Stores,
  by: By,
  organisationId: string,
  renumbered: readonly Renumbered[],
  now: number,
): Promise<void> {
  if (renumbered.length === 0) return
  const students = renumbered.map(({ studentId }) => studentId)
  await stores.students.touch(students, now)
  const before = renumbered.map((one) => {
    return { accountId: one.studentId, told: describePlace({ rollNumber: one.before, hasLeft: false }) }
  })
  await stores.notices.openAll({ kind: 'roll-number-corrected', senderId: organisationId }, 'membership', before, now)
  const told = students.map((student) => ({ subject: student, facts: { organisationId }, student, at: now }))
  await event(stores, by, 'membership.correct', ...told)
}

/** One page of a part of the plan. `after`: the `next` of the page before. Throws document_not_found. */
export async function readImportLines(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'imports.view'>,
  asked: { readonly importId: string; readonly part: ImportPart; readonly after?: string | undefined },
): Promise<ImportLinesPage> {
  // Those who are gone have numbers from -1 down.
  const { rows, next } = await rosterImports.readPage(storage, door, asked, linesOfAPage, storage.imports.listPart)
  return {
    lines: rows.map((line) => ({
      line: line.line < 0 ? null : line.line,
      personId: line.personId,
      file: tell(line),
      now: line.before && tell({ ...line.before, rollNumber: line.before.rollNumber ?? line.rollNumber }),
      problem: line.problem,
      otherLine: line.otherLine,
    })),
    next: next && String(next.line),
  }
}

function tell({ rollNumber, given, family, email, section }: RosterFacts | FileLine) {
  const name = [given, family].filter((part) => part).join(' ')
  return { rollNumber: rollNumber ?? '', name, email: email ?? '', section: section ?? '' }
}
