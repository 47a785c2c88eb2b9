import type { PushSubscription } from './stores.ts'

/** One message for one browser, as it goes to the push service. */
export type OutgoingPush = {
  readonly subscription: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>
  /** Encrypted for the browser; the push service cannot read it. */
  readonly payload: string
}

/** Our side of the push services (RFC 8030). */
export type PushService = {
  /** base64url; what a browser must be told when it subscribes. */
  readonly publicKey: string
  /** Whether the address belongs to a push service that we speak to: nothing is ever sent to another one. */
  readonly isKnown: (endpoint: string) => boolean
  /**
   * Resolves when the push service took the message over. Throws PushGoneError and UnsendablePushError when trying
   * again cannot help, else any error.
   */
  readonly send: (push: OutgoingPush) => Promise<void>
}

/** The browser has ended the subscription: nothing will ever arrive there. */
export class PushGoneError extends Error {
  override readonly name = 'PushGoneError'
}

/** The push service will refuse this message for ever. */
export class UnsendablePushError extends Error {
  override readonly name = 'UnsendablePushError'
}
