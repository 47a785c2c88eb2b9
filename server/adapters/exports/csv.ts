import type { Cell, Table } from './cells.ts'
import type { LocalTime } from './local-time.ts'

const byteOrderMark = '\ufeff'

/** RFC 4180 with a byte order mark, by which spreadsheets recognise UTF-8. */
export function csvHeading({ columns }: Table): string {
  return byteOrderMark + csvRow(columns.map(({ heading }) => heading))
}

export function csvRow(cells: readonly Cell[], time?: LocalTime): string {
  return `${cells.map((cell) => write(cell, time)).join(',')}\r\n`
}

function write(cell: Cell, time: LocalTime | undefined): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return quote(disarm(cell))
  if (typeof cell === 'number') return String(cell)
  return time ? time.write(cell.at) : new Date(cell.at).toISOString()
}

/**
 * A spreadsheet would run text that begins like this as a formula; an apostrophe in front keeps it text (rules §3). The
 * full-width forms count too: spreadsheets in some languages read them alike.
 */
function disarm(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^\s*[\t\r]/u.test(text) ? `'${text}` : text
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
