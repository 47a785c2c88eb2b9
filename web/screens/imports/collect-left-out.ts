import type { ImportTexts } from '#contract/import-texts.ts'
import type { ImportPlan } from '#contract/imports.ts'
import { describeProblem } from '#roster-files/describe-problem.ts'
import { baseName, type LeftOut, writeLeftOut } from '#roster-files/left-out-file.ts'
import type { Lines } from '#roster-files/make-lines.ts'
import type { ReadTable } from '#roster-files/read-result.ts'
import type { ProductAnswer } from '../../client/call-product.ts'
import { readProduct } from '../../client/read-product.ts'
import type { Format } from '../../language/format.ts'

export type LeftOutFile = { readonly name: string; readonly content: Blob; readonly count: number }

type Collected = {
  readonly plan: Pick<ImportPlan, 'id'>
  readonly table: ReadTable
  readonly lines: Lines
  /** Lines of questions that are the same person: they are not left out. */
  readonly same: ReadonlySet<number>
}

const readLines = 'GET /imports/:importId/lines'

/** The lines that an import leaves out, with their reasons. Undefined where there are none. Throws RequestError. */
export async function collectLeftOut(
  { plan, table, lines, same }: Collected,
  words: ImportTexts,
  { number }: Format,
): Promise<LeftOutFile | undefined> {
  const leftOut = new Map(lines.spoilt.map(({ line, problem }) => [line, words.readerProblems[problem]]))
  for (const part of ['problems', 'questions'] as const) {
    for (let after: string | null = ''; after !== null; ) {
      const page: ProductAnswer<typeof readLines> = await readProduct(readLines, { importId: plan.id }, { part, after })
      for (const line of page.lines) {
        if (line.line === null || same.has(line.line)) continue
        const reason = part === 'problems' ? describeProblem(line, words, number) : words.plan.notAnswered
        leftOut.set(line.line, reason)
      }
      after = page.next
    }
  }
  return leftOut.size === 0 ? undefined : toFile(table, leftOut, words)
}

function toFile(table: ReadTable, leftOut: LeftOut, { plan }: ImportTexts): LeftOutFile {
  return {
    name: `${baseName(table.fileName)}-left-out.csv`,
    content: writeLeftOut(table, leftOut, [plan.line, plan.reason]),
    count: leftOut.size,
  }
}
