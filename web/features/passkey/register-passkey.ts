import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'

export type RegistrationCalls = {
  readonly requestCeremony: () => Promise<PublicKeyCredentialCreationOptionsJSON>
  readonly runCeremony: (options: PublicKeyCredentialCreationOptionsJSON) => Promise<RegistrationResponseJSON>
  /** The server's word on the new credential. */
  readonly verifyCeremony: (credential: RegistrationResponseJSON) => Promise<{ readonly message: string }>
  /** True for the refusal that says that the password was given too long ago. */
  readonly isPasswordTooOld: (error: unknown) => error is Error
}

export type RegistrationOutcome =
  | { readonly kind: 'registered' }
  /** `message`: the server's refusal. */
  | { readonly kind: 'password-needed'; readonly message: string }
  /** The server answered, but not with the message that means success. */
  | { readonly kind: 'not-verified'; readonly message: string }

/** Spec §7: the message that means that a passkey was registered. */
const verified = 'Verified!'

/** Registers a passkey for the signed-in account. Rejects with the ceremony's or the server's error. */
export async function registerPasskey(calls: RegistrationCalls): Promise<RegistrationOutcome> {
  let options: PublicKeyCredentialCreationOptionsJSON
  try {
    options = await calls.requestCeremony()
  } catch (error) {
    if (calls.isPasswordTooOld(error)) return { kind: 'password-needed', message: error.message }
    throw error
  }
  const { message } = await calls.verifyCeremony(await calls.runCeremony(options))
  return message === verified ? { kind: 'registered' } : { kind: 'not-verified', message }
}
