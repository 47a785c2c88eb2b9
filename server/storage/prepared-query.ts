import type { CompiledQuery } from 'kysely'
import type { DatabaseClock, Handle } from './handle.ts'

/** Stands for a named value, or for the time, while a query is built. */
class Slot {
  readonly name: string | undefined
  constructor(name?: string) {
    this.name = name
  }
}

const timeSlot = new Slot()

type Named = Readonly<Record<string, unknown>>

/** Of the query builder, or of `sql`. */
export type Statement<Row> = { readonly compile: (db: Handle['db']) => CompiledQuery<Row> }

/**
 * A query or a change whose text is compiled once per engine and then only filled with values. For the few that every
 * request runs: compiling the text of a wide join takes longer than the engine needs to answer it. The values can only
 * be used as values, all of them are given at each call, and the shape of the query must not depend on them. A change
 * that returns nothing may fail as late as the commit of its transaction.
 */
export function prepareQuery<Values extends Named, Row>(
  build: (handle: Handle, values: Values) => Statement<Row>,
): (handle: Handle, values: Values) => Promise<Row[]> {
  const compiled = new Map<Handle['engine'], CompiledQuery<Row>>()
  return async (handle, values) => {
    const known = compiled.get(handle.engine)
    const query = known ?? build(withTimeSlot(handle), slotsFor(values)).compile(handle.db)
    if (!known) compiled.set(handle.engine, query)
    const { rows } = await handle.execute(fillIn(query, values, handle.clock))
    return rows
  }
}

/** Queries built from it read the clock again at each run. */
function withTimeSlot(handle: Handle): Handle {
  const { clock } = handle
  return { ...handle, clock: { ...clock, now: () => clock.from(timeSlot) } }
}

function slotsFor<Values extends Named>(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as Values
}

function fillIn<Row>(query: CompiledQuery<Row>, values: Named, clock: DatabaseClock): CompiledQuery<Row> {
  const time = clock.argument()
  const fill = ({ name }: Slot) => (name === undefined ? time : values[name])
  return { ...query, parameters: query.parameters.map((one) => (one instanceof Slot ? fill(one) : one)) }
}
