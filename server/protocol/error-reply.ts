import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemBody } from '#contract/problems.ts'
import { Problem } from '../domain/problem.ts'
import { UnsupportedBody } from './json-body.ts'

export const protocolVersion = '1.7.0'

/** The only place where an error becomes an answer (protocol §3). `isOutage`: the storage knows its engines' errors. */
export function answerErrors(app: FastifyInstance, isOutage: (error: unknown) => boolean): void {
  app.setErrorHandler((error, request, reply) => replyWithProblem(request, reply, toProblem(error, isOutage)))
}

/** Addresses that the router cannot read never reach a hook: they are answered here, with what hooks would have added. */
export function answerUnreadableAddresses(headers: Readonly<Record<string, string>>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = new Problem('general_bad_request', { cause: error })
    replyWithProblem(request, reply.headers({ ...headers, 'cache-control': 'no-store' }), refusal(problem))
  }
}

export function replyWithProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { problem, status }: Refusal,
): FastifyReply {
  if (status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message)
  if (problem.retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(problem.retryAfterMs / 1_000))
  const body: ProblemBody = { message: problem.message, code: status, type: problem.type, version: protocolVersion }
  return reply.code(status).send(body)
}

type Refusal = { readonly problem: Problem; readonly status: number }

function toProblem(error: unknown, isOutage: (error: unknown) => boolean): Refusal {
  if (error instanceof Problem) return { problem: error, status: error.status }
  if (isOutage(error)) return refusal(new Problem('general_service_unavailable', { cause: error }))
  const code = (error as FastifyError | undefined)?.code
  if (error instanceof UnsupportedBody || code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return refusal(new Problem('general_bad_request', { message: 'The body must be plain JSON in UTF-8.' }), 415)
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return refusal(new Problem('general_bad_request', { message: 'The body is too large.' }), 413)
  }
  const status = (error as FastifyError | undefined)?.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    return refusal(new Problem('general_bad_request', { cause: error }))
  }
  return refusal(new Problem('general_unknown', { cause: error }))
}

function refusal(problem: Problem, status: number = problem.status): Refusal {
  return { problem, status }
}
