import { expect, test } from 'vitest'
import type { Table } from './cells.ts'
import { csvRow } from './csv.ts'
import { createLocalTime } from './local-time.ts'
import { createXlsxRows } from './xlsx.ts'

const [first, second, after] = ['00:30', '01:30', '02:30'].map((at) => ({
  at: Date.parse(`2026-10-25T${at}:00Z`),
})) as [{ at: number }, { at: number }, { at: number }]
const time = createLocalTime('Europe/Berlin')

test('a file names the offset in the hour that the clocks repeat, and in no other', () => {
  expect(csvRow([first, second, after], time)).toBe(
    '2026-10-25 02:30 +02:00,2026-10-25 02:30 +01:00,2026-10-25 03:30\r\n',
  )
  expect(time.writeDay(first.at)).toBe('2026-10-25')
})

test('a cell of a workbook is text in that hour, and a time of the spreadsheet elsewhere', () => {
  const columns = ['A', 'B'].map((heading) => ({ heading, width: 9 }))
  const table: Table = { name: 'x', columns, frozenColumns: 0, words: [], rows: 1, async *batches() {} }
  const row = createXlsxRows(table, time)([second, after])
  expect(row).toContain('<t xml:space="preserve">2026-10-25 02:30 +01:00</t>')
  expect(row).toMatch(/<c r="B2" s="2"><v>46320\.14583/)
})
