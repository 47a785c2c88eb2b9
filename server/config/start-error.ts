/** A condition outside the program prevents the start. The message is one line that can be printed alone. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
