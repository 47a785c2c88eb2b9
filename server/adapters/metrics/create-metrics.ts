import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolUse, Replication } from '../../storage/opened-storage.ts'
import type { OutboxDepth } from '../../storage/stores/outbox-depth.ts'

/** The values that each scrape reads. */
export type MetricSources = {
  readonly readOutboxDepth: () => Promise<OutboxDepth>
  readonly readPoolUse: (() => PoolUse) | undefined
  readonly readReplication: (() => Promise<Replication>) | undefined
  readonly readHashLoad: (() => { readonly running: number; readonly waiting: number }) | undefined
  readonly countSockets: () => number
  readonly isWritable: () => Promise<boolean>
}

export type Metrics = {
  readonly countRequest: (call: string, status: number, seconds: number) => void
  readonly countMark: (outcome: 'counted' | 'already' | 'refused') => void
  readonly countCeremony: (outcome: 'verified' | 'refused') => void
  /** All metrics in Prometheus' text format. */
  readonly read: () => Promise<string>
  readonly contentType: string
}

/** From a page in memory to a login on a busy machine. Seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** All label values come from the code, none from a client (docs/operation.md lists them). */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'rollkey_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['call', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'rollkey_request_seconds',
    help: 'From the arrival of a request to the end of its answer.',
    labelNames: ['call'],
    buckets,
    registers,
  })
  const marks = new Counter({
    name: 'rollkey_marks_total',
    help: 'Students whom an institute asked to be marked.',
    labelNames: ['outcome'],
    registers,
  })
  const ceremonies = new Counter({
    name: 'rollkey_ceremonies_total',
    help: 'Passkey ceremonies that came to an end.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['counted', 'already', 'refused']) marks.inc({ outcome }, 0)
  for (const outcome of ['verified', 'refused']) ceremonies.inc({ outcome }, 0)

  const outboxDepth = new Gauge({ name: 'rollkey_outbox_waiting', help: 'Mails and pushes to be sent.', registers })
  new Gauge({
    name: 'rollkey_outbox_oldest_seconds',
    help: 'Since when the oldest of them waits.',
    registers,
    async collect() {
      // NaN when the database does not answer: the scrape must still succeed during an outage.
      const unknown = { waiting: Number.NaN, oldestMs: Number.NaN }
      const { waiting, oldestMs } = await sources.readOutboxDepth().catch(() => unknown)
      outboxDepth.set(waiting)
      this.set(oldestMs / 1_000)
    },
  })
  new Gauge({
    name: 'rollkey_sockets',
    help: 'Open realtime connections.',
    registers,
    collect() {
      this.set(sources.countSockets())
    },
  })
  new Gauge({
    name: 'rollkey_storage_writable',
    help: 'Whether the database takes writes: 1, or 0.',
    registers,
    async collect() {
      this.set(Number(await sources.isWritable()))
    },
  })
  addStates('rollkey_password_hashes', 'Password hashes by what happens to them.', sources.readHashLoad, registers)
  addStates(
    'rollkey_database_connections',
    'Connections to PostgreSQL, and requests that wait for one.',
    sources.readPoolUse,
    registers,
  )

  addReplication(sources.readReplication, registers)

  return {
    countRequest(call, status, seconds) {
      requests.inc({ call, status })
      durations.observe({ call }, seconds)
    },
    countMark: (outcome) => marks.inc({ outcome }),
    countCeremony: (outcome) => ceremonies.inc({ outcome }),
    read: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** One gauge with a label for each number that `read` returns; none when there is nothing to read. */
function addStates(
  name: string,
  help: string,
  read: (() => Readonly<Record<string, number>>) | undefined,
  registers: Registry[],
): void {
  if (read === undefined) return
  new Gauge({
    name,
    help,
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, value] of Object.entries(read())) this.set({ state }, value)
    },
  })
}

/** What a PostgreSQL says about its standbys; all of it is NaN while it does not answer. */
function addReplication(read: MetricSources['readReplication'], registers: Registry[]): void {
  if (read === undefined) return
  const standbys = new Gauge({
    name: 'rollkey_database_standbys',
    help: 'Connected standbys of PostgreSQL. NaN where the role of the server may not see them.',
    labelNames: ['state'],
    registers,
  })
  const lag = new Gauge({
    name: 'rollkey_database_replication_lag_bytes',
    help: 'How much of the log the slowest standby has not applied yet.',
    registers,
  })
  new Gauge({
    name: 'rollkey_database_commits_wait_for_standby',
    help: 'Whether a commit is on a second machine before it is answered: 1, or 0.',
    registers,
    async collect() {
      const found = await read().catch(() => undefined)
      this.set(found === undefined ? Number.NaN : Number(found.isWaitedFor))
      standbys.set({ state: 'synchronous' }, found?.synchronous ?? Number.NaN)
      standbys.set({ state: 'asynchronous' }, found?.asynchronous ?? Number.NaN)
      lag.set(found?.lagBytes ?? Number.NaN)
    },
  })
}
