import { vi } from 'vitest'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { AnswerBody, AnswerOf, CallContract } from '#contract/calls.ts'
import { expectedRefusals, refusalPreference } from '#contract/expected-refusals.ts'
import type { ProblemBody } from '#contract/problem-body.ts'
import { type CataloguedReason, problems, sentenceOfReason, typeOfReason } from '#contract/problems.ts'
import { productCalls } from '#contract/product-calls.ts'
import type { DeepReadOnly } from '#contract/read-only.ts'

/**
 * What the server answers to a part that is tested by itself. Each answer is held against its schema in contract/, so that
 * none can be given that the server would not give. A journey through the real server is in e2e/.
 */

const calls = { ...appwriteCalls, ...productCalls }
type Call = keyof typeof calls

class Refusal {
  readonly reason: CataloguedReason
  readonly value: string | undefined
  constructor(reason: CataloguedReason, value: string | undefined) {
    this.reason = reason
    this.value = value
  }
}

/** The server's no. */
export function refuse(reason: CataloguedReason, value?: string): Refusal {
  return new Refusal(reason, value)
}

/** No answer at all. */
export const noAnswer = Symbol('no answer')

export type Asked = {
  readonly call: Call
  /** With its query. */
  readonly address: string
  readonly body: unknown
}

type Given<Name extends Call> = DeepReadOnly<AnswerOf<(typeof calls)[Name]>> | Refusal | typeof noAnswer
type Answers = { readonly [Name in Call]?: Given<Name> | ((asked: Asked) => Given<Name> | Promise<Given<Name>>) }

const surprises: string[] = []

/** Calls of this test that nothing was said about, and answers that the server would not give. Empties the list. */
export function takeSurprises(): string[] {
  return surprises.splice(0)
}

/** Answers the calls of this test. What it returns grows with each call, in the order in which they come. */
export function answerCalls(answers: Answers): readonly Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const call = findCall(request.method, pathname)
    const answer = call && answers[call]
    if (call === undefined || answer === undefined) {
      surprises.push(`The test names no answer for ${request.method} ${pathname}`)
      throw new TypeError('Failed to fetch')
    }
    const text = await request.text()
    const one: Asked = { call, address: pathname + search, body: text === '' ? undefined : JSON.parse(text) }
    asked.push(one)
    const given = typeof answer === 'function' ? await untilLeft(answer(one), request.signal) : answer
    return given instanceof Refusal ? sayNo(given, request) : reply(call, given)
  })
  return asked
}

/** The page may give up waiting. */
function untilLeft(answer: unknown, signal: AbortSignal): Promise<unknown> {
  const left = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([answer, left])
}

function findCall(method: string, pathname: string): Call | undefined {
  const known = pathname.startsWith(`${prefixes.product}/`) ? productCalls : appwriteCalls
  const address = `${method} ${pathname.replace(/^(?:\/api)?\/v1/, '')}`
  return (Object.keys(known) as Call[]).find((name) => {
    const pattern = name.replace(/:\w+/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(address)
  })
}

function reply(call: Call, answer: unknown): Response {
  if (answer === noAnswer) throw new TypeError('Failed to fetch')
  const { answers }: CallContract = calls[call]
  const [status = '200', body] = Object.entries<AnswerBody>(answers)[0] ?? []
  if (body === 'nothing') return new Response(null, { status: Number(status) })
  const wrong = typeof body === 'object' ? body.safeParse(answer).error : undefined
  if (wrong) surprises.push(`The server does not answer ${call} so: ${wrong.message}`)
  return Response.json(answer, { status: Number(status) })
}

/** With 200 where the page takes an expected refusal as an answer. */
function sayNo({ reason, value: gap }: Refusal, { url, headers }: Request): Response {
  const type = typeOfReason(reason)
  const { status } = problems[type]
  const said: ProblemBody = { message: sentenceOfReason(reason, gap), code: status, type, version: '1.7.0', reason }
  const body = { ...said, ...(gap !== undefined && { value: gap }) }
  const isOwnCall = new URL(url).pathname.startsWith(`${prefixes.product}/`)
  const { name, value, appliedName } = refusalPreference
  if (!isOwnCall || headers.get(name) !== value || !expectedRefusals.includes(reason))
    return Response.json(body, { status, ...(status === 503 && { headers: { 'retry-after': '2' } }) })
  return Response.json(body, { headers: { [appliedName]: value } })
}
