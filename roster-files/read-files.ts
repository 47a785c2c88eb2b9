import { findTitleRow } from './find-titles.ts'
import { isOfBundle, keepStudents } from './keep-students.ts'
import { readLeftOut } from './left-out-file.ts'
import { nameSource } from './name-source.ts'
import { openBundle } from './open-bundle.ts'
import { readCsv } from './read-csv.ts'
import {
  CannotRead,
  maxFileBytes,
  type NamedBytes,
  type RawTable,
  type ReadAnswer,
  type ReadChoices,
  type ReadRow,
  type ReadTable,
} from './read-result.ts'
import { isNeverRead, plainTitle } from './titles.ts'
import { unzip } from './unzip.ts'

/** The sheets of a workbook by their names; `files`: its parts, unpacked. */
export type ReadWorkbook = (files: ReadonlyMap<string, Uint8Array>) => Promise<ReadonlyMap<string, RawTable>>

/** So many of the first lines are shown, from which the titles may be chosen. */
const shownLines = 12

/** Reads the files that a person has chosen together: a list, or a bundle of OneRoster or School Data Sync. */
export async function readFiles(
  files: readonly NamedBytes[],
  choices: ReadChoices,
  readWorkbook: ReadWorkbook,
): Promise<ReadAnswer> {
  try {
    return await readTable(files, choices, readWorkbook)
  } catch (error) {
    if (!(error instanceof CannotRead)) throw error
    return { problem: error.problem, ...(error.line !== undefined && { line: error.line }) }
  }
}

/** Files of a bundle that hold what must not be read, or nothing about a person's name and number. */
const notOfPeople =
  /^(?:demographics?|userflags|relationships?|userprofiles|orgs?|schools?|classes|courses|sections?|academicsessions|enrollments|studentenrollment|teacherroster|teachers?|results?|lineitems?|categories|resources?|classresources|courseresources)\.csv$/i

async function readTable(
  files: readonly NamedBytes[],
  choices: ReadChoices,
  readWorkbook: ReadWorkbook,
): Promise<ReadTable> {
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxFileBytes) throw new CannotRead('file-too-large')
  const opened = (await Promise.all(files.map((file) => open(file, readWorkbook)))).flat()
  const hasPeople = opened.some(({ name }) => !notOfPeople.test(name) && !isSide(name))
  const tables = hasPeople ? opened.filter(({ name }) => !notOfPeople.test(name) && !isSide(name)) : opened
  const shown = tables.filter(({ isHidden }) => !isHidden)
  const first = tables.find(({ name }) => /^(?:users|students?)\.csv$/i.test(name)) ?? shown[0] ?? tables[0]
  const chosen = tables.find(({ name }) => name === choices.table) ?? first
  if (chosen === undefined) throw new CannotRead('empty')
  const raw = chosen.read(choices)
  const withTitles = findTitles(raw, choices)
  const side = (name: RegExp) => opened.find((one) => one !== chosen && name.test(one.name))?.read({})
  return {
    fileName: files.length === 1 ? (files[0]?.name ?? chosen.name) : chosen.name,
    tables: tables.map(({ name }) => name),
    table: chosen.name,
    hidden: tables.flatMap(({ name, isHidden }) => (isHidden ? [name] : [])),
    encoding: raw.encoding,
    ...withTitles,
    ...keepStudents(chosen.name, withTitles.columns, withTitles.rows, side(/^roles\.csv$/i)),
    showsZeros: raw.showsZeros,
    source: isBundle(withTitles.columns) ? nameSource(openBundle(files)) : undefined,
    isWhole: readManifest(side(/^manifest\.csv$/i)),
    filesNotRead: opened.filter(({ name }) => hasPeople && notOfPeople.test(name)).map(({ name }) => name),
  }
}

/** Of OneRoster, or of either School Data Sync. */
function isBundle(columns: ReadTable['columns']): boolean {
  const titles = columns.map(({ title }) => plainTitle(title))
  return isOfBundle(titles) || titles.includes('schoolsisid')
}

/** Beside the people of a bundle: they are read, but hold none. */
const isSide = (name: string) => /^(?:roles|manifest)\.csv$/i.test(name)

