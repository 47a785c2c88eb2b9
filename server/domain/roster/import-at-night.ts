import { maxLinesACall } from '#contract/import-rules.ts'
import type { BeginImport, ImportLines } from '#contract/imports.ts'
import type { Deps } from '../deps.ts'
import { operatorDoor } from '../operator-door.ts'
import { Problem } from '../problem.ts'
import { applyPlan, keepLines, keepPlan, maxTries, openImport, type PlannedImport } from './import-steps.ts'
import { isOnHold } from './plan-import.ts'
import type { ShownLine } from './stores.ts'

/** What the operator has chosen before the file was seen: no person is there at night to answer. */
export type NightChoices = {
  /** Says what would happen, and changes nothing. */
  readonly isTrial: boolean
  /** Lines with problems, and questions, are left out. Otherwise one such line holds the whole file back. */
  readonly leavesOut: boolean
  /** A person has looked at who would end. */
  readonly isReviewed: boolean
}

/**
 * 'problems': the file was held back by lines with problems or questions; 'on-hold': by how many would end; 'same': nothing
 * differs from the roster. Nothing was changed but with 'applied'.
 */
export type NightImport = Pick<PlannedImport['plan'], 'counts' | 'ofSource'> & {
  readonly outcome: 'trial' | 'problems' | 'on-hold' | 'same' | 'applied'
  readonly problems: readonly ShownLine[]
  readonly questions: readonly ShownLine[]
  readonly gone: readonly ShownLine[]
  /** They have an account: the office removes them, or not. */
  readonly absent: readonly ShownLine[]
}

/**
 * Imports a file for the operator, whose access to the database is the permission: no account does it. `unsent`: lines that
 * the reader kept back. Throws document_not_found for an unknown institute, source-by-hand, roster-moved where the roster never rests.
 */
export async function importAtNight(
  deps: Pick<Deps, 'storage' | 'random'>,
  organisationId: string,
  file: BeginImport & { readonly lines: ImportLines['lines']; readonly unsent: number },
  choices: NightChoices,
): Promise<NightImport> {
  const { storage, random } = deps
  if (!(await storage.organisations.find(organisationId))) throw new Problem('document_not_found')
  const door = operatorDoor(organisationId)
  const { lines, unsent, ...begin } = file
  const id = random.id()
  await storage.transaction((stores) => openImport(stores, door.actor, id, begin))
  for (let from = 0; from < lines.length; from += maxLinesACall) {
    await keepLines(storage, organisationId, id, lines.slice(from, from + maxLinesACall))
  }
  for (let tries = 1; ; tries += 1) {
    const planned = await keepPlan(deps, door.actor, id)
    const { counts, ofSource } = planned.plan
    const report = {
      counts,
      ofSource,
      problems: await listAll(deps, planned, 'problems'),
      questions: await listAll(deps, planned, 'questions'),
      gone: await listAll(deps, planned, 'gone'),
      absent: await listAll(deps, planned, 'absent'),
    }
    const outcome = decide(planned, unsent, choices)
    if (outcome !== undefined) return { ...report, outcome }
    try {
      const applied = await applyPlan(storage, door, id, {
        seal: planned.plan.seal,
        same: [],
        isReviewed: choices.isReviewed,
      })
      return { ...report, outcome: 'applied', counts: applied.plan.counts }
    } catch (error) {
      const hasMoved = error instanceof Problem && error.reason === 'roster-moved'
      if (!hasMoved || tries === maxTries) throw error
    }
  }
}

/** Why the plan is not applied; undefined where it is. */
function decide(
  planned: PlannedImport,
  unsent: number,
  { isTrial, leavesOut, isReviewed }: NightChoices,
): NightImport['outcome'] | undefined {
  const { counts, ofSource } = planned.plan
  if (isTrial) return 'trial'
  if (!leavesOut && counts.problems + counts.questions + unsent > 0) return 'problems'
  if (isOnHold(planned, counts, ofSource) && !isReviewed) return 'on-hold'
  return counts.new + counts.changed + counts.gone === 0 ? 'same' : undefined
}

/** As many lines as the plan has counted. Throws roster-moved where there are fewer. */
async function listAll(
  { storage }: Pick<Deps, 'storage'>,
  { id, plan }: PlannedImport,
  part: 'problems' | 'questions' | 'gone' | 'absent',
): Promise<readonly ShownLine[]> {
  const all: ShownLine[] = []
  while (all.length < plan.counts[part]) {
    const page = await storage.imports.listPart(id, part, all.at(-1)?.line ?? 0, pageLines)
    if (page.length === 0) throw new Problem('roster-moved')
    all.push(...page)
  }
  return all
}

const pageLines = 500
