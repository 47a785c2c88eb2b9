import { setTimeout as wait } from 'node:timers/promises'
import type { Machine } from './machine.ts'
import type { FailoverSet } from './set.ts'

type Roles = { readonly primary: Machine; readonly standby: Machine }

export type Fault = {
  /** Whether another machine must be the primary afterwards. */
  readonly movesPrimary: boolean
  /** The longest time without a mark that is expected, seconds. */
  readonly seconds: number
  /** How long mails may take to come after all, ms; by default as long as the product needs. */
  readonly mailPatienceMs?: number
  /**
   * Calls that began so long after the strike, ms, may end without an answer or with 502: they are those of the killed
   * process. By default none may.
   */
  readonly resetsUntilMs?: number
  /** Brings the fault about, and mends it. */
  readonly strike: (set: FailoverSet, roles: Roles) => Promise<void>
}

async function untilOther(set: FailoverSet, primary: Machine): Promise<void> {
  for (;;) {
    const now = await set.findPrimary()
    if (now !== undefined && now !== primary) return
    await wait(200)
  }
}

export const faults: Readonly<Record<string, Fault>> = {
  'primary machine killed': {
    movesPrimary: true,
    seconds: 45,
    async strike(set, { primary }) {
      await primary.kill()
      await untilOther(set, primary)
      await wait(5_000)
      primary.startEtcd()
      primary.startPatroni()
    },
  },
  'postgres killed': {
    movesPrimary: false,
    seconds: 20,
    strike: (_set, { primary }) => primary.killPostgres(),
  },
  switchover: {
    movesPrimary: true,
    seconds: 20,
    async strike(set, { primary }) {
      await primary.run('switchover')
      await untilOther(set, primary)
    },
  },
  'primary machine frozen and thawed': {
    movesPrimary: true,
    seconds: 45,
    async strike(set, { primary }) {
      primary.freeze()
      await untilOther(set, primary)
      await wait(5_000)
      primary.thaw()
      await wait(10_000)
    },
  },
  'standby frozen and thawed': {
    movesPrimary: false,
    seconds: 45,
    async strike(_set, { standby }) {
      standby.freeze()
      await wait(30_000)
      standby.thaw()
    },
  },
  'etcd lost': {
    movesPrimary: false,
    seconds: 20,
    async strike(set) {
      await Promise.all(set.etcds.map((machine) => machine.killEtcd()))
      await wait(25_000)
      for (const machine of set.etcds) machine.startEtcd()
      await wait(5_000)
    },
  },
  'HAProxy restarted': {
    movesPrimary: false,
    seconds: 10,
    // It is away for a second, and takes a moment to start.
    resetsUntilMs: 3_000,
    async strike(set) {
      await set.haproxy.kill()
      await wait(1_000)
      set.haproxy.start()
    },
  },
  'connections swallow': {
    movesPrimary: false,
    seconds: 10,
    strike: async (set) => set.databaseGate.swallow(),
  },
  'process killed': {
    movesPrimary: false,
    seconds: 5,
    resetsUntilMs: 500,
    async strike(set) {
      await set.processes[0]?.kill()
      await wait(5_000)
      await set.startProcess(0)
    },
  },
}

/** The control: the standby is asynchronous, gets nothing any more, and takes over. */
export const lossyFault: Fault = {
  movesPrimary: true,
  seconds: 60,
  // A mail that was lost with the machine never comes.
  mailPatienceMs: 5_000,
  async strike(set, { primary }) {
    set.replicationGates.get(primary.name)?.block()
    await wait(3_000)
    await primary.kill()
    await untilOther(set, primary)
  },
}
