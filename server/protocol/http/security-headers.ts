import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The headers of every answer (rules §3). */

const policy = (inlineScripts = '', inlineStyles = ''): string =>
  [
    "default-src 'none'",
    `script-src 'self'${inlineScripts}`,
    `style-src 'self'${inlineStyles}`,
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

/**
 * The policy of a page with inline scripts or styles (decision 7): it allows exactly these beside files of the site.
 * `html`: a page of the build, whose only outside values are escaped.
 */
export function contentSecurityPolicyOf(html: string): string {
  const allow = (tag: 'script' | 'style'): string =>
    [...html.matchAll(new RegExp(`<${tag}(?: type="module")?>(.*?)</${tag}>`, 'gs'))]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('')
  return policy(allow('script'), allow('style'))
}

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(self), geolocation=()',
  'content-security-policy': policy(),
}

export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return isSecure ? { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : always
}

export function sendSecurityHeaders(app: FastifyInstance, isSecure: boolean): void {
  const headers = securityHeaders(isSecure)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
