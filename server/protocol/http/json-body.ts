import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { screenProofHeader } from '#contract/screen-proof.ts'
import { isWellFormedText } from '#contract/text-fields.ts'
import { Problem } from '../../domain/problem.ts'
import { hashBody } from '../../domain/screens/screen-request.ts'

/** The one parser of request bodies (rules §3): strict JSON of a bounded size, depth and number of keys. */

export const maxBodyBytes = 64 * 1_024
const maxDepth = 16
const maxKeys = 200
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.headers[screenProofHeader] !== undefined) request.bodyHash = hashBody(body)
    const type = String(request.headers['content-type'])
    const charset = /charset="?([^";\s]+)/i.exec(type)?.[1]
    if ((charset !== undefined && !/^utf-?8$/i.test(charset)) || request.headers['content-encoding'] !== undefined) {
      throw new UnsupportedBody()
    }
    return parseStrictly(body)
  })
}

/** The body is not plain JSON text: 415. */
export class UnsupportedBody extends Error {
  override readonly name = 'UnsupportedBody'
}

/** Throws general_bad_request. */
function parseStrictly(body: Buffer): unknown {
  const value = parse(body)
  assertHarmless(value)
  return value
}

function parse(body: Buffer): unknown {
  try {
    if (!isUtf8(body)) throw new TypeError('the body is not UTF-8')
    return JSON.parse(body.toString())
  } catch (cause) {
    throw new Problem('malformed-request', { message: 'The body is not valid JSON.', cause })
  }
}

/** Walks without recursion: a deeply nested body must not overflow the stack. */
function assertHarmless(value: unknown): void {
  const rest: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }]
  let keys = 0
  for (let next = rest.pop(); next; next = rest.pop()) {
    assertWellFormed(next.value)
    if (typeof next.value !== 'object' || next.value === null) continue
    const entries = Object.entries(next.value)
    keys += Array.isArray(next.value) ? 0 : entries.length
    if (next.depth > maxDepth || keys > maxKeys || entries.length > 1_000) {
      throw new Problem('malformed-request', { message: 'The body is too deep or has too many keys.' })
    }
    for (const [key, child] of entries) {
      if (forbiddenKeys.has(key)) throw new Problem('malformed-request', { message: 'The body has a forbidden key.' })
      assertWellFormed(key)
      rest.push({ value: child, depth: next.depth + 1 })
    }
  }
}

function assertWellFormed(value: unknown): void {
  if (typeof value === 'string' && !isWellFormedText(value)) {
    throw new Problem('malformed-request', { message: 'The body has text that is not well-formed.' })
  }
}
