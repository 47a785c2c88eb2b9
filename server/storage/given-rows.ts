import { type AliasedRawBuilder, sql } from 'kysely'
import { keysOf } from '../domain/keys-of.ts'
import type { Handle } from './handle.ts'
import { prepareQuery, type Statement } from './prepared-query.ts'

type Row = Readonly<Record<string, string | number | null>>
type Columns<Given> = Readonly<Record<keyof Given, 'text' | 'bigint'>>
type Values = Readonly<Record<string, unknown>>

/** The rows that a statement is given, as a table of this name. */
type GivenTable<Given> = AliasedRawBuilder<Given, 'given'>

/**
 * A prepared query over a table of given rows: any number of them is one statement with one text, and one round trip. A
 * single row goes as values, which cost the engines less than reading JSON. The order of the rows is kept. Without rows it
 * asks nothing. Names of `Values` and columns must differ.
 */
export function prepareForRows<Given extends Row, Others extends Values, Answer>(
  columns: Columns<Given>,
  build: (handle: Handle, given: GivenTable<Given>, values: Others) => Statement<Answer>,
): (handle: Handle, rows: readonly Given[], values: Others) => Promise<Answer[]> {
  const one = prepareQuery((handle, values: Given & Others) => build(handle, asValues(columns, values), values))
  const many = prepareQuery((handle, values: Others & { readonly rows: string }) =>
    build(handle, asJson(handle, columns, values.rows), values),
  )
  return async (handle, rows, values) => {
    const [first] = rows
    if (first === undefined) return []
    return rows.length === 1 ? one(handle, { ...first, ...values }) : many(handle, { ...values, rows: toJson(rows) })
  }
}

const toJson = (rows: readonly Row[]): string => JSON.stringify(rows)

function asValues<Given extends Row>(columns: Columns<Given>, row: Given): GivenTable<Given> {
  const values = keysOf(columns).map((name) => sql`cast(${row[name]} as ${sql.raw(columns[name])}) as ${sql.ref(name)}`)
  return sql<Given>`(select ${sql.join(values)})`.as('given')
}

function asJson<Given extends Row>({ engine }: Handle, columns: Columns<Given>, rows: string): GivenTable<Given> {
  const names = keysOf(columns)
  if (engine === 'postgresql') {
    const defined = names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`)
    return sql<Given>`json_to_recordset(${rows})`.as<'given'>(sql`given(${sql.join(defined)})`)
  }
  // As JSONB: json_each gives each row as text, which is read again for each column.
  const read = names.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql<Given>`(select ${sql.join(read)} from jsonb_each(${rows}))`.as('given')
}
