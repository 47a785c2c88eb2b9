import { isRefusalAsAnswer } from '#contract/expected-refusals.ts'
import { fetchRefusals } from '../language/language.ts'
import { bringForward, takeFirstRead } from './first-reads.ts'
import { backgroundHeaders } from './presence.ts'
import { fromProblemBody, lostAnswer } from './request-error.ts'

const noContent = 204

/**
 * Sends one request, and returns the JSON of its answer, undefined for an answer without a body. `address`: path and
 * query. `headers`: added to those of every request. Throws RequestError for a refusal and for an answer that cannot be
 * read, the platform's TypeError without an answer.
 */
export async function sendRequest<Answer>(
  method: string,
  address: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const first = await takeFirstRead(method, address)
  const response =
    first?.response ??
    (await fetch(address, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        ...backgroundHeaders(method),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    }))
  const read = () => readBody(first?.body ?? response.json())
  if (!response.ok || isRefusalAsAnswer(response.headers)) await fetchRefusals()
  if (!response.ok) throw fromProblemBody(await read().catch(() => undefined), response.status, response.headers)
  const answer = response.status === noContent ? undefined : await read()
  if (isRefusalAsAnswer(response.headers)) throw fromProblemBody(answer, response.status)
  return first ? bringForward(answer as Answer, first.at) : (answer as Answer)
}

/** A body that breaks off, or is not JSON, counts as no answer. */
function readBody(body: ReturnType<Response['json']>) {
  return body.catch((cause: unknown) => {
    throw lostAnswer(cause)
  })
}
