import { z } from 'zod'
import { countAnswer, timeAnswer } from './answer-parts.ts'
import { emailInput, optionalTextInput, phoneNumberInput, textInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'
import { memberAsInstituteSees } from './student.ts'
import { maxAddressLength, maxNameLength, maxPlaceLength } from './text-fields.ts'

/** The organisation document: what a client may send and what it gets. */

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

/** The organisation's document as the organisation itself gets it. */
export const organisationAttributes = z.strictObject({
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  state: z.string(),
  city: z.string(),
  /** Number of attendance sessions started. */
  classes: countAnswer,
  /** True when a passkey is registered, otherwise absent. */
  passKey: z.literal(true).exactOptional(),
  /** The first members, by roll number; the whole list is paged through the students collection. */
  students: z.array(memberAsInstituteSees),
  /** Number of members. */
  members: countAnswer,
  /** End of the running attendance session, epoch ms; null when none runs. */
  sessionExpiry: timeAnswer.nullable(),
  /** The server's clock, epoch ms, for a countdown that is right even if the machine's clock is wrong. */
  serverTime: timeAnswer,
})
export type OrganisationAttributes = ReadOnly<typeof organisationAttributes>
