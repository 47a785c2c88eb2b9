import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Visit } from '../../domain/accounts/caller.ts'
import type { Deps } from '../../domain/deps.ts'
import type { RequestLimit, RequestSubject } from '../../domain/limits/limit-table.ts'
import type { Act } from '../../domain/permissions.ts'
import type { Cookies } from './cookies.ts'

/** What calls of the wire may use. */
export type CallDeps = Deps & { readonly cookies: Cookies }

export type Exchange = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly visit: Visit
  readonly params: Readonly<Record<string, string>>
}

/** One call of the wire: where it is, whom it refuses from the start, and what it does. */
export type Call = {
  readonly method: Extract<HTTPMethods, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>
  readonly path: string | readonly string[]
  /**
   * The acts that the call may turn out to be. Whoever is refused all of them is refused before the body is read; the
   * rest is decided by the act itself.
   */
  readonly acts: readonly [Act, ...Act[]]
  /** False for calls that must not read the session: they neither need the database nor keep a session alive. */
  readonly readsSession?: false
  /** Whether the call takes a body. Calls without this refuse a body with anything in it (rules §3). */
  readonly readsBody?: true
  /** What is counted before the body is read. Limits that need something of the body are counted by the act. */
  readonly limits?: (visit: Visit) => readonly RequestLimit<RequestSubject>[]
  readonly handle: (deps: CallDeps, exchange: Exchange) => Promise<unknown>
}
