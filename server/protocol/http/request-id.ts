import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Long enough to be unique, short enough for a log line, and without characters that need escaping. */
const acceptedId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

/**
 * The id of a request in logs, audit rows and the answer: a trusted proxy's id, otherwise a new one. `isTrusted`:
 * whether the other end of the connection, by its address, is such a proxy.
 */
export function requestIds(isTrusted: (address: string | undefined) => boolean): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const isGood = typeof given === 'string' && acceptedId.test(given) && isTrusted(socket.remoteAddress)
    return isGood ? given : randomUUID()
  }
}

export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    addRequestId(request, reply)
    done()
  })
}

export function addRequestId(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header('x-request-id', request.id)
}
