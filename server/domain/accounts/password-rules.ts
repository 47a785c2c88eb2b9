import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findPasswordWeakness, type PasswordOwner } from '#contract/password-rules.ts'
import { Problem } from '../problem.ts'

/**
 * The password rules of rules §5.1. Throws the 'password-' reason of the broken rule. Logins are not checked against
 * these rules.
 */
export function assertPasswordAllowed(password: string, owner: PasswordOwner): void {
  const weakness = findPasswordWeakness(password, owner)
  if (weakness?.rule === 'contains') throw new Problem('password-contains', { value: weakness.word })
  if (weakness) throw new Problem(`password-${weakness.rule}`)
  if (isCommonPassword(password)) throw new Problem('password-too-common')
}

// A JSON list of some 49,000 lower-case passwords, none of them with a quote or an escape in it.
const listFile = '@zxcvbn-ts/language-common/src/passwords.json'

let list: string | undefined

/**
 * True for the passwords that guessers try first, in upper or lower case. The list is read at the first question. It
 * stays one text of half a megabyte and is searched from end to end. The search takes a fraction of a millisecond,
 * beside a hash of fifty milliseconds; importing the package, or parsing the list into a Set, would cost the process
 * about 15 MB for good.
 */
export function isCommonPassword(password: string): boolean {
  if (password.includes('"')) return false
  list ??= readFileSync(createRequire(import.meta.url).resolve(listFile), 'latin1')
  return list.includes(`"${password.normalize('NFC').toLowerCase()}"`)
}
