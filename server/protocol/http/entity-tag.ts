import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Of these bytes. Weak: one tag for all encodings. */
export function entityTagOf(content: Buffer | string): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Whether the client has this version already (RFC 9110 §13.1.2). */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match']
  if (header === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}

/** The time goes on in an answer that is as it was. Inside a text the quotes of a name are escaped, so this finds none there. */
const serverTime = /"serverTime":[\d.]+/

/**
 * Names the version of a JSON answer, and answers 304 to a client that shows it already: a page reads again what it read
 * before it could hear of changes. A hook of Fastify, `onSend`.
 */
export async function tagAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || reply.statusCode !== 200 || reply.refusedWith !== undefined) return payload
  const etag = entityTagOf(payload.replace(serverTime, ''))
  reply.header('etag', etag)
  if (!isKnown(request, etag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return null
}
