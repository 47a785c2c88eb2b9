import { newPasswordTexts } from '#contract/new-password-texts.ts'
import type { PasswordOwner } from '#contract/password-rules.ts'
import { explainWeakPassword } from '#contract/password-rules.ts'
import { maxAddressLength, maxNameLength, maxPlaceLength } from '#contract/text-fields.ts'
import { checkEmail, checkOptionalText, checkPhoneNumber, checkText } from '../../forms/check-field.ts'
import type { FormErrors } from '../../forms/use-form.ts'
import { wordsNow } from '../../language/language.ts'

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

export function checkOrganisationValues(values: OrganisationValues): FormErrors<OrganisationField> {
  return {
    name: checkText(maxNameLength)(values.name),
    email: checkEmail(values.email),
    phoneNumber: checkPhoneNumber(values.phoneNumber),
    addressLine1: checkText(maxAddressLength)(values.addressLine1),
    addressLine2: checkOptionalText(maxAddressLength)(values.addressLine2),
    state: checkText(maxPlaceLength)(values.state),
    city: checkText(maxPlaceLength)(values.city),
    pinCode: checkText(maxPinCodeLength)(values.pinCode),
    password: explainWeakPassword(values.password, organisationAsOwner(values), wordsNow(newPasswordTexts)),
  }
}

/** The words that the password must not contain. */
export function organisationAsOwner({ email, name }: OrganisationValues): PasswordOwner {
  return { email, names: [name] }
}
