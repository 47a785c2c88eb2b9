import type { ImportColumn } from '#contract/imports.ts'
import { rollNumberPattern } from '#contract/text-fields.ts'
import type { ReadTable } from './read-result.ts'
import { type ColumnUse, plainTitle, rankTitle } from './titles.ts'

/** What each column becomes; null: it is left out. */
export type Uses = readonly (ColumnUse | null)[]

type Candidate = { readonly column: number; readonly rank: number; readonly values: readonly string[] }

/** By titles and by what stands below them. Of two columns with one title neither is taken: that is asked. */
export function guessColumns(table: ReadTable): Uses {
  const uses: (ColumnUse | null)[] = table.columns.map(() => null)
  const twice = findTitlesTwice(table)
  const find = (field: ImportColumn | 'name', fits: (value: string) => boolean) => {
    const candidates = table.columns.flatMap(({ title, isNeverRead }, column): Candidate[] => {
      const rank = rankTitle(title, field)
      if (rank === undefined || isNeverRead || uses[column] !== null || twice.has(plainTitle(title))) return []
      return [
        { column, rank, values: table.rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '') },
      ]
    })
    candidates.sort((a, b) => a.rank - b.rank)
    const filled = candidates.filter(({ values }) => values.length > 0)
    return filled.find(({ values }) => values.filter(fits).length >= values.length * 0.8) ?? filled[0]
  }
  const take = (field: ImportColumn, fits: (value: string) => boolean = () => true) => {
    const found = find(field, fits)
    if (found) uses[found.column] = field
    return found !== undefined
  }
  take('rollNumber', (value) => rollNumberPattern.test(value))
  const hasFamily = take('familyName')
  const hasGiven = take('givenName')
  if (!hasFamily || !hasGiven) {
    const name = find('name', () => true)
    if (name) {
      // A lone half of a name would be said twice.
      for (const [column, use] of uses.entries()) if (use === 'familyName' || use === 'givenName') uses[column] = null
      const commas = name.values.filter((value) => value.includes(',')).length
      uses[name.column] = commas >= name.values.length / 2 ? 'lastFirst' : 'firstLast'
    }
  }
  take('email', (value) => value.includes('@'))
  take('section')
  // Without a number of its own the file names a person by the id alone, and so do its enrolments.
  const number = uses.indexOf('rollNumber')
  if (!take('externalId') && plainTitle(table.columns[number]?.title ?? '') === 'sourcedid')
    uses[number] = 'numberAndId'
  return uses
}

/** Titles that two columns have, in their plain form. */
export function findTitlesTwice({ columns }: Pick<ReadTable, 'columns'>): ReadonlySet<string> {
  const titles = columns.map(({ title }) => plainTitle(title)).filter((title) => title !== '')
  return new Set(titles.filter((title, index) => titles.indexOf(title) !== index))
}
