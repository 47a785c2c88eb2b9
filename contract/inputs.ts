import { z } from 'zod'
import { hasHiddenCharacter } from './hidden-characters.ts'
import { type CataloguedReason, isCatalogued, sentenceOfReason } from './problems.ts'
import { maxPasswordLength, minPasswordLength } from './rules.ts'
import { isPlainText, maxEmailLength, normaliseText, phonePattern, rollNumberPattern } from './text-fields.ts'
import { isNamedTimeZone, maxTimeZoneLength } from './time-zones.ts'

/** Schemas of single fields. Messages name the field, because they are shown as they are. */

/** A mistake of a person rather than of a program: the refusal has its own reason with a sentence. */
export const refusedAs = (reason: CataloguedReason) => ({ error: sentenceOfReason(reason), params: { reason } })

/** The reason of the broken schema, if it has one. */
export function reasonOf(issue: z.core.$ZodIssue): CataloguedReason | undefined {
  const reason: unknown = issue.code === 'custom' ? issue.params?.reason : undefined
  return isCatalogued(reason) ? reason : undefined
}

/** Text of a length that a later check knows: it is said here, so that the bounds of a body follow from its schema. */
const textOf = (field: string, maxLength: number) => z.string(`${field} must be text`).meta({ maxLength })

/** Normalised to NFC and trimmed. */
const shownText = (field: string, max: number) =>
  textOf(field, max)
    .transform(normaliseText)
    .refine((text) => !hasHiddenCharacter(text), `${field} has a character that cannot be seen. Please type it by hand`)

/** One line of text of 1 to `max` code points. */
export const textInput = (field: string, max: number) =>
  shownText(field, max).refine((text) => isPlainText(text, max), `${field} must have 1 to ${max} ordinary characters`)

/** The same, but may be empty. */
export const optionalTextInput = (field: string, max: number) =>
  shownText(field, max).refine(
    (text) => text === '' || isPlainText(text, max),
    `${field} must have at most ${max} ordinary characters`,
  )

/** Only the rough form: canonicalEmail on the server decides what is exactly one address. */
export const emailInput = shownText('email', maxEmailLength).refine(
  (email) => email.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(email),
  'email is not a valid email address',
)

export const phoneNumberInput = textOf('phoneNumber', 21)
  .transform(normaliseText)
  .refine((phone) => phonePattern.test(phone), 'phoneNumber must have 5 to 20 digits, spaces, brackets or dashes')

export const rollNumberInput = textOf('rollNumber', 32)
  .transform(normaliseText)
  .refine((roll) => rollNumberPattern.test(roll), 'rollNumber may have up to 32 letters, digits and . _ / -')

/** Counted in code points and never trimmed (rules §5.1). */
export const passwordInput = textOf('password', maxPasswordLength)
  .refine((password) => [...password].length >= minPasswordLength, refusedAs('password-too-short'))
  .refine((password) => [...password].length <= maxPasswordLength, refusedAs('password-too-long'))

/** The IANA name of a time zone. */
export const timeZoneInput = (field: string) =>
  z
    .string(`${field} must be the name of a time zone`)
    .max(maxTimeZoneLength, `${field} must be the name of a time zone`)
    .refine(isNamedTimeZone, `${field} must be the name of a time zone, such as Asia/Kolkata`)

export const secretInput = z.string('secret must be text').min(1, 'secret is missing').max(256, 'secret is too long')

export const wholeNumberInput = (field: string, min: number, max: number) =>
  z
    .int(`${field} must be a whole number`)
    .min(min, `${field} must be ${min} to ${max}`)
    .max(max, `${field} must be ${min} to ${max}`)
