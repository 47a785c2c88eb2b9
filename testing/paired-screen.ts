import { generateKeyPairSync, sign } from 'node:crypto'
import { formatScreenProof, screenProofHeader, screenProofText } from '#contract/screen-proof.ts'
import type { ScreenPairing } from '#contract/screens.ts'
import { hashBody, type ScreenRequest } from '#server/domain/screens/screen-request.ts'
import type { HttpClient, RequestOptions } from './http-client.ts'
import type { AnyPerson } from './people-over-http.ts'

/** The key of a browser that is to be a screen. In a real browser it cannot be exported. */
export type ScreenKey = {
  /** SPKI, base64url. */
  readonly publicKey: string
  /** r and s, base64url. A new one each time. */
  readonly sign: (text: string) => string
}

export function makeScreenKey(namedCurve = 'P-256'): ScreenKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve })
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    sign: (text) =>
      sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  }
}

/** One signed request, as the server reads it. */
export function signRequest(
  { sign: signText }: ScreenKey,
  { body = '', ...request }: Omit<ScreenRequest, 'bodyHash' | 'signature'> & { readonly body?: string },
): ScreenRequest {
  const unsigned = { ...request, bodyHash: hashBody(body) }
  return { ...unsigned, signature: signText(screenProofText(unsigned, unsigned)) }
}

/** A browser that signs each request as a paired screen does. `now`: the server's time, epoch ms. */
export function signAsScreen(http: HttpClient, key: ScreenKey, now: () => number | Promise<number>): HttpClient {
  let counter = 0
  async function request<Body>(method: string, path: string, body?: unknown, options: RequestOptions = {}) {
    counter += 1
    const text = body === undefined ? '' : JSON.stringify(body)
    const proof = signRequest(key, { method, target: path, time: await now(), counter, body: text })
    const headers = { [screenProofHeader]: formatScreenProof(proof, proof.signature), ...options.headers }
    return http.request<Body>(method, path, body, { ...options, headers })
  }
  return {
    ...http,
    request,
    get: (path, options) => request('GET', path, undefined, options),
    post: (path, body, options) => request('POST', path, body, options),
    put: (path, body, options) => request('PUT', path, body, options),
    patch: (path, body, options) => request('PATCH', path, body, options),
    delete: (path, options) => request('DELETE', path, {}, options),
  }
}

/**
 * Asks for a pairing and lets the institute, or a person of it, approve it. The institute's login must be a recent one.
 * `roomId`: where the screen stands.
 */
export async function pairScreen(
  institute: Pick<AnyPerson, 'http'>,
  http: HttpClient,
  key: ScreenKey,
  name = 'Room 12',
  roomId?: string,
): Promise<void> {
  const { body } = await http.post<ScreenPairing>('/api/v1/screens/pairing', { publicKey: key.publicKey })
  const approval = { code: body.code, name, days: 1, timeZone: 'Asia/Kolkata', ...(roomId !== undefined && { roomId }) }
  const { status } = await institute.http.post('/api/v1/screens', approval)
  if (status !== 200) throw new Error(`the screen was not approved: ${status}`)
}
