import type { FastifyRequest } from 'fastify'
import { Problem } from '../../domain/problem.ts'

/**
 * Refuses queries that are not percent-encoded UTF-8, or that hold U+0000 (rules §2): address parsers read what they
 * cannot decode as characters that were not sent. For paths the router does the same. Throws general_bad_request.
 */
export function guardQuery({ url }: Pick<FastifyRequest, 'url'>): void {
  const start = url.indexOf('?')
  if (start === -1) return
  let query: string
  try {
    query = decodeURIComponent(url.slice(start))
  } catch (error) {
    throw new Problem('general_bad_request', { cause: error })
  }
  if (query.includes('\0')) throw new Problem('general_bad_request')
}