type Opened = { readonly name: string; readonly isHidden?: boolean; readonly read: (choices: ReadChoices) => RawTable }

async function open({ name, bytes }: NamedBytes, readWorkbook: ReadWorkbook): Promise<readonly Opened[]> {
  const begins = (...signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte)
  // The container of Excel before 2007, and of a workbook with a password.
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw new CannotRead('old-workbook')
  if (!begins(0x50, 0x4b)) {
    if (isMarkup(bytes)) throw new CannotRead('web-page')
    return [{ name, read: ({ encoding }) => readCsv(bytes, encoding) }]
  }
  const workbook = unzip(bytes, (part) => /\.(?:xml|rels)$/.test(part) && part.startsWith('xl/'))
  if (workbook.has('xl/workbook.xml'))
    return [...(await readWorkbook(workbook))].map(([sheet, table]) => {
      return { name: sheet, isHidden: table.isHidden === true, read: () => table }
    })
  const lists = unzip(bytes, (part) => /\.csv$/i.test(part) && !/^__MACOSX\//.test(part))
  if (lists.size === 0) throw new CannotRead(isOpenDocument(bytes) ? 'open-document' : 'old-workbook')
  return [...lists].map(([path, content]) => ({
    name: path.slice(path.lastIndexOf('/') + 1),
    read: ({ encoding }) => readCsv(content, encoding),
  }))
}

/** HTML, or the XML of Excel 2003, behind blanks and a byte order mark. */
const isMarkup = (bytes: Uint8Array) =>
  /^[\ufeff\s\0]*<(?:!doctype|html|head|body|table|meta|\?xml|!--)/i.test(
    new TextDecoder().decode(bytes.subarray(0, 500)).replaceAll('\0', ''),
  )

const isOpenDocument = (archive: Uint8Array) =>
  [...unzip(archive, (part) => part === 'mimetype').values()].some((content) =>
    new TextDecoder().decode(content).startsWith('application/vnd.oasis.opendocument'),
  )

type Titled = Pick<ReadTable, 'titleLine' | 'firstLines' | 'columns' | 'rows' | 'shortLines'>

function findTitles({ rows: all }: RawTable, { titleLine }: ReadChoices): Titled {
  const filled = all.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const leftOut = readLeftOut(filled)
  const rows = leftOut ?? filled
  if (rows.length === 0) throw new CannotRead('empty')
  const wanted = rows.findIndex(({ line }) => line === titleLine)
  const guessed = leftOut ? 0 : findTitleRow(rows)
  const place = titleLine === null ? undefined : wanted === -1 ? guessed : wanted
  const titles = place === undefined ? [] : (rows[place]?.cells ?? [])
  const below = rows.slice(place === undefined ? 0 : place + 1)
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), titles.length)
  const columns = Array.from({ length: width }, (_, column) => {
    const title = titles[column] ?? ''
    return { title, isNeverRead: isNeverRead(title) }
  })
  const clean = ({ cells, ...row }: ReadRow): ReadRow => ({
    ...row,
    cells: columns.map(({ isNeverRead: isSecret }, column) => (isSecret ? '' : (cells[column] ?? ''))),
  })
  return {
    titleLine: place === undefined ? null : (rows[place]?.line ?? null),
    firstLines: rows.slice(0, shownLines).map((row, index) => ({
      line: row.line,
      // What stands below a password's title is shown nowhere.
      text: (place !== undefined && index <= place ? row : clean(row)).cells
        .filter((cell) => cell !== '')
        .join(' · ')
        .slice(0, 80),
    })),
    columns,
    rows: below.map(clean),
    shortLines: titles.length === 0 ? 0 : below.filter(({ cells }) => cells.length < titles.length).length,
  }
}

/** OneRoster's: 'bulk' has everyone, 'delta' adds and changes. */
function readManifest(table: RawTable | undefined): boolean | undefined {
  const users = table?.rows.find(({ cells }) => cells[0]?.toLowerCase() === 'file.users')?.cells[1]?.toLowerCase()
  return users === 'bulk' ? true : users === 'delta' ? false : undefined
}
