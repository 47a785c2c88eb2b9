import { blocksOf, inBlocks, isLong, joinBlocks, serverTimeHeader } from '#contract/answer-blocks.ts'
import { isRefusalAsAnswer } from '#contract/expected-refusals.ts'
import { fetchRefusals } from '../language/language.ts'
import { bringForward, type FirstAnswer, fetchAnswer, keepRead, takeFirstRead } from './first-reads.ts'
import { backgroundHeaders } from './presence.ts'
import { fromProblemBody, lostAnswer } from './request-error.ts'

const noContent = 204
const notModified = 304
const changesAlone = 226

/** The last answer of more than one block: a register that is open is read again and again. */
let long: { readonly address: string; readonly answer: FirstAnswer } | undefined

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
  const isKept = method === 'GET' && long?.address === address
  const before = (await known?.catch(() => undefined)) ?? (isKept ? long?.answer : undefined)
  const etag = before?.response.headers.get('etag')
  const send = async () => {
    const sent = await fetchAnswer(address, {
      method,
      headers: {
        ...backgroundHeaders(method),
        ...(body && { 'content-type': 'application/json' }),
        ...(etag && { 'if-none-match': etag, 'a-im': inBlocks }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (sent.response.status === notModified && before) return sayAgain(before, sent)
    return sent.response.status === changesAlone && before ? fillIn(sent, before) : sent
  }
  const sent = await (given ?? keepRead(method, address, send()))
  if (isLong(sent.response.headers.get('etag'))) long = { address, answer: sent }
  const { response, at, body: json } = sent
  const read = () => readBody(json)
  if (!response.ok || isRefusalAsAnswer(response.headers)) await fetchRefusals()
  if (!response.ok) throw fromProblemBody(await read().catch(() => undefined), response.status, response.headers)
  const answer = response.status === noContent ? undefined : await read()
  if (isRefusalAsAnswer(response.headers)) throw fromProblemBody(answer, response.status)
  return given !== undefined ? bringForward(answer as Answer, at) : (answer as Answer)
}

/** An answer that is as it was before, with the time of now: the page's clock may have stood still in between. */
function sayAgain(before: FirstAnswer, { response, at }: FirstAnswer): FirstAnswer {
  const time = response.headers.get(serverTimeHeader)
  const body = before.body.then((json) =>
    time !== null && 'serverTime' in Object(json) ? { ...json, serverTime: Number(time) } : json,
  )
  body.catch(() => undefined)
  return { ...before, body, at }
}

/** An answer of which the server has sent the blocks that changed. */
function fillIn(sent: FirstAnswer, before: FirstAnswer): FirstAnswer {
  const whole = Promise.all([sent.body, before.body]).then(([blocks, known]) =>
    JSON.parse(joinBlocks(blocks, blocksOf(JSON.stringify(known)))),
  )
  whole.catch(() => undefined)
  return { ...sent, body: whole }
}

/** A body that breaks off, or is not JSON, counts as no answer. */
function readBody(body: ReturnType<Response['json']>) {
  return body.catch((cause: unknown) => {
    throw lostAnswer(cause)
  })
}
