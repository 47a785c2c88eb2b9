import type { Entry } from './compared-acts.ts'
import { type ComparedTable, comparedTables } from './compared-tables.ts'
import { createKnownRows, type KnownRows } from './known-rows.ts'

/** What the log says of the rows of each compared table. */
export type WrittenRows = ReadonlyMap<ComparedTable, OfTable>

type OfTable = {
  /** Of each row what the last entry that wrote it says. */
  readonly known: KnownRows
  /** The time of the last entry that does not hold its rows, epoch ms. */
  olderAt: number
}

/** `at`: epoch ms. */
type WritingEntry = Entry & { readonly at: number }

/** A row, as the log or its table has it. */
export type Row = Readonly<Record<string, unknown>>

export const createWrittenRows = (): WrittenRows =>
  new Map(comparedTables.map((table) => [table, { known: createKnownRows(), olderAt: Number.NEGATIVE_INFINITY }]))

export function saidOf(written: WrittenRows, table: ComparedTable): OfTable {
  const said = written.get(table)
  if (!said) throw new Error(`${table.table} is not compared`)
  return said
}

const writers = new Map<string, ComparedTable[]>()
for (const table of comparedTables)
  for (const action of table.entries) writers.set(action, [...(writers.get(action) ?? []), table])

/** Acts that write rows of these tables. */
export const writesRows = (action: string): boolean => writers.has(action)

/** Adds what an entry says. After one that does not hold its rows, nothing that was said before is known to be true. */
export function rememberRows(written: WrittenRows, entry: WritingEntry): void {
  seeRows(entry, {
    row(table, row) {
      const { known } = saidOf(written, table)
      if (row.gone) known.remove(keyOf(table, row))
      else known.set(keyOf(table, row), contentOf(table, row))
    },
    older(table) {
      const said = saidOf(written, table)
      said.known.clear()
      said.olderAt = entry.at
    },
  })
}

type Seen = {
  readonly row: (table: ComparedTable, row: Row) => void
  readonly older: (table: ComparedTable) => void
}

/** The rows that an entry holds, with the names of columns. */
export function seeRows({ action, facts }: WritingEntry, { row, older }: Seen): void {
  const { rows } = facts
  for (const table of writers.get(action) ?? []) {
    if (!rows) older(table)
    for (const packed of rows?.[camelCase(table.table)] ?? []) for (const one of unpack(packed)) row(table, one)
  }
}

function unpack(packed: Row): Row[] {
  const columns = Object.entries(packed).map(([field, value]) => [snakeCase(field), value] as const)
  const length = columns.reduce((longest, [, value]) => (Array.isArray(value) ? value.length : longest), 1)
  return Array.from({ length }, (_, n) =>
    Object.fromEntries(columns.map(([column, value]) => [column, Array.isArray(value) ? value[n] : value])),
  )
}

const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What tells a row of a table from the others. */
export const keyOf = ({ key }: ComparedTable, row: Row): string => key.map((column) => row[column]).join('\n')

export const contentOf = ({ fields }: ComparedTable, row: Row): string =>
  JSON.stringify(fields.map((field) => textOf(row[field])))

/** A row that was tampered with may hold a number as a text. */
export const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(typeof value === 'boolean' ? Number(value) : value)
