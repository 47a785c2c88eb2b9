import { idPattern } from '#contract/identifiers.ts'
import { Problem } from '../../domain/problem.ts'
import type { Exchange } from './call.ts'

/** An id that stands in the address. Throws general_argument_invalid for what no id looks like. */
export function readId(params: Exchange['params'], name: string): string {
  const id = params[name] ?? ''
  if (!idPattern.test(id)) throw new Problem('malformed-argument', { message: `${name} is not a valid id` })
  return id
}
