import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A decrypted push, with what the push service saw of it. */
export type ReceivedPush = {
  readonly message: string
  readonly headers: IncomingHttpHeaders
  /** The claims of the sender's token (RFC 8292 §2); its signature was checked. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
  /** The key that signed them, base64url. */
  readonly senderKey: string
}

/** A browser that takes pushes: it alone has the private key. */
export type PushBrowser = {
  /** As PushSubscription.toJSON() of a browser. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly received: readonly ReceivedPush[]
  /** The oldest push that was not taken yet, as soon as it arrives. */
  readonly next: () => Promise<ReceivedPush>
  /** Sets the push service's answer to further messages for it. */
  answer: number
  /** How many requests came for it, including refused ones. */
  requests: number
}

export type PushServiceStandIn = {
  /** For PUSH_SERVICES. */
  readonly origin: string
  readonly openBrowser: () => PushBrowser
  readonly close: () => Promise<void>
}

/**
 * A push service and its browsers on a free port of this machine. It treats messages like the real ones: it refuses a
 * message without a valid token of its sender (RFC 8292), and the browser decrypts it (RFC 8291 over RFC 8188).
 */
export async function startPushService(): Promise<PushServiceStandIn> {
  const browsers = new Map<
    string,
    { browser: PushBrowser; take: (body: Buffer, headers: IncomingHttpHeaders) => void }
  >()
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        const found = browsers.get(request.url ?? '')
        if (!found) return response.writeHead(404).end()
        const { browser, take } = found
        browser.requests += 1
        try {
          if (browser.answer === 201) take(body, request.headers)
          response.writeHead(browser.answer, { location: `${origin}/elsewhere` }).end('as a real one, it may say why')
        } catch (error) {
          response.writeHead(400).end(String(error))
        }
        return undefined
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function openBrowser(): PushBrowser {
    const keys = createECDH('prime256v1')
    const p256dh = keys.generateKeys()
    const auth = randomBytes(16)
    const path = `/push/${randomBytes(24).toString('base64url')}`
    const received: ReceivedPush[] = []
    const waiting: ((push: ReceivedPush) => void)[] = []
    let asked = 0
    const browser: PushBrowser = {
      subscription: {
        endpoint: `${origin}${path}`,
        keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
      },
      received,
      next: () => {
        const push = received[asked]
        asked += 1
        return push ? Promise.resolve(push) : new Promise((resolve) => waiting.push(resolve))
      },
      answer: 201,
      requests: 0,
    }
    browsers.set(path, {
      browser,
      take(body, headers) {
        const { claims, senderKey } = readVapid(headers.authorization ?? '', origin)
        const message = decrypt(body, headers, { keys, p256dh, auth })
        const push = { message, headers, claims, senderKey }
        received.push(push)
        waiting.shift()?.(push)
      },
    })
    return browser
  }

  return {
    origin,
    openBrowser,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** RFC 8292 §3: 'vapid t=<JWT>, k=<public key>'. Throws when the token is not valid for this push service now. */
function readVapid(authorization: string, origin: string): Pick<ReceivedPush, 'claims' | 'senderKey'> {
  const [, token = '', senderKey = ''] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  const readJson = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { alg } = readJson(header)
  if (alg !== 'ES256') throw new Error(`The token is signed with ${alg}`)
  const point = Buffer.from(senderKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33, 65) },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The signature of the token is wrong')
  const claims = readJson(payload)
  const seconds = Date.now() / 1_000
  if (claims.aud !== origin) throw new Error(`The token is for ${claims.aud}`)
  if (!(claims.exp > seconds && claims.exp <= seconds + 24 * 60 * 60)) throw new Error('The token is out of its time')
  return { claims, senderKey }
}

type Receiver = { readonly keys: ReturnType<typeof createECDH>; readonly p256dh: Buffer; readonly auth: Buffer }

/** RFC 8291 §3.4 for the key, RFC 8188 §2 for the one record. */
function decrypt(body: Buffer, headers: IncomingHttpHeaders, { keys, p256dh, auth }: Receiver): string {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The message is not encrypted with aes128gcm')
  const salt = body.subarray(0, 16)
  const senderKeyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + senderKeyLength)
  const record = body.subarray(21 + senderKeyLength)
  const shared = keys.computeSecret(senderKey)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey])
  const inputKey = deriveKey(auth, shared, keyInfo, 32)
  const contentKey = deriveKey(salt, inputKey, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = deriveKey(salt, inputKey, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // After the text comes the delimiter of the last record, 2, and any number of zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** HKDF with SHA-256 (RFC 5869) for up to 32 bytes. */
function deriveKey(salt: Buffer, input: Buffer, info: Buffer, length: number): Buffer {
  const key = createHmac('sha256', salt).update(input).digest()
  return createHmac('sha256', key)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length)
}
