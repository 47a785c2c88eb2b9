import type { z } from 'zod'

/** What every list of calls is made of. */

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Method and address below the prefix, as in 'PATCH /passkeys/:passkeyId'. */
export type CallName = `${CallMethod} /${string}`

/** A body that is JSON, by its schema; or none, a file, or plain text. */
export type AnswerBody = z.ZodType | 'nothing' | 'file' | 'text'

/** What a call is sent, and what it answers when it is not refused. */
export type CallContract = {
  /** The body. Calls without one take none, or an empty object. */
  readonly input?: z.ZodType
  /** Of the address. Calls without one take none. */
  readonly query?: z.ZodType
  /** By status. */
  readonly answers: Readonly<Record<number, AnswerBody>>
}

export type Calls = Readonly<Record<CallName, CallContract>>

/** What a caller gets of a call: the JSON, or undefined where there is none. */
export type AnswerOf<Call extends CallContract> = BodyOf<Call['answers'][keyof Call['answers']]>
type BodyOf<Body> = Body extends z.ZodType ? z.output<Body> : Body extends 'text' ? string : undefined
