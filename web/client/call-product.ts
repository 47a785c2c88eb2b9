import type { ProblemBody } from '#contract/problems.ts'
import { callServer } from './call-server.ts'
import { fromProblemBody } from './request-error.ts'

/** One of the product server's own calls, under /api/v1. Throws what every refused request throws. */
export async function callProduct<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  return callServer(async () => {
    const response = await fetch(`/api/v1/${path}`, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw fromProblemBody(answer as Partial<ProblemBody> | undefined, response.status)
    return answer as Answer
  })
}
