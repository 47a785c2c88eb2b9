import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { AnswerBody, Calls } from '#contract/calls.ts'
import { isRefusalAsAnswer } from '#contract/expected-refusals.ts'
import { problemBody } from '#contract/problem-body.ts'
import { productCalls } from '#contract/product-calls.ts'
import type { Exchange } from './http-client.ts'

/** The lists of calls, by the prefix of their addresses. */
const lists: Readonly<Record<string, Calls>> = {
  [prefixes.product]: productCalls,
  [prefixes.appwrite]: appwriteCalls,
}

/**
 * Checks an answer against its call's schema, a refusal against the schema of refusals. Throws when a key is missing or
 * added.
 */
export function checkAnswer({ sent, received: { status, headers, text } }: Exchange): void {
  const [path = ''] = sent.path.split('?')
  const prefix = Object.keys(lists).find((one) => path.startsWith(`${one}/`))
  if (prefix === undefined || sent.method === 'HEAD') return
  const call = `${sent.method} ${path}: ${status}`
  const answers = findAnswers(lists[prefix] ?? {}, sent.method, path.slice(prefix.length))
  const body = status >= 400 || isRefusalAsAnswer(headers) ? problemBody : answers?.[status]
  if (body === undefined) throw new Error(`${call} is in no list of calls`)
  if (body === 'nothing') {
    if (text !== '' || headers.has('content-type')) throw new Error(`${call} should have no body: ${text}`)
  } else if (typeof body !== 'string') checkJson(call, body, headers, text)
}

function checkJson(call: string, schema: Exclude<AnswerBody, string>, headers: Headers, text: string): void {
  if (!headers.get('content-type')?.startsWith('application/json')) throw new Error(`${call} is no JSON: ${text}`)
  const { error } = schema.safeParse(JSON.parse(text))
  if (error) throw new Error(`${call} does not match its schema: ${error.message} ${text}`)
}

/** An address belongs to the matching call with the fewest parameters: 'sessions/export' is not a session's id. */
function findAnswers(calls: Calls, method: string, path: string): Calls[keyof Calls]['answers'] | undefined {
  const parts = path.split('/')
  const matching = Object.entries(calls).filter(([name]) => {
    const [callMethod, pattern = ''] = name.split(' ')
    const wanted = pattern.split('/')
    return (
      callMethod === method &&
      wanted.length === parts.length &&
      wanted.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index] !== ''))
    )
  })
  const parametersOf = (name: string) => name.split(':').length
  return matching.sort(([one], [other]) => parametersOf(one) - parametersOf(other))[0]?.[1].answers
}
