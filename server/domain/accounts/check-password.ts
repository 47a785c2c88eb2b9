import type { Door } from '../doors.ts'
import { isCommonPassword } from './password-rules.ts'

/** The rule of rules §5.1 that a browser cannot judge, asked before a form is sent. Tells nothing of any account. */
export async function checkPassword(
  _deps: unknown,
  _door: Door<'passwords.check'>,
  { password }: { readonly password: string },
): Promise<{ readonly isCommon: boolean }> {
  return { isCommon: isCommonPassword(password) }
}
