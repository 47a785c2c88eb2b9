import type { ProblemType } from '#contract/problems.ts'

/** What a refused call answers, for `toMatchObject`. What is not found has no reason besides, where no message says so. */
export function refusal(status: number, type: ProblemType, message?: string): object {
  if (message !== undefined) return { status, body: { code: status, type, message } }
  return { status, body: { code: status, type, ...(type === 'document_not_found' && { reason: type }) } }
}
