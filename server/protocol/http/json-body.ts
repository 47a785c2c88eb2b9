import { isUtf8 } from 'node:buffer'
import { Transform } from 'node:stream'
import { errorCodes, type FastifyInstance, type FastifyRequest, type RequestPayload } from 'fastify'
import { screenProofHeader } from '#contract/screen-proof.ts'
import { isWellFormedText } from '#contract/text-fields.ts'
import { Problem } from '../../domain/problem.ts'
import { hashBody } from '../../domain/screens/screen-request.ts'
import { type BodyBounds, leastBounds } from './body-bounds.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of this call for this caller; until they are known, what every call may be sent. */
    bodyBounds?: BodyBounds
  }
}

/** The one parser of request bodies (rules §3): strict JSON of a bounded size, depth and number of keys. */

const maxDepth = 16
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
    return parseStrictly(body, request.bodyBounds ?? leastBounds)
  })
}

/** The body of a caller who may not send more than rules R3.1 allow to every call: no more of it is read. */
export function readLeast(body: RequestPayload): Transform {
  let bytes = 0
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length
      done(bytes > leastBounds.bytes ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : null, part)
    },
  })
  body.on('error', (error) => counted.destroy(error))
  return body.pipe(counted)
}

/** The body is not plain JSON text: 415. */
export class UnsupportedBody extends Error {
  override readonly name = 'UnsupportedBody'
}

/** Throws general_bad_request. */
function parseStrictly(body: Buffer, bounds: BodyBounds): unknown {
  const value = parse(body)
  assertHarmless(value, bounds)
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
function assertHarmless(value: unknown, bounds: BodyBounds): void {
  const rest: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }]
  let keys = 0
  for (let next = rest.pop(); next; next = rest.pop()) {
    assertWellFormed(next.value)
    if (typeof next.value !== 'object' || next.value === null) continue
    const entries = Object.entries(next.value)
    keys += Array.isArray(next.value) ? 0 : entries.length
    if (next.depth > maxDepth || keys > bounds.keys || entries.length > bounds.entries) {
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
