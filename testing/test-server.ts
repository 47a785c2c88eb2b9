import { createArgon2Hasher } from '#server/adapters/passwords/argon2-hasher.ts'
import { readConfig } from '#server/config/config.ts'
import type { PasswordHasher } from '#server/domain/ports.ts'
import { type Overrides, type RunningServer, startServer } from '#server/start.ts'
import { checkAnswer } from './check-answer.ts'
import { createDatabaseWithTables, type Engine, type TestDatabase } from './create-database.ts'
import { findFreePort } from './find-free-port.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { readTables, type Tables } from './read-tables.ts'
import { sharedAssertionVerifier } from './shared-assertion-verifier.ts'
import { type SmtpInbox, startSmtpInbox } from './smtp-inbox.ts'

/**
 * The whole server without the web app, over real HTTP, with an empty database, mail over real SMTP and a clock that
 * tests move.
 */
export type TestServer = {
  readonly origin: string
  /** Its address: the origin, unless PUBLIC_URL says that browsers come through a proxy. */
  readonly url: string
  readonly inbox: SmtpInbox
  readonly database: TestDatabase
  readonly clock: ManualClock
  readonly advanceClock: (ms: number) => Promise<void>
  /** Lets the server look for mails that have become due. */
  readonly wakeMail: () => void
  /** Lets the server notice a clock jump now. */
  readonly lookAtClock: () => Promise<void>
  /** The server's stored data, for tests to read. */
  readonly storage: RunningServer['storage']
  /** Every row of every table, except pending changes, for tests of what must not change. */
  readonly readTables: () => Promise<Tables>
  /** The routes of the server, as its router prints them. */
  readonly printRoutes: () => string
  /** A new browser without cookies. Each answer that it gets is checked against its schema. */
  readonly openBrowser: () => HttpClient
  /** Ends only the server: its database, its mail and its clients stay. */
  readonly stop: () => Promise<void>
  readonly close: () => Promise<void>
}

export type TestServerOptions = {
  /** An existing one; by default a new one. */
  readonly database?: TestDatabase
  /** Added to the configuration. By default request limits are far out of reach. */
  readonly env?: Readonly<Record<string, string>>
  readonly hasher?: PasswordHasher
  /** By default one that all servers share. */
  readonly assertionVerifier?: Overrides['assertionVerifier']
  /** A folder with a built web app; without one the server answers calls alone. */
  readonly webRoot?: string
}

/** The real algorithm; a thousandth of the work. */
export const cheapHasher = createArgon2Hasher({ parameters: { memoryKib: 64, passes: 1, lanes: 1 } })

export async function startTestServer(engine: Engine, options: TestServerOptions = {}): Promise<TestServer> {
  const [database, inbox, port] = await Promise.all([
    options.database ?? createDatabaseWithTables(engine),
    startSmtpInbox(),
    findFreePort(),
  ])
  const clock = createManualClock()
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    SMTP_URL: inbox.url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_SCALE: '100000',
    ...options.env,
  })
  const { hasher = cheapHasher, assertionVerifier = sharedAssertionVerifier, webRoot = null } = options
  const { offset: clockOffset, monotonic } = clock
  const server = await startServer(config, { clockOffset, monotonic, hasher, assertionVerifier, webRoot })
  // Its clients share this event loop: if it were busy for seconds, it would end idle connections that they are about
  // to use.
  server.app.server.keepAliveTimeout = 0
  return {
    origin: config.origin,
    url: `http://localhost:${port}`,
    inbox: {
      ...inbox,
      // Not before the server has stored that the mail was sent: from then on its link has an end.
      next: async (recipient) => {
        const mail = await inbox.next(recipient)
        await server.mailWorker.finish()
        return mail
      },
    },
    database,
    clock,
    advanceClock: async (ms) => clock.advance(ms),
    wakeMail: () => server.mailWorker.wake(),
    storage: server.storage,
    lookAtClock: server.lookAtClock,
    async readTables() {
      // From there, changes are published a moment after their commit.
      const { pending_changes: _, ...tables } = await readTables(database)
      return tables
    },
    printRoutes: () => server.app.printRoutes({ commonPrefix: false }),
    openBrowser: () => createHttpClient(config.origin, checkAnswer),
    stop: () => server.close(),
    close: async () => {
      await server.close()
      await Promise.all([inbox.close(), database.drop()])
    },
  }
}
