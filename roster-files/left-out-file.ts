import type { ReadRow, ReadTable } from './read-result.ts'

/** Lines that are left out, by their number in the file, with the reason of each. */
export type LeftOut = ReadonlyMap<number, string>

/**
 * The lines that are left out as they stand in the file, with their reasons: corrected, it can be imported again. RFC 4180, with the
 * mark by which spreadsheets recognise UTF-8. Passwords and the like were never read, so those columns are empty.
 */
export function writeLeftOut(
  table: ReadTable,
  leftOut: LeftOut,
  titles: readonly [line: string, reason: string],
): Blob {
  const heading = [...table.columns.map(({ title }) => title), ...titles]
  const rows = table.rows.flatMap(({ line, cells }) => {
    const reason = leftOut.get(line)
    return reason === undefined ? [] : [[...cells, String(line), reason]]
  })
  const text = [heading, ...rows].map((cells) => `${cells.map((cell) => quote(disarm(cell))).join(',')}\r\n`).join('')
  return new Blob([`\ufeff${text}`], { type: 'text/csv' })
}

/** A spreadsheet would run text that begins like this as a formula; an apostrophe in front keeps it text (rules §3). */
function disarm(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^\s*[\t\r]/u.test(text) ? `'${text}` : text
}

/** What the last two columns of such a file are called, in each language. */
const ownTitles = ['Line Reason', 'पंक्ति कारण']

/** The rows of such a file as they stood in the first one, the titles on top; undefined of any other file. */
export function readLeftOut(rows: readonly ReadRow[]): readonly ReadRow[] | undefined {
  const titles = rows[0]?.cells ?? []
  if (!ownTitles.includes(titles.slice(-2).join(' '))) return
  return rows.map((row) => ({ ...row, cells: row.cells.slice(0, titles.length - 2).map(rearm) }))
}

const rearm = (cell: string) => (disarm(cell.slice(1)) === cell ? cell.slice(1) : cell)

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What the file of the lines is called after. */
export function baseName(fileName: string): string {
  return fileName.replace(/\.[a-z]{1,5}$/i, '')
}
