import type { OwnPasskeys } from '#contract/passkey.ts'

/** WebAuthn L3 §5.1.10. Browsers have some of these methods, all, or none. */
type SignalMethods = {
  readonly signalAllAcceptedCredentials?: (options: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: string[]
  }) => Promise<void>
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
 * Tells the browser's passkey providers which passkeys still work and the owner's present name, so that they stop
 * offering removed ones. A hint: nothing waits for it, and a failure does no harm.
 */
export function signalPasskeys(own: OwnPasskeys, { name, email }: { name: string; email: string }): void {
  const { relyingPartyId: rpId, userHandle: userId } = own
  const { signalAllAcceptedCredentials, signalCurrentUserDetails } = signals()
  const allAcceptedCredentialIds = own.passkeys.map(({ credentialId }) => credentialId)
  void signalAllAcceptedCredentials
    ?.call(PublicKeyCredential, { rpId, userId, allAcceptedCredentialIds })
    .catch(() => undefined)
  void signalCurrentUserDetails
    ?.call(PublicKeyCredential, { rpId, userId, name: email, displayName: name || email })
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
