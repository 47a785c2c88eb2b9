import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from './choose-encoding.ts'

/** Bytes. What is shorter fits into two packets as it is. */
const shortest = 2_048
/** From here on another thread does it: a list of a thousand students takes some milliseconds. */
const long = 16_384
/** The fastest: the next levels take twice the time for a tenth of the bytes. */
const level = 1
const compressInThread = promisify(gzip)

/**
 * Compresses the JSON of a call whose contract says that its answer holds no secret (decision 47), for clients that take
 * gzip. A hook of Fastify, `onSend`.
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string') return payload
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  const bytes = Buffer.byteLength(payload)
  if (bytes < shortest || chooseEncoding(request.headers['accept-encoding'], ['gzip']) === undefined) return payload
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  return bytes < long ? gzipSync(payload, { level }) : compressInThread(payload, { level })
}
