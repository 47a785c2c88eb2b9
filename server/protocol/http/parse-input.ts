import type { z } from 'zod'
import { reasonOf } from '#contract/inputs.ts'
import type { ProblemType } from '#contract/problems.ts'
import { Problem } from '../../domain/problem.ts'

/** Checks a body against its one schema and returns it. Throws a 400 whose message names the first field that is wrong. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  type: Extract<ProblemType, 'general_argument_invalid' | 'document_invalid_structure'> = 'general_argument_invalid',
): z.output<Schema> {
  const result = schema.safeParse(body ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  const reason = issue && reasonOf(issue)
  if (reason) throw new Problem(reason)
  const malformed = type === 'general_argument_invalid' ? 'malformed-argument' : 'malformed-document'
  throw new Problem(malformed, { message: issue ? describe(issue) : 'This request is not valid.' })
}

function describe(issue: z.core.$ZodIssue): string {
  // Messages of this project already name their field. The library's own say 'Invalid input', which does not help.
  const field = issue.path.join('.')
  const isNamed = issue.message.toLowerCase().includes(field.toLowerCase())
  return isNamed ? issue.message : `${field}: ${issue.message}`
}
