import { ConfigError, readConfig } from './config.ts'
import { type Overrides, type RunningServer, startServer } from './start.ts'
import { StartError } from './start-error.ts'

/**
 * Runs the server as a program: reads the environment, starts, says where to look, and ends in order when told to. Telling
 * it twice changes nothing.
 */
export async function runServer(overrides: Overrides = {}): Promise<RunningServer> {
  const config = readConfig(process.env)
  // Whoever read our output has gone: that is no reason to stop.
  process.stdout.on('error', () => undefined)
  // Nothing is there to be ended in order yet; but the first process of a container only gets the signals that it asks for.
  let stop: () => void = () => process.exit(0)
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop())
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const server = await startServer(config, { print, ...overrides })
  stop = () => void server.close().then(() => process.exit(0), fail)
  print(`Rollkey is ready: open ${config.origin}`)
  if (!config.smtp) print(`Mail is not sent but kept at ${config.origin}/dev/mailbox`)
  return server
}

/** Ends the process; of what an operator can put right, one line is enough. */
export function fail(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof StartError || isAddressError(error)
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

/** HOST, PORT or METRICS_PORT cannot be had: taken, forbidden, or of no address. */
function isAddressError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && ['listen', 'getaddrinfo'].includes(String(error.syscall))
}
