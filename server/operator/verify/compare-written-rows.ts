import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../storage/schema.ts'
import type { Finding } from './check-invariant.ts'
import { type ComparedTable, comparedTables } from './compared-tables.ts'
import { batch, readInBatches } from './read-in-batches.ts'
import { type LogRow, readLog } from './read-logged-acts.ts'
import { contentOf, keyOf, type Row, saidOf, seeRows, textOf, type WrittenRows } from './read-written-rows.ts'

type Tally = {
  readonly table: ComparedTable
  rows: number
  tooOld: number
  readonly wrong: string[]
  /** Rows that are not as the log says, by their key. */
  readonly different: Map<string, Row>
}

/** Compares the tables whose rows stand in the log with it, both ways. `horizon`: epoch ms, up to which entries may be gone. */
export async function compareWrittenRows(
  db: Kysely<Schema>,
  written: WrittenRows,
  horizon: number,
): Promise<Finding[]> {
  const tallies: Tally[] = []
  for (const table of comparedTables) tallies.push(await compareTable(db, table, written, horizon))
  const isOpen = [...written.values()].some(({ known }) => known.countOpen() > 0)
  if (isOpen || tallies.some(({ different }) => different.size > 0)) await nameFaults(db, written, tallies)
  return tallies.map(({ table, rows, tooOld, wrong }) => ({
    rule: `${table.what} match the audit log`,
    rows,
    wrong,
    ...(tooOld > 0
      ? { note: `${tooOld} not compared: they are older than the log, or than what it keeps of them` }
      : {}),
  }))
}

async function compareTable(
  db: Kysely<Schema>,
  table: ComparedTable,
  written: WrittenRows,
  horizon: number,
): Promise<Tally> {
  const tally: Tally = { table, rows: 0, tooOld: 0, wrong: [], different: new Map() }
  const { known, olderAt } = saidOf(written, table)
  await readInBatches<Row>(
    (last) => readBatch(db, table, last),
    (stored) => {
      const row = asKept(table, stored)
      const found = known.find(keyOf(table, row), contentOf(table, row))
      tally.rows += 1
      if (found === 'different') tally.different.set(keyOf(table, row), row)
      if (found === 'removed') tally.wrong.push(`${nameOf(table, row)} is there, and the log knows its removal`)
      if (found !== 'unknown') return
      // A time that cannot be read counts as young.
      if (Number(row[table.since]) <= Math.max(horizon, olderAt)) tally.tooOld += 1
      else tally.wrong.push(`${nameOf(table, row)}: the log does not know it`)
    },
  )
  return tally
}

async function readBatch(db: Kysely<Schema>, table: ComparedTable, last: Row | undefined): Promise<Row[]> {
  const { key, fields, since, where = sql<boolean>`1 = 1` } = table
  const columns = [...new Set([...key, ...fields, since])].map((column) => sql.ref(`t.${column}`))
  const order = sql.join(key.map((column) => sql.ref(`t.${column}`)))
  const after = last ? sql`and (${order}) > (${sql.join(key.map((column) => last[column]))})` : sql``
  const { rows } = await sql<Row>`select ${sql.join(columns)} from ${sql.table(table.table)} t
    where ${where} ${after} order by ${order} limit ${batch}`.execute(db)
  return rows
}

/** The row with what the log keeps of it. */
function asKept({ kept = {} }: ComparedTable, row: Row): Row {
  const values = Object.entries(kept).map(([column, keep]) => {
    const value = row[column] ?? null
    return [column, value === null ? null : keep(String(value))] as const
  })
  return { ...row, ...Object.fromEntries(values) }
}

type Said = { readonly row: Row; readonly entry: LogRow }

/** Reads the log again: what it last said of each row that differs, and of each that is missing. */
async function nameFaults(db: Kysely<Schema>, written: WrittenRows, tallies: readonly Tally[]): Promise<void> {
  const said = new Map(tallies.map((tally) => [tally.table, new Map<string, Said>()]))
  const isFaulty = (table: ComparedTable, key: string) =>
    tallies.some((tally) => tally.table === table && tally.different.has(key)) ||
    saidOf(written, table).known.isOpen(key)
  await readLog(db, (entry) =>
    seeRows(entry, {
      row(table, row) {
        const key = keyOf(table, row)
        if (isFaulty(table, key)) said.get(table)?.set(key, { row, entry })
      },
      older: (table) => said.get(table)?.clear(),
    }),
  )
  for (const { table, different, wrong } of tallies) {
    const found = [...(said.get(table) ?? [])]
    const isMissing = found.some(([key]) => !different.has(key))
    const isWithout = isMissing ? await table.isWithout?.(db) : undefined
    for (const [key, { row, entry }] of found) {
      const there = different.get(key)
      if (there) wrong.push(...describe(table, there, row))
      else if (!isWithout?.(row))
        wrong.push(`the log knows ${nameOf(table, row)}, and it is not there (row ${entry.sequence} of the log)`)
    }
  }
}

function describe(table: ComparedTable, row: Row, said: Row): string[] {
  const changed = table.fields.filter((field) => textOf(row[field]) !== textOf(said[field]))
  return changed.map((field) => `${nameOf(table, row)}: ${field} is not what the log has`)
}

const nameOf = ({ name, key }: ComparedTable, row: Row): string =>
  `${name} ${key.map((column) => row[column]).join(', ')}`
