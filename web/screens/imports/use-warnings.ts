import { importTexts } from '#contract/import-texts.ts'
import type { Uses } from '#roster-files/guess-columns.ts'
import { type Lines, mayHaveLostZeros } from '#roster-files/make-lines.ts'
import type { ReadTable } from '#roster-files/read-result.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'

/** What the reader has noticed that is no problem of one line. */
export function useWarnings(table: ReadTable, uses: Uses, { errors }: Pick<Lines, 'errors'>): readonly string[] {
  const { warnings } = useTextsOf(importTexts)
  const { number } = useFormat()
  const { notStudents, shortLines, filesNotRead } = table
  return [
    ...(notStudents > 0 ? [warnings.notStudents(number(notStudents))] : []),
    ...(filesNotRead.length > 0 ? [warnings.filesNotRead(filesNotRead.join(', '))] : []),
    ...(shortLines > 0 ? [warnings.shortLines(number(shortLines))] : []),
    ...(errors > 0 ? [warnings.errors(number(errors))] : []),
    ...(mayHaveLostZeros(table, uses) ? [warnings.lostZeros] : []),
  ]
}
