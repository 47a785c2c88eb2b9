import type { PasswordOwner } from '#contract/password-rules.ts'
import { explainWeakPassword } from '#contract/password-rules.ts'
import { advisedPasswordLength, minPasswordLength } from '#contract/rules.ts'
import type { Texts } from '#contract/texts.ts'

/**
 * The rules of rules §5.1, said while somebody types and before they are broken: what is asked, how far it is,
 * what is in the way, and that it is enough.
 */
export function describePassword(password: string, owner: PasswordOwner, texts: Texts): string {
  const { field } = texts
  const length = [...password.normalize('NFC')].length
  if (length === 0) return field.passwordHint
  if (length < minPasswordLength) return field.passwordCount(length, minPasswordLength)
  return (
    explainWeakPassword(password, owner, texts) ??
    (length < advisedPasswordLength ? field.passwordFine : field.passwordStrong)
  )
}
