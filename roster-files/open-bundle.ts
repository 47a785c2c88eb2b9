import { maxEnrolmentLines } from '#contract/course-import-rules.ts'
import type { BundlePlace } from './bundle-courses.ts'
import { readCsv } from './read-csv.ts'
import { CannotRead, maxFileBytes, type NamedBytes } from './read-result.ts'
import { plainTitle } from './titles.ts'
import { unzip } from './unzip.ts'

/** A line of a file by its titles. */
export type BundleLine = BundlePlace & {
  /** The cell below the first of these titles that the file has, or ''. */
  readonly cell: (...titles: readonly string[]) => string
}

export type Bundle = {
  readonly has: (name: string) => boolean
  /** The lines of the file below its titles; none where there is no such file. */
  readonly lines: (name: string) => readonly BundleLine[]
  /** What OneRoster's manifest says of a file: 'bulk', 'delta', 'absent'; undefined without one. */
  readonly manifest: (property: string) => string | undefined
}

/** What is not in this list stays packed. */
const wanted =
  /(?:^|\/)(?:manifest|users|roles|classes|courses|enrollments|academicsessions|orgs|school|section|student|teacher|studentenrollment|teacherroster)\.csv$/i

/** The files of a bundle in which courses and their people stand, packed or not. Throws CannotRead. */
export function openBundle(files: readonly NamedBytes[]): Bundle {
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxFileBytes) throw new CannotRead('file-too-large')
  const found = new Map<string, NamedBytes>()
  for (const file of files.flatMap(unpack)) {
    const name = file.name.slice(file.name.lastIndexOf('/') + 1)
    if (wanted.test(file.name)) found.set(name.toLowerCase(), { name, bytes: file.bytes })
  }
  return {
    has: (name) => found.has(name),
    lines: (name) => {
      const file = found.get(name)
      return file === undefined ? [] : readLines(file)
    },
    manifest: (property) => {
      const file = found.get('manifest.csv')
      const rows = file === undefined ? [] : readCsv(file.bytes).rows
      return rows.find(({ cells }) => cells[0]?.toLowerCase() === property)?.cells[1]?.toLowerCase()
    },
  }
}

function unpack(file: NamedBytes): readonly NamedBytes[] {
  if (file.bytes[0] !== 0x50 || file.bytes[1] !== 0x4b) return [file]
  const parts = unzip(file.bytes, (part) => wanted.test(part) && !part.startsWith('__MACOSX/'))
  return [...parts].map(([name, bytes]) => ({ name, bytes }))
}

function readLines({ name, bytes }: NamedBytes): readonly BundleLine[] {
  const [titles, ...rows] = readCsv(bytes, undefined, maxEnrolmentLines + 1).rows.filter(({ cells }) =>
    cells.some((cell) => cell !== ''),
  )
  const columns = new Map<string, number>()
  for (const [column, title] of (titles?.cells ?? []).entries()) {
    const plain = plainTitle(title)
    if (!columns.has(plain)) columns.set(plain, column)
  }
  return rows.map(({ line, cells }) => ({
    file: name,
    line,
    cell: (...wantedTitles) => {
      const column = wantedTitles.map((title) => columns.get(title)).find((place) => place !== undefined)
      return column === undefined ? '' : (cells[column] ?? '')
    },
  }))
}
