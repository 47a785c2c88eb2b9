import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv } from '#testing/parse-csv.ts'
import { csvRow } from './csv.ts'

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom('=', '+', '-', '@', '＝', '\t', '\r', '\n', '"', ',', ';', "'", ' ', '\u00a0', '\u202e', '\0'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  ),
  { maxLength: 8 },
)

test('a cell of CSV is read back as it was, or with an apostrophe before it, and is never a formula', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (parts) => {
      const cells = parts.map((part) => part.join(''))
      const [read] = parseCsv(`\ufeff${csvRow(cells)}`)
      expect(read?.map((cell, index) => (cell === cells[index] ? cell : cell.replace(/^'/, '')))).toEqual(cells)
      for (const cell of read ?? []) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r]/u)
    }),
    { numRuns: 5_000 },
  )
})
