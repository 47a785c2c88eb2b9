import { type DatabaseConnection, type Driver, SqliteAdapter, SqliteDialect } from 'kysely'
import type { Execute } from '../handle.ts'
import type { NodeSqlite } from './node-sqlite.ts'

/** Compiles Kysely's queries for SQLite and passes them to `execute`, which decides when they run. */
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
  /** A lock exists, but `execute` guards it already. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * For migrations. SQLite rolls DDL back like everything else, but Kysely's adapter says that it does not. Then
 * migrations would run without a transaction: a start that is killed halfway would leave half of the tables, and two
 * processes would both make them.
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
