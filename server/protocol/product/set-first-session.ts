import type { FastifyReply } from 'fastify'
import type { AccountLabel } from '#contract/identifiers.ts'
import type { Joined } from '../../domain/accounts/join-with-account.ts'
import { knownBrowserMs } from '../../domain/accounts/known-browser.ts'
import { sessionLife } from '../../domain/accounts/session-life.ts'
import type { Cookies } from '../http/cookies.ts'

/** Logs a new account in at its browser; nothing where a login joined. */
export function setFirstSession(
  { cookies }: { readonly cookies: Cookies },
  reply: FastifyReply,
  label: AccountLabel,
  joined: Joined,
): void {
  if (!joined) return
  cookies.set(reply, 'session', joined.token, sessionLife(label).absoluteMs)
  cookies.set(reply, 'browser', joined.browserToken, knownBrowserMs)
  cookies.clear(reply, 'registration')
}
