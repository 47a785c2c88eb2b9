import type { ProblemType } from '#contract/problems.ts'

/** The answer of a refused call, for `toMatchObject`. Without a message, 'not found' has no reason beside its type. */
export function refusal(status: number, type: ProblemType, message?: string): object {
  if (message !== undefined) return { status, body: { code: status, type, message } }
  return { status, body: { code: status, type, ...(type === 'document_not_found' && { reason: type }) } }
}
