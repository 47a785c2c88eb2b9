import type { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { Exchange, Handlers } from '../http/call.ts'

type List = typeof appwriteCalls

/** What each call of the Appwrite client protocol does. The files beside this one have some of them each. */
export type AppwriteHandlers = Handlers<List>

/** One request to a call of the list. */
export type AppwriteExchange<Name extends keyof List> = Exchange<Name, List[Name]>
