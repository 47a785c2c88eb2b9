import type { Compilable, CompiledQuery } from 'kysely'
import type { Handle } from './handle.ts'

/** Stands for an argument while a query is built: by its position, or by its name. */
class Slot {
  readonly key: number | string
  constructor(key: number | string) {
    this.key = key
  }
}

const slots = Array.from({ length: 8 }, (_, index) => new Slot(index))

/**
 * A query whose text is made once per engine and then only filled in. For the few that every request runs: building the
 * text of a wide join takes longer than the engine needs to answer it. The arguments may only be used as values, and
 * the shape of the query must not depend on them.
 */
export function prepareQuery<Arguments extends readonly unknown[], Row>(
  build: (handle: Handle, ...values: Arguments) => Compilable<Row>,
): (handle: Handle, ...values: Arguments) => Promise<Row[]> {
  const compiled = new Map<Handle['engine'], CompiledQuery<Row>>()
  return async (handle, ...values) => {
    const query = compiled.get(handle.engine) ?? build(handle, ...(slots as unknown as Arguments)).compile()
    compiled.set(handle.engine, query)
    const { rows } = await handle.execute(fillIn(query, (slot) => values[slot as number]))
    return rows
  }
}

type Named = Readonly<Record<string, unknown>>
type BuildChange<Values extends Named> = (handle: Handle, values: Values) => Compilable<unknown>

/** The same for a change, with named values. Returns the number of rows that it changed. */
export function prepareChange<Values extends Named>(
  build: BuildChange<Values>,
): (handle: Handle, values: Values) => Promise<number> {
  const compile = compileOnce(build)
  return async (handle, values) => {
    const { numAffectedRows } = await handle.execute(compile(handle, values))
    return Number(numAffectedRows)
  }
}

/** The same for a change of which nobody needs to know how much it changed: where that saves time, it is not waited for. */
export function prepareWrite<Values extends Named>(
  build: BuildChange<Values>,
): (handle: Handle, values: Values) => Promise<void> {
  const compile = compileOnce(build)
  return async (handle, values) => {
    await handle.write(compile(handle, values))
  }
}

function compileOnce<Values extends Named>(
  build: BuildChange<Values>,
): (handle: Handle, values: Values) => CompiledQuery<unknown> {
  const compiled = new Map<Handle['engine'], CompiledQuery<unknown>>()
  return (handle, values) => {
    const query = compiled.get(handle.engine) ?? build(handle, slotsFor(values)).compile()
    compiled.set(handle.engine, query)
    return fillIn(query, (slot) => values[slot])
  }
}

function slotsFor<Values extends Named>(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as Values
}

function fillIn<Row>(query: CompiledQuery<Row>, read: (slot: number | string) => unknown): CompiledQuery<Row> {
  return { ...query, parameters: query.parameters.map((one) => (one instanceof Slot ? read(one.key) : one)) }
}
