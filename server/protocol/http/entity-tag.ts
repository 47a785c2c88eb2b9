import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { blocksOf, inBlocks, serverTimeHeader, tagLength } from '#contract/answer-blocks.ts'

/** Of these bytes. Weak: one tag for all encodings. */
export function entityTagOf(content: Buffer | string): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/** Whether the client has this version already (RFC 9110 §13.1.2). */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match']
  if (header === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}

/** The time goes on in an answer that is as it was. Inside a text the quotes of a name are escaped, so this finds none there. */
const serverTime = /"serverTime":([\d.]+)/

/**
 * Names the version of a JSON answer by the tags of its blocks. A client that shows it already is answered 304: a page reads
 * again what it read before it could hear of changes. A client that asks for blocks gets those that changed, and `null` for
 * the others: the tag says what the client has, so nothing is kept for it here. A hook of Fastify, `onSend`.
 */
export async function tagAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || reply.statusCode !== 200 || reply.refusedWith !== undefined) return payload
  const blocks = blocksOf(payload)
  const tags = blocks.map((block) => hash('sha256', block.replace(serverTime, ''), 'base64url').slice(0, tagLength))
  const etag = `W/"${tags.join('')}"`
  reply.header('etag', etag)
  if (isKnown(request, etag)) {
    const [, time] = serverTime.exec(payload) ?? []
    if (time !== undefined) reply.header(serverTimeHeader, time)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return null
  }
  const { 'a-im': wanted, 'if-none-match': known = '' } = request.headers
  if (wanted !== inBlocks || blocks.length === 1) return payload
  reply.code(226).header('im', inBlocks).removeHeader('content-length')
  const has = (at: number) => known.startsWith(tags[at] ?? '', 'W/"'.length + at * tagLength)
  return JSON.stringify(blocks.map((block, at) => (has(at) && !serverTime.test(block) ? null : block)))
}
