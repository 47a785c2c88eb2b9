import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import type { RequestContext } from '../../domain/accounts/caller.ts'
import { enter } from '../../domain/doors.ts'
import type { RateLimiter } from '../../domain/limits/rate-limiter.ts'
import { Problem } from '../../domain/problem.ts'
import type { Call, CallDeps } from './call.ts'
import { parseInput } from './parse-input.ts'
import { readRequestContext } from './request-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
}

/** What a call without a body accepts: none, or the empty object that the SDK sends with DELETE (protocol §2). */
const nothing = z.strictObject({})

const knownMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const satisfies HTTPMethods[]

/** Gives every call of the list its routes, with the checks that come before a body is read (protocol §2.2). */
export function registerCalls(
  app: FastifyInstance,
  calls: readonly Call[],
  deps: CallDeps,
  limiter: RateLimiter,
): void {
  const methodsByPath = new Map<string, Set<string>>()
  for (const call of calls) {
    for (const path of [call.path].flat()) {
      methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(call.method))
      app.route({
        method: call.method,
        url: path,
        // The session is read and the call counted before the body, so that nothing in the body influences either.
        async preParsing(request) {
          refuseEmptyParts(request)
          request.context = await readRequestContext(request, deps, deps.cookies, limiter, call.readsSession ?? true)
          await enter(call.door, request.context)
        },
        handler: async (request, reply) => {
          if (!call.readsBody) parseInput(nothing, request.body)
          const result = await call.handle(deps, {
            request,
            reply,
            context: request.context,
            params: request.params as Record<string, string>,
          })
          // Answers without a body must have no content type either: the SDK would parse the empty text (protocol §2).
          return result === undefined ? reply.send() : result
        },
      })
    }
  }
  for (const [path, methods] of methodsByPath) refuseOtherMethods(app, path, methods)
}

/** The router takes `/documents/` for a document with an empty id; it is no address at all (protocol §1). */
function refuseEmptyParts({ params }: FastifyRequest): void {
  if (Object.values(params as Record<string, string>).includes('')) throw new Problem('general_route_not_found')
}

function refuseOtherMethods(app: FastifyInstance, path: string, methods: ReadonlySet<string>): void {
  // Routes of GET answer HEAD, too.
  const allowed = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].join(', ')
  app.route({
    method: knownMethods.filter((method) => !methods.has(method)),
    url: path,
    async preParsing(request, reply) {
      refuseEmptyParts(request)
      reply.header('allow', allowed)
      throw new Problem('general_not_implemented')
    },
    handler: async () => undefined,
  })
}
