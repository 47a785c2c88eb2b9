import {
  type OutgoingPush,
  PushGoneError,
  type PushService,
  UnsendablePushError,
} from '#server/domain/mail/push-service.ts'
import { isOfPushService } from '../../config/push-services.ts'
import type { VapidKeys } from './vapid-keys.ts'

type WebPushOptions = {
  readonly keys: VapidKeys
  /** The contact of this installation for a push service. */
  readonly contactEmail: string
  /** Origins besides those of the known push services. */
  readonly configuredOrigins: readonly string[]
  /** Deadline of one request. */
  readonly deadlineMs?: number
}

export type WebPushService = PushService & {
  /** Running requests fail. */
  readonly close: () => void
}

/** How long a push service keeps a message for a browser that is offline. After a day a receipt is no longer news. */
const keptForSeconds = 24 * 60 * 60

/** Sends by Web Push (RFC 8030), encrypted for the browser (RFC 8291) and signed by this installation (RFC 8292). */
export function createWebPushService(options: WebPushOptions): WebPushService {
  const { keys, contactEmail, configuredOrigins, deadlineMs = 10_000 } = options
  const closing = new AbortController()
  const isKnown = (endpoint: string) => isOfPushService(endpoint, configuredOrigins)

  return {
    publicKey: keys.publicKey,
    isKnown,
    async send({ subscription, payload }) {
      // Checked again: a subscription may be older than the present configuration.
      if (!isKnown(subscription.endpoint)) throw new UnsendablePushError('The endpoint is not of a known push service')
      const { headers, body } = await encrypt({ subscription, payload }, keys, contactEmail)
      const response = await fetch(subscription.endpoint, {
        method: 'POST',
        headers,
        body,
        // No redirects: they could lead to an address that was not checked.
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(deadlineMs)]),
      })
      await response.body?.cancel()
      judge(response.status)
    },
    close: () => closing.abort(),
  }
}

async function encrypt({ subscription, payload }: OutgoingPush, keys: VapidKeys, contactEmail: string) {
  // Loaded with the first push: an installation without pushes does not need its memory.
  const { default: webPush } = await import('web-push')
  const { endpoint, p256dh, auth } = subscription
  try {
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: `mailto:${contactEmail}`, ...keys },
      TTL: keptForSeconds,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    })
    // The HTTP client sets the length.
    const { 'Content-Length': _, ...headers } = request.headers
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
    return { headers: Object.fromEntries(texts), body: new Uint8Array(request.body) }
  } catch (cause) {
    // The key is not a point on the curve.
    throw new UnsendablePushError('The message could not be encrypted for this browser', { cause })
  }
}

/** The meaning of an answer (RFC 8030 §5, §7.3 and §8.4). A temporary refusal is an error like any other. */
function judge(status: number): void {
  if (status >= 200 && status < 300) return
  if (status === 404 || status === 410) throw new PushGoneError('The browser has ended its subscription')
  const sentence = `The push service answered ${status}`
  const mayHeal = status >= 500 || [408, 425, 429].includes(status)
  throw mayHeal ? new Error(sentence) : new UnsendablePushError(sentence)
}
