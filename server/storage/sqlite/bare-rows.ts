import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'

/** The driver is slow at making objects, and objects are dear to send to another thread: rows stay bare values until there. */
export type BareRows = { readonly columns: readonly string[]; readonly rows: readonly (readonly SQLOutputValue[])[] }

/** A statement that returns bare rows. `columns` is empty where it returns none. */
export function prepareBare(raw: DatabaseSync, text: string) {
  const statement = raw.prepare(text)
  const columns = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  const all = (parameters: readonly SQLInputValue[]): BareRows => ({
    columns,
    rows: statement.all(...parameters) as unknown as SQLOutputValue[][],
  })
  return { statement, columns, all }
}

/** Throws where a kept statement has other columns by now. */
export const toRows = ({ columns, rows }: BareRows): Record<string, SQLOutputValue>[] =>
  rows.map((values) => {
    // A newer version of the program has changed the table: no answer is better than values in the wrong columns.
    if (values.length !== columns.length) throw new Error('the tables have changed since the program was started')
    const row: Record<string, SQLOutputValue> = {}
    for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = values[index] ?? null
    return row
  })
