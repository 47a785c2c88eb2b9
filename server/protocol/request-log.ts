import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'

/**
 * JSON lines on standard output (security §7). A request is one line without query, body, cookies or headers: the
 * queries of two pages hold secrets.
 */
export function loggerOptions(level: Config['logLevel']): NonNullable<FastifyServerOptions['logger']> {
  return { level, base: null, serializers: { req: (request) => ({ id: request.id, method: request.method }) } }
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
