import { hasHiddenCharacter, showsSomething, withoutHiddenEnd } from './hidden-characters.ts'

/**
 * What a field of a form may hold (rules §3). Pure and free of any schema library, so that the browser can say
 * the same beside the field that the server will say when asked.
 */

// C0 and C1.
const controlCharacter = /\p{Cc}/u

/** NFC and trimmed: the only form in which text is compared or stored. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').trim()
}

/** U+0000 is an error to PostgreSQL, and half a character is no text to anybody. */
export function isWellFormedText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** True when `text`, already normalised, has 1 to `max` code points, shows something and hides nothing. */
export function isPlainText(text: string, max: number): boolean {
  const length = [...text].length
  const isText = length >= 1 && length <= max && text.isWellFormed() && !controlCharacter.test(text)
  return isText && showsSomething(text) && !hasHiddenCharacter(text)
}

export const maxNameLength = 128
/** The account's one name for a student's two, each of which may have the greatest length that it may have. */
export function joinNames(firstName: string, lastName: string): string {
  return withoutHiddenEnd([...`${firstName} ${lastName}`].slice(0, maxNameLength).join('')).trim()
}

export const maxAddressLength = 200
export const maxPlaceLength = 80
export const maxEmailLength = 254

export const phonePattern = /^\+?[0-9 ()-]{5,20}$/

/** Cannot hold '@', so a roll number never reads as an email. */
export const rollNumberPattern = /^[A-Za-z0-9._/-]{1,32}$/

/** The form in which roll numbers are compared within an institute. */
export function canonicalRollNumber(rollNumber: string): string {
  return rollNumber.trim().toUpperCase()
}
