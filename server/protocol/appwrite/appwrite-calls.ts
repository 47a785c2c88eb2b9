import { accountCalls } from './account/account-calls.ts'
import type { AppwriteHandlers } from './appwrite-handlers.ts'
import { documentCalls } from './databases/document-calls.ts'

/** What the calls of the Appwrite client protocol do, each by its name in contract/appwrite-calls.ts. */
export const appwriteCalls = {
  ...accountCalls,
  ...documentCalls,
  // The SDK's `client.ping()`, the only answer that is plain text (protocol §2).
  async 'GET /ping'(_deps, _door, _input, { reply }) {
    reply.type('text/plain; charset=utf-8')
    return 'Pong!'
  },
} satisfies AppwriteHandlers
