import { findPasswordWeakness, type PasswordOwner } from '#contract/password-rules.ts'
import { Problem } from '../problem.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Rules §5.1. Throws the reason that begins with 'password-' and names the broken rule. Log-ins are never judged by this. */
export function assertPasswordAllowed(password: string, owner: PasswordOwner): void {
  const weakness = findPasswordWeakness(password, owner)
  if (weakness?.rule === 'contains') throw new Problem('password-contains', { value: weakness.word })
  if (weakness) throw new Problem(`password-${weakness.rule}`)
  if (isCommonPassword(password)) throw new Problem('password-too-common')
}
