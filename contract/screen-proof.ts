/**
 * How a paired screen signs its requests (decision 41). Its key cannot be exported from the browser, so a copied cookie
 * does not work without it. Server and web app make the signed text here.
 */

/** `time.counter.bodyHash.signature`; the last two in base64url. */
export const screenProofHeader = 'x-rollkey-screen'

/** What a screen says about one request. */
export type ScreenProof = {
  /** The server's time as the screen knows it, epoch ms. */
  readonly time: number
  /** Higher at each request of the screen. */
  readonly counter: number
  /** SHA-256 of the body's bytes, base64url; that of no bytes for a request without one. */
  readonly bodyHash: string
}

export type SignedRequest = {
  /** In capitals. */
  readonly method: string
  /** Path and query, as they are sent. */
  readonly target: string
}

/** The text under the signature: one value a line, and none of them can hold a line break. */
export function screenProofText({ method, target }: SignedRequest, { time, counter, bodyHash }: ScreenProof): string {
  return ['rollkey screen request v1', method, target, bodyHash, time, counter].join('\n')
}

/** The value of the header. `signature`: ECDSA P-256 with SHA-256, r and s one after the other, base64url. */
export function formatScreenProof({ time, counter, bodyHash }: ScreenProof, signature: string): string {
  return [time, counter, bodyHash, signature].join('.')
}

const proofPattern = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})\.([\w-]{86})$/

/** Undefined for text that is no such value. */
export function parseScreenProof(value: string): (ScreenProof & { readonly signature: string }) | undefined {
  const [, time, counter, bodyHash, signature] = proofPattern.exec(value) ?? []
  if (bodyHash === undefined || signature === undefined) return undefined
  return { time: Number(time), counter: Number(counter), bodyHash, signature }
}
