import type { Compilable, Kysely } from 'kysely'
import type { Handle } from './handle.ts'
import type { Schema } from './schema.ts'

/** Stands for an argument while a query is built. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
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
  const compiled = new Map<Handle['engine'], ReturnType<Compilable<Row>['compile']>>()
  return async (handle, ...values) => {
    const query = compiled.get(handle.engine) ?? build(handle, ...(slots as unknown as Arguments)).compile()
    compiled.set(handle.engine, query)
    const parameters = query.parameters.map((one) => (one instanceof Slot ? values[one.index] : one))
    const { rows } = await (handle.db as Kysely<Schema>).executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
