import type { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { AnswerOf } from '#contract/calls.ts'
import type { DeepReadOnly } from '#contract/read-only.ts'
import { callServer } from './call-server.ts'

type Calls = typeof appwriteCalls
export type AppwriteAnswer<Name extends keyof Calls> = DeepReadOnly<AnswerOf<Calls[Name]>>

/**
 * Makes one call of the protocol by the SDK, whose own types say less than the contract about what this server answers.
 * Throws RequestError.
 */
export async function callAppwrite<Name extends keyof Calls>(
  request: () => Promise<object>,
): Promise<AppwriteAnswer<Name>> {
  return (await callServer(request)) as AppwriteAnswer<Name>
}
