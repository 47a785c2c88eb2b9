import type { ImportColumn, LineProblem } from '#contract/imports.ts'
import { maxExternalIdLength, maxSectionLength } from '#contract/roster-rules.ts'
import {
  canonicalRollNumber,
  isPlainText,
  maxNameLength,
  normaliseText,
  rollNumberPattern,
} from '#contract/text-fields.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import type { CheckedLine } from './stores.ts'

/**
 * Reads the cells of one line by the rules for typed fields. An empty cell says nothing, so it changes nothing. The first
 * problem counts; a cell that is wrong is kept, cut to what its column may hold, so that the office sees it again.
 */
export function checkLine(line: number, columns: readonly ImportColumn[], cells: readonly string[]): CheckedLine {
  const cell = (column: ImportColumn): string => normaliseText(cells[columns.indexOf(column)] ?? '')
  const names = [cell('givenName'), cell('familyName')].filter((name) => name !== '')
  const [given = '', family = ''] = names
  const optional = { email: cell('email'), section: cell('section'), externalId: cell('externalId') }
  const rollNumber = cell('rollNumber')
  return {
    line,
    rollNumber,
    rollKey: canonicalRollNumber(rollNumber),
    given,
    family,
    email: optional.email || null,
    emailKey: canonicalEmail(optional.email) ?? null,
    section: optional.section || null,
    externalId: optional.externalId || null,
    problem: findLineProblem({ rollNumber, given, family, ...optional }),
  }
}

type Cells = Readonly<Record<'rollNumber' | 'given' | 'family' | 'email' | 'section' | 'externalId', string>>

/** What is wrong with the line itself. '' in a column that was not sent. */
export function findLineProblem({ rollNumber, given, family, email, section, externalId }: Cells): LineProblem | null {
  if (rollNumber === '') return 'roll-number-missing'
  if (!rollNumberPattern.test(rollNumber)) return 'roll-number-invalid'
  if (given === '') return 'name-missing'
  if (!isPlainText(given, maxNameLength)) return 'name-invalid'
  if (family !== '' && !isPlainText(family, maxNameLength)) return 'name-invalid'
  if (email !== '' && canonicalEmail(email) === undefined) return 'email-invalid'
  if (section !== '' && !isPlainText(section, maxSectionLength)) return 'section-invalid'
  return externalId === '' || isPlainText(externalId, maxExternalIdLength) ? null : 'external-id-invalid'
}
