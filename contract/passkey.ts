import { z } from 'zod'
import { idPattern, labels } from './identifiers.ts'
import { passwordInput, secretInput, textInput } from './inputs.ts'
import { maxPasskeyNameLength } from './rules.ts'

/** Bodies of the passkey calls (spec §7). `category` is the wire's word for the label of the account. */

const userId = z.string().regex(idPattern, 'userId is not a valid id')
const ceremonySubject = { userId, category: z.enum(labels) }

/** POST /api/v1/passkey/register and /login: answer the options of the ceremony. */
export const passkeyOptionsInput = z.strictObject(ceremonySubject)

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/, 'must be base64url')
// WebAuthn L3 §7.1 step 26: a credential ID has at most 1023 bytes, which are 1364 characters.
const credentialId = base64url(1_364).min(1)
const attachment = z.enum(['platform', 'cross-platform']).nullish()
const extensionResults = z.looseObject({})

/** RegistrationResponseJSON of WebAuthn L3 §5.1.8, as browsers make it. Fields that nobody reads may be there too. */
const registrationCredential = z.looseObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: z.looseObject({
    clientDataJSON: base64url(8_192).min(1),
    attestationObject: base64url(32_768).min(1),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})

/** AuthenticationResponseJSON of WebAuthn L3 §5.1.8. */
const authenticationCredential = z.looseObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: z.looseObject({
    clientDataJSON: base64url(8_192).min(1),
    authenticatorData: base64url(8_192).min(1),
    signature: base64url(8_192).min(1),
    userHandle: base64url(128).nullish(),
  }),
})

/** POST /api/v1/passkey/verify: answers `{message: 'Verified!'}`. */
export const passkeyVerifyInput = z.strictObject({ ...ceremonySubject, credential: registrationCredential })

/** POST /api/v1/passkey/verify-login: answers `{verification: boolean}`. */
export const passkeyVerifyLoginInput = z.strictObject({ ...ceremonySubject, cred: authenticationCredential })

export type RegistrationCredential = z.output<typeof registrationCredential>
export type AuthenticationCredential = z.output<typeof authenticationCredential>

/** The message that means success of a registration ceremony. */
export const registrationVerified = 'Verified!'

/** PATCH /api/v1/passkeys/{passkeyId} */
export const renamePasskeyInput = z.strictObject({ name: textInput('name', maxPasskeyNameLength) })

/** PUT /api/v1/passkey/replacement: the mailed link's secret, and the password. */
export const openReplacementInput = z.strictObject({ userId, secret: secretInput, password: passwordInput })

/** POST /api/v1/recovery-codes/use: in whatever way somebody writes a code down. */
export const recoveryCodeInput = z.strictObject({ userId, code: z.string('code must be text').max(64) })

/** POST /api/v1/session/confirm: the password of whoever is signed in. */
export const confirmSessionInput = z.strictObject({ password: passwordInput })

/** What opened a session in which a passkey may be registered without one that exists. */
export type Enrolment = 'mailed-link' | 'recovery-code'

/** A passkey as its owner sees it. Times are epoch ms. */
export type OwnPasskey = {
  /** Names it in a call's address. */
  readonly id: string
  /** Names it to the browser (WebAuthn L3 §5.1.10). */
  readonly credentialId: string
  readonly name: string
  /** Who keeps it, such as 'Google Password Manager'; null when that is not known. */
  readonly provider: string | null
  /** True when its owner's devices share it, false when it never leaves one device. */
  readonly isSynced: boolean
  readonly createdAt: number
  readonly lastUsedAt: number | null
  /** It cannot mark until then, except where an institute has confirmed it. */
  readonly heldUntil: number | null
  /** Its counter went backwards: it proves nothing until its owner says that there is no copy. */
  readonly isSuspect: boolean
}

/** GET /api/v1/passkeys and the answer of whatever changes them. */
export type OwnPasskeys = {
  readonly relyingPartyId: string
  /** base64url */
  readonly userHandle: string
  readonly passkeys: readonly OwnPasskey[]
  /** How many are left; null for students, who have none. */
  readonly recoveryCodes: number | null
  /** Set while this session may register a passkey without an existing one. */
  readonly enrolment: Enrolment | null
}

/** POST /api/v1/recovery-codes: shown once, never again. */
export type RecoveryCodes = { readonly codes: readonly string[] }

/** A member's passkey that waits for its institute. Times are epoch ms. */
export type HeldPasskey = {
  readonly id: string
  readonly studentId: string
  readonly studentName: string
  readonly rollNumber: string
  readonly createdAt: number
  readonly heldUntil: number
}

/** GET /api/v1/held-passkeys */
export type HeldPasskeys = { readonly passkeys: readonly HeldPasskey[] }
