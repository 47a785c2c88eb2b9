import type { Call } from '../http/call.ts'

/** GET /v1/ping: the SDK's `client.ping()`, the only answer that is plain text (protocol §2). */
export const pingCall: Call = {
  method: 'GET',
  path: '/ping',
  door: 'ping',
  readsSession: false,
  async handle(_deps, { reply }) {
    reply.type('text/plain; charset=utf-8')
    return 'Pong!'
  },
}
