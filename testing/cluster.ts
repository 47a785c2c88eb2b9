import { findNginx, nginxMissing } from '../scripts/nginx.mjs'
import { createDatabaseWithTables, engines, type TestDatabase } from './create-database.ts'
import { findFreePort } from './find-free-port.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { startNginx } from './nginx.ts'
import { readTables, type Tables } from './read-tables.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { type SmtpInbox, startSmtpInbox } from './smtp-inbox.ts'

/** Several processes on one PostgreSQL, behind a balancer that gives each request to the next one. */
export type Cluster = {
  /** The balancer's address, the only one that browsers know. */
  readonly origin: string
  readonly inbox: SmtpInbox
  readonly database: TestDatabase
  readonly clock: Pick<ManualClock, 'now'>
  /** Moves the clock of all processes. */
  readonly advanceClock: (ms: number) => Promise<void>
  readonly processes: readonly ServerProcess[]
  /** Starts another process, which the balancer finds at once. There is room for one. */
  readonly join: () => Promise<ServerProcess>
  readonly openBrowser: () => HttpClient
  readonly readTables: () => Promise<Tables>
  readonly close: () => Promise<void>
}

/** False if PostgreSQL or nginx is missing; in CI that is an error. */
export function canRunCluster(): boolean {
  if (findNginx() === undefined && process.env.CI) throw new Error(nginxMissing)
  return findNginx() !== undefined && engines.includes('postgresql')
}

export async function startCluster(env: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const [database, inbox, port, ...ports] = await Promise.all([
    createDatabaseWithTables('postgresql'),
    startSmtpInbox(),
    findFreePort(),
    ...Array.from({ length: 4 }, findFreePort),
  ])
  const origin = `http://localhost:${port}`
  const clock = createManualClock()
  const [spare = 0, ...used] = ports
  const start = (own: number) =>
    startServerProcess({
      HOST: '127.0.0.1',
      PORT: String(own),
      PUBLIC_URL: origin,
      DATABASE_URL: database.databaseUrl ?? '',
      SMTP_URL: inbox.url,
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
      CLOCK_OFFSET: String(clock.offset()),
      ...env,
    })
  const processes = await Promise.all(used.map(start))
  const stopNginx = await startNginx(port, ports)
  return {
    origin,
    inbox,
    database,
    clock,
    processes,
    async advanceClock(ms) {
      clock.advance(ms)
      await Promise.all(processes.map((one) => one.setClock(clock.offset())))
    },
    async join() {
      const joined = await start(spare)
      processes.push(joined)
      return joined
    },
    openBrowser: () => createHttpClient(origin),
    readTables: () => readTables(database),
    async close() {
      await stopNginx()
      await Promise.all(processes.map((one) => one.kill()))
      await inbox.close()
      await database.drop()
    },
  }
}
