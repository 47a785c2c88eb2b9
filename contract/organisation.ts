import { z } from 'zod'
import { emailInput, optionalTextInput, phoneNumberInput, textInput } from './inputs.ts'
import type { StudentAttributes } from './student.ts'
import { maxAddressLength, maxNameLength, maxPlaceLength } from './text-fields.ts'

/** The organisation document: what a client may send and what it may be shown. */

export const createOrganisationInput = z.strictObject({
  name: textInput('name', maxNameLength),
  email: emailInput,
  phoneNumber: phoneNumberInput,
  addressLine1: textInput('addressLine1', maxAddressLength),
  addressLine2: optionalTextInput('addressLine2', maxAddressLength).nullish(),
  state: textInput('state', maxPlaceLength),
  city: textInput('city', maxPlaceLength),
  classes: z.literal(0, 'classes is counted by the server').nullish(),
  passKey: z.null('passKey is set by the server').optional(),
  students: z.array(z.never()).max(0, 'students is kept by the server').nullish(),
})

/** Exactly one intent per PATCH (rules §4). */
export const updateOrganisationInput = z.union([
  z.strictObject({ email: emailInput }),
  z.strictObject({ phoneNumber: phoneNumberInput }),
  z.strictObject({ classes: z.int().min(0).max(1_000_000) }),
])
export type OrganisationUpdate = z.output<typeof updateOrganisationInput>

export type OrganisationAttributes = {
  readonly name: string
  readonly email: string
  readonly phoneNumber: string
  readonly addressLine1: string
  readonly addressLine2: string
  readonly state: string
  readonly city: string
  /** Number of attendance sessions started. */
  readonly classes: number
  /** True when a passkey is registered, absent otherwise. */
  readonly passKey?: true
  /** The first members, by roll number; the whole list is paged through the students collection. */
  readonly students: readonly (StudentAttributes & { readonly $id: string })[]
  /** Number of members. */
  readonly members: number
  /** End of the running attendance session, epoch ms; null when none runs. */
  readonly sessionExpiry: number | null
  /** The server's clock, epoch ms, for a countdown that is right on a machine whose clock is wrong. */
  readonly serverTime: number
}
