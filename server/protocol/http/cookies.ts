import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signedInHintCookie } from '#contract/identifiers.ts'

/** The cookies (rules §5.2). Their values are random or sealed; the database keeps only hashes. */
const names = {
  session: 'session',
  registration: 'reg',
  preLogin: 'pre',
  browser: 'browser',
  scanTicket: 'scan',
  phone: 'phone',
  screen: 'screen',
  dayPass: 'pass',
} as const
export type CookieKind = keyof typeof names

export type Cookies = {
  readonly read: (request: FastifyRequest, kind: CookieKind) => string | undefined
  /** `maxAgeMs`: how long the browser keeps it. */
  readonly set: (reply: FastifyReply, kind: CookieKind, value: string, maxAgeMs: number) => void
  readonly clear: (reply: FastifyReply, kind: CookieKind) => void
}

/**
 * On https the names begin with `__Host-`, which ties a cookie to exactly this host. On http://localhost, for
 * development, they have neither that prefix nor `Secure`: Safari would drop such cookies.
 */
export function makeCookies(isSecure: boolean): Cookies {
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure }
  const nameOf = (kind: CookieKind) => (isSecure ? `__Host-${names[kind]}` : names[kind])
  return {
    read: (request, kind) => request.cookies[nameOf(kind)],
    set(reply, kind, value, maxAgeMs) {
      const maxAge = Math.floor(maxAgeMs / 1_000)
      reply.setCookie(nameOf(kind), value, { ...options, maxAge })
      if (kind === 'session') reply.setCookie(signedInHintCookie, '1', { ...options, maxAge, httpOnly: false })
    },
    clear(reply, kind) {
      reply.setCookie(nameOf(kind), '', { ...options, maxAge: 0 })
      if (kind === 'session') reply.setCookie(signedInHintCookie, '', { ...options, maxAge: 0, httpOnly: false })
    },
  }
}
