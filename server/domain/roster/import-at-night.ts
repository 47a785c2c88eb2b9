import { maxLinesACall } from '#contract/import-rules.ts'
import type { BeginImport, ImportLines } from '#contract/imports.ts'
import type { Deps } from '../deps.ts'
import type { NightChoices } from '../imports/import-engine.ts'
import { Problem } from '../problem.ts'
import { rosterImports } from './imports.ts'
import type { SealedPlan, ShownLine } from './stores.ts'

type RosterChoices = NightChoices & {
  /** Lines with problems, and questions, are left out. Otherwise one such line holds the whole file back. */
  readonly leavesOut: boolean
}

/**
 * 'problems': the file was held back by lines with problems or questions; 'on-hold': by how many would end; 'same': nothing
 * differs from the roster. Nothing was changed but with 'applied'.
 */
export type NightImport = Pick<SealedPlan, 'counts' | 'ofSource'> & {
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
  { lines, unsent, ...begin }: BeginImport & { readonly lines: ImportLines['lines']; readonly unsent: number },
  { leavesOut, ...choices }: RosterChoices,
): Promise<NightImport> {
  const parts = []
  for (let from = 0; from < lines.length; from += maxLinesACall) {
    parts.push({ lines: lines.slice(from, from + maxLinesACall) })
  }
  let found = { problems: none, questions: none, gone: none, absent: none }
  const { plan, outcome } = await rosterImports.atNight(
    deps,
    organisationId,
    { begin, parts },
    { ...choices, same: [] },
    async ({ id, plan: { counts } }) => {
      const listAll = (part: Listed) => listPart(deps, id, part, counts[part])
      found = {
        problems: await listAll('problems'),
        questions: await listAll('questions'),
        gone: await listAll('gone'),
        absent: await listAll('absent'),
      }
      return !leavesOut && counts.problems + counts.questions + unsent > 0 ? 'problems' : undefined
    },
  )
  return { ...found, outcome, counts: plan.counts, ofSource: plan.ofSource }
}

type Listed = 'problems' | 'questions' | 'gone' | 'absent'
const none: readonly ShownLine[] = []

/** As many lines as the plan has counted. Throws roster-moved where there are fewer. */
async function listPart(
  { storage }: Pick<Deps, 'storage'>,
  id: string,
  part: Listed,
  many: number,
): Promise<readonly ShownLine[]> {
  const all: ShownLine[] = []
  while (all.length < many) {
    const page = await storage.imports.listPart(id, part, all.at(-1)?.line ?? 0, pageLines)
    if (page.length === 0) throw new Problem('roster-moved')
    all.push(...page)
  }
  return all
}

const pageLines = 500
