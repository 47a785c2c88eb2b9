import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import { texts } from '#contract/texts.ts'

/**
 * The two ceremonies of the browser, with the server's options as they came. They reject with an error whose message is
 * one of the catalogue's (spec §8). `signal` ends a ceremony, with its own reason; one that has not begun by then does
 * not begin.
 */

export function createCredential(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
  signal: AbortSignal,
): Promise<RegistrationResponseJSON> {
  return runCeremony(() => startRegistration({ optionsJSON }), signal, texts.passkey.registrationIncomplete)
}

export function getAssertion(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON> {
  return runCeremony(() => startAuthentication({ optionsJSON }), signal, texts.passkey.authenticationIncomplete)
}

async function runCeremony<T>(start: () => Promise<T>, signal: AbortSignal, unconfirmed: string): Promise<T> {
  signal.throwIfAborted()
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', cancel)
  try {
    return await start()
  } catch (error) {
    signal.throwIfAborted()
    throw nameUnconfirmed(error, unconfirmed)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * Refused, cancelled and timed out are one and the same to the page (WebAuthn L3 §14.5.1), and the browser's sentence
 * for it is made for developers: the specification's own takes its place.
 */
function nameUnconfirmed(error: unknown, sentence: string): unknown {
  if (!(error instanceof Error) || error.name !== 'NotAllowedError') return error
  const unconfirmed = new Error(sentence, { cause: error })
  unconfirmed.name = error.name
  return unconfirmed
}
