import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Schema } from '../schema.ts'

export type Reading = { readonly text: string; readonly parameters: readonly (string | number | null)[] }
type Run = (reading: Reading) => Promise<readonly unknown[]>

/** SQLite for single statements that only read: there is nothing to undo. `run`: calls the engine, wherever it is. */
export class SingleStatementDialect implements Dialect {
  readonly #run: Run
  constructor(run: Run) {
    this.#run = run
  }
  createDriver = () => new SingleStatementDriver(this.#run)
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new SqliteAdapter()
  createIntrospector = (db: Kysely<Schema>) => new SqliteIntrospector(db)
}

class SingleStatementDriver implements Driver {
  readonly #connection: DatabaseConnection
  constructor(run: Run) {
    this.#connection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
        rows: (await run({ text: sql, parameters: parameters as Reading['parameters'] })) as Row[],
      }),
      streamQuery: () => refuse(),
    }
  }
  init = async () => undefined
  acquireConnection = async () => this.#connection
  releaseConnection = async () => undefined
  destroy = async () => undefined
  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse
}

function refuse(): never {
  throw new Error('Reports are read in single statements')
}
