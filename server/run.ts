import { readConfig } from './config/config.ts'
import { fail } from './process/fail.ts'
import { type Overrides, type RunningServer, startServer } from './start.ts'

/**
 * Runs the server as a program: reads the environment, starts, prints where to look, and ends in order on SIGTERM or
 * SIGINT, however often they come.
 */
export async function runServer(overrides: Overrides = {}): Promise<RunningServer> {
  const config = readConfig(process.env)
  // Whoever read our output has gone, which is no reason to stop.
  process.stdout.on('error', () => undefined)
  // Until the server has started there is nothing to end in order. But the first process of a container gets only the
  // signals that it asks for.
  let stop: () => void = () => process.exit(0)
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop())
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const server = await startServer(config, { print, ...overrides })
  stop = () => void server.close().then(() => process.exit(0), fail)
  print(`Rollkey is ready: open ${config.origin}`)
  if (server.mailboxUrl) print(`Mail is not sent but kept at ${server.mailboxUrl}`)
  return server
}
