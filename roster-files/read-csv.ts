import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { decodeText } from './decode-text.ts'
import {
  CannotRead,
  type CellMark,
  type Encoding,
  maxColumns,
  maxRows,
  type RawTable,
  type ReadRow,
} from './read-result.ts'

const delimiters = [',', ';', '\t', '|'] as const
/** By so many lines the delimiter is told, in so much of the text. */
const sniffedLines = 50
const sniffedLength = 200_000

/** Reads a text with one delimiter. Throws CannotRead, and too-many-rows past `mostRows`. */
export function readCsv(bytes: Uint8Array, chosen?: Encoding, mostRows = maxRows): RawTable {
  const { text, encoding } = decodeText(bytes, chosen)
  // Excel's own note about the delimiter.
  const [note = '', told] = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text) ?? []
  const rows = parseLines(text.slice(note.length), told ?? findDelimiter(text), mostRows)
  const shift = note === '' ? 0 : 1
  return {
    encoding,
    rows: rows.map(({ cells, line }) => markCells({ cells, line: line + shift })),
    showsZeros: false,
  }
}

/** The one by which most lines have the same number of cells; of two, the one that makes more cells. */
function findDelimiter(text: string): string {
  const scores = delimiters.map((delimiter) => {
    const counts = new Map<number, number>()
    for (const { cells } of parseStart(text.slice(0, sniffedLength), delimiter))
      counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    counts.delete(1)
    const [width = 0, lines = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
    return { delimiter, width, lines }
  })
  const [best] = scores.sort((a, b) => b.lines - a.lines || b.width - a.width)
  return best?.delimiter ?? ','
}

function parseStart(text: string, delimiter: string): readonly ReadRow[] {
  try {
    return parseLines(text, delimiter, maxRows, sniffedLines)
  } catch {
    return []
  }
}

function parseLines(text: string, delimiter: string, mostRows: number, to = mostRows + 1): readonly ReadRow[] {
  try {
    const records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      info: true,
      to,
    }) as unknown as readonly { record: string[]; info: { lines: number } }[]
    if (records.length > mostRows) throw new CannotRead('too-many-rows')
    if (records.some(({ record }) => record.length > maxColumns)) throw new CannotRead('too-many-columns')
    return records.map(({ record }, index) => ({
      cells: record.map((cell) => cell.trim()),
      // The line where it begins: a cell in quotation marks may go over several.
      line: (records[index - 1]?.info.lines ?? 0) + 1,
    }))
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new CannotRead('open-quote', Number(error.lines) || undefined)
    throw error instanceof CannotRead ? error : new CannotRead('unreadable')
  }
}

/** A spreadsheet that wrote the file has put `2.02E+16` or `1E5` for a number, and its errors as words. `21E042` is none. */
const shortened = /^(?:\d+(?:[.,]\d+)?E\+|\d(?:[.,]\d+)?E)\d+$/i

function markCells(row: ReadRow): ReadRow {
  const marks = row.cells.flatMap((cell, column): [number, CellMark][] =>
    shortened.test(cell) ? [[column, 'shortened']] : isErrorValue(cell) ? [[column, 'error']] : [],
  )
  return marks.length === 0 ? row : { ...row, marks: Object.fromEntries(marks) }
}

/** What spreadsheets write where a formula fails. */
export function isErrorValue(cell: string): boolean {
  return /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)$/.test(cell)
}
