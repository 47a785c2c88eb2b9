import type { OwnPasskeys } from '#contract/passkey.ts'

/** WebAuthn L3 §5.1.10. Browsers have some of these methods, all, or none. */
type SignalMethods = {
  readonly signalCurrentUserDetails?: (options: {
    rpId: string
    userId: string
    name: string
    displayName: string
  }) => Promise<void>
  readonly signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<void>
}

function signals(): SignalMethods {
  return typeof PublicKeyCredential === 'undefined' ? {} : (PublicKeyCredential as unknown as SignalMethods)
}

/**
 * Tells the browser's passkey providers the owner's present name. A hint: nothing waits for it, and a failure does no
 * harm. The list of accepted passkeys is not signalled: one that was read before a registration would take the new passkey
 * away from its provider.
 */
export function signalOwner(own: OwnPasskeys, { name, email }: { name: string; email: string }): void {
  const { relyingPartyId: rpId, userHandle: userId } = own
  void signals()
    .signalCurrentUserDetails?.call(PublicKeyCredential, { rpId, userId, name: email, displayName: name || email })
    .catch(() => undefined)
}

/**
 * The server does not know this credential: it was removed, or its registration was refused after the authenticator
 * made it.
 */
export function signalUnknownPasskey(rpId: string, credentialId: string): void {
  void signals()
    .signalUnknownCredential?.call(PublicKeyCredential, { rpId, credentialId })
    .catch(() => undefined)
}
