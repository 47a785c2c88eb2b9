/** Something around the server stops the start. The message is one line, fit to be printed alone. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Says in one line what failed and why. A StartError says so already, and is returned as it is. */
export function toStartError(what: string, cause: unknown): StartError {
  if (cause instanceof StartError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StartError(`${what}: ${reason}`, { cause })
}
