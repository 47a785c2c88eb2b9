import { findPasswordWeakness, type PasswordOwner } from '#contract/password-rules.ts'
import { Problem } from '../problem.ts'
import { isCommonPassword } from './common-passwords.ts'

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
