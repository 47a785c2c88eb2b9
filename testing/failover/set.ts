import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { highAvailabilityMissing, unpackHighAvailability } from '../../scripts/high-availability.mjs'
import { type CapturedMail, startCaptureSmtp } from '../capture-smtp.ts'
import { findFreePort } from '../find-free-port.ts'
import { findUnprivilegedOwner, giveToPostgres } from '../postgres-cluster.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { openTcpGate, type TcpGate } from '../tcp-gate.ts'
import { createHaproxy, type Haproxy } from './haproxy.ts'
import { createMachine, type Machine, type MachinePorts } from './machine.ts'

/** As a busy mail server takes: a mail is in flight for so long. */
const mailTakesMs = 1_200
/** A machine that comes back may copy the other one's database first. */
const wholeAfterMs = 180_000
/** Three rounds of Patroni (`loop_wait`). */
const listedAfterMs = 15_000
/** Letters and digits: it becomes a part of addresses. */
const password = 'loopback4only'
const deployed = join(import.meta.dirname, '../../deploy/ha')

/** The files of deploy/ha on loopback: three etcd, two PostgreSQL under Patroni, HAProxy, two Rollkey processes. */
export type FailoverSet = {
  /** The address in the browser: HAProxy's. */
  readonly origin: string
  /** The database on one machine, without HAProxy between. */
  readonly urlOf: (machine: Machine) => string
  /** Those with PostgreSQL. */
  readonly machines: readonly Machine[]
  readonly etcds: readonly Machine[]
  readonly processes: readonly ServerProcess[]
  /** Between the processes and HAProxy. */
  readonly databaseGate: TcpGate
  /** Between the standby and each PostgreSQL, by the machine's name. */
  readonly replicationGates: ReadonlyMap<string, TcpGate>
  readonly haproxy: Haproxy
  readonly startProcess: (index: number) => Promise<void>
  /** What the mail server of both processes has got, repeated mails included. */
  readonly mails: readonly CapturedMail[]
  readonly findPrimary: () => Promise<Machine | undefined>
  /** Resolves once one machine is the primary and the other follows it, synchronously if commits are to wait for it. */
  readonly untilWhole: () => Promise<{ readonly primary: Machine; readonly standby: Machine }>
  readonly close: () => Promise<void>
}

/** `isSynchronous` false: the control, which loses marks. */
export async function startFailoverSet({ isSynchronous = true } = {}): Promise<FailoverSet> {
  const programs = unpackHighAvailability()
  if (programs === undefined) throw new Error(highAvailabilityMissing)
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-failover-'))
  const owner = findUnprivilegedOwner()
  chmodSync(folder, 0o755)
  giveToPostgres(folder, owner)
  const settings = join(folder, 'patroni.yml')
  writeFileSync(settings, adaptSettings(isSynchronous))

  const names = ['alpha', 'beta', 'gamma']
  const ports: MachinePorts[] = []
  const replicationGates = new Map<string, TcpGate>()
  for (const name of names) {
    const [etcd, etcdPeer, patroni, postgresql] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const gate = await openTcpGate(postgresql)
    replicationGates.set(name, gate)
    ports.push({ etcd, etcdPeer, patroni, postgresql, replication: gate.port })
  }
  const peers = Object.fromEntries(names.map((name, index) => [name, ports[index]?.etcdPeer ?? 0]))
  const etcdPorts = ports.map(({ etcd }) => etcd)
  const etcds = names.map((name, index) => {
    const own = ports[index]
    if (own === undefined) throw new Error(`${name} has no ports`)
    return createMachine({ name, ports: own, peers, etcdPorts, programs, folder, owner, password, settings })
  })
  const machines = etcds.slice(0, 2)
  const [webPort, databasePort, ...processPorts] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const origin = `http://localhost:${webPort}`
  const haproxy = createHaproxy(programs, folder, {
    machines: machines.map(({ ports: own }) => own),
    webPort,
    databasePort,
    processPorts,
  })
  const databaseGate = await openTcpGate(databasePort)
  const smtp = await startCaptureSmtp()
  smtp.behaviour.acceptAfterMs = mailTakesMs
  const url = (port: number) => `postgresql://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`
  const processes: ServerProcess[] = []

  async function startProcess(index: number): Promise<void> {
    processes[index] = await startServerProcess({
      HOST: '127.0.0.1',
      PORT: String(processPorts[index]),
      PUBLIC_URL: origin,
      DATA_DIR: join(folder, `process-${index}`),
      ROLLKEY_KEY_FILE: join(folder, 'rollkey.key'),
      DATABASE_URL: url(databaseGate.port),
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMIT_SCALE: '100000',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      LOG_LEVEL: 'error',
    })
  }
  const findPrimary = async () => {
    for (const machine of machines) if (await isPrimary(machine)) return machine
    return undefined
  }
  async function untilWhole() {
    const end = Date.now() + wholeAfterMs
    while (Date.now() < end) {
      const primary = await findPrimary()
      const standby = machines.find((machine) => machine !== primary)
      const state = isSynchronous ? 'sync' : 'async'
      if (primary && standby && (await readStandbyState(url(primary.ports.postgresql))) === state)
        return { primary, standby }
      await wait(500)
    }
    throw new Error(`There is no primary with its standby after ${wholeAfterMs / 60_000} minutes`)
  }
  const killAtExit = () => {
    for (const machine of etcds) machine.killAtOnce()
    haproxy.killAtOnce()
    rmSync(folder, { recursive: true, force: true })
  }
  // Whatever ends this process, no program stays behind.
  process.once('exit', killAtExit)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
  async function close(): Promise<void> {
    for (const machine of etcds) machine.thaw()
    await Promise.all(processes.map((one) => one.kill()))
    await Promise.all([haproxy.kill(), smtp.close()])
    await Promise.all(etcds.map((machine) => machine.kill()))
    for (const gate of [databaseGate, ...replicationGates.values()]) gate.close()
    process.off('exit', killAtExit)
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    for (const machine of etcds) machine.startEtcd()
    for (const machine of machines) machine.startPatroni()
    haproxy.start()
    const { primary, standby } = await untilWhole()
    await checkByCommands(primary, standby, isSynchronous)
    await untilConnected(url(databasePort))
    await Promise.all(processPorts.map((_port, index) => startProcess(index)))
  } catch (error) {
    await close()
    throw error
  }
  return {
    origin,
    urlOf: ({ ports: own }) => url(own.postgresql),
    machines,
    etcds,
    processes,
    databaseGate,
    replicationGates,
    haproxy,
    startProcess,
    mails: smtp.mails,
    findPrimary,
    untilWhole,
    close,
  }
}

