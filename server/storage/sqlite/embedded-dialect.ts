import { type DatabaseConnection, type Driver, SqliteAdapter, SqliteDialect } from 'kysely'
import type { Execute } from '../handle.ts'
import type { NodeSqlite } from './node-sqlite.ts'

/** Writes Kysely's queries for SQLite and gives them to `execute`, which decides when they run. */
export class EmbeddedDialect extends SqliteDialect {
  readonly #execute: Execute

  constructor(sqlite: NodeSqlite, execute: Execute) {
    super({ database: sqlite })
    this.#execute = execute
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#execute)
  }

  override createAdapter(): SqliteAdapter {
    return new UnguardedAdapter()
  }
}

class EmbeddedDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(execute: Execute) {
    this.#connection = {
      executeQuery: execute as DatabaseConnection['executeQuery'],
      streamQuery: () => {
        throw new Error('the embedded engine does not stream')
      },
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    throw new Error('transactions of the embedded engine are made by storage.transaction alone')
  }

  async init(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class UnguardedAdapter extends SqliteAdapter {
  /** There is one, but `execute` guards it already. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * For migrations. SQLite undoes DDL with its transaction like everything else, but Kysely's adapter does not say so, and
 * they would run outside of one: a start that is killed halfway would leave half of the tables, two at once would both
 * make them.
 */
export class MigrationDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
