import { fieldTexts } from '#contract/field-texts.ts'
import { newPasswordTexts } from '#contract/new-password-texts.ts'
import type { PasswordOwner } from '#contract/password-rules.ts'
import { explainWeakPassword } from '#contract/password-rules.ts'
import { advisedPasswordLength, minPasswordLength } from '#contract/rules.ts'
import { wordsNow } from '../language/language.ts'

/**
 * The password rules (rules §5.1) while the person types: what is required, how much is missing, which word is
 * forbidden, and that it is enough.
 */
export function describePassword(password: string, owner: PasswordOwner): string {
  const field = wordsNow(fieldTexts)
  const length = [...password.normalize('NFC')].length
  if (length === 0) return field.passwordHint
  if (length < minPasswordLength) return field.passwordCount(length, minPasswordLength)
  return (
    explainWeakPassword(password, owner, wordsNow(newPasswordTexts)) ??
    (length < advisedPasswordLength ? field.passwordFine : field.passwordStrong)
  )
}
