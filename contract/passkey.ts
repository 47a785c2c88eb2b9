import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer } from './answer-parts.ts'
import { accountLabels, idPattern } from './identifiers.ts'
import { passwordInput, secretInput, textInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'
import { maxPasskeyNameLength } from './rules.ts'

/** Bodies of the passkey calls (spec §7). `category` is the protocol's word for the label of the account. */

const userId = z.string().regex(idPattern, 'userId is not a valid id')
const ceremonySubject = { userId, category: z.enum(accountLabels) }

/** POST /passkey/register and /login: answer the options of the ceremony. */
export const passkeyOptionsInput = z.strictObject(ceremonySubject)

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/, 'must be base64url')
// WebAuthn L3 §7.1 step 26: a credential ID has at most 1023 bytes, which are 1364 characters.
const credentialId = base64url(1_364).min(1)

const credentialFields = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  /** A browser may name one that is not in the standard yet: it counts as none. */
  authenticatorAttachment: z.string().max(64).nullish(),
  clientExtensionResults: z.looseObject({}).nullish(),
}

/** RegistrationResponseJSON of WebAuthn L3 §5.1.8, as browsers make it. Further fields are allowed and ignored. */
const registrationCredential = z.looseObject({
  ...credentialFields,
  response: z.looseObject({
    clientDataJSON: base64url(8_192).min(1),
    attestationObject: base64url(32_768).min(1),
    transports: z.array(z.string().max(32)).max(10).nullish(),
  }),
})

/** AuthenticationResponseJSON of WebAuthn L3 §5.1.8. */
export const authenticationCredential = z.looseObject({
  ...credentialFields,
  response: z.looseObject({
    clientDataJSON: base64url(8_192).min(1),
    authenticatorData: base64url(8_192).min(1),
    signature: base64url(8_192).min(1),
    userHandle: base64url(128).nullish(),
  }),
})

/** POST /passkey/verify: answers `{message: 'Verified!'}`. */
export const passkeyVerifyInput = z.strictObject({ ...ceremonySubject, credential: registrationCredential })

/** PUT /passkey/rehearsal: answers `{verification: boolean}`. */
export const passkeyRehearsalInput = z.strictObject({ cred: authenticationCredential })

/** POST /passkey/verify-login: answers `{verification: boolean}`. */
export const passkeyVerifyLoginInput = z.strictObject({ ...ceremonySubject, cred: authenticationCredential })

export type RegistrationCredential = z.output<typeof registrationCredential>
export type AuthenticationCredential = z.output<typeof authenticationCredential>

/** The message that means success of a registration ceremony. */
export const registrationVerified = 'Verified!'

/** PATCH /passkeys/{passkeyId} */
export const renamePasskeyInput = z.strictObject({ name: textInput('name', maxPasskeyNameLength) })

/** PUT /passkey/replacement: the mailed link's secret, and the password. */
export const openReplacementInput = z.strictObject({ userId, secret: secretInput, password: passwordInput })

/** POST /recovery-codes/use: the code as a person typed it. */
export const recoveryCodeInput = z.strictObject({ userId, code: z.string('code must be text').max(64) })

/** POST /session/confirm: the password of the signed-in person. */
export const confirmSessionInput = z.strictObject({ password: passwordInput })

/** What opened a session in which a passkey may be registered without an existing one. */
const enrolment = z.enum(['mailed-link', 'recovery-code'])
export type Enrolment = z.output<typeof enrolment>

/** A passkey as its owner sees it. Times are epoch ms. */
const ownPasskey = z.strictObject({
  /** Identifies it in a call's address. */
  id: z.string(),
  /** Identifies it for the browser (WebAuthn L3 §5.1.10). */
  credentialId,
  name: z.string(),
  /** The provider that keeps it, such as 'Google Password Manager'; null when that is unknown. */
  provider: z.string().nullable(),
  /** True when the owner's devices share it, false when it never leaves one device. */
  isSynced: z.boolean(),
  createdAt: timeAnswer,
  lastUsedAt: timeAnswer.nullable(),
  /** It cannot mark until then, except at an institute that has confirmed it. */
  heldUntil: timeAnswer.nullable(),
  /** Its counter went backwards: it proves nothing until its owner confirms that there is no copy. Or it is changed. */
  isSuspect: z.boolean(),
  /** Its backup eligibility is another than at its registration: it stays refused. Absent otherwise. */
  isChanged: z.literal(true).optional(),
  /** It was lost: owners have confirmed another in its place, and it does not act for institutes any more. */
  isReplaced: z.literal(true).optional(),
})
export type OwnPasskey = ReadOnly<typeof ownPasskey>

/**
 * What a student's passkeys can do in class. `refused`: none can be used, and one may have been
 * copied. `changed`: all stay refused. `held`: those that are left took a
 * lost one's place. `one-device`: those that count stay on the device that made them, which a phone in class cannot be
 * asked for; it may be a computer. `heldUntil`: epoch ms, where a passkey is held, also beside others that count.
 */
export const passkeyReadiness = z.strictObject({
  state: z.enum(['none', 'refused', 'changed', 'held', 'one-device', 'ready']),
  heldUntil: timeAnswer.nullable(),
})
export type PasskeyReadiness = ReadOnly<typeof passkeyReadiness>

/** The answer of GET /passkeys, and of every call that changes passkeys. */
export const ownPasskeys = z.strictObject({
  relyingPartyId: z.string(),
  /** base64url */
  userHandle: base64url(128),
  passkeys: z.array(ownPasskey),
  /** How many are left; null for students, who have none. */
  recoveryCodes: countAnswer.nullable(),
  /** For a student: at every institute that the student belongs to. Null for organisations. */
  readiness: passkeyReadiness.nullable(),
  /** Of a student who had a passkey and has none: the next one needs a mailed link, and is held. Absent otherwise. */
  needsLink: z.literal(true).optional(),
  /** Set while this session may register a passkey without an existing one. */
  enrolment: enrolment.nullable(),
})
export type OwnPasskeys = ReadOnly<typeof ownPasskeys>

/** POST /recovery-codes: shown once, never again. */
export const recoveryCodes = z.strictObject({ codes: z.array(z.string()) })
export type RecoveryCodes = ReadOnly<typeof recoveryCodes>

/** A member's passkey that waits for its institute. Times are epoch ms. */
const heldPasskey = z.strictObject({
  id: z.string(),
  studentId: idAnswer,
  studentName: z.string(),
  rollNumber: z.string(),
  createdAt: timeAnswer,
  heldUntil: timeAnswer,
})
export type HeldPasskey = ReadOnly<typeof heldPasskey>

/** GET /held-passkeys */
export const heldPasskeys = z.strictObject({ passkeys: z.array(heldPasskey) })
export type HeldPasskeys = ReadOnly<typeof heldPasskeys>
