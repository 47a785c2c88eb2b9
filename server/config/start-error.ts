/** Something around the server stops the start. The message is one line, fit to be printed alone. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
