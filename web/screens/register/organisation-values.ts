import type { PasswordOwner } from '#contract/password-rules.ts'
import { explainWeakPassword } from '#contract/password-rules.ts'
import { maxAddressLength, maxNameLength, maxPlaceLength } from '#contract/text-fields.ts'
import type { Texts } from '#contract/texts.ts'
import { checkEmail, checkOptionalText, checkPhoneNumber, checkText } from '../../forms/check-field.ts'
import type { FormErrors } from '../../forms/use-form.ts'

/** Spec §2, organisation form: every field but Address Line 2 is required. */
export const noOrganisationValues = {
  name: '',
  email: '',
  phoneNumber: '',
  addressLine1: '',
  addressLine2: '',
  state: '',
  city: '',
  pinCode: '',
  password: '',
}
export type OrganisationField = keyof typeof noOrganisationValues
export type OrganisationValues = Readonly<Record<OrganisationField, string>>

const maxPinCodeLength = 16

export function checkOrganisationValues(values: OrganisationValues, texts: Texts): FormErrors<OrganisationField> {
  return {
    name: checkText(maxNameLength)(values.name, texts),
    email: checkEmail(values.email, texts),
    phoneNumber: checkPhoneNumber(values.phoneNumber, texts),
    addressLine1: checkText(maxAddressLength)(values.addressLine1, texts),
    addressLine2: checkOptionalText(maxAddressLength)(values.addressLine2, texts),
    state: checkText(maxPlaceLength)(values.state, texts),
    city: checkText(maxPlaceLength)(values.city, texts),
    pinCode: checkText(maxPinCodeLength)(values.pinCode, texts),
    password: explainWeakPassword(values.password, organisationAsOwner(values), texts),
  }
}

/** The words that the password must not contain. */
export function organisationAsOwner({ email, name }: OrganisationValues): PasswordOwner {
  return { email, names: [name] }
}
