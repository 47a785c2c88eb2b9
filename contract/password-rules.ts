import { maxPasswordLength, minPasswordLength } from './rules.ts'
import { texts } from './texts.ts'

/** Whose password it is: words that it must not contain. */
export type PasswordOwner = {
  readonly email?: string | undefined
  readonly names?: readonly (string | undefined)[]
  /** Matched as a whole only: a roll number, the name of an institute. */
  readonly phrases?: readonly string[]
}

const minForbiddenWord = 4

/**
 * Security §5.1, all but the list of common passwords, which only the server holds. Never trims or truncates.
 * Returns the sentence that explains the refusal, or undefined when the password is fine.
 */
export function explainWeakPassword(password: string, owner: PasswordOwner): string | undefined {
  const normal = password.normalize('NFC')
  const length = [...normal].length
  if (length < minPasswordLength) return texts.newPassword.tooShort
  if (length > maxPasswordLength) return `Password must be at most ${maxPasswordLength} characters long`
  if (isRepetition(normal)) return 'Password must not be one character repeated'
  if (isSequence(normal)) return 'Password must not be a plain sequence'
  const word = containedWord(normal, owner)
  if (word !== undefined) return `Password must not contain ‘${word}’`
  return undefined
}

function isRepetition(password: string): boolean {
  return new Set(password).size === 1
}

/** 'abcdefgh', '87654321': each character one step from the one before. */
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
