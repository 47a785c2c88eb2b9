import { enter } from '../doors.ts'
import type { RequestContext } from '../request-context.ts'
import { isCommonPassword } from './password-rules.ts'

/** The rule of rules §5.1 that a browser cannot judge, asked before a form is sent. Tells nothing of any account. */
export async function checkPassword(
  _deps: unknown,
  context: RequestContext,
  password: string,
): Promise<{ readonly isCommon: boolean }> {
  await enter('passwords.check', context)
  return { isCommon: isCommonPassword(password) }
}
