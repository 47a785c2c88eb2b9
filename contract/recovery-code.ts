import { codeAlphabet } from './identifiers.ts'

/** The codes with which an organisation that lost its passkey can log in once (rules §5.5). */

export const recoveryCodeCount = 10

/** 18 characters of an alphabet of 25: 83 bits. */
export const recoveryCodeLength = 18

const codePattern = new RegExp(`^[${codeAlphabet}]{${recoveryCodeLength}}$`)
const groupLength = 6

/** Brings a code, as a person copied it from paper, to its stored form. Undefined for other text. */
export function normaliseRecoveryCode(typed: string): string | undefined {
  const compact = typed.replace(/[\s-]/g, '').toUpperCase()
  return codePattern.test(compact) ? compact : undefined
}

/** The form for paper: 'K7QF3M-9TBX2C-HJ4RWD'. */
export function formatRecoveryCode(code: string): string {
  return [0, groupLength, 2 * groupLength].map((start) => code.slice(start, start + groupLength)).join('-')
}
