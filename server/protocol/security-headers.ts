import type { FastifyInstance } from 'fastify'

/** The headers of every answer (security §3). */

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(self), geolocation=()',
  'content-security-policy': contentSecurityPolicy,
}

export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return isSecure ? { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : always
}

export function sendSecurityHeaders(app: FastifyInstance, isSecure: boolean): void {
  const headers = securityHeaders(isSecure)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
