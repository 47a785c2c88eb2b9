import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AddressValues } from '#contract/addresses.ts'
import type { AnswerOf, CallContract, CallName, Calls } from '#contract/calls.ts'
import type { DeepReadOnly } from '#contract/read-only.ts'
import type { Act } from '../../domain/acts.ts'
import type { Deps } from '../../domain/deps.ts'
import type { Door } from '../../domain/doors.ts'
import type { Cookies } from './cookies.ts'

/** The dependencies of calls. */
export type CallDeps = Deps & { readonly cookies: Cookies }

/** What a call was sent: the values of its address and query and its body, which have no name twice. */
export type GivenTo<Name extends string, Call extends CallContract> = AddressValues<Name> &
  (Call extends { readonly input: infer Schema extends z.ZodType } ? z.output<Schema> : unknown) &
  (Call extends { readonly query: infer Schema extends z.ZodType } ? z.output<Schema> : unknown)

// biome-ignore lint/suspicious/noConfusingVoidType: a use case without an answer returns nothing
export type Nothing = void

/** What the call's contract says that it answers; a file as the stream of its bytes. */
type Given<Call extends CallContract> = Call['answers'][keyof Call['answers']] extends 'file'
  ? Readable
  : Call['answers'][keyof Call['answers']] extends 'nothing'
    ? Nothing
    : DeepReadOnly<AnswerOf<Call>>

/** The request and the answer as HTTP has them, for calls with cookies, files and streams. */
export type Wire = { readonly request: FastifyRequest; readonly reply: FastifyReply }

type DoorOf<Call extends CallContract> = Door<
  (Call['act'] extends readonly unknown[] ? Call['act'][number] : Call['act']) & Act
>

/** What each call of a list does: a use case, or a handler that asks one. The list has the rest. */
export type Handlers<List extends Calls> = {
  readonly [Name in keyof List & CallName]: (
    deps: CallDeps,
    door: DoorOf<List[Name]>,
    given: GivenTo<Name, List[Name]>,
    wire: Wire,
  ) => Promise<Given<List[Name]>>
}
