import { idPattern } from '#contract/identifiers.ts'
import { Problem } from '../../domain/problem.ts'

/** An id from the address. Throws general_argument_invalid for text that cannot be an id. */
export function readId(params: Readonly<Record<string, string>>, name: string): string {
  const id = params[name] ?? ''
  if (!idPattern.test(id)) throw new Problem('malformed-argument', { message: `${name} is not a valid id` })
  return id
}

/** Throws like readId, for the first that no id looks like. */
export function assertIds(params: Readonly<Record<string, string>>, names: readonly string[]): void {
  for (const name of names) readId(params, name)
}
