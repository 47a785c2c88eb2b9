import { z } from 'zod'
import { idPattern, labels } from './identifiers.ts'

/** Bodies of the passkey calls (spec §7). `category` is the wire's word for the label of the account. */

const ceremonySubject = { userId: z.string().regex(idPattern, 'userId is not a valid id'), category: z.enum(labels) }

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
