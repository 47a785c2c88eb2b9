import { isRefusalAsAnswer } from '#contract/expected-refusals.ts'
import { fetchRefusals } from '../language/language.ts'
import { bringForward, fetchAnswer, keepRead, takeFirstRead } from './first-reads.ts'
import { backgroundHeaders } from './presence.ts'
import { fromProblemBody, lostAnswer } from './request-error.ts'

const noContent = 204
const notModified = 304

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
  const { given, known } = takeFirstRead(method, address)
  const before = await known?.catch(() => undefined)
  const etag = before?.response.headers.get('etag')
  const send = async () => {
    const sent = await fetchAnswer(address, {
      method,
      headers: {
        ...backgroundHeaders(method),
        ...(body && { 'content-type': 'application/json' }),
        ...(etag && { 'if-none-match': etag }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return sent.response.status === notModified && before ? before : sent
  }
  const sent = await (given ?? keepRead(method, address, send()))
  const { response, at, body: json } = sent
  const read = () => readBody(json)
  if (!response.ok || isRefusalAsAnswer(response.headers)) await fetchRefusals()
  if (!response.ok) throw fromProblemBody(await read().catch(() => undefined), response.status, response.headers)
  const answer = response.status === noContent ? undefined : await read()
  if (isRefusalAsAnswer(response.headers)) throw fromProblemBody(answer, response.status)
  return given || sent === before ? bringForward(answer as Answer, at) : (answer as Answer)
}

/** A body that breaks off, or is not JSON, counts as no answer. */
function readBody(body: ReturnType<Response['json']>) {
  return body.catch((cause: unknown) => {
    throw lostAnswer(cause)
  })
}
