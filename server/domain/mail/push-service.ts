import type { PushSubscription } from '../receipts/stores.ts'

/** One message for one browser, as it goes to the push service. */
export type OutgoingPush = {
  readonly subscription: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>
  /** Encrypted for the browser; the push service cannot read it. */
  readonly payload: string
}

/** The sender's side of the push services (RFC 8030). */
export type PushService = {
  /** base64url; a browser needs it to subscribe. */
  readonly publicKey: string
  /** Whether the address belongs to a supported push service: nothing is ever sent to other addresses. */
  readonly isKnown: (endpoint: string) => boolean
  /**
   * Resolves when the push service took the message. Throws PushGoneError and UnsendablePushError when another try
   * cannot help, else any error.
   */
  readonly send: (push: OutgoingPush) => Promise<void>
}

/** The browser has ended the subscription: nothing will ever arrive there. */
export class PushGoneError extends Error {
  override readonly name = 'PushGoneError'
}

/** The push service will always refuse this message. */
export class UnsendablePushError extends Error {
  override readonly name = 'UnsendablePushError'
}
