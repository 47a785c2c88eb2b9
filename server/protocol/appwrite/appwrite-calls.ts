import { accountCalls } from './account/account-calls.ts'
import type { AppwriteHandlers } from './appwrite-handlers.ts'
import { documentCalls } from './databases/document-calls.ts'
import { pingCall } from './ping-call.ts'

/** What the calls of the Appwrite client protocol do, each by its name in contract/appwrite-calls.ts. */
export const appwriteCalls = { ...accountCalls, ...documentCalls, ...pingCall } satisfies AppwriteHandlers
