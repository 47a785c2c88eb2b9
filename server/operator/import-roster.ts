import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatInstituteCode, normaliseInstituteCode } from '#contract/identifiers.ts'
import { maxSourceLength } from '#contract/import-rules.ts'
import { importTexts } from '#contract/import-texts.ts'
import { describeProblem } from '#roster-files/describe-problem.ts'
import { guessColumns, type Uses } from '#roster-files/guess-columns.ts'
import { writeLeftOut } from '#roster-files/left-out-file.ts'
import { findChoiceProblem, type Lines, makeLines } from '#roster-files/make-lines.ts'
import { readFiles } from '#roster-files/read-files.ts'
import { CannotRead, type NamedBytes, type ReadTable } from '#roster-files/read-result.ts'
import { type ColumnUse, columnUses, plainTitle } from '#roster-files/titles.ts'
import { StartError } from '../config/start-error.ts'
import type { Deps } from '../domain/deps.ts'
import { messageOf } from '../domain/error-facts.ts'
import { Problem } from '../domain/problem.ts'
import { importAtNight, type NightImport } from '../domain/roster/import-at-night.ts'
import type { ShownLine } from '../domain/roster/stores.ts'
import { importCourses } from './import-courses.ts'

type ImportOptions = {
  /** What the list comes from; an import ends only what the same source has begun. */
  readonly source?: string | undefined
  /** `FIELD=TITLE`, for a column whose title the reader does not know. */
  readonly column?: readonly string[] | undefined
  /** The file has everyone of its source. The manifest of a bundle goes before it. */
  readonly whole?: boolean | undefined
  /** The file for the lines that are left out. Without it one of them holds the import back. */
  readonly 'leave-out'?: string | undefined
  readonly reviewed?: boolean | undefined
  readonly try?: boolean | undefined
  /** After the people, the courses of the bundle with their enrolments and teachers. */
  readonly courses?: boolean | undefined
}

/** What the command prints, and the exit code: 0 done, 2 held back by its lines, 3 on hold. */
export type ImportReport = { readonly text: string; readonly exitCode: 0 | 2 | 3 }

/** The code, the file and the options of the command. Throws StartError. */
export function readImportArguments(args: readonly string[]): { code: string; place: string; options: ImportOptions } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: optionKinds, allowPositionals: true })
    const [code, place, ...more] = positionals
    if (code === undefined || place === undefined || more.length > 0) throw new Error('It takes a code and a file.')
    return { code, place, options: values }
  } catch (error) {
    const names = Object.keys(optionKinds).map((name) => `--${name}`)
    throw new StartError(`${messageOf(error)} The options are ${names.join(', ')}.`)
  }
}

const optionKinds = {
  source: { type: 'string' },
  column: { type: 'string', multiple: true },
  whole: { type: 'boolean' },
  'leave-out': { type: 'string' },
  reviewed: { type: 'boolean' },
  try: { type: 'boolean' },
  courses: { type: 'boolean' },
} as const satisfies Record<keyof ImportOptions, unknown>

type Read = { readonly table: ReadTable; readonly read: Lines }
type LeftOut = ReadonlyMap<number, string>

/**
 * Imports a list, or the bundle of a folder or an archive, into the roster of the institute with this code. Throws StartError
 * for what cannot be read, for an unknown institute, and for a source that no file can have.
 */
export async function importRoster(
  deps: Pick<Deps, 'storage' | 'random'>,
  code: string,
  place: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const files = openPlace(resolve(place))
  const { table, read } = await readPeople(files, place, options.column ?? [])
  const reasons = openReasons(options['leave-out'])
  const { columns, lines, spoilt } = read
  const source = options.source?.trim() ?? importTexts.columns.sourceDefault
  if (source === '' || source.length > maxSourceLength)
    throw new StartError(`--source must have 1 to ${maxSourceLength} characters.`)
  const wantsWhole = table.isWhole ?? options.whole ?? false
  const file = {
    source,
    fileName: table.fileName.slice(0, 120),
    columns: [...columns],
    // Who stands in a line that is not sent would end.
    isWhole: wantsWhole && spoilt.length === 0,
    lines: lines.map(([line, ...cells]): [number, ...string[]] => [line, ...cells]),
    unsent: spoilt.length,
  }
  const id = normaliseInstituteCode(code)
  const choices = { isTrial: options.try === true, isReviewed: options.reviewed === true }
  const leavesOut = reasons !== undefined
  const done = await importAtNight(deps, id, file, { ...choices, leavesOut }).catch((error: unknown) => {
    const reason = error instanceof Problem ? error.reason : undefined
    if (reason === 'source-by-hand') throw new StartError(`--source: ${messageOf(error)}`)
    if (reason !== 'document_not_found') throw error
    throw new StartError(`There is no organisation ${formatInstituteCode(id)}.`)
  })
  const leftOut = listLeftOut(done, read)
  if (reasons !== undefined) await writeReasons(reasons, table, leftOut)
  const text = describe(done, { table, read }, leftOut, wantsWhole, options.courses === true)
  const exitCode = exitCodes[done.outcome]
  // Who is not on the roster yet could not be enrolled.
  if (options.courses !== true || exitCode !== 0) return { text, exitCode }
  const courses = await importCourses(deps, id, files, { source, isWhole: options.whole ?? false, ...choices })
  return { text: `${text}\n${courses.text}`, exitCode: exitCodes[courses.outcome] }
}

const exitCodes = { trial: 0, same: 0, applied: 0, problems: 2, 'on-hold': 3 } as const

