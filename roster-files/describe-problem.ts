import type { ImportTexts } from '#contract/import-texts.ts'
import type { ImportLinesPage } from '#contract/imports.ts'

type Problem = Pick<ImportLinesPage['lines'][number], 'problem' | 'otherLine'>

/** What is wrong with a line, and which other one it meets. */
export function describeProblem(
  { problem, otherLine }: Problem,
  words: Pick<ImportTexts, 'problems' | 'otherLine'>,
  number: (value: number) => string,
): string {
  if (problem === null) return ''
  const sentence = words.problems[problem]
  return otherLine === null ? sentence : words.otherLine(sentence, number(otherLine))
}
