import type { PasswordOwner } from '#contract/password-rules.ts'
import { explainWeakPassword } from '#contract/password-rules.ts'
import { maxNameLength } from '#contract/text-fields.ts'
import type { Texts } from '#contract/texts.ts'
import {
  checkEmail,
  checkInstituteCode,
  checkPhoneNumber,
  checkRollNumber,
  checkText,
} from '../../forms/check-field.ts'
import type { FormErrors } from '../../forms/use-form.ts'
import type { InstituteLookUp } from './find-institute.ts'

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

/** `institute`: what is known about the code: the institute behind it, null for none, undefined before it has been asked. */
export function checkStudentValues(
  values: StudentValues,
  institute: InstituteLookUp | null | undefined,
  texts: Texts,
): FormErrors<StudentField> {
  return {
    firstName: checkText(maxNameLength)(values.firstName, texts),
    lastName: checkText(maxNameLength)(values.lastName, texts),
    // A code that nobody has is let through here: a toast says so, too, when the form is sent (spec §5).
    instituteCode: checkInstituteCode(values.instituteCode, texts),
    rollNumber: checkRollNumber(values.rollNumber, texts),
    email: checkEmail(values.email, texts),
    phoneNumber: checkPhoneNumber(values.phoneNumber, texts),
    password: explainWeakPassword(values.password, studentAsOwner(values, institute?.name), texts),
  }
}

/** Whose words the password must not contain. */
export function studentAsOwner(values: StudentValues, institute: string | undefined): PasswordOwner {
  return { email: values.email, names: [values.firstName, values.lastName, values.rollNumber, institute] }
}
