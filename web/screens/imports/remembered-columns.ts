import type { Uses } from '#roster-files/guess-columns.ts'
import type { ReadTable } from '#roster-files/read-result.ts'
import { columnUses, plainTitle } from '#roster-files/titles.ts'
import { keepColumnChoices, readColumnChoices } from '../../session/column-choices.ts'

/** What a person chose for an earlier file of the institute: no more than titles and what they became. */
export type Remembered = {
  readonly source: string
  /** By the plain title. */
  readonly uses: Readonly<Record<string, string>>
}

/** Undefined where nothing is remembered. */
export function recallColumns(institute: string): Remembered | undefined {
  const kept = readColumnChoices(institute) as Partial<Remembered> | undefined
  return typeof kept?.source === 'string' && kept.uses ? { source: kept.source, uses: kept.uses } : undefined
}

/** `isWanted`: false forgets. */
export function rememberColumns(
  institute: string,
  { columns }: Pick<ReadTable, 'columns'>,
  uses: Uses,
  { source, isWanted }: { source: string; isWanted: boolean },
): void {
  const used = columns.flatMap(({ title }, column) => {
    const use = uses[column]
    return use == null || title === '' ? [] : [[plainTitle(title), use]]
  })
  const choices = JSON.stringify({ source, uses: Object.fromEntries(used) } satisfies Remembered)
  keepColumnChoices(institute, isWanted ? choices : undefined)
}

/** The remembered uses, where this file has every column of them once; else undefined. */
export function applyRemembered({ columns }: Pick<ReadTable, 'columns'>, { uses }: Remembered): Uses | undefined {
  const titles = columns.map(({ title }) => plainTitle(title))
  const wanted = Object.keys(uses)
  const isSame = wanted.every((title) => titles.filter((one) => one === title).length === 1)
  if (wanted.length === 0 || !isSame) return undefined
  return titles.map((title) => columnUses.find((use) => use === uses[title]) ?? null)
}

/** The source that the institute named last; that of a bundle where it has named none by itself. `usual`: of a list. */
export function proposeSource(remembered: string | undefined, ofBundle: string | undefined, usual: string): string {
  const isNamed = remembered !== undefined && remembered !== usual
  return isNamed ? remembered : (ofBundle ?? usual)
}
