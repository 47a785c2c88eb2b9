import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { RequestContext } from '../../domain/accounts/caller.ts'
import type { Deps } from '../../domain/deps.ts'
import type { DoorName } from '../../domain/doors.ts'
import type { Cookies } from './cookies.ts'

/** What calls of the wire may use. */
export type CallDeps = Deps & { readonly cookies: Cookies }

export type Exchange = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly context: RequestContext
  readonly params: Readonly<Record<string, string>>
}

/** One call of the wire: where it is, by which door it enters, and what it does. */
export type Call = {
  readonly method: Extract<HTTPMethods, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>
  readonly path: string | readonly string[]
  /** The door of the use case. It is asked before the body is read; the use case asks it again. */
  readonly door: DoorName
  /** False for calls that must not read the session: they neither need the database nor keep a session alive. */
  readonly readsSession?: false
  /** Whether the call takes a body. Calls without this refuse a body with anything in it (rules §3). */
  readonly readsBody?: true
  readonly handle: (deps: CallDeps, exchange: Exchange) => Promise<unknown>
}
