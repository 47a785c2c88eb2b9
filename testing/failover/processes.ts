import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A program that runs until it is killed. */
export type Running = {
  readonly pid: number
  readonly kill: () => Promise<void>
}

export type Program = {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The file that its output is added to. */
  readonly log: string
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
}

export function runProgram({ command, args, env, log, owner }: Program): Running {
  const output = openSync(log, 'a')
  // In a group of its own: Ctrl+C in the terminal is for the round, which then ends its programs in order.
  const child: ChildProcess = spawn(command, args, {
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
    ...owner,
  })
  closeSync(output)
  const ended = once(child, 'exit')
  const pid = child.pid ?? 0
  return {
    pid,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await ended
    },
  }
}

type Stat = { readonly state: string; readonly parentPid: number }

function readStat(pid: number | string): Stat | undefined {
  try {
    const [state = '', parentPid] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { state, parentPid: Number(parentPid) }
  } catch {
    return undefined
  }
}

/** The process and all that it has started, directly or not, as long as their parents live. */
export function findFamily(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((one) => [Number(one), readStat(one)?.parentPid]))
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member && !family.includes(child)) family.push(child)
  }
  return family
}

/** Sends the signal to each of them; those that have ended are passed over. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid > 1) process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
}

export async function killAll(pids: readonly number[]): Promise<void> {
  signalAll(pids, 'SIGKILL')
  while (pids.some((pid) => !['Z', undefined].includes(readStat(pid)?.state))) await wait(10)
}
