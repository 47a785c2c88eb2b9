import type { IncomingMessage } from 'node:http'
import fastifyWebsocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket, WebSocketServer } from 'ws'
import { prefixes } from '#contract/addresses.ts'
import { projectId } from '#contract/identifiers.ts'
import type { ProblemType } from '#contract/problems.ts'
import type { Caller } from '../../../domain/callers.ts'
import { connectRealtime } from '../../../domain/client-calls/connect-realtime.ts'
import type { RateLimiter } from '../../../domain/limits/rate-limiter.ts'
import { Problem } from '../../../domain/problem.ts'
import type { RequestContext } from '../../../domain/request-context.ts'
import type { CallDeps } from '../../http/call.ts'
import { noteSocketRefusal } from '../../http/note-refusals.ts'
import { readRequestContext } from '../../http/request-context.ts'
import { toUserModel } from '../account/models.ts'
import { createConnection, refuseMessage } from './connection.ts'
import { collectEarlyFrames } from './early-frames.ts'
import { createHub, type Hub } from './hub.ts'
import { createSubscriptions, hasOnlySelect, readUrlSubscriptions, subscribeUrl } from './subscriptions.ts'

const path = `${prefixes.appwrite}/realtime`
const maxFrameBytes = 4_096
const maxSocketsPerAccount = 10
const maxSocketsPerAddress = 200
/** How long clients of a stopping server may take to answer the close. */
const closeTimeoutMs = 3_000

/**
 * Whether a request asks for a WebSocket. Requests to upgrade to other protocols are ignored: a connection that was
 * handed over would lose the server's time limits.
 */
export function isHandshake({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && url?.split('?')[0] === path && headers.upgrade?.toLowerCase() === 'websocket'
}

/** The WebSocket of protocol §8 at /v1/realtime. */
export async function registerRealtime(
  app: FastifyInstance,
  deps: CallDeps,
  limiter: RateLimiter,
  origin: string,
): Promise<void> {
  const hub = createHub({ ...deps, limiter, log: app.log })
  await app.register(fastifyWebsocket, {
    options: { maxPayload: maxFrameBytes, perMessageDeflate: false },
    // Replaces the plugin's own handler, which would close the sockets before the hub can send the reason.
    preClose: async () => {
      hub.close()
      endSockets(app.websocketServer)
    },
  })
  app.route({
    method: 'GET',
    url: path,
    async preValidation(request, reply) {
      reply.header('cache-control', 'no-store')
      // The only refusal before the upgrade: a page of another site must not even open a socket with the user's cookie.
      if (request.ws && request.headers.origin !== origin) throw new Problem('general_unknown_origin')
    },
    async handler() {
      throw new Problem('general_route_not_found')
    },
    wsHandler(socket, request) {
      const reportFailure = (error: unknown) => request.log.error({ err: error }, 'A realtime connection failed')
      open(socket, request, deps, limiter, hub, reportFailure).catch((error: unknown) => {
        reportFailure(error)
        socket.close(1011)
      })
    },
  })
}

/** Accepts the socket, or sends the reason over it and closes: after a refused upgrade the SDK would retry for ever. */
async function open(
  socket: WebSocket,
  request: FastifyRequest,
  deps: CallDeps,
  limiter: RateLimiter,
  hub: Hub,
  reportFailure: (error: unknown) => void,
): Promise<void> {
  // A frame that breaks the protocol closes the socket by itself; without this listener the error would end the
  // process.
  socket.on('error', () => socket.terminate())
  const early = collectEarlyFrames(socket)
  const refuse = async (code: 1008 | 1013, message: string, type: ProblemType, caller?: Caller) => {
    early.forget()
    await noteSocketRefusal(deps, request, caller, new Problem(type))
    socket.send(JSON.stringify({ type: 'error', data: { code, message } }))
    socket.close(code, message)
  }
  const search = new URLSearchParams(request.url.split('?')[1] ?? '')
  if (search.get('project') !== projectId) {
    return refuse(1008, 'There is no such project', 'project_not_found')
  }
  const context = await readRequestContext(request, deps, deps.cookies, limiter, false)
  const { address } = context
  const caller = await tryToConnect(deps, request, context)
  if (caller === 'too many') return refuse(1013, 'Too many connections', 'general_rate_limit_exceeded')
  if (caller === 'no session') return refuse(1008, 'Please log in first', 'general_unauthorized_scope')

  const subscriptions = createSubscriptions(deps.storage, { ...context, caller })
  const wanted = readUrlSubscriptions(search)
  const isUnderstood = hasOnlySelect(wanted.queries)
  const slots = isUnderstood ? await subscribeUrl(subscriptions, deps.random, wanted) : {}
  if (!slots) return refuse(1008, 'Channel not allowed', 'user_unauthorized', caller)
  if (socket.readyState !== socket.OPEN) return
  // No `await` between this check and the reply, so that simultaneous sockets cannot exceed the limit.
  const isFull =
    hub.countOfAccount(caller.account.id) >= maxSocketsPerAccount || hub.countOfAddress(address) >= maxSocketsPerAddress
  if (isFull) return refuse(1013, 'Too many connections', 'general_rate_limit_exceeded', caller)
  const connection = createConnection(socket, caller, address, subscriptions, {
    refusal: (problem) => noteSocketRefusal(deps, request, caller, problem),
    failure: reportFailure,
  })
  hub.add(connection)
  socket.on('close', () => hub.remove(connection))
  const channels = [...subscriptions.channels(), `account.${caller.account.id}`]
  connection.send({ type: 'connected', data: { channels, subscriptions: slots, user: toUserModel(caller.account) } })
  // Sent after the first frame, which every SDK expects to be 'connected'.
  if (!isUnderstood) refuseMessage(connection.send)
  early.replay()
}

/** Closes the sockets that the hub does not know yet, and cuts off clients that do not answer the close. */
function endSockets(server: WebSocketServer): void {
  for (const socket of server.clients) socket.close(1012, 'The server restarts')
  server.close()
  const cutOff = () => {
    for (const socket of server.clients) socket.terminate()
  }
  setTimeout(cutOff, closeTimeoutMs).unref()
}

async function tryToConnect(
  deps: CallDeps,
  request: FastifyRequest,
  context: RequestContext,
): Promise<Caller | 'too many' | 'no session'> {
  try {
    return await connectRealtime(deps, context, deps.cookies.read(request, 'session'))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.type === 'general_rate_limit_exceeded') return 'too many'
    if (error.type === 'general_unauthorized_scope') return 'no session'
    throw error
  }
}
