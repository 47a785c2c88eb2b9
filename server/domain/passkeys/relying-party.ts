/**
 * The identity of this installation towards authenticators (WebAuthn L3 §4, relying party). It comes from the
 * configuration, never from a request.
 */
export type RelyingParty = {
  readonly id: string
  readonly name: string
  /** The only origin that is accepted, and the base of every mailed link. */
  readonly origin: string
}
