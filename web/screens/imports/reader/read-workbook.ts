import { strFromU8, strToU8, zipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/universal'
import { isErrorValue } from '#roster-files/read-csv.ts'
import {
  CannotRead,
  type CellMark,
  maxColumns,
  maxRows,
  type RawTable,
  type ReadRow,
} from '#roster-files/read-result.ts'

/** A number as the file writes it: the reader must not round it. */
type NumberCell = { readonly digits: string }

/**
 * The sheets of an XLSX workbook by their names. `files`: its parts, unpacked. The library gets nothing that was not looked through
 * before: alone, one far cell takes all memory. Throws CannotRead.
 */
export async function readWorkbook(files: ReadonlyMap<string, Uint8Array>): Promise<ReadonlyMap<string, RawTable>> {
  let showsZeros = false
  let hidden: readonly boolean[] = []
  const checked: Record<string, Uint8Array> = {}
  for (const [name, content] of files) {
    const xml = strFromU8(content)
    const isSheet = /\/worksheets\/[^/]+\.xml$/.test(name)
    if (/<!(?!--|\[CDATA\[)/.test(xml)) throw new CannotRead('unreadable')
    if (/\/styles\.xml$/.test(name)) showsZeros = /formatCode="0{2,}"/.test(xml)
    if (isSheet) assertNear(xml)
    if (name === 'xl/workbook.xml') hidden = findHidden(xml)
    checked[name] = isSheet ? strToU8(keepErrors(xml)) : content
  }
  // As it is, without compressing again: the library would unpack more in a worker of its own, which our policy refuses.
  const archive = zipSync(checked, { level: 0 })
  try {
    const sheets = await readXlsxFile<NumberCell>(archive.buffer as ArrayBuffer, {
      trim: false,
      parseNumber: (digits) => ({ digits }),
    })
    return new Map(
      sheets.map(({ sheet, data }, at) => {
        const table = toTable(data as unknown as Cells, showsZeros)
        return [sheet, hidden[at] ? { ...table, isHidden: true } : table]
      }),
    )
  } catch (error) {
    throw error instanceof CannotRead ? error : new CannotRead('unreadable')
  }
}

/** Of each sheet, in the workbook's order: whether it is not shown. */
function findHidden(xml: string): boolean[] {
  return [...xml.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) =>
    /\bstate\s*=\s*["'](?:veryH|h)idden["']/.test(tag),
  )
}

/** Every place that a sheet names is a cell or a row within the limits. */
function assertNear(xml: string): void {
  for (const [, place = ''] of xml.matchAll(/\br\s*=\s*["']([^"']*)["']/g)) {
    const [, letters, row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place) ?? []
    if (letters === undefined || row === undefined) throw new CannotRead('unreadable')
    if (Number(row) > maxRows) throw new CannotRead('too-many-rows')
    if (columnOf(letters) > maxColumns) throw new CannotRead('too-many-columns')
  }
}

/** The library reads `#DIV/0!` as an empty cell; as a text it stays to be seen. */
function keepErrors(xml: string): string {
  return xml.replace(/(<(?:\w+:)?c\b[^>]*\bt=["'])e(["'])/g, '$1str$2')
}

/** A is 1, AA is 27. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

type Cells = readonly (readonly (string | boolean | Date | NumberCell | null)[])[]

function toTable(data: Cells, showsZeros: boolean): RawTable {
  if (data.length > maxRows) throw new CannotRead('too-many-rows')
  const rows = data.map((row, index): ReadRow => {
    const marks: Record<number, CellMark> = {}
    const cells = row.map((cell, column) => {
      const { text, mark } = write(cell)
      if (mark !== undefined) marks[column] = mark
      return text
    })
    return { line: index + 1, cells, ...(Object.keys(marks).length > 0 && { marks }) }
  })
  return { encoding: null, rows, showsZeros }
}

function write(cell: Cells[number][number]): { readonly text: string; readonly mark?: CellMark } {
  if (cell === null) return { text: '' }
  if (typeof cell === 'boolean') return { text: cell ? 'TRUE' : 'FALSE' }
  if (cell instanceof Date) return { text: cell.toISOString().slice(0, 10), mark: 'date' }
  if (typeof cell === 'string')
    return isErrorValue(cell) ? { text: cell, mark: 'error' } : { text: cell.trim().replace(/\s*[\r\n]+\s*/g, ' ') }
  return writeNumber(cell.digits)
}

/** A spreadsheet keeps 15 digits of a number. */
function writeNumber(digits: string): { readonly text: string; readonly mark: CellMark } {
  const number = Number(digits)
  if (!Number.isInteger(number)) return { text: digits, mark: 'number' }
  const text = BigInt(number).toString()
  return { text, mark: Math.abs(number) >= 1e15 ? 'digits-lost' : 'number' }
}
