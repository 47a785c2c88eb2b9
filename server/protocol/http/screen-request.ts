import type { FastifyRequest } from 'fastify'
import { parseScreenProof, screenProofHeader } from '#contract/screen-proof.ts'
import { Problem } from '../../domain/problem.ts'
import { hashBody, type ScreenRequest } from '../../domain/screens/screen-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it came; undefined without a body. */
    bodyHash?: string
  }
}

const hashOfNothing = hashBody('')

/** What a paired screen has signed. Undefined for a request of any other caller. Throws screen-request-refused. */
export function readScreenRequest(request: FastifyRequest): ScreenRequest | undefined {
  const header = request.headers[screenProofHeader]
  if (header === undefined) return undefined
  const proof = parseScreenProof(String(header))
  if (!proof) throw new Problem('screen-request-refused')
  return { method: request.method, target: request.url, ...proof }
}

/** The signature is checked before the body is read; here the body is. Throws screen-request-refused. */
export function assertSignedBody(request: FastifyRequest): void {
  const signed = readScreenRequest(request)
  if (signed && signed.bodyHash !== (request.bodyHash ?? hashOfNothing)) throw new Problem('screen-request-refused')
}
