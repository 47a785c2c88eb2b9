import type { FastifyRequest } from 'fastify'
import { Problem } from '../../domain/problem.ts'

const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Stops requests that another site makes the browser send (CSRF, rules §5.2): every unsafe method needs our exact
 * origin. Sibling subdomains and other ports are same-site, so cookies alone would not tell. Throws general_unknown_origin.
 */
export function guardOrigin(request: FastifyRequest, origin: string): void {
  if (safeMethods.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const isForeign = site === 'cross-site' || site === 'same-site'
  if (request.headers.origin !== origin || isForeign) throw new Problem('general_unknown_origin')
}