/** docs/operation.md says what an operator sees once the set is whole. */
async function checkByCommands(primary: Machine, standby: Machine, isSynchronous: boolean): Promise<void> {
  const health = await primary.run('health')
  if (health.match(/is healthy/g)?.length !== 3) throw new Error(`etcd does not name three members:\n${health}`)
  const expected = ['Leader', isSynchronous ? 'Sync Standby' : 'Replica'].join()
  // Patroni notes in etcd what PostgreSQL does already: at its next round.
  const end = Date.now() + listedAfterMs
  for (;;) {
    const list = await primary.run('list')
    if ([primary, standby].map(({ name }) => readRole(list, name)).join() === expected) return
    if (Date.now() > end) throw new Error(`Patroni lists other roles:\n${list}`)
    await wait(500)
  }
}

/** The third column of Patroni's table, in the line of this machine. */
function readRole(list: string, name: string): string | undefined {
  const line = list.split('\n').find((one) => one.includes(` ${name} `))
  return line?.split('|')[3]?.trim()
}

/** The settings of deploy/ha; for the control without the wait for the standby. */
function adaptSettings(isSynchronous: boolean): string {
  const text = readFileSync(join(deployed, 'patroni.yml'), 'utf8')
  const mode = 'synchronous_mode: true'
  if (!text.includes(mode)) throw new Error(`deploy/ha/patroni.yml no longer contains: ${mode}`)
  return isSynchronous ? text : text.replace(mode, 'synchronous_mode: false')
}

/** By Patroni's own word, which HAProxy asks, too. */
async function isPrimary({ ports }: Machine): Promise<boolean> {
  const options = { signal: AbortSignal.timeout(1_000) }
  return fetch(`http://127.0.0.1:${ports.patroni}/primary`, options).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function readStandbyState(url: string): Promise<string | undefined> {
  const query = "select sync_state from pg_stat_replication where state = 'streaming'"
  return ask(url, query).then(
    ([row]) => row?.sync_state as string | undefined,
    () => undefined,
  )
}

async function untilConnected(url: string): Promise<void> {
  while (!(await ask(url, 'select 1').catch(() => undefined))) await wait(200)
}

async function ask(url: string, query: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(query)).rows
  } finally {
    // Not waited for: a connection that was never made has no end.
    client.end().catch(() => undefined)
  }
}
