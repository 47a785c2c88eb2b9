import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import { type Calls, partsOf, splitCallName } from '#contract/calls.ts'
import type { Act } from '../../domain/acts.ts'
import { type Door, enter, takesLargeBody } from '../../domain/doors.ts'
import type { RateLimiter } from '../../domain/limits/rate-limiter.ts'
import { Problem } from '../../domain/problem.ts'
import type { RequestContext } from '../../domain/request-context.ts'
import { boundsOf, leastBounds } from './body-bounds.ts'
import type { CallDeps, Handlers, Wire } from './call.ts'
import { compressAnswer } from './compress-answer.ts'
import { tagAnswer } from './entity-tag.ts'
import { readLeast } from './json-body.ts'
import { parseInput } from './parse-input.ts'
import { assertIds } from './read-id.ts'
import { readRequestContext } from './request-context.ts'
import { assertSignedBody } from './screen-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
}

/** What a call without a body accepts: nothing, or the empty object that the SDK sends with DELETE (protocol §2). */
const nothing = z.strictObject({})

const knownMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const satisfies HTTPMethods[]

/** Gives every call of the list its route, with the checks that come before its handler (protocol §2.2). */
export function registerCalls<List extends Calls<Act>>(
  app: FastifyInstance,
  list: List,
  handlers: Handlers<List>,
  deps: CallDeps,
  limiter: RateLimiter,
): void {
  const calls: Calls<Act> = list
  const handlerOf = handlers as unknown as Readonly<Record<string, AnyHandler>>
  const methodsByPath = new Map<string, Set<string>>()
  for (const [name, call] of Object.entries(calls)) {
    const handle = handlerOf[name]
    if (!handle) throw new Error(`${name} has no handler`)
    const { method, path } = splitCallName(name)
    const [status = 200] = Object.keys(call.answers).map(Number)
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(method))
    const ids = partsOf(name).filter((part) => !call.unchecked?.includes(part))
    const bounds = boundsOf(call.input ?? nothing)
    app.route<Addressed>({
      method,
      url: path,
      bodyLimit: bounds.bytes,
      onSend: [...(method === 'GET' ? [tagAnswer] : []), ...(call.isCompressed ? [compressAnswer] : [])],
      // The session is read and the call counted before the body, so that the body can influence neither.
      async preParsing(request, _reply, body) {
        refuseEmptyParts(request)
        request.context = await readRequestContext(request, deps, deps.cookies, limiter, call.readsSession ?? true)
        request.context = await enter(call.act, request.context)
        request.bodyBounds = takesLargeBody(call.act, request.context) ? bounds : leastBounds
        return request.bodyBounds.bytes < bounds.bytes ? readLeast(body) : body
      },
      handler: async (request, reply) => {
        const { params } = request
        assertSignedBody(request)
        const input = parseInput(call.input ?? nothing, request.body) as object
        assertIds(params, ids)
        const query = call.query && (parseInput(call.query, request.query) as object)
        reply.code(status)
        // The address last: a body puts nothing in its place.
        const given = { ...query, ...input, ...params }
        const answer = await handle(deps, request.context as Door, given, { request, reply })
        // An answer without a body must have no content type: the SDK would parse the empty text (protocol §2).
        return answer === undefined ? reply.send() : answer
      },
    })
  }
  for (const [path, methods] of methodsByPath) refuseOtherMethods(app, path, methods)
}

type Addressed = { readonly Params: Readonly<Record<string, string>> }

/** What the list says of one call is known to the compiler above, and not in the loop over all of them. */
type AnyHandler = (deps: CallDeps, door: Door, given: object, wire: Wire) => Promise<unknown>

/** The router reads `/documents/` as a document with an empty id; it is not found (protocol §1). */
function refuseEmptyParts({ params }: FastifyRequest<Addressed>): void {
  if (Object.values(params).includes('')) throw new Problem('general_route_not_found')
}

function refuseOtherMethods(app: FastifyInstance, path: string, methods: ReadonlySet<string>): void {
  // Routes of GET answer HEAD, too.
  const allowed = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].join(', ')
  app.route<Addressed>({
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
