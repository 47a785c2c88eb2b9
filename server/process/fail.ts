import { ConfigError } from '../config/config.ts'
import { StartError } from '../config/start-error.ts'

/**
 * Ends the process with exit code 1. An error that an operator can fix is printed as one line, a bug with its stack.
 */
export function fail(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof StartError || isAddressError(error)
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

/**
 * True when the server cannot listen on HOST, PORT or METRICS_PORT: in use, forbidden, or no address of this machine.
 */
function isAddressError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && ['listen', 'getaddrinfo'].includes(String(error.syscall))
}
