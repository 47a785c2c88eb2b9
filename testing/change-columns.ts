import { sql } from 'kysely'
import type { Schema } from '#server/storage/schema.ts'
import type { TestStorage } from './open-test-storage.ts'
import { tamper } from './tamper.ts'

/** A row that the server wrote, found by `where`, and how `verify-data` names it. */
export type ChangedRow = {
  readonly table: keyof Schema
  readonly where: string
  readonly name: RegExp
  /** Of columns that take only some values: another one of them. */
  readonly to?: Readonly<Record<string, string | number>>
}

type Value = string | number | null
type Look = (opened: Parameters<Parameters<typeof tamper>[2]>[0]) => Promise<readonly string[]>

/**
 * Changes each column of the row, one after the other, and answers those whose change no line of `look` names. The columns
 * are those of the migrated database. `whenNull`: the number that takes the place of none.
 */
export async function findUnnamedColumns(
  storages: TestStorage,
  { table, where, name, to = {} }: ChangedRow,
  look: Look,
  whenNull = 1_000,
): Promise<Set<string>> {
  const rows = await tamper(storages.database, [], ({ db }) =>
    db
      .selectFrom(table)
      .selectAll()
      .where(sql<boolean>`${sql.raw(where)}`)
      .execute(),
  )
  if (rows.length !== 1) throw new Error(`${rows.length} rows of ${table} where ${where}`)
  const [row] = rows as readonly Readonly<Record<string, Value>>[]
  const unnamed = new Set<string>()
  for (const { column, isNumber } of await readColumns(storages, table)) {
    const value = to[column] ?? changed(row?.[column] ?? null, isNumber, whenNull)
    const statement = `update ${table} set ${column} = ${isNumber ? value : `'${value}'`} where ${where}`
    const wrong = await tamper(storages.database, [statement], look)
    if (!wrong.some((line) => name.test(line))) unnamed.add(column)
  }
  return unnamed
}

/** A statement that adds a copy of the row. `other`: columns with the SQL of another value, so that its key is free. */
export async function plantCopy(
  storages: TestStorage,
  { table, where }: Pick<ChangedRow, 'table' | 'where'>,
  other: Readonly<Record<string, string>>,
): Promise<string> {
  const columns = (await readColumns(storages, table)).map(({ column }) => column)
  const values = columns.map((column) => other[column] ?? column)
  return `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table} where ${where}`
}

/** Another value of the same kind, which nothing can read as the first one. */
function changed(value: Value, isNumber: boolean, whenNull: number): string | number {
  if (isNumber) return value === null ? whenNull : Number(value) + 1_000
  return `${value?.toString().startsWith('A') ? 'B' : 'A'}${(value ?? 'A').toString().slice(1)}`
}

async function readColumns(storages: TestStorage, table: keyof Schema) {
  const tables = await tamper(storages.database, [], ({ db }) => db.introspection.getTables())
  const { columns } = tables.find(({ name }) => name === table) ?? { columns: [] }
  return columns.map(({ name, dataType }) => ({ column: name, isNumber: /int/i.test(dataType) }))
}
