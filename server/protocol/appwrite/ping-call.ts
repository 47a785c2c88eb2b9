import { pingFromSdk } from '../../domain/client-calls/ping.ts'
import type { AppwriteHandlers } from './appwrite-handlers.ts'

/** The SDK's `client.ping()`, the only answer that is plain text (protocol §2). */
export const pingCall = {
  async 'GET /ping'(_deps, { reply, context }) {
    await pingFromSdk(context)
    reply.type('text/plain; charset=utf-8')
    return 'Pong!'
  },
} satisfies Partial<AppwriteHandlers>
