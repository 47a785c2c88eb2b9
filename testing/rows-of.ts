import type { Selectable } from 'kysely'
import type { Schema } from '#server/storage/schema.ts'
import type { Tables } from './read-tables.ts'

/** The rows of one table, in no particular order. */
export function rowsOf<Name extends keyof Schema>(tables: Tables, name: Name): Selectable<Schema[Name]>[] {
  return (tables[name] ?? []).map((row) => JSON.parse(row) as Selectable<Schema[Name]>)
}

/** Some of the tables, to be compared before and after. */
export function pickTables(tables: Tables, ...names: readonly (keyof Schema)[]): Tables {
  return Object.fromEntries(names.map((name) => [name, tables[name] ?? []]))
}
