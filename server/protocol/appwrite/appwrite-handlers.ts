import type { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { Handlers } from '../http/call.ts'

/** What each call of the Appwrite client protocol does. The files beside this one have some of them each. */
export type AppwriteHandlers = Handlers<typeof appwriteCalls>
