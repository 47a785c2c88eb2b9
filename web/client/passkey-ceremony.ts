import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { keep } from '../language/site-data.ts'
import type { OwnReason } from './request-error.ts'

/** A failed ceremony, for a reason that the app has a text for. Its name is that of the browser's error. */
export class CeremonyError extends Error {
  readonly code: OwnReason

  constructor(code: OwnReason, cause?: Error) {
    super(code, { cause })
    this.name = cause?.name ?? 'CeremonyError'
    this.code = code
  }
}

/** WebAuthn L3 §14.5.1: the page cannot tell refused, cancelled and timed out apart. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

/**
 * The two ceremonies of the browser, with the server's unchanged options. They reject with an error that `messageOf`
 * has a sentence for (spec §8). `signal` ends a ceremony, with its own reason; a ceremony that has not begun by then
 * does not begin.
 */

export function createCredential(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
  signal: AbortSignal,
): Promise<RegistrationResponseJSON> {
  return runCeremony(() => startRegistration({ optionsJSON }), signal, 'registration-incomplete')
}

export function getAssertion(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON> {
  return runCeremony(() => startAuthentication({ optionsJSON }), signal, 'authentication-incomplete')
}

/** Where this browser keeps which passkey was used last on its own device. */
export const placeKey = 'rollkey-passkey'

type Used = RegistrationResponseJSON | AuthenticationResponseJSON

function keepPlace({ id, authenticatorAttachment }: Used): void {
  if (authenticatorAttachment === 'platform') keep(placeKey, id)
}

async function runCeremony<T extends Used>(
  start: () => Promise<T>,
  signal: AbortSignal,
  unconfirmed: OwnReason,
): Promise<T> {
  signal.throwIfAborted()
  if (!browserSupportsWebAuthn()) throw new CeremonyError('webauthn-unsupported')
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', cancel)
  try {
    const used = await start()
    keepPlace(used)
    return used
  } catch (error) {
    signal.throwIfAborted()
    throw nameUnconfirmed(error, unconfirmed)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * The page cannot tell refused, cancelled and timed out apart (WebAuthn L3 §14.5.1). The browser's sentence is for
 * developers, so the specification's replaces it.
 */
function nameUnconfirmed(error: unknown, unconfirmed: OwnReason): unknown {
  return error instanceof Error && error.name === 'NotAllowedError' ? new CeremonyError(unconfirmed, error) : error
}
