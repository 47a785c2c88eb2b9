import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { createLogStream, describeError } from './log-lines.ts'

/** JSON lines (rules §7). The line of a request has no query, body, cookies or headers. */
export function loggerOptions(
  level: string,
  write: (line: string) => void,
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request) => ({ id: request.id, method: request.method }),
      err: (error) => describeError(error),
    },
    stream: createLogStream(write),
  }
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.refusedWith ?? reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
}
