import { importColumns, maxCellLength, maxImportLines } from '#contract/import-rules.ts'
import type { ImportColumn } from '#contract/imports.ts'
import type { Uses } from './guess-columns.ts'
import type { CellMark, ReadRow, ReadTable } from './read-result.ts'
import type { ColumnUse } from './titles.ts'

/** Why the browser does not send a line: what the file says there is not what the person has. */
export type ReaderProblem = Exclude<CellMark, 'number'> | 'cell-too-long'

export type FileLine = readonly [line: number, ...cells: string[]]

export type SpoiltLine = {
  readonly line: number
  readonly problem: ReaderProblem
  /** The cell that is to be corrected. */
  readonly cell: string
  /** In the order of `columns`. */
  readonly cells: readonly string[]
}

export type Lines = {
  readonly columns: readonly ImportColumn[]
  readonly lines: readonly FileLine[]
  readonly spoilt: readonly SpoiltLine[]
  /** Lines with an error of the spreadsheet where a cell may be empty: it is sent as an empty one. */
  readonly errors: number
}

const splits = { lastFirst: splitLastFirst, firstLast: splitFirstLast } as const

/** The chosen columns of each line, in the order in which they are sent. Lines without any of them are none. */
export function makeLines({ rows }: Pick<ReadTable, 'rows'>, uses: Uses): Lines {
  const used = uses.flatMap((use, column): [ColumnUse, number][] => (use === null ? [] : [[use, column]]))
  const columns = importColumns.filter((column) => used.some(([use]) => fieldsOf(use).includes(column)))
  const lines: FileLine[] = []
  const spoilt: SpoiltLine[] = []
  let errors = 0
  for (const row of rows) {
    if (used.every(([, column]) => row.cells[column] === '')) continue
    const values = readValues(row, used)
    errors += isErrorLeftEmpty(row, used) ? 1 : 0
    const cells = columns.map((column) => values[column] ?? '')
    const problem = findProblem(row, used)
    if (problem === undefined) lines.push([row.line, ...cells])
    else spoilt.push({ line: row.line, cells, ...problem })
  }
  return { columns, lines, spoilt, errors }
}

/** Which fields a choice fills. */
function fieldsOf(use: ColumnUse): readonly ImportColumn[] {
  if (use === 'numberAndId') return ['rollNumber', 'externalId']
  return use === 'lastFirst' || use === 'firstLast' ? ['givenName', 'familyName'] : [use]
}

function readValues(row: ReadRow, used: readonly [ColumnUse, number][]): Partial<Record<ImportColumn, string>> {
  return Object.assign(
    {},
    ...used.map(([use, column]) => {
      const cell = row.marks?.[column] === 'error' ? '' : (row.cells[column] ?? '')
      if (use === 'numberAndId') return { rollNumber: cell, externalId: cell }
      return use === 'lastFirst' || use === 'firstLast' ? splits[use](cell) : { [use]: cell }
    }),
  )
}

function findProblem(
  { cells, marks }: ReadRow,
  used: readonly [ColumnUse, number][],
): Pick<SpoiltLine, 'problem' | 'cell'> | undefined {
  for (const [use, column] of used) {
    const cell = cells[column] ?? ''
    const mark = marks?.[column]
    if (mark !== undefined && isSpoilt(use, mark)) return { problem: mark, cell }
    if (cell.length > maxCellLength) return { problem: 'cell-too-long', cell: cell.slice(0, 40) }
  }
  return undefined
}

const mayBeEmpty = (use: ColumnUse) => use === 'email' || use === 'section'

/** A person is found again by it. */
const isKey = (use: ColumnUse) => use === 'rollNumber' || use === 'externalId' || use === 'numberAndId'

function isErrorLeftEmpty({ marks }: ReadRow, used: readonly [ColumnUse, number][]): boolean {
  return used.some(([use, column]) => mayBeEmpty(use) && marks?.[column] === 'error')
}

/** Long numbers and dates spoil what a person is found again by, and an error is no name. */
function isSpoilt(use: ColumnUse, mark: CellMark): mark is Exclude<CellMark, 'number'> {
  if (mark === 'error') return !mayBeEmpty(use)
  return mark !== 'number' && isKey(use)
}

type Names = { readonly givenName: string; readonly familyName: string }

/** 'Mehta, Asha'. */
export function splitLastFirst(name: string): Names {
  const comma = name.indexOf(',')
  if (comma === -1) return { givenName: '', familyName: name.trim() }
  return { givenName: name.slice(comma + 1).trim(), familyName: name.slice(0, comma).trim() }
}

/** 'Asha Mehta': the last word is the family name. */
export function splitFirstLast(name: string): Names {
  const words = name.trim().split(/\s+/)
  return { givenName: words.slice(0, -1).join(' '), familyName: words.at(-1) ?? '' }
}

/** What is still missing before the file can be tried. */
export type ChoiceProblem = 'number-missing' | 'name-missing' | 'used-twice' | 'too-many-lines'

export function findChoiceProblem(uses: Uses, lines: number): ChoiceProblem | undefined {
  const fields = uses.flatMap((use) => (use === null ? [] : fieldsOf(use)))
  if (new Set(fields).size < fields.length) return 'used-twice'
  if (!fields.includes('rollNumber')) return 'number-missing'
  if (!fields.includes('givenName')) return 'name-missing'
  return lines > maxImportLines ? 'too-many-lines' : undefined
}

/** Numbers below a column that a person is found again by, where zeros in front may be lost: 7 for 007. */
export function mayHaveLostZeros({ rows, showsZeros }: Pick<ReadTable, 'rows' | 'showsZeros'>, uses: Uses): boolean {
  const columns = uses.flatMap((use, column) => (use !== null && isKey(use) ? [column] : []))
  return columns.some((column) => {
    const isNumber = (row: ReadRow) => row.marks?.[column] === 'number'
    const hasZeros = rows.some((row) => !isNumber(row) && /^0\d/.test(row.cells[column] ?? ''))
    return (showsZeros || hasZeros) && rows.some(isNumber)
  })
}
