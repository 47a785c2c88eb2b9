import type { Widened } from './languages.ts'
import { newPasswordTexts } from './new-password-texts.ts'
import { maxPasswordLength, minPasswordLength } from './rules.ts'
import { texts } from './texts.ts'

/** The owner's words, which the password must not contain. */
export type PasswordOwner = {
  readonly email?: string | undefined
  readonly names?: readonly (string | undefined)[]
  /** Matched as a whole only: a roll number, the name of an institute. */
  readonly phrases?: readonly string[]
}

const minForbiddenWord = 4

/** The rule that a password breaks, and the values for a sentence about it. */
export type PasswordWeakness =
  | { readonly rule: 'too-short' | 'too-long' | 'repetition' | 'sequence' }
  | { readonly rule: 'contains'; readonly word: string }

/**
 * Rules §5.1, except the list of common passwords, which only the server has. Never trims or truncates. Returns the
 * first broken rule, or undefined.
 */
export function findPasswordWeakness(password: string, owner: PasswordOwner): PasswordWeakness | undefined {
  const normal = password.normalize('NFC')
  const length = [...normal].length
  if (length < minPasswordLength) return { rule: 'too-short' }
  if (length > maxPasswordLength) return { rule: 'too-long' }
  if (isRepetition(normal)) return { rule: 'repetition' }
  if (isSequence(normal)) return { rule: 'sequence' }
  const word = containedWord(normal, owner)
  return word === undefined ? undefined : { rule: 'contains', word }
}

/** The sentence about the broken rule, or undefined. In English by default. */
export function explainWeakPassword(
  password: string,
  owner: PasswordOwner,
  words: Widened<typeof newPasswordTexts> = newPasswordTexts,
): string | undefined {
  const weakness = findPasswordWeakness(password, owner)
  switch (weakness?.rule) {
    case undefined:
      return undefined
    case 'too-short':
      return words.tooShort
    case 'too-long':
      return words.tooLong(maxPasswordLength)
    case 'repetition':
      return words.repetition
    case 'sequence':
      return words.sequence
    case 'contains':
      return words.contains(weakness.word)
  }
}

function isRepetition(password: string): boolean {
  return new Set(password).size === 1
}

/** 'abcdefgh', '87654321': each character is one step from the one before. */
function isSequence(password: string): boolean {
  const points = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = points.slice(1).map((point, index) => point - (points[index] ?? 0))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

function containedWord(password: string, owner: PasswordOwner): string | undefined {
  const lower = password.toLowerCase()
  const words = [
    owner.email?.split('@')[0],
    texts.product.name,
    ...(owner.names ?? []).flatMap((name) => [name, ...(name?.split(/\s+/) ?? [])]),
    ...(owner.phrases ?? []),
  ]
  return words.find(
    (word) =>
      word !== undefined && [...word].length >= minForbiddenWord && lower.includes(word.normalize('NFC').toLowerCase()),
  )
}