async function readPeople(files: readonly NamedBytes[], place: string, chosen: readonly string[]): Promise<Read> {
  const table = await readFiles(files, {}, () => {
    throw new CannotRead('old-workbook')
  })
  if ('problem' in table) {
    const sentence =
      table.problem === 'old-workbook' ? 'The command reads CSV, and bundles of CSV.' : readProblems[table.problem]
    const line = table.line === undefined ? '' : ` Line ${table.line}.`
    throw new StartError(`${place}: ${sentence}${line}`)
  }
  const uses = chosen.reduce<Uses>((all, one) => choose(table, all, one), guessColumns(table))
  const problem = findChoiceProblem(uses, table.rows.length)
  if (problem !== undefined) {
    const titles = table.columns.map(({ title }) => JSON.stringify(title)).join(', ')
    const how =
      problem === 'too-many-lines' ? '' : ` The titles are ${titles}: name the columns by --column FIELD=TITLE.`
    throw new StartError(`${place}: ${importTexts.columns.problems[problem]}${how}`)
  }
  return { table, read: makeLines(table, uses) }
}

const { readProblems } = importTexts

function openPlace(place: string): NamedBytes[] {
  try {
    const files = statSync(place).isDirectory()
      ? readdirSync(place)
          .filter((name) => /\.csv$/i.test(name))
          .map((name) => join(place, name))
      : [place]
    return files.map((file) => ({ name: basename(file), bytes: readFileSync(file) }))
  } catch (error) {
    throw new StartError(`${place} cannot be read: ${messageOf(error)}`)
  }
}

/** The columns with one of them named by `FIELD=TITLE`. Throws StartError. */
function choose(table: ReadTable, uses: Uses, chosen: string): Uses {
  const [field = '', ...rest] = chosen.split('=')
  const use = columnUses.find((one) => one === field)
  if (use === undefined) throw new StartError(`--column ${field}=…: the field must be one of ${columnUses.join(', ')}.`)
  const title = rest.join('=')
  const places = table.columns.flatMap((column, at) => (plainTitle(column.title) === plainTitle(title) ? [at] : []))
  const [place] = places
  if (place === undefined || places.length > 1 || table.columns[place]?.isNeverRead)
    throw new StartError(`--column ${chosen}: there must be one column ${JSON.stringify(title)} that may be read.`)
  const keep = (at: number, now: ColumnUse | null) => (at === place ? use : now === use ? null : now)
  return uses.map((now, at) => keep(at, now))
}

function listLeftOut({ problems, questions }: NightImport, { spoilt }: Lines): LeftOut {
  const { readerProblems, plan } = importTexts
  return new Map<number, string>([
    ...spoilt.map(({ line, problem }) => [line, readerProblems[problem]] as const),
    ...problems.map((line) => [line.line, describeProblem(line, importTexts, String)] as const),
    ...questions.map(({ line }) => [line, plan.notAnswered] as const),
  ])
}

/** Opened before anything is imported: what is left out must not be lost. Throws StartError. */
function openReasons(file: string | undefined): number | undefined {
  if (file === undefined) return undefined
  try {
    return openSync(resolve(file), 'w', 0o600)
  } catch (error) {
    throw new StartError(`${file} cannot be written: ${messageOf(error)}`)
  }
}

async function writeReasons(file: number, table: ReadTable, leftOut: LeftOut): Promise<void> {
  const { line, reason } = importTexts.plan
  writeFileSync(file, await writeLeftOut(table, leftOut, [line, reason]).bytes())
  closeSync(file)
}

/** So many lines of a kind are printed. */
const shownLines = 20

function describe(
  { outcome, counts, ofSource, gone, absent }: NightImport,
  { table, read }: Read,
  leftOut: LeftOut,
  wantsWhole: boolean,
  readsCourses: boolean,
): string {
  const { warnings } = importTexts
  const { fileName, notStudents, filesNotRead } = table
  const wrong = [...leftOut].sort(([a], [b]) => a - b).map(([line, reason]) => `Line ${line}: ${reason}`)
  const name = ({ before }: ShownLine) =>
    [before?.rollNumber, before?.given, before?.family].filter((part) => part).join(' ')
  return [
    `${fileName}: ${counts.new} new, ${counts.changed} changed, ${counts.same} as they are, ${counts.gone} gone, ${leftOut.size} with problems.`,
    ...first(wrong),
    ...first(gone.map((one) => `Gone: ${name(one)}`)),
    ...first(absent.map((one) => `${importTexts.plan.parts.absent}: ${name(one)}`)),
    ...(notStudents > 0 ? [warnings.notStudents(String(notStudents))] : []),
    ...(filesNotRead.length > 0 && !readsCourses ? [warnings.filesNotRead(filesNotRead.join(', '))] : []),
    ...(wantsWhole && read.spoilt.length > 0 ? [warnings.notWhole(String(read.spoilt.length))] : []),
    ends[outcome](String(counts.gone), String(ofSource)),
  ].join('\n')
}

function first(lines: readonly string[]): readonly string[] {
  return lines.length <= shownLines ? lines : [...lines.slice(0, shownLines), `And ${lines.length - shownLines} more.`]
}

const ends = {
  trial: () => 'Nothing was changed: this was a trial.',
  same: () => 'Nothing was changed: the roster has all of it.',
  problems: () => 'Nothing was changed. Correct these lines, or leave them out by --leave-out FILE.',
  'on-hold': (gone: string, all: string) =>
    `On hold. ${gone === '0' ? importTexts.plan.onHoldEmpty : importTexts.plan.onHold(gone, all)} Look at who would end, then add --reviewed.`,
  applied: () => 'The import is applied. The institute can undo it for 24 hours.',
} as const satisfies Record<NightImport['outcome'], (gone: string, all: string) => string>
