import { preLoginBinding, sessionBinding } from '../accounts/session-binding.ts'
import type { CeremonySubject } from '../passkeys/ceremony-subject.ts'
import { isAllowed } from '../permissions.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'

/** The purpose of an authentication ceremony, and the browser that it is bound to. */
export type AssertionPurpose = {
  readonly purpose: 'login-org' | 'mark-std' | 'step-up'
  readonly binding: string
}

/**
 * Decides the purpose from the caller (rules §4, passkey/login). A caller who names their own account steps up the
 * session; an organisation that names a student begins a mark; a guest begins an organisation's login. `preLoginToken`:
 * the pre-login cookie, if there is one. Throws user_invalid_token, document_not_found.
 */
export function findAssertionPurpose(
  context: RequestContext,
  subject: CeremonySubject,
  preLoginToken: string | undefined,
): AssertionPurpose {
  const { caller } = context
  if (caller && caller.account.id === subject.userId && caller.account.label === subject.category) {
    return { purpose: 'step-up', binding: sessionBinding(caller.session.id) }
  }
  if (subject.category === 'ORG') {
    if (preLoginToken === undefined) throw new Problem('user_invalid_token')
    return { purpose: 'login-org', binding: preLoginBinding(preLoginToken) }
  }
  // A ceremony with another person's passkey begins a mark.
  if (!caller || !isAllowed('students.update.attendance', context)) throw new Problem('document_not_found')
  return { purpose: 'mark-std', binding: sessionBinding(caller.session.id) }
}
