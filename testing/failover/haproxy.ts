import { join } from 'node:path'
import { unpackedProgram } from '../../scripts/high-availability.mjs'
import type { MachinePorts } from './machine.ts'
import { type Running, runProgram, signalAll } from './processes.ts'

export const haproxySettings = join(import.meta.dirname, '../../deploy/ha/haproxy.cfg')

export type Haproxy = {
  readonly start: () => void
  readonly kill: () => Promise<void>
  /** The same without waiting. */
  readonly killAtOnce: () => void
}

type Places = {
  /** Of the machines with PostgreSQL. */
  readonly machines: readonly Pick<MachinePorts, 'postgresql' | 'patroni'>[]
  readonly webPort: number | undefined
  readonly databasePort: number | undefined
  readonly processPorts: readonly number[]
}

/** HAProxy on loopback, with the settings of deploy/ha or those of another file. Its output goes into `folder`. */
export function createHaproxy(programs: string, folder: string, places: Places, settings = haproxySettings): Haproxy {
  const [first, second] = places.machines
  const local = (port: number | undefined) => `127.0.0.1:${port}`
  const env = {
    WEB_BIND: local(places.webPort),
    DATABASE_BIND: local(places.databasePort),
    ALPHA_POSTGRESQL: local(first?.postgresql),
    BETA_POSTGRESQL: local(second?.postgresql),
    ALPHA_PATRONI_HOST: '127.0.0.1',
    BETA_PATRONI_HOST: '127.0.0.1',
    ALPHA_PATRONI_PORT: String(first?.patroni),
    BETA_PATRONI_PORT: String(second?.patroni),
    APP1: local(places.processPorts[0]),
    APP2: local(places.processPorts[1]),
  }
  const program = unpackedProgram(programs, 'haproxy')
  let running: Running | undefined
  return {
    start() {
      running = runProgram({
        ...program,
        args: ['-db', '-f', settings],
        env: { ...program.env, ...env },
        log: join(folder, 'haproxy.log'),
      })
    },
    async kill() {
      await running?.kill()
    },
    killAtOnce: () => signalAll(running ? [running.pid] : [], 'SIGKILL'),
  }
}
