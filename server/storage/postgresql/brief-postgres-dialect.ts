import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'

/** Its transactions do not wait for the disk (decision 3). They say so as they begin: that costs no question of its own. */
export class BriefPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new BriefPostgresDriver(this.#config)
  }
}

class BriefPostgresDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin; set local synchronous_commit = off'))
  }
}
