import type { ProblemType } from '#contract/problems.ts'

/** What a refused call answers, for `toMatchObject`. */
export function refusal(status: number, type: ProblemType, message?: string): object {
  return { status, body: { code: status, type, ...(message === undefined ? {} : { message }) } }
}
