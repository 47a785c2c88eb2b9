import { fieldTexts } from '#contract/field-texts.ts'
import { hasHiddenCharacter } from '#contract/hidden-characters.ts'
import { isPlainText, maxEmailLength, normaliseText, phonePattern, rollNumberPattern } from '#contract/text-fields.ts'
import { wordsNow } from '../language/language.ts'

/**
 * The error of one field, in words; undefined if there is none. The same rules as the server's (rules §3), checked
 * before anything is sent.
 */
export type CheckField = (typed: string) => string | undefined

export const checkEmail: CheckField = (typed) => {
  const field = wordsNow(fieldTexts)
  const email = normaliseText(typed)
  if (email === '') return field.needed
  if (hasHiddenCharacter(email)) return field.textHidden
  return email.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : field.emailWrong
}

export const checkPhoneNumber: CheckField = (typed) => {
  const field = wordsNow(fieldTexts)
  const phoneNumber = normaliseText(typed)
  if (phoneNumber === '') return field.needed
  return phonePattern.test(phoneNumber) ? undefined : field.phoneNumberWrong
}

export const checkRollNumber: CheckField = (typed) => {
  const field = wordsNow(fieldTexts)
  const rollNumber = normaliseText(typed)
  if (rollNumber === '') return field.needed
  return rollNumberPattern.test(rollNumber) ? undefined : field.rollNumberWrong
}

/** Whether it is an institute's code has to be looked up. */
export const checkInstituteCode: CheckField = (typed) =>
  normaliseText(typed) === '' ? wordsNow(fieldTexts).needed : undefined

/** One line of ordinary text, 1 to `max` characters. */
export const checkText =
  (max: number): CheckField =>
  (typed) => {
    const field = wordsNow(fieldTexts)
    const text = normaliseText(typed)
    if (text === '') return field.needed
    if (hasHiddenCharacter(text)) return field.textHidden
    return isPlainText(text, max) ? undefined : field.textWrong(max)
  }

export const checkOptionalText =
  (max: number): CheckField =>
  (typed) =>
    normaliseText(typed) === '' ? undefined : checkText(max)(typed)

export const checkNeeded: CheckField = (typed) => (typed === '' ? wordsNow(fieldTexts).needed : undefined)
