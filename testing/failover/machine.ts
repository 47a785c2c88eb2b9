import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackedProgram } from '../../scripts/high-availability.mjs'
import { findPostgresProgram } from '../../scripts/postgres.mjs'
import { giveToPostgres, type Owner } from '../postgres-cluster.ts'
import { documentedCommands, runDocumented } from './documented-commands.ts'
import { findFamily, killAll, type Running, runProgram, signalAll } from './processes.ts'

/** One machine of the set, on loopback: etcd alone, or with Patroni and the PostgreSQL that it starts. */
export type Machine = {
  readonly name: string
  readonly ports: MachinePorts
  /** One of the commands of docs/operation.md, with this machine's environment. Returns what it has printed. */
  readonly run: (command: keyof typeof documentedCommands) => Promise<string>
  readonly startEtcd: () => void
  readonly startPatroni: () => void
  readonly killEtcd: () => Promise<void>
  /** PostgreSQL alone: Patroni starts it again. */
  readonly killPostgres: () => Promise<void>
  /** Everything on it, at once. */
  readonly kill: () => Promise<void>
  /** The same without waiting. */
  readonly killAtOnce: () => void
  /** PostgreSQL and Patroni stand still and keep their connections. */
  readonly freeze: () => void
  readonly thaw: () => void
}

export type MachinePorts = {
  readonly etcd: number
  readonly etcdPeer: number
  readonly patroni: number
  readonly postgresql: number
  /** Where the other machine reaches this PostgreSQL, if that is another port. */
  readonly replication?: number | undefined
}

export type MachineOptions = {
  readonly name: string
  readonly ports: MachinePorts
  /** Of all etcd members, by name. */
  readonly peers: Readonly<Record<string, number>>
  readonly etcdPorts: readonly number[]
  /** The folder of the unpacked programs, and the one that all machines keep their files in. */
  readonly programs: string
  readonly folder: string
  readonly owner: Owner | undefined
  readonly password: string
  /** The file of Patroni's settings, by default that of deploy/ha. */
  readonly settings: string
}

export function createMachine(options: MachineOptions): Machine {
  const { name, ports, programs, owner } = options
  const home = join(options.folder, name)
  mkdirSync(home, { mode: 0o700 })
  giveToPostgres(home, owner)
  const data = join(home, 'postgresql')
  let etcd: Running | undefined
  let patroni: Running | undefined
  let frozen: readonly number[] = []

  const findPostgres = () => {
    try {
      return findFamily(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]))
    } catch {
      return []
    }
  }
  const findAll = () => [...(patroni ? findFamily(patroni.pid) : []), ...findPostgres()]
  const thaw = () => {
    signalAll(frozen, 'SIGCONT')
    frozen = []
  }

  return {
    name,
    ports,
    run: (command) =>
      runDocumented(documentedCommands[command], programs, {
        ...patroniEnvironment(options, data),
        ETCDCTL_ENDPOINTS: `http://${local(ports.etcd)}`,
      }),
    startEtcd() {
      const program = unpackedProgram(programs, 'etcd')
      etcd = runProgram({
        ...program,
        env: { ...program.env, ...etcdEnvironment(options, join(home, 'etcd')) },
        log: join(options.folder, `${name}-etcd.log`),
        owner,
      })
    },
    startPatroni() {
      const program = unpackedProgram(programs, 'patroni')
      patroni = runProgram({
        ...program,
        args: [...program.args, options.settings],
        env: { ...program.env, HOME: home, ...patroniEnvironment(options, data) },
        log: join(options.folder, `${name}-patroni.log`),
        owner,
      })
    },
    async killEtcd() {
      await etcd?.kill()
    },
    killPostgres: () => killAll(findPostgres()),
    async kill() {
      const all = findAll()
      await Promise.all([etcd?.kill(), patroni?.kill(), killAll(all)])
      etcd = undefined
      patroni = undefined
    },
    killAtOnce: () => signalAll([...(etcd ? [etcd.pid] : []), ...findAll()], 'SIGKILL'),
    freeze() {
      frozen = findAll()
      signalAll(frozen, 'SIGSTOP')
    },
    thaw,
  }
}

const local = (port: number | undefined) => `127.0.0.1:${port}`

/** As in deploy/ha/machine.example, with the v2 protocol that Patroni 3.0.2 needs. */
export function etcdEnvironment({ name, ports, peers }: MachineOptions, data: string): Record<string, string> {
  const [client, peer] = [`http://${local(ports.etcd)}`, `http://${local(ports.etcdPeer)}`]
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: data,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: Object.entries(peers)
      .map(([one, port]) => `${one}=http://${local(port)}`)
      .join(','),
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_ENABLE_V2: 'true',
    ETCD_LOG_LEVEL: 'error',
  }
}

export function patroniEnvironment(options: MachineOptions, data: string): Record<string, string> {
  const { name, ports, etcdPorts, password } = options
  return {
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: etcdPorts.map(local).join(','),
    PATRONI_RESTAPI_LISTEN: local(ports.patroni),
    PATRONI_RESTAPI_CONNECT_ADDRESS: local(ports.patroni),
    PATRONI_POSTGRESQL_LISTEN: local(ports.postgresql),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(ports.replication ?? ports.postgresql),
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: join(findPostgresProgram('pg_rewind'), '..'),
    PATRONI_POSTGRESQL_PGPASS: join(data, '..', 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
  }
}
