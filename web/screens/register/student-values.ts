import { newPasswordTexts } from '#contract/new-password-texts.ts'
import type { PasswordOwner } from '#contract/password-rules.ts'
import { explainWeakPassword } from '#contract/password-rules.ts'
import { registrationTexts } from '#contract/registration-texts.ts'
import { maxNameLength } from '#contract/text-fields.ts'
import {
  checkEmail,
  checkInstituteCode,
  checkPhoneNumber,
  checkRollNumber,
  checkText,
} from '../../forms/check-field.ts'
import type { FormErrors } from '../../forms/use-form.ts'
import { wordsNow } from '../../language/language.ts'
import type { FoundInstitute } from '../../parts/institute-code/find-institute.ts'

/** Spec §2, student form: every field is required. */
export const noStudentValues = {
  firstName: '',
  lastName: '',
  instituteCode: '',
  rollNumber: '',
  email: '',
  phoneNumber: '',
  password: '',
}
export type StudentField = keyof typeof noStudentValues
export type StudentValues = Readonly<Record<StudentField, string>>

/** `institute`: the look-up of the code: the institute, null for an unknown code, undefined before the look-up. */
export function checkStudentValues(
  values: StudentValues,
  institute: FoundInstitute | null | undefined,
): FormErrors<StudentField> {
  return {
    firstName: checkText(maxNameLength)(values.firstName),
    lastName: checkText(maxNameLength)(values.lastName),
    instituteCode:
      checkInstituteCode(values.instituteCode) ??
      (institute === null ? wordsNow(registrationTexts).invalidInstituteCode : undefined),
    rollNumber: checkRollNumber(values.rollNumber),
    email: checkEmail(values.email),
    phoneNumber: checkPhoneNumber(values.phoneNumber),
    password: explainWeakPassword(values.password, studentAsOwner(values, institute?.name), wordsNow(newPasswordTexts)),
  }
}

/** The words that the password must not contain. */
export function studentAsOwner(values: StudentValues, institute: string | undefined): PasswordOwner {
  return { email: values.email, names: [values.firstName, values.lastName, values.rollNumber, institute] }
}
