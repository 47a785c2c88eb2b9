import { explainWeakPassword, type PasswordOwner } from '#contract/password-rules.ts'
import { texts } from '#contract/texts.ts'
import { Problem } from '../problem.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Rules §5.1. Throws general_argument_invalid with the reason as its message. Log-ins are never judged by this. */
export function assertPasswordAllowed(password: string, owner: PasswordOwner): void {
  const reason = explainWeakPassword(password, owner) ?? explainCommonPassword(password)
  if (reason !== undefined) throw new Problem('general_argument_invalid', { message: reason })
}

function explainCommonPassword(password: string): string | undefined {
  return isCommonPassword(password) ? texts.newPassword.tooCommon : undefined
}
