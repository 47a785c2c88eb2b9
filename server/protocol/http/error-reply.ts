import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemBody } from '#contract/problem-body.ts'
import { factsOf } from '../../domain/error-facts.ts'
import { Problem } from '../../domain/problem.ts'
import { UnsupportedBody } from './json-body.ts'
import { isAnswered, refusalAnswerHeaders } from './refusals-as-answers.ts'
import { addRequestId } from './request-id.ts'

const protocolVersion = '1.7.0'
/** A database that changes its machine is away for seconds to half a minute. */
const outageRetryMs = 2_000

type AnswerErrorsOptions = {
  /** Storage recognises the errors of its engine. */
  readonly isOutage: (error: unknown) => boolean
  /** Records a refusal before the answer is sent. */
  readonly noteRefusal: (request: FastifyRequest, problem: Problem) => Promise<void>
}

/** The only place where an error becomes an answer (protocol §3). */
export function answerErrors(app: FastifyInstance, { isOutage, noteRefusal }: AnswerErrorsOptions): void {
  app.decorateReply('refusedWith')
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = toProblem(error, request, isOutage)
    if (refusal.status < 500) await noteRefusal(request, refusal.problem)
    return replyWithProblem(request, reply, refusal)
  })
}

/**
 * Addresses that the router cannot read never reach a hook: they are answered here, with what hooks would have added.
 */
export function answerUnreadableAddresses(headers: Readonly<Record<string, string>>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = new Problem('general_bad_request', { cause: error })
    addRequestId(request, reply.headers({ ...headers, 'cache-control': 'no-store' }))
    replyWithProblem(request, reply, refusal(problem))
  }
}

/** A malformed request has no `request` and no `reply`: the answer is written to its connection. */
export function answerBrokenRequests(headers: Readonly<Record<string, string>>) {
  const malformed = writeAnswer(400, 'Bad Request', headers)
  const oversized = writeAnswer(431, 'Request Header Fields Too Large', headers)
  const overdue = writeAnswer(408, 'Request Timeout', headers)
  const waiting: Socket[] = []
  const answerWaiting = (): void => {
    for (const socket of waiting.splice(0, answeredInOneTurn)) answer(socket, overdue)
    if (waiting.length > 0) setImmediate(answerWaiting)
  }
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else if (error.code === 'HPE_HEADER_OVERFLOW') answer(socket, oversized)
    else if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') answer(socket, malformed)
    else if (waiting.push(socket) === 1) setImmediate(answerWaiting)
  }
}

/**
 * Under attack Node reports thousands of timed-out connections at once. A few are answered at a time, so that honest
 * requests come between.
 */
const answeredInOneTurn = 50

function answer(socket: Socket, bytes: Buffer): void {
  if (socket.writable) socket.end(bytes)
  else socket.destroy()
}

function writeAnswer(status: number, reason: string, headers: Readonly<Record<string, string>>): Buffer {
  const text = JSON.stringify(bodyOf(new Problem('general_bad_request'), status))
  const fields = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`HTTP/1.1 ${status} ${reason}`, ...lines, '', text].join('\r\n'))
}

function replyWithProblem(request: FastifyRequest, reply: FastifyReply, { problem, status }: Refusal): FastifyReply {
  if (status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message)
  const retryAfterMs = problem.retryAfterMs ?? (status === 503 ? outageRetryMs : undefined)
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1_000))
  if (isAnswered(request, problem)) {
    reply.refusedWith = status
    reply.code(200).headers(refusalAnswerHeaders)
  } else reply.code(status)
  return reply.send(bodyOf(problem, status))
}

function bodyOf({ message, type, reason, value }: Problem, status: number): ProblemBody {
  const body: ProblemBody = { message, code: status, type, version: protocolVersion, reason }
  return value === undefined ? body : { ...body, value }
}

type Refusal = { readonly problem: Problem; readonly status: number }

function toProblem(error: unknown, request: FastifyRequest, isOutage: (error: unknown) => boolean): Refusal {
  if (error instanceof Problem) return { problem: error, status: error.status }
  // The client has gone in the middle of its body. A lost connection to the database has the same code.
  if (error === request.raw.errored) return refusal(new Problem('general_bad_request', { cause: error }))
  if (isOutage(error)) return refusal(new Problem('general_service_unavailable', { cause: error }))
  const { code, statusCode: status } = factsOf(error)
  if (error instanceof UnsupportedBody || code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return refusal(new Problem('malformed-request', { message: 'The body must be plain JSON in UTF-8.' }), 415)
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return refusal(new Problem('malformed-request', { message: 'The body is too large.' }), 413)
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return refusal(new Problem('general_bad_request', { cause: error }))
  }
  return refusal(new Problem('general_unknown', { cause: error }))
}

function refusal(problem: Problem, status: number = problem.status): Refusal {
  return { problem, status }
}
