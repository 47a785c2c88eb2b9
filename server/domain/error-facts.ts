/** What an error of a library says of itself. */
type ErrorFacts = Readonly<
  Partial<Record<'code' | 'errcode' | 'statusCode' | 'responseCode' | 'command' | 'syscall' | 'errors', unknown>>
>

/** Nothing, where what was thrown is no object. */
export const factsOf = (error: unknown): ErrorFacts => (typeof error === 'object' && error !== null ? error : {})

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
