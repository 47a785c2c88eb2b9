import type { Config } from '../config/config.ts'
import { openDatabase, toStartError } from '../storage/open-database.ts'
import { prepareForServer, readConnected } from '../storage/postgresql/prepare-postgresql.ts'

/**
 * Brings the tables up to date without starting the server. On PostgreSQL with MIGRATION_DATABASE_URL it works as the
 * role that owns them, for a server whose own role cannot (rules §7); that role gets its rights. Returns a sentence
 * that says what was done. Throws StartError.
 */
export async function migrate(config: Config): Promise<string> {
  const { databaseUrl, databasePooler: pooler, migrationDatabaseUrl } = config
  const print = (line: string) => void process.stderr.write(`${line}\n`)
  if (databaseUrl === undefined || migrationDatabaseUrl === undefined) {
    await (await openDatabase(config, { print })).close()
    return 'The tables are up to date.'
  }
  const server = await readConnected({ url: databaseUrl, pooler }).catch((cause: unknown) => {
    throw toStartError('The database of DATABASE_URL could not be opened', cause)
  })
  try {
    const role = await prepareForServer({ url: migrationDatabaseUrl, pooler }, server, {
      patienceMs: config.startTimeoutMs,
      print,
    })
    return role === undefined
      ? 'The tables are up to date. The server owns them: DATABASE_URL has the same role as MIGRATION_DATABASE_URL.'
      : `The tables are up to date, and the role ${role} may read and write them, but not change them.`
  } catch (cause) {
    throw toStartError('The database of MIGRATION_DATABASE_URL could not be prepared', cause)
  }
}
