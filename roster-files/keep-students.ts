import { CannotRead, type RawTable, type ReadColumn, type ReadRow, type ReadTable } from './read-result.ts'
import { plainTitle } from './titles.ts'

type Kept = Pick<ReadTable, 'rows' | 'notStudents'>

/**
 * Students alone, of a file that has other people, too: by the role in each row, or in `roles`, the bundle's roles.csv. Who has left is
 * no student any more; a blank status is an active one. Throws CannotRead where nothing tells them apart.
 */
export function keepStudents(
  name: string,
  columns: readonly ReadColumn[],
  rows: readonly ReadRow[],
  roles: RawTable | undefined,
): Kept {
  const titles = columns.map(({ title }) => plainTitle(title))
  const column = (title: string) => titles.indexOf(title)
  if (column('teachernumber') !== -1 || /^(?:teachers?|staff)\b/i.test(name)) throw new CannotRead('no-students')
  const isStudent = findStudents(name, titles, roles)
  const status = column('status')
  const kept = rows.filter((row) => isStudent(row) && isActive(row.cells[status]))
  return { rows: kept, notStudents: rows.length - kept.length }
}

function findStudents(name: string, titles: readonly string[], roles: RawTable | undefined): (row: ReadRow) => boolean {
  const id = titles.indexOf('sourcedid')
  if (!isOfBundle(titles) || /^students?\b/i.test(name)) return () => true
  const role = titles.indexOf('role')
  if (role !== -1) return ({ cells }) => isStudentRole(cells[role])
  if (roles === undefined) throw new CannotRead('roles-missing')
  const students = listStudents(roles)
  return ({ cells }) => students.has(cells[id] ?? '')
}

/** Plain titles of a file that a bundle of OneRoster or School Data Sync has: what they mean is fixed. */
export const isOfBundle = (titles: readonly string[]): boolean =>
  ['sourcedid', 'givenname', 'familyname'].every((title) => titles.includes(title))

function listStudents({ rows }: RawTable): ReadonlySet<string> {
  const titles = (rows[0]?.cells ?? []).map(plainTitle)
  const [user, role, status] = ['usersourcedid', 'role', 'status'].map((title) => titles.indexOf(title)) as [
    number,
    number,
    number,
  ]
  const of = rows.slice(1).filter(({ cells }) => isStudentRole(cells[role]) && isActive(cells[status]))
  return new Set(of.map(({ cells }) => cells[user] ?? ''))
}

const isStudentRole = (role: string | undefined) => role?.toLowerCase() === 'student'

const isActive = (status: string | undefined) => !/^(?:tobedeleted|inactive|deleted)$/i.test(status ?? '')
