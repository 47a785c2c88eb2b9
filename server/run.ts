import { readConfig } from './config/config.ts'
import { fail } from './process/fail.ts'
import { type Overrides, type RunningServer, startServer } from './start.ts'

/**
 * Runs the server as a program: reads the environment, starts, prints its address, and stops in order on SIGTERM or
 * SIGINT, even when they are repeated.
 */
export async function runServer(overrides: Overrides = {}): Promise<RunningServer> {
  const config = readConfig(process.env)
  // The reader of the output has gone; that is no reason to stop.
  process.stdout.on('error', () => undefined)
  // Until the server has started, a signal simply ends the process. It needs a handler because the first process of a
  // container gets only signals that it handles.
  let stop: () => void = () => process.exit(0)
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop())
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const server = await startServer(config, { print, ...overrides })
  stop = () => void server.close().then(() => process.exit(0), fail)
  print(`Rollkey is ready: open ${config.origin}`)
  if (server.mailboxUrl) print(`Mail is not sent but kept at ${server.mailboxUrl}`)
  return server
}
