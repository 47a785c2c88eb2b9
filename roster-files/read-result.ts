/** What the reader makes of the files that a person has chosen. It is plain data: it goes from the worker to the page. */

/** As `TextDecoder` names them: its windows-1252, -1254 and -874 are ISO 8859-1, -9 and -11, too. */
export const encodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof encodings)[number]

/** Larger files are not opened, and no archive unpacks to more, bytes. */
export const maxFileBytes = 60_000_000
export const maxRows = 50_000
export const maxColumns = 200

/** Why nothing can be read. */
export type ReadProblem =
  | 'file-too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'empty'
  | 'old-workbook'
  /** A table of a web page or of XML, whatever it is called. */
  | 'web-page'
  | 'open-document'
  | 'unreadable'
  /** A quotation mark that no other one closes; `line` tells where it stands. */
  | 'open-quote'
  /** The people are not told apart, and the file with their roles is missing. */
  | 'roles-missing'
  /** Teachers, by the columns or the name. */
  | 'no-students'

/** What a spreadsheet may have spoilt: a number of 16 digits and more, `2.02E+16`, a date, `#DIV/0!`, a plain number. */
export type CellMark = 'digits-lost' | 'shortened' | 'date' | 'error' | 'number'

export type ReadRow = {
  /** In the file, from 1. */
  readonly line: number
  /** As many as there are columns. */
  readonly cells: readonly string[]
  /** By column. */
  readonly marks?: Readonly<Record<number, CellMark>>
}

export type ReadColumn = {
  /** As in the file, or '' where it has none. */
  readonly title: string
  /** Passwords, demographics and the like: no cell of it leaves the reader. */
  readonly isNeverRead: boolean
}

export type ReadTable = {
  /** The file's, for the summary of the import. */
  readonly fileName: string
  /** The sheets or files that could be read instead, this one among them. */
  readonly tables: readonly string[]
  readonly table: string
  /** Those of them that the workbook hides. */
  readonly hidden: readonly string[]
  /** Null for a workbook. */
  readonly encoding: Encoding | null
  /** The line of the titles; null without titles. */
  readonly titleLine: number | null
  /** The first lines, from which the titles may be chosen. */
  readonly firstLines: readonly { readonly line: number; readonly text: string }[]
  readonly columns: readonly ReadColumn[]
  readonly rows: readonly ReadRow[]
  /** Lines of people who are not students, or who have left. */
  readonly notStudents: number
  /** Lines with fewer cells than there are titles. */
  readonly shortLines: number
  /** Some numbers are shown with zeros in front, which the file does not hold. */
  readonly showsZeros: boolean
  /** What the files of a bundle come from, as an import names it; undefined of other files. */
  readonly source: string | undefined
  /** By the manifest of a bundle: whether it has everyone; undefined without one. */
  readonly isWhole: boolean | undefined
  /** Files of a bundle that were left alone. */
  readonly filesNotRead: readonly string[]
}

/** A file as a person has chosen it. */
export type NamedBytes = { readonly name: string; readonly bytes: Uint8Array }

/** What a person has chosen instead of what the reader found. */
export type ReadChoices = {
  readonly table?: string
  readonly encoding?: Encoding
  /** Null: there are no titles. */
  readonly titleLine?: number | null
}

export type ReadAnswer = ReadTable | { readonly problem: ReadProblem; readonly line?: number }

/** Ends the reading. */
export class CannotRead extends Error {
  readonly problem: ReadProblem
  readonly line: number | undefined
  constructor(problem: ReadProblem, line?: number) {
    super(problem)
    this.problem = problem
    this.line = line
  }
}

/** A table before its titles are known. */
export type RawTable = {
  readonly encoding: Encoding | null
  readonly rows: readonly ReadRow[]
  readonly showsZeros: boolean
  /** The workbook hides it. */
  readonly isHidden?: boolean
}
