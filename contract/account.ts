import { z } from 'zod'
import { countAnswer, dateTimeAnswer, idAnswer } from './answer-parts.ts'
import { accountLabels, idPattern, labels, resemblesInstituteCode, serverMadeId } from './identifiers.ts'
import { emailInput, passwordInput, secretInput, textInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'
import { staffRoles } from './staff-rights.ts'
import { maxNameLength } from './text-fields.ts'

/** Bodies of the account calls (protocol §4). Unknown keys are refused. */

const idInput = z.string().regex(idPattern, 'userId is not a valid id')
const chosenIdInput = idInput.refine((id) => !resemblesInstituteCode(id), 'userId must not look like an institute code')

export const createAccountInput = z.strictObject({
  userId: z.union([z.literal(serverMadeId), chosenIdInput]),
  email: emailInput,
  password: passwordInput,
  name: textInput('name', maxNameLength).or(z.literal('')).optional(),
})

export const logInInput = z.strictObject({ email: emailInput, password: passwordInput })
export const changeEmailInput = z.strictObject({ email: emailInput, password: passwordInput })
export const changePasswordInput = z.strictObject({
  password: passwordInput,
  oldPassword: z.string().max(256, 'oldPassword is too long').optional(),
})
export const requestVerificationInput = z.strictObject({ url: z.string().max(2_048) })
export const confirmVerificationInput = z.strictObject({ userId: idInput, secret: secretInput })
export const requestRecoveryInput = z.strictObject({ email: emailInput, url: z.string().max(2_048) })
export const confirmRecoveryInput = z.strictObject({ userId: idInput, secret: secretInput, password: passwordInput })

/** POST /user/label */
export const setLabelInput = z.strictObject({ userId: idInput, label: z.enum(labels) })

/** The institute that a session acts for, and as what. */
const actingFor = z.strictObject({
  institute: idAnswer,
  role: z.enum(staffRoles),
  name: z.string(),
  title: z.string(),
  /** A teacher's: false without the classes of the whole institute. */
  holdsWhole: z.boolean(),
})

/** The User model of protocol §4.1, as this server sends it. */
export const userModel = z.strictObject({
  $id: idAnswer,
  $createdAt: dateTimeAnswer,
  $updatedAt: dateTimeAnswer,
  name: z.string(),
  registration: dateTimeAnswer,
  status: z.literal(true),
  labels: z.array(z.enum(accountLabels)),
  passwordUpdate: dateTimeAnswer,
  email: z.string(),
  phone: z.literal(''),
  emailVerification: z.boolean(),
  phoneVerification: z.literal(false),
  mfa: z.literal(false),
  /** Empty, but for a person who acts for an institute, and for the login of an institute that has such people. */
  prefs: z.strictObject({
    acting: actingFor.exactOptional(),
    isStaff: z.literal(true).exactOptional(),
    hasPeople: z.literal(true).exactOptional(),
    /** Of an institute's own login that only reads. */
    readsOnly: z.literal(true).exactOptional(),
  }),
  targets: z.array(z.never()),
  accessedAt: dateTimeAnswer,
})
export type UserModel = ReadOnly<typeof userModel>

/** The Session model of protocol §4.1. A value that the browser did not send is ''. */
export const sessionModel = z.strictObject({
  $id: idAnswer,
  $createdAt: dateTimeAnswer,
  /** When the session was last used. */
  $updatedAt: dateTimeAnswer,
  userId: idAnswer,
  expire: dateTimeAnswer,
  provider: z.literal('email'),
  providerUid: z.string(),
  providerAccessToken: z.literal(''),
  providerAccessTokenExpiry: z.literal(''),
  providerRefreshToken: z.literal(''),
  /** The part of the address that is kept. */
  ip: z.string(),
  osCode: z.literal(''),
  osName: z.string(),
  osVersion: z.literal(''),
  clientType: z.literal('browser'),
  clientCode: z.literal(''),
  clientName: z.string(),
  clientVersion: z.string(),
  clientEngine: z.literal(''),
  clientEngineVersion: z.literal(''),
  deviceName: z.string(),
  deviceBrand: z.literal(''),
  deviceModel: z.literal(''),
  countryCode: z.literal('--'),
  countryName: z.literal(''),
  current: z.boolean(),
  factors: z.array(z.string()),
  /** Never sent: the session is in a cookie. */
  secret: z.literal(''),
  mfaUpdatedAt: z.literal(''),
})
export type SessionModel = ReadOnly<typeof sessionModel>

export const sessionListModel = z.strictObject({ total: countAnswer, sessions: z.array(sessionModel) })

/** The Token model of protocol §4.1. */
export const tokenModel = z.strictObject({
  $id: idAnswer,
  $createdAt: dateTimeAnswer,
  /** '' if the answer must not show whose token it is. */
  userId: z.union([idAnswer, z.literal('')]),
  /** Never sent: the secret is in the mail. */
  secret: z.literal(''),
  expire: dateTimeAnswer,
  phrase: z.literal(''),
})
export type TokenModel = ReadOnly<typeof tokenModel>
