import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'

export type RegistrationCalls = {
  readonly requestCeremony: () => Promise<PublicKeyCredentialCreationOptionsJSON>
  readonly runCeremony: (options: PublicKeyCredentialCreationOptionsJSON) => Promise<RegistrationResponseJSON>
  /** The server's answer about the new credential. */
  readonly verifyCeremony: (credential: RegistrationResponseJSON) => Promise<{ readonly message: string }>
  /** True when the server has refused the credential; false when its answer was lost. */
  readonly isRefusal: (error: unknown) => boolean
  /** The authenticator has made a credential that the server did not accept. */
  readonly forget: (rpId: string, credentialId: string) => void
}

export type RegistrationOutcome =
  | { readonly kind: 'registered' }
  /** The server answered, but not with the success message. */
  | { readonly kind: 'not-verified'; readonly message: string }

/** Spec §7: the message that means that a passkey was registered. */
const verified = 'Verified!'

/** Registers a passkey for the signed-in account. Rejects with the ceremony's or the server's error. */
export async function registerPasskey(calls: RegistrationCalls): Promise<RegistrationOutcome> {
  const options = await calls.requestCeremony()
  const credential = await calls.runCeremony(options)
  const forget = () => calls.forget(options.rp.id ?? location.hostname, credential.id)
  try {
    const { message } = await calls.verifyCeremony(credential)
    if (message === verified) return { kind: 'registered' }
    forget()
    return { kind: 'not-verified', message }
  } catch (error) {
    if (calls.isRefusal(error)) forget()
    throw error
  }
}
