import { tellReason } from '../storage/engine-errors.ts'

/** Something around the server stops the start. The message is one line, fit to be printed alone. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Says in one line what failed and why. A StartError says so already, and is returned as it is. */
export function toStartError(what: string, cause: unknown): StartError {
  if (cause instanceof StartError) return cause
  return new StartError(`${what}: ${tellReason(cause)}`, { cause })
}
