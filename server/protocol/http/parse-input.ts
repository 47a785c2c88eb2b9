import type { z } from 'zod'
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
  throw new Problem(type, { message: describe(result.error) })
}

function describe(error: z.ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'This request is not valid.'
  // Own messages name their field already; the library's own speak of 'Invalid input', which helps nobody.
  const field = issue.path.join('.')
  const isNamed = issue.message.toLowerCase().includes(field.toLowerCase())
  return isNamed ? issue.message : `${field}: ${issue.message}`
}
