import type { UserModel } from '#contract/account.ts'
import type { Label } from '#contract/identifiers.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { callProduct } from '../../client/call-product.ts'
import { lookUpProfile } from '../../client/form-checks.ts'
import { getAssertion } from '../../client/passkey-ceremony.ts'
import { openSession } from '../../session/open-session.ts'

export type LogInOutcome =
  | { readonly kind: 'signed-in'; readonly account: UserModel }
  /** Spec §5: a profile with the given email must exist in the collection. `belongsTo`: the tab that knows it. */
  | { readonly kind: 'no-profile'; readonly belongsTo: Label | null }
  /** Spec §4: the organisation's passkey check returned false, and the login stops. */
  | { readonly kind: 'passkey-refused' }

/**
 * Spec §4, login. An organisation with a passkey must use it before its password counts; a student need not.
 * `passesCheck`: by the passkey, or by a recovery code instead.
 */
export async function logIn(
  label: Label,
  typedEmail: string,
  password: string,
  passesCheck: (organisationId: string) => Promise<boolean>,
): Promise<LogInOutcome> {
  const email = normaliseText(typedEmail)
  const { profile, otherCategory } = await lookUpProfile(label, email)
  if (profile === null) return { kind: 'no-profile', belongsTo: otherCategory }
  if (profile.hasPasskey && !(await passesCheck(profile.userId))) return { kind: 'passkey-refused' }
  return { kind: 'signed-in', account: await openSession(email, password) }
}

/**
 * Throws when the ceremony fails; its error's message is in the catalogue (spec §8). `signal` ends it, with its own
 * reason.
 */
export async function passesPasskeyCheck(organisationId: string, signal: AbortSignal): Promise<boolean> {
  const whose = { userId: organisationId, category: 'ORG' } as const
  const cred = await getAssertion(await callProduct('POST /passkey/login', {}, whose), signal)
  const { verification } = await callProduct('POST /passkey/verify-login', {}, { ...whose, cred })
  return verification
}
