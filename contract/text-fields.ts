import { hasHiddenCharacter, showsSomething, withoutHiddenEnd } from './hidden-characters.ts'

/**
 * The rules for form fields (rules §3), without a schema library, so that the browser can check a field by the same
 * rules as the server.
 */

// C0 and C1.
const controlCharacter = /\p{Cc}/u

/** NFC and trimmed: the only form in which text is compared or stored. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').trim()
}

/** U+0000 is an error in PostgreSQL, and a lone surrogate is not valid text. */
export function isWellFormedText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** True when normalised `text` has 1 to `max` code points, is visible and has no hidden characters. */
export function isPlainText(text: string, max: number): boolean {
  const length = [...text].length
  const isText = length >= 1 && length <= max && text.isWellFormed() && !controlCharacter.test(text)
  return isText && showsSomething(text) && !hasHiddenCharacter(text)
}

export const maxNameLength = 128
/** The name of a student's account, from first and last name, which may each have the maximum length. */
export function joinNames(firstName: string, lastName: string): string {
  return withoutHiddenEnd([...`${firstName} ${lastName}`].slice(0, maxNameLength).join('')).trim()
}

export const maxAddressLength = 200
export const maxPlaceLength = 80
/** Of the words with which an institute decides about a mark. */
export const maxRulingReasonLength = 300
/** Words that are put together to a reason may be too long: they lose their end. */
export function cutToReason(words: string): string {
  return withoutHiddenEnd([...words].slice(0, maxRulingReasonLength).join('')).trim()
}
/** Of what a student says to the dispute of a withdrawn mark. */
export const maxDisputeWordsLength = 300
export const maxEmailLength = 254

export const phonePattern = /^\+?[0-9 ()-]{5,20}$/

/** Cannot hold '@', so a roll number never reads as an email. */
export const rollNumberPattern = /^[A-Za-z0-9._/-]{1,32}$/

/** With each decimal digit of another script (Devanagari, Arabic, wide ones) written in ASCII; the rest stays. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    // Unicode has the digits of a script in their order; a few sets of ten follow each other.
    let value = 0
    for (let code = digit.codePointAt(0) ?? 0; /^\p{Nd}/u.test(String.fromCodePoint(code - 1)); code--) value++
    return String(value % 10)
  })
}

/** The form in which roll numbers are compared within an institute. */
export function canonicalRollNumber(rollNumber: string): string {
  return rollNumber.trim().toUpperCase()
}
