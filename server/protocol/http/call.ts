import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AddressValues } from '#contract/addresses.ts'
import type { AnswerOf, CallContract, CallName, Calls } from '#contract/calls.ts'
import type { DeepReadOnly } from '#contract/read-only.ts'
import type { Deps } from '../../domain/deps.ts'
import type { RequestContext } from '../../domain/request-context.ts'
import type { Cookies } from './cookies.ts'

/** The dependencies of calls. */
export type CallDeps = Deps & { readonly cookies: Cookies }

/** One request to a call, as the call's contract reads it. */
export type Exchange<Name extends string = string, Call extends CallContract = CallContract> = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly context: RequestContext
  readonly params: AddressValues<Name>
  readonly input: Call extends { readonly input: infer Schema extends z.ZodType } ? z.output<Schema> : undefined
  readonly query: Call extends { readonly query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined
}

/** What the call's contract says that it answers; a file as the stream of its bytes. */
type Given<Call extends CallContract> = Call['answers'][keyof Call['answers']] extends 'file'
  ? Readable
  : DeepReadOnly<AnswerOf<Call>>

/** What each call of a list does: it asks the use case and gives its answer. The list has the rest. */
export type Handlers<List extends Calls> = {
  readonly [Name in keyof List & CallName]: (
    deps: CallDeps,
    exchange: Exchange<Name, List[Name]>,
  ) => Promise<Given<List[Name]>>
}
