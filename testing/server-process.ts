import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { builtProgram } from './built-program.ts'
import { compileCache } from './compile-cache.ts'
import type { Guard } from './faults/switch-guard-off.ts'
import type { FromServed, ToServed } from './serve.ts'

/** A server in its own process, which can get signals and crash. */
export type ServerProcess = {
  readonly url: string
  readonly pid: number
  /** Everything that it has written so far, standard output and error. */
  readonly output: () => string
  /** Does nothing when the process has ended. */
  readonly setClock: (offsetMs: number) => Promise<void>
  readonly signal: (signal: NodeJS.Signals) => void
  /** Its exit code and signal. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** Ends it at once, like a crash. */
  readonly kill: () => Promise<void>
}

/**
 * Starts it and waits until it listens. `env` is the whole configuration. Throws its output when it does not start.
 * `guardOff`: the guard that is switched off, for controls. `program`: another build of it.
 */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  guardOff?: Guard,
  program = builtProgram('serve'),
): Promise<ServerProcess> {
  const child = fork(program, guardOff === undefined ? [] : [guardOff], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { NODE_ENV: 'test', ...compileCache, ...env },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => void output.push(chunk))
  }
  // 'close' comes after 'exit', when all output is here.
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const refused = ended.then(() => Promise.reject(new Error(`The server has ended:\n${output.join('')}`)))
  refused.catch(() => undefined)
  const started = await Promise.race([answer(child, 'url'), refused])
  return {
    url: started.url,
    pid: child.pid ?? 0,
    output: () => output.join(''),
    async setClock(clockOffset) {
      if (!child.connected) return
      const moved = answer(child, 'clockOffset')
      child.send({ clockOffset } satisfies ToServed)
      await moved
    },
    signal: (signal) => void child.kill(signal),
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function answer<Key extends 'url' | 'clockOffset'>(
  child: ChildProcess,
  key: Key,
): Promise<Extract<FromServed, Record<Key, unknown>>> {
  for (;;) {
    const [message] = (await once(child, 'message')) as [FromServed]
    if (key in message) return message as Extract<FromServed, Record<Key, unknown>>
  }
}
