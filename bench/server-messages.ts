import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** Waits for its first message, with which a measured server says that it listens. Throws when it ends before that. */
export async function untilReady(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit').then(([code, signal]) => {
    throw new Error(`The server has ended before it was ready: ${code === null ? signal : `exit code ${code}`}`)
  })
  ended.catch(() => undefined)
  await Promise.race([once(server, 'message'), ended])
}

/** Milliseconds of processor time since it was started, all threads. */
export const readCpuMs = (server: ChildProcess): Promise<number> => ask(server, 'cpu')

/** The most that the answering thread has worked without a turn for others since it was asked last, ms of processor. */
export const readLongestMs = (server: ChildProcess): Promise<number> => ask(server, 'longest')

async function ask(server: ChildProcess, what: 'cpu' | 'longest'): Promise<number> {
  server.send(what)
  const [ms] = (await once(server, 'message')) as [number]
  return ms
}

/** Memory of the process in MB, now or at most so far. Linux alone says it. */
export function readMemoryMb({ pid }: Pick<ChildProcess, 'pid'>, field: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}
