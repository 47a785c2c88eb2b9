import { z } from 'zod'
import type { Label } from './identifiers.ts'
import { idPattern, labels, resemblesInstituteCode, serverMadeId } from './identifiers.ts'
import { emailInput, passwordInput, secretInput, textInput } from './inputs.ts'
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

/** POST /api/v1/user/label */
export const setLabelInput = z.strictObject({ userId: idInput, label: z.enum(labels) })

/** The User model of protocol §4.1, as this server sends it. */
export type UserModel = {
  readonly $id: string
  readonly $createdAt: string
  readonly $updatedAt: string
  readonly name: string
  readonly registration: string
  readonly status: true
  readonly labels: readonly Label[]
  readonly passwordUpdate: string
  readonly email: string
  readonly phone: ''
  readonly emailVerification: boolean
  readonly phoneVerification: false
  readonly mfa: false
  readonly prefs: Readonly<Record<string, never>>
  readonly targets: readonly never[]
  readonly accessedAt: string
}
