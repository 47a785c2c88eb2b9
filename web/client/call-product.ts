import { callServer } from './call-server.ts'
import { backgroundHeaders } from './presence.ts'
import { fromProblemBody, lostAnswer } from './request-error.ts'

const noContent = 204

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
      headers: { ...backgroundHeaders(method), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw fromProblemBody(await readBody(response).catch(() => undefined), response.status)
    return (response.status === noContent ? undefined : await readBody(response)) as Answer
  })
}

/** A body that breaks off, or is something else, means that the answer has not come. */
function readBody(response: Response) {
  return response.json().catch((cause: unknown) => {
    throw lostAnswer(cause)
  })
}
