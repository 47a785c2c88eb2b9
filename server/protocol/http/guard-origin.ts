import type { FastifyRequest } from 'fastify'
import { Problem } from '../../domain/problem.ts'

const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Refuses requests that another site makes the browser send (CSRF, rules §5.2): every unsafe method needs exactly this
 * installation's origin. Sibling subdomains and other ports are same-site, so cookies alone are not enough. Throws
 * general_unknown_origin.
 */
export function guardOrigin(request: FastifyRequest, origin: string): void {
  if (safeMethods.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const isForeign = site === 'cross-site' || site === 'same-site'
  if (request.headers.origin !== origin || isForeign) throw new Problem('general_unknown_origin')
}
